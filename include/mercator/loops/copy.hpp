// copy(map, from, to): elements moved through a map, as fast as the memory allows. Host code only.
#pragma once

#include <cstdint>

#include "mercator/loops/operands.hpp"
#include "mercator/loops/parallel.hpp"
#include "mercator/loops/tile.hpp"

namespace mercator::loops {
inline namespace MERCATOR_VECTORS {

// Elements are moved as units, whatever their type: the largest integers that their size is a multiple of.
template <int Bytes>
struct unit_of_size;
template <>
struct unit_of_size<1> {
  using type = std::uint8_t;
};
template <>
struct unit_of_size<2> {
  using type = std::uint16_t;
};
template <>
struct unit_of_size<4> {
  using type = std::uint32_t;
};
template <>
struct unit_of_size<8> {
  using type = std::uint64_t;
};

constexpr int unit_bytes(int element_bytes) {
  int bytes = 8;
  while (element_bytes % bytes != 0) bytes /= 2;
  return bytes;
}

/// The box in units, Factor of them an element. Operand 0 is where they go, operand 1 where they come from.
constexpr box in_units(const box& b, i64 factor) {
  if (factor == 1) return b;
  box out = b;
  for (int o = 0; o < b.operands; ++o) out.base[o] *= factor;
  for (int k = 0; k < b.digits; ++k)
    for (int o = 0; o < b.operands; ++o) out.loop[k].stride[o] *= factor;
  digit within{factor};
  for (int o = 0; o < b.operands; ++o) within.stride[o] = 1;
  out.loop[out.digits++] = within;
  return normal(out);
}

template <class Unit>
MERCATOR_INLINE void move_one(const Unit* __restrict from, Unit* __restrict to) {
  __builtin_memcpy(to, from, sizeof(Unit));
}

/// from[k] to to[k] for k < Count. The last vector overlaps the one before.
template <i64 Count, class Unit>
MERCATOR_INLINE void copy_run(const Unit* __restrict from, Unit* __restrict to) {
  constexpr i64 long_run = 1024;
  constexpr int w = fitting_width(Count, width<Unit>);
  if constexpr (Count * static_cast<i64>(sizeof(Unit)) >= long_run) {
    __builtin_memcpy(to, from, static_cast<std::size_t>(Count) * sizeof(Unit));
  } else if constexpr (w == 1) {
    for (i64 k = 0; k < Count; ++k) move_one(from + k, to + k);
  } else {
    using vector = lanes<Unit, w>;
    constexpr i64 unrolled = Count / (4 * w) * (4 * w);
    for (i64 k = 0; k < unrolled; k += 4 * w)
      for (i64 u = k; u < k + 4 * w; u += w) store(to + u, load<vector>(from + u));
    for (i64 k = unrolled; k + w <= Count; k += w) store(to + k, load<vector>(from + k));
    if constexpr (Count % w != 0) store(to + Count - w, load<vector>(from + Count - w));
  }
}

/// from[k * Stride] to to[k] for k < Count. Beyond: how many units behind the last one used may be read.
template <i64 Count, i64 Stride, i64 Beyond, class Unit>
MERCATOR_INLINE void copy_strided_run(const Unit* __restrict from, Unit* __restrict to) {
  constexpr int w = fitting_width(Count, width<Unit>);
  i64 k = 0;
  if constexpr (Stride == -1 && w > 1) {
    using vector = lanes<Unit, w>;
    for (; k + w <= Count; k += w) {
      const vector v = load<vector>(from - k - (w - 1));
      store(to + k, shuffle<reversed<w>>(v, v));
    }
  } else if constexpr (Stride == 2 && w > 1) {
    using vector = lanes<Unit, w>;
    constexpr i64 whole = Count / w * w - (Count % w == 0 && Beyond < 1 ? w : 0);
    for (; k < whole; k += w)
      store(to + k, shuffle<every<2>>(load<vector>(from + 2 * k), load<vector>(from + 2 * k + w)));
  }
  for (; k < Count; ++k) move_one(from + k * Stride, to + k);
}

template <class... Digits>
constexpr unsigned bits(Digits... digit) {
  return (0u | ... | (1u << digit));
}

/// The walk over a box's digits but those whose bits are set in Skipped, and Inner::run(from, to) within.
template <class Box, class Inner, unsigned Skipped, int K = 0, class Unit>
MERCATOR_INLINE void walk(const Unit* __restrict from, Unit* __restrict to) {
  if constexpr (K == Box::value.digits) {
    Inner::run(from, to);
  } else if constexpr ((Skipped >> K & 1) != 0) {
    walk<Box, Inner, Skipped, K + 1>(from, to);
  } else {
    constexpr digit d = Box::value.loop[K];
    for (i64 k = 0; k < d.count; ++k) walk<Box, Inner, Skipped, K + 1>(from + k * d.stride[1], to + k * d.stride[0]);
  }
}

/// A transpose: P digits with unit stride in `from` and stride PTo in `to`, Q digits with stride QFrom in
/// `from` and unit stride in `to`. Wide rows may be read beyond their end where memory is known to be there.
template <i64 P, i64 Q, i64 QFrom, i64 PTo, i64 Beyond>
struct transpose_area {
  template <class Unit>
  static constexpr int tile_width() {
    const int most = fitting_width(Q, width<Unit>);
    return overhangs<Unit>() ? most : fitting_width(P, most);
  }
  /// Whether one tile holds all of a row of `from` and more.
  template <class Unit>
  static constexpr bool overhangs() {
    const int w = fitting_width(Q, width<Unit>);
    return P < w && 2 * P > w && Beyond + (QFrom > 0 ? Q % w * QFrom : 0) >= w - P;
  }

  template <class Unit>
  MERCATOR_INLINE static void run(const Unit* __restrict from, Unit* __restrict to) {
    constexpr int w = tile_width<Unit>();
    if constexpr (w == 1) {
      for (i64 p = 0; p < P; ++p)
        for (i64 q = 0; q < Q; ++q) move_one(from + p + q * QFrom, to + p * PTo + q);
    } else if constexpr (overhangs<Unit>()) {
      for (i64 q = 0; q + w <= Q; q += w)
        transpose_tile<Unit, w, QFrom, PTo, static_cast<int>(P)>(from + q * QFrom, to + q);
      rest_of_q<Unit, w>(from, to);
    } else {
      constexpr i64 whole_p = P / w * w, whole_q = Q / w * w, rest_p = P % w;
      whole<Unit, w, whole_p, whole_q>(from, to);
      if constexpr (rest_p != 0) {
        if constexpr (rest_p * 4 > w)
          whole<Unit, w, w, whole_q>(from + (P - w), to + (P - w) * PTo);
        else
          transpose_area<rest_p, whole_q, QFrom, PTo, Beyond>::run(from + whole_p, to + whole_p * PTo);
      }
      rest_of_q<Unit, w>(from, to);
    }
  }

 private:
  template <class Unit, int W>
  MERCATOR_INLINE static void rest_of_q(const Unit* __restrict from, Unit* __restrict to) {
    constexpr i64 whole_q = Q / W * W, rest = Q % W;
    if constexpr (rest != 0) {
      if constexpr (rest * 4 > W && P >= W)
        transpose_area<P, W, QFrom, PTo, 0>::run(from + (Q - W) * QFrom, to + (Q - W));
      else
        transpose_area<P, rest, QFrom, PTo, 0>::run(from + whole_q * QFrom, to + whole_q);
    }
  }

  /// Tiles nested in squares of whole cache lines, and those in blocks.
  template <class Unit, int W, i64 WholeP, i64 WholeQ>
  MERCATOR_INLINE static void whole(const Unit* __restrict from, Unit* __restrict to) {
    constexpr i64 line = cache_line_bytes / static_cast<i64>(sizeof(Unit));
    if constexpr (WholeP % line == 0 && WholeQ % line == 0 && WholeP > 0 && WholeQ > 0) {
      constexpr i64 block_p = W == line ? 2 * line : 4 * line, block_q = 8 * line;
      for (i64 bp = 0; bp < WholeP; bp += block_p)
        for (i64 bq = 0; bq < WholeQ; bq += block_q)
          for (i64 p = bp; p < bp + block_p && p < WholeP; p += line)
            for (i64 q = bq; q < bq + block_q && q < WholeQ; q += line)
              tiles<Unit, W, line, line>(from + p + q * QFrom, to + p * PTo + q);
    } else {
      tiles<Unit, W, WholeP, WholeQ>(from, to);
    }
  }

  template <class Unit, int W, i64 Rows, i64 Columns>
  MERCATOR_INLINE static void tiles(const Unit* __restrict from, Unit* __restrict to) {
    for (i64 p = 0; p < Rows; p += W)
      for (i64 q = 0; q < Columns; q += W) transpose_tile<Unit, W, QFrom, PTo>(from + p + q * QFrom, to + p * PTo + q);
  }
};

/// Short runs, whose order differs between from and to: blocks of 4 x 4 of them. Digit P is the inner one in
/// `to`.
template <class Box, int P, int Q>
struct copy_run_blocks {
  static constexpr digit p = Box::value.loop[P], q = Box::value.loop[Q];
  static constexpr i64 length = Box::value.loop[Box::value.digits - 1].count, block = 4;

  template <class Unit>
  MERCATOR_INLINE static void run(const Unit* __restrict from, Unit* __restrict to) {
    constexpr i64 whole_p = p.count / block * block, whole_q = q.count / block * block;
    for (i64 x = 0; x < whole_p; x += block) {
      for (i64 y = 0; y < whole_q; y += block) runs<block, block>(at(from, to, x, y).from, at(from, to, x, y).to);
      if constexpr (whole_q != q.count)
        runs<block, q.count - whole_q>(at(from, to, x, whole_q).from, at(from, to, x, whole_q).to);
    }
    if constexpr (whole_p != p.count)
      runs<p.count - whole_p, q.count>(at(from, to, whole_p, 0).from, at(from, to, whole_p, 0).to);
  }

 private:
  template <class Unit>
  struct pointers {
    const Unit* from;
    Unit* to;
  };
  template <class Unit>
  MERCATOR_INLINE static pointers<Unit> at(const Unit* from, Unit* to, i64 x, i64 y) {
    return {from + x * p.stride[1] + y * q.stride[1], to + x * p.stride[0] + y * q.stride[0]};
  }
  template <i64 X, i64 Y, class Unit>
  MERCATOR_INLINE static void runs(const Unit* __restrict from, Unit* __restrict to) {
    for (i64 y = 0; y < Y; ++y)
      for (i64 x = 0; x < X; ++x) copy_run<length>(at(from, to, x, y).from, at(from, to, x, y).to);
  }
};

template <i64 Count>
struct copy_runs {
  template <class Unit>
  MERCATOR_INLINE static void run(const Unit* __restrict from, Unit* __restrict to) {
    copy_run<Count>(from, to);
  }
};

/// Ahead: how far from here a run stands that comes soon, 0 where hardware finds it by itself.
template <i64 Count, i64 Stride, i64 ToStride, i64 Beyond, i64 Ahead>
struct copy_strided_runs {
  template <class Unit>
  MERCATOR_INLINE static void run(const Unit* __restrict from, Unit* __restrict to) {
    if constexpr (Ahead != 0) prefetch(from);
    if constexpr (ToStride == 1)
      copy_strided_run<Count, Stride, Beyond>(from, to);
    else
      for (i64 k = 0; k < Count; ++k) move_one(from + k * Stride, to + k * ToStride);
  }

 private:
  /// The place may be beyond the operand's end, where a prefetch does nothing.
  template <class Unit>
  MERCATOR_INLINE static void prefetch(const Unit* from) {
    const auto soon = reinterpret_cast<std::uintptr_t>(from) + static_cast<std::uintptr_t>(Ahead) * sizeof(Unit);
    for (std::uintptr_t k = 0; k < static_cast<std::uintptr_t>(Count * Stride) * sizeof(Unit); k += cache_line_bytes)
      __builtin_prefetch(reinterpret_cast<const void*>(soon + k));
  }
};

/// How far ahead runs along the last digit are prefetched: those that stand apart, a few runs ahead.
constexpr i64 prefetch_distance(const box& b) {
  constexpr i64 runs_ahead = 6;
  if (b.digits < 2) return 0;
  const digit run = b.loop[b.digits - 1], next = b.loop[b.digits - 2];
  const i64 span = run.count * run.stride[1];
  return run.stride[1] > 1 && next.stride[1] >= 2 * span && next.count > runs_ahead ? runs_ahead * next.stride[1] : 0;
}

/// The digit with unit stride in operand 1; -1: none.
constexpr int unit_digit(const box& b) {
  for (int k = b.digits - 1; k >= 0; --k)
    if (b.loop[k].stride[1] == 1) return k;
  return -1;
}

/// The digit but the last two with the shortest stride in operand 1, if that is shorter than the last but
/// one's; else -1.
constexpr int crossing_digit(const box& b) {
  int best = b.digits - 2;
  for (int k = b.digits - 3; k >= 0; --k)
    if (distance(b.loop[k].stride[1]) < distance(b.loop[best].stride[1])) best = k;
  return best == b.digits - 2 ? -1 : best;
}

/// The box from its first unit in each operand on. Beyond: how many units of operand 1 stand behind the last
/// one used.
template <class Box, i64 Beyond, class Unit>
MERCATOR_INLINE void copy_box(const Unit* __restrict from, Unit* __restrict to) {
  constexpr box b = Box::value;
  constexpr i64 short_run_bytes = 512;
  if constexpr (b.digits == 0) {
    move_one(from, to);
  } else {
    constexpr int last = b.digits - 1, unit = unit_digit(b);
    constexpr digit d = b.loop[last];
    if constexpr (d.stride[0] == 1 && d.stride[1] == 1) {
      constexpr bool is_short = d.count * static_cast<i64>(sizeof(Unit)) <= short_run_bytes;
      constexpr int crossing = b.digits >= 3 && is_short ? crossing_digit(b) : -1;
      if constexpr (crossing >= 0)
        walk<Box, copy_run_blocks<Box, last - 1, crossing>, bits(last, last - 1, crossing)>(from, to);
      else
        walk<Box, copy_runs<d.count>, bits(last)>(from, to);
    } else if constexpr (d.stride[0] == 1 && unit >= 0) {
      constexpr digit p = b.loop[unit];
      walk<Box, transpose_area<p.count, d.count, d.stride[1], p.stride[0], Beyond>, bits(last, unit)>(from, to);
    } else {
      walk<Box, copy_strided_runs<d.count, d.stride[1], d.stride[0], Beyond, prefetch_distance(b)>, bits(last)>(from,
                                                                                                                to);
    }
  }
}

template <i64 Beyond>
struct box_copier {
  template <class Box, class Unit>
  MERCATOR_INLINE void run(Unit* __restrict to, const Unit* __restrict from) const {
    copy_box<Box, Beyond>(from, to);
  }
};

template <class Box, i64 Factor>
struct unit_box {
  static constexpr box value = in_units(Box::value, Factor);
};

/// The movement's boxes from number K on. From and to are the views' first units.
template <class Movement, i64 Elements, i64 Factor, int K = 0, class Policy, class Unit>
MERCATOR_INLINE void copy_boxes(const Policy& policy, const Unit* __restrict from, Unit* __restrict to) {
  if constexpr (K < Movement::value.used) {
    using units = unit_box<box_of<Movement, K>, Factor>;
    constexpr box b = units::value;
    constexpr i64 beyond = Elements * Factor - 1 - b.reach(1).hi;
    run_box<units>(policy, box_copier<beyond>{}, to + b.base[0], from + b.base[1]);
    copy_boxes<Movement, Elements, Factor, K + 1>(policy, from, to);
  }
}

}  // namespace MERCATOR_VECTORS
}  // namespace mercator::loops

