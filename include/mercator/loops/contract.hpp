// contract(to, initial, combine, through(map, a), through(map, b)): sums of products over common ranges, such
// as a batched matrix multiplication. Host code only.
#pragma once

#include "mercator/loops/dots.hpp"
#include "mercator/loops/reduce.hpp"

namespace mercator::loops {
inline namespace MERCATOR_VECTORS {

/// A box as a product of elements of type T, cut into blocks for so many lanes.
template <class Box, class T, int Width>
struct blocked_product {
  static constexpr product value = product_of(Box::value);
  static constexpr product_blocks blocks = blocks_of(value, Width, sizeof(T));
  static constexpr digit m = value.m, n = value.n, cut = value.depth.loop[blocks.cut];

  struct outer {
    static constexpr box value = blocked_product::value.outer;
  };
  struct inner {
    static constexpr box value = blocked_product::value.inner;
  };
  /// The digits of depth before the one that is cut up, and a part of that one with those behind.
  struct before {
    static constexpr box value = first_digits(blocked_product::value.depth, blocks.cut);
  };
  struct part {
    static constexpr box value = part_of(blocked_product::value.depth, blocks.cut, blocks.part);
  };
};

template <class T, class Combine>
struct value_step {
  Combine& combine;
  T c;

  MERCATOR_INLINE void operator()(const T*, const T* a, const T* b) { c = combine(c, *a, *b); }
};

/// combine with its last two arguments exchanged.
template <class Combine>
struct exchanged_operands {
  Combine& combine;

  template <class C, class X, class Y>
  MERCATOR_INLINE auto operator()(C c, X x, Y y) const -> decltype(combine(c, y, x)) {
    return combine(c, y, x);
  }
};

/// The part of a sum that is taken at a time.
struct depth_part {
  i64 turns;   ///< of its first digit
  bool fresh;  ///< nothing was summed before: the output has no sums yet
};

template <bool AnyOrder, bool Accumulate, class T, class Combine>
struct contractor {
  T identity;
  Combine& combine;

  static constexpr bool multiplies = std::is_base_of_v<lane::multiply_add, Combine>;

  template <class Box>
  MERCATOR_INLINE void run(T* c, const T* a, const T* b) const {
    if constexpr (!product_of(Box::value).swapped) {
      outputs<Box>(c, a, b);
    } else if constexpr (multiplies) {
      outputs<Box>(c, b, a);
    } else {
      exchanged_operands<Combine> exchanged{combine};
      contractor<AnyOrder, Accumulate, T, exchanged_operands<Combine>>{identity, exchanged}.template outputs<Box>(c, b,
                                                                                                                  a);
    }
  }

  /// The outputs of a box whose operands are those of its product.
  template <class Box>
  MERCATOR_INLINE void outputs(T* c, const T* a, const T* b) const {
    constexpr int w = common_width<T>();
    constexpr bool on_lanes = w > 1 && OnLanes<Combine, lanes<T, w>, lanes<T, w>, lanes<T, w>, lanes<T, w>>;
    outputs_by<Box, on_lanes ? w : 1>(c, a, b);
  }

 private:
  template <class Box, int Width>
  MERCATOR_INLINE void outputs_by(T* c, const T* a, const T* b) const {
    using dots = dot_products<Box>;
    if constexpr (AnyOrder && Width > 1 && multiplies && dots::fit) {
      dot_contractor<T, Accumulate>{identity}.template run<dots>(c, a, b);
    } else {
      using what = blocked_product<Box, T, Width>;
      each_turn<typename what::outer>(
          [this](T * to, const T* left, const T* right)
              __attribute__((always_inline)) { parts<what>(to, left, right); },
          c, a, b);
    }
  }

  /// Part by part of what is summed over; in between, sums stay in the output.
  template <class What>
  MERCATOR_INLINE void parts(T* to, const T* left, const T* right) const {
    bool fresh = !Accumulate;
    each_turn<typename What::before>(
        [ this, &fresh ](T * c, const T* a, const T* b) __attribute__((always_inline)) {
          constexpr digit d = What::cut;
          constexpr i64 turns = What::blocks.part;
          for (i64 k = 0; k < d.count; k += turns) {
            blocks<What>(c, a + k * d.stride[1], b + k * d.stride[2],
                         {d.count - k < turns ? d.count - k : turns, fresh});
            fresh = false;
          }
        },
        to, left, right);
  }

  /// Blocks of rows, and the panels of columns of each.
  template <class What>
  MERCATOR_INLINE void blocks(T* c, const T* a, const T* b, depth_part part) const {
    if constexpr (What::blocks.width == 1) {
      values<What, 0>(c, a, b, part);
    } else {
      constexpr int w = What::blocks.width;
      constexpr digit n = What::n;
      constexpr i64 rows = What::m.count, block = What::blocks.row_block, wide = What::blocks.vectors * w,
                    whole = n.count / wide * wide, narrow = (n.count - whole) / w * w, done = whole + narrow;
      for (i64 m = 0; m < rows; m += block) {
        const i64 end = rows - m < block ? rows : m + block;
        for (i64 k = 0; k < whole; k += wide)
          panel<What, panel_of<lanes<T, w>, wide>>(c + k, a + k * n.stride[1], b + k * n.stride[2], part, m, end);
        if constexpr (narrow > 0)
          panel<What, panel_of<lanes<T, w>, narrow>>(c + whole, a + whole * n.stride[1], b + whole * n.stride[2], part,
                                                     m, end);
      }
      rest_of_columns<What, done>(c, a, b, part);
    }
  }

  /// Fewer than a vector's lanes.
  template <class What, i64 Done>
  MERCATOR_INLINE void rest_of_columns(T* c, const T* a, const T* b, depth_part part) const {
    constexpr digit n = What::n;
    constexpr i64 rest = n.count - Done;
    if constexpr (rest > 0 && n.stride[1] != 0)  // vectors of A end where A does
      values<What, Done>(c, a, b, part);
    else if constexpr (rest > 0)
      panel<What, panel_of<lanes<T, covering_width(rest)>, rest>>(c + Done, a, b + Done * n.stride[2], part, 0,
                                                                  What::m.count);
  }

  /// Rows m to end under a panel.
  template <class What, class Panel>
  MERCATOR_INLINE void panel(T* c, const T* a, const T* b, depth_part part, i64 m, i64 end) const {
    constexpr bool packs = What::blocks.packs || Panel::columns != Panel::width;
    const auto tiles = [&](const T* packed) __attribute__((always_inline)) {
      each_turn<typename What::inner>(
          [ =, this ](T * to, const T* left, const T* right)
              __attribute__((always_inline)) { rows<What, Panel, packs>(to, left, right, packed, part, m, end); },
          c, a, b);
    };
    if constexpr (packs) {
      alignas(cache_line_bytes) T packed[static_cast<unsigned>(What::blocks.part_depth * Panel::width)];
      pack_panel<Panel, typename What::part, What::n.stride[2], 0>(part.turns, packed, b);
      tiles(packed);
    } else {
      tiles(nullptr);
    }
  }

  template <class What, class Panel, bool Packed>
  MERCATOR_INLINE void rows(T* c, const T* a, const T* b, const T* packed, depth_part part, i64 m, i64 end) const {
    constexpr int tall = What::blocks.rows;
    constexpr i64 whole = rows_of_tiles(What::m.count, tall);
    for (; m < (end < whole ? end : whole); m += tall)
      tile<What, Panel, tall, Packed>(c + m * What::m.stride[0], a + m * What::m.stride[1], b, packed, part);
    if (end == What::m.count) rest_of_rows<What, Panel, Packed, whole>(c, a, b, packed, part);
  }

  template <class What, class Panel, bool Packed, i64 Done>
  MERCATOR_INLINE void rest_of_rows(T* c, const T* a, const T* b, const T* packed, depth_part part) const {
    constexpr i64 rest = What::m.count - Done;
    if constexpr (rest > 0) {
      constexpr int some = rest >= 4 ? 4 : static_cast<int>(rest);
      tile<What, Panel, some, Packed>(c + Done * What::m.stride[0], a + Done * What::m.stride[1], b, packed, part);
      rest_of_rows<What, Panel, Packed, Done + some>(c, a, b, packed, part);
    }
  }

  /// A function of its own, where it is more than a few instructions.
  template <class What, class Panel, int Rows, bool Packed>
  MERCATOR_INLINE void tile(T* c, const T* a, const T* b, const T* packed, depth_part part) const {
    if constexpr (What::blocks.writes)
      small_tile<What, Panel, Rows, Packed>(c, a, b, packed, part);
    else
      large_tile<What, Panel, Rows, Packed>(c, a, b, packed, part);
  }
  template <class What, class Panel, int Rows, bool Packed>
  [[gnu::noinline]] void large_tile(T* c, const T* a, const T* b, const T* packed, depth_part part) const {
    small_tile<What, Panel, Rows, Packed>(c, a, b, packed, part);
  }

  template <class What, class Panel, int Rows, bool Packed>
  MERCATOR_INLINE void small_tile(T* __restrict to, const T* __restrict left, const T* __restrict right,
                                  const T* packed, depth_part given) const {
    const depth_part part = What::blocks.one_part ? depth_part{What::cut.count, !Accumulate} : given;
    using V = typename Panel::vector;
    constexpr i64 distance = What::m.stride[0];
    constexpr int whole = Panel::columns / Panel::lanes;
    constexpr std::size_t rest = static_cast<std::size_t>(Panel::columns % Panel::lanes) * sizeof(T);
    tile_step<Panel, Rows, What::m.stride[1], What::n.stride[1] != 0, Packed, Combine, T> step{combine, packed, {}};
    for (int r = 0; r < Rows; ++r)
      for (int v = 0; v < Panel::vectors; ++v) {
        V& sum = step.c[r][v];
        sum = splat<V>(identity);
        if (part.fresh) continue;
        if (v < whole)
          sum = load<V>(to + r * distance + v * Panel::lanes);
        else
          __builtin_memcpy(&sum, to + r * distance + v * Panel::lanes, rest);
      }
    each_turn<typename What::part, 0>(part.turns, step, to, left, right);
    for (int r = 0; r < Rows; ++r)
      for (int v = 0; v < Panel::vectors; ++v)
        if (v < whole)
          store(to + r * distance + v * Panel::lanes, step.c[r][v]);
        else
          __builtin_memcpy(to + r * distance + v * Panel::lanes, &step.c[r][v], rest);
  }

  /// The columns from number First on, value by value.
  template <class What, i64 First>
  MERCATOR_INLINE void values(T* c, const T* a, const T* b, depth_part part) const {
    each_turn<typename What::inner>(
        [ this, part ](T * to, const T* left, const T* right) __attribute__((always_inline)) {
          constexpr digit m = What::m, n = What::n;
          for (i64 i = 0; i < m.count; ++i)
            for (i64 j = First; j < n.count; ++j)
              one_value<What>(to + i * m.stride[0] + j * n.stride[0], left + i * m.stride[1] + j * n.stride[1],
                              right + i * m.stride[2] + j * n.stride[2], part);
        },
        c, a, b);
  }

  template <class What>
  MERCATOR_INLINE void one_value(T* __restrict to, const T* __restrict left, const T* __restrict right,
                                 depth_part part) const {
    value_step<T, Combine> step{combine, part.fresh ? identity : *to};
    each_turn<typename What::part, 0>(part.turns, step, to, left, right);
    *to = step.c;
  }
};

}  // namespace MERCATOR_VECTORS
}  // namespace mercator::loops