namespace mercator {

inline namespace MERCATOR_VECTORS {

/// copy(map, from, to): to[d] = from[map(d)] for every d in the map's domain. The map is one from to's indices
/// to from's; elements outside its domain keep their values. Any trivially copyable element. copy(policy, map,
/// from, to): parallel(executor) cuts the work up, may_alias allows views that overlap; else they must not.
inline constexpr struct copy_verb {
  template <IndexingMap Map, class Source, class SourceShape, class T, class Shape>
  void operator()(Map map, tensor_view<Source, SourceShape> from, tensor_view<T, Shape> to) const {
    (*this)(in_order, map, from, to);
  }

  template <Policy How, IndexingMap Map, class Source, class SourceShape, class T, class Shape>
  [[gnu::flatten, gnu::noinline]] void operator()(How how, Map, tensor_view<Source, SourceShape> from,
                                                  tensor_view<T, Shape> to) const {
    static_assert(std::is_same_v<std::remove_const_t<Source>, T> && std::is_trivially_copyable_v<T>,
                  "mercator: copy requires views of the same trivially copyable element type");
    using places = loops::places<Shape, mapped_view<Map, T, SourceShape>>;
    using movement = loops::movement_of<places>;
    const T* const source = from.data();
    if constexpr (std::is_same_v<How, may_alias_policy> || !movement::value.strided) {
      loops::for_each_place<places>([=](i64 output, i64 operand)
                                        __attribute__((always_inline)) { to.data()[output] = source[operand]; });
    } else {
      constexpr int bytes = loops::unit_bytes(sizeof(T));
      using unit = typename loops::unit_of_size<bytes>::type;
      loops::copy_boxes<movement, SourceShape::elements, static_cast<i64>(sizeof(T)) / bytes>(
          how, reinterpret_cast<const unit*>(source), reinterpret_cast<unit*>(to.data()));
    }
  }
} copy{};

}  // namespace MERCATOR_VECTORS

}  // namespace mercator