namespace mercator {

inline namespace MERCATOR_VECTORS {

/// contract(to, initial, combine, through(map_a, a), through(map_b, b)): to[d] is combine(…
/// combine(combine(initial, x0, y0), x1, y1) …) over the ranges that the two maps have in common, in
/// lexicographic order; combine(c, x, y) is lane::multiply_add for a matrix multiplication. A generic combine gets
/// vectors of lanes: blocked for registers and caches where the output's
/// innermost dimension stands still in an operand, or lies side by side in both; operands may be transposed in
/// any way. contract(reassociate, …) with lane::multiply_add also sums dot products in lanes, which is in no
/// order. All elements are of one type. parallel(executor) cuts the outputs up.
inline constexpr struct contract_verb {
  template <class T, class Shape, class Combine, class MapA, class ShapeA, class MapB, class ShapeB>
  void operator()(tensor_view<T, Shape> to, const std::type_identity_t<T>& initial, Combine combine,
                  mapped_view<MapA, T, ShapeA> a, mapped_view<MapB, T, ShapeB> b) const {
    (*this)(in_order, to, initial, combine, a, b);
  }

  template <Policy How, class T, class Shape, class Combine, class MapA, class ShapeA, class MapB, class ShapeB>
  [[gnu::flatten, gnu::noinline]] void operator()(How how, tensor_view<T, Shape> to,
                                                  const std::type_identity_t<T>& initial, Combine combine,
                                                  mapped_view<MapA, T, ShapeA> a,
                                                  mapped_view<MapB, T, ShapeB> b) const {
    using places = loops::places<Shape, mapped_view<MapA, T, ShapeA>, mapped_view<MapB, T, ShapeB>>;
    using movement = loops::movement_of<places>;
    using way = loops::way_of_reducing<How, movement, Shape::elements>;
    if constexpr (!way::direct) fill(to, initial);
    if constexpr (!way::by_boxes)
      loops::for_each_place<places>([&](i64 output, i64 left, i64 right) __attribute__((always_inline)) {
        to.data()[output] = combine(to.data()[output], a.data[left], b.data[right]);
      });
    else
      loops::run_boxes<loops::plain_box_of, movement, 0>(
          how, loops::contractor<loops::reassociates<How>, !way::direct, T, Combine>{initial, combine},
          std::integer_sequence<int, 0, 1>{}, to.data(), a.data, b.data);
  }
} contract{};

}  // namespace MERCATOR_VECTORS

}  // namespace mercator
