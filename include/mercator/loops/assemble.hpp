// assemble(pieces, to, operands…): an output put together from several operands, as a piecewise map says. Host
// code only.
#pragma once

#include "mercator/loops/copy.hpp"
#include "mercator/loops/transform.hpp"
#include "mercator/map/piecewise.hpp"

namespace mercator {

/// An error: two of the pieces have a point in common.
template <class Pieces, bool Disjoint>
struct assemble_requires_disjoint_pieces {
  static_assert(Disjoint, "mercator: assemble requires pieces with disjoint domains; got the pieces shown here");
};

}  // namespace mercator

namespace mercator::loops {

inline constexpr int max_pieces = 24;

/// A piece whose domain is a box and that moves by constant strides.
struct plain_piece {
  int operand = 0;
  interval range[extents::max_rank] = {};
  i64 base = 0, stride[extents::max_rank] = {}, beyond = 0;
};

/// Pieces of an output; plain where all of them are.
struct piece_list {
  int count = 0, rank = 0;
  bool plain = true;
  packing::status state = packing::status::good;
  i64 to_stride[extents::max_rank] = {};
  plain_piece piece[max_pieces] = {};

  constexpr void add(const access& a, int operand) {
    symbolic::pool p;
    symbolic::map_form m(p);
    if (build_places(m, a) != access_fault::none) state = packing::status::failed;
    if (state == packing::status::failed || m.known_empty) return;
    const bool some = symbolic::simplify_domain(m);
    if (p.overflow || p.full) state = p.overflow ? packing::status::overflow : packing::status::too_large;
    if (!some || state != packing::status::good) return;
    if (count == max_pieces || m.constraints != 0 || m.variables() != rank || !p.has_only_variables(m.result[1])) {
      plain = false;
      return;
    }
    plain_piece& out = piece[count++];
    out.operand = operand;
    out.base = p.constant[m.result[1]];
    i64 last = out.base;
    for (int v = 0; v < rank; ++v) {
      out.range[v] = p.range(v);
      out.stride[v] = p.coefficient_of(m.result[1], v);
      last += out.stride[v] * (out.stride[v] > 0 ? p.hi[v] : p.lo[v]);
    }
    out.beyond = a.shape[0].elements() - 1 - last;
  }
};

constexpr piece_list list_pieces(const extents& output, const access* piece, const int* operand, int count) {
  piece_list out;
  out.rank = output.rank;
  out.plain = output.rank > 0 && output.rank <= max_digits;
  for (int k = 0; k < output.rank; ++k) out.to_stride[k] = row_major_stride(output, k);
  for (int k = 0; k < count && out.state == packing::status::good; ++k) out.add(piece[k], operand[k]);
  return out;
}

/// A stretch of dimension D in which the same pieces, whose bits are set, have elements.
struct stretch {
  interval range = nothing;
  unsigned pieces = 0;

  constexpr bool is_one() const { return (pieces & (pieces - 1)) == 0; }
  constexpr int first() const {
    int k = 0;
    while ((pieces >> k & 1) == 0) ++k;
    return k;
  }
};

/// The first stretch of dimension d from an index on, among some pieces; without pieces where there is none.
constexpr stretch next_stretch(const piece_list& all, unsigned among, int d, i64 from) {
  stretch out;
  i64 begin = i64_max;
  for (int k = 0; k < all.count; ++k)
    if ((among >> k & 1) != 0 && all.piece[k].range[d].hi >= from && all.piece[k].range[d].lo < begin)
      begin = all.piece[k].range[d].lo > from ? all.piece[k].range[d].lo : from;
  if (begin == i64_max) return out;
  i64 last = i64_max;
  for (int k = 0; k < all.count; ++k) {
    if ((among >> k & 1) == 0) continue;
    const interval r = all.piece[k].range[d];
    if (r.contains(begin)) {
      out.pieces |= 1u << k;
      if (r.hi < last) last = r.hi;
    } else if (r.lo > begin && r.lo - 1 < last) {
      last = r.lo - 1;
    }
  }
  out.range = {begin, last};
  return out;
}

/// The rest of a piece within a stretch of dimension d, in elements; operand 0 is the output, operand 1 the
/// piece's.
constexpr box box_of_piece(const piece_list& all, int piece, int d, interval range) {
  const plain_piece& p = all.piece[piece];
  box out;
  out.operands = 2;
  out.base[1] = p.base;
  for (int k = d; k < all.rank; ++k) {
    const interval r = k == d ? range : p.range[k];
    out.base[0] += r.lo * all.to_stride[k];
    out.base[1] += r.lo * p.stride[k];
    out.loop[out.digits++] = {r.count(), {all.to_stride[k], p.stride[k]}};
  }
  return out;
}

inline namespace MERCATOR_VECTORS {

constexpr box output_only(box b) {
  b.operands = 1;
  for (int k = 0; k < b.digits; ++k) b.loop[k].stride[1] = 0;
  return normal(b);
}

/// Where a piece's elements come from: a view's first element, or one value.
template <class T>
struct view_source {
  const T* data;
};
template <class T>
struct value_source {
  T value;
};

template <class T, class From, class Shape>
constexpr view_source<T> source_of(tensor_view<From, Shape> view) {
  return {view.data()};
}
template <class T, class Value>
constexpr value_source<T> source_of(const Value& value) {
  return {static_cast<T>(value)};
}

/// Puts the pieces of List::value together, dimension by dimension: a stretch that one piece has alone is a
/// copy or fill of all that is within, others are looped over.
template <class List, class T>
struct assembler {
  static constexpr int count = List::value.count;
  static constexpr int bytes = unit_bytes(sizeof(T));
  static constexpr i64 factor = static_cast<i64>(sizeof(T)) / bytes;
  using unit = typename unit_of_size<bytes>::type;

  /// How far each piece's source is along in the dimensions outside.
  struct offsets {
    i64 of[static_cast<unsigned>(count + 1)];
  };

  template <int D, unsigned Among, i64 From, class How, class Sources>
  MERCATOR_INLINE static void stretches(const How& how, T* to, const offsets& at, const Sources& sources) {
    static_cast<void>(assemble_requires_disjoint_pieces<List, (D < List::value.rank)>{});
    if constexpr (D < List::value.rank) {
      constexpr stretch s = next_stretch(List::value, Among, D, From);
      if constexpr (s.pieces != 0) {
        if constexpr (s.is_one())
          one_piece<D, s.first(), s.range.lo, s.range.hi>(how, to, at,
                                                          sources.template get<List::value.piece[s.first()].operand>());
        else
          looped<D, s.pieces, s.range.lo, s.range.hi>(how, to, at, sources);
        stretches<D, Among, s.range.hi + 1>(how, to, at, sources);
      }
    }
  }

 private:
  template <int D, unsigned Pieces, int K = 0>
  MERCATOR_INLINE static void advance(offsets& at, i64 index) {
    if constexpr (K < count) {
      if constexpr ((Pieces >> K & 1) != 0) at.of[K] += index * List::value.piece[K].stride[D];
      advance<D, Pieces, K + 1>(at, index);
    }
  }

  template <int D, unsigned Pieces, class Sources>
  MERCATOR_INLINE static void inside(i64 index, T* to, offsets at, const Sources& sources) {
    advance<D, Pieces>(at, index);
    stretches<D + 1, Pieces, 0>(in_order, to + index * List::value.to_stride[D], at, sources);
  }

  template <int D, unsigned Pieces, i64 Lo, i64 Hi, class How, class Sources>
  MERCATOR_INLINE static void looped(const How&, T* to, const offsets& at, const Sources& sources) {
    for (i64 k = Lo; k <= Hi; ++k) inside<D, Pieces>(k, to, at, sources);
  }
  template <int D, unsigned Pieces, i64 Lo, i64 Hi, class Executor, class Inner, class Sources>
  static void looped(const parallel_policy<Executor, Inner>& how, T* to, const offsets& at, const Sources& sources) {
    how.executor(Hi - Lo + 1, [=](i64 begin, i64 end) {
      for (i64 k = Lo + begin; k < Lo + end; ++k) inside<D, Pieces>(k, to, at, sources);
    });
  }

  template <int Piece, int D, i64 Lo, i64 Hi>
  struct part {
    static constexpr box value = box_of_piece(List::value, Piece, D, {Lo, Hi});
  };
  template <class Part>
  struct part_of_output {
    static constexpr box value = output_only(Part::value);
  };
  template <class Part>
  struct part_in_units {
    static constexpr box value = in_units(normal(Part::value), factor);
  };

  template <int D, int Piece, i64 Lo, i64 Hi, class How>
  MERCATOR_INLINE static void one_piece(const How& how, T* to, const offsets&, const value_source<T>& source) {
    using p = part<Piece, D, Lo, Hi>;
    run_box<part_of_output<p>>(how, box_filler<T>{source.value}, to + p::value.base[0]);
  }
  template <int D, int Piece, i64 Lo, i64 Hi, class How>
  MERCATOR_INLINE static void one_piece(const How& how, T* to, const offsets& at, const view_source<T>& source) {
    using p = part<Piece, D, Lo, Hi>;
    run_box<part_in_units<p>>(how, box_copier<List::value.piece[Piece].beyond * factor>{},
                              reinterpret_cast<unit*>(to + p::value.base[0]),
                              reinterpret_cast<const unit*>(source.data + at.of[Piece] + p::value.base[1]));
  }
};

/// Sources by number.
template <class... Source>
struct source_list;
template <>
struct source_list<> {};
template <class First, class... Others>
struct source_list<First, Others...> {
  First first;
  source_list<Others...> others;

  template <int K>
  constexpr const auto& get() const {
    if constexpr (K == 0)
      return first;
    else
      return others.template get<K - 1>();
  }
};

constexpr source_list<> list_sources() { return {}; }
template <class First, class... Others>
constexpr source_list<First, Others...> list_sources(const First& first, const Others&... others) {
  return {first, list_sources(others...)};
}

}  // namespace MERCATOR_VECTORS

template <class Operand>
struct shape_of_operand {
  using type = shape<>;
};
template <class T, class Shape>
struct shape_of_operand<tensor_view<T, Shape>> {
  using type = Shape;
};

template <int K, class First, class... Others>
struct nth_type : nth_type<K - 1, Others...> {};
template <class First, class... Others>
struct nth_type<0, First, Others...> {
  using type = First;
};

/// The pieces of a piecewise map with the operands' shapes, as a list.
template <class Output, class Pieces, class... Shapes>
struct assembled;

template <class Output, int... Operand, class... Map, class... Shapes>
struct assembled<Output, piecewise_map<piece<Operand, Map>...>, Shapes...> {
  template <int K>
  using shape_type = typename nth_type<K, Shapes...>::type;

  static constexpr extents shapes[sizeof...(Shapes) + 1] = {Shapes::value..., {}};
  static constexpr int operand[sizeof...(Map) + 1] = {Operand..., 0};
  static constexpr access accesses[sizeof...(Map) + 1] = {{Output::value, 1, {&Map::build}, {shapes[Operand]}}..., {}};
  static constexpr piece_list value = list_pieces(Output::value, accesses, operand, sizeof...(Map));
};

}  // namespace mercator::loops

namespace mercator {

/// An error: a piece's map leads out of its operand, or its domain out of the output.
template <class Output, class Pieces>
struct assemble_requires_pieces_within_their_views {
  static_assert(sizeof(Pieces) == 0,
                "mercator: assemble requires pieces whose maps lead from the output's indices to indices "
                "within the operands' shapes; got the output's shape and the pieces shown here");
};

namespace loops {

/// A piece on its own, where the pieces cannot be put together dimension by dimension.
template <class Map, class How, class T, class Shape>
MERCATOR_INLINE void move_piece(const How& how, tensor_view<T, Shape> to, const value_source<T>& value, shape<>) {
  transform(
      how, to, [](const auto& x) { return x; }, through(Map{}, tensor_view<const T, shape<>>(&value.value)));
}
template <class Map, class How, class T, class Shape, class From>
MERCATOR_INLINE void move_piece(const How& how, tensor_view<T, Shape> to, const view_source<T>& from, From) {
  copy(how, Map{}, tensor_view<const T, From>(from.data), to);
}

template <class T, class From>
inline constexpr bool is_source_of = std::is_convertible_v<From, T>;
template <class T, class From, class Shape>
inline constexpr bool is_source_of<T, tensor_view<From, Shape>> = std::is_same_v<std::remove_const_t<From>, T>;

}  // namespace loops

inline namespace MERCATOR_VECTORS {

/// assemble(pieces, to, operands…): every element of to that a piece's domain has becomes the element of the
/// piece's operand that its map leads to. Operands are views, or single values, such as a pad's:
/// assemble(ops::pieces(pad), to, from, 0.0f). assemble(policy, pieces, …): parallel(executor).
inline constexpr struct assemble_verb {
  template <class... Pieces, class T, class Shape, class... Operands>
  void operator()(piecewise_map<Pieces...> pieces, tensor_view<T, Shape> to, const Operands&... operands) const {
    (*this)(in_order, pieces, to, operands...);
  }

  template <Policy How, int... Operand, class... Map, class T, class Shape, class... Operands>
  [[gnu::flatten, gnu::noinline]] void operator()(How how, piecewise_map<piece<Operand, Map>...>,
                                                  tensor_view<T, Shape> to, const Operands&... operands) const {
    static_assert(std::is_trivially_copyable_v<T> && (loops::is_source_of<T, Operands> && ...),
                  "mercator: assemble requires operands that are values or views of the output's element type");
    static_assert(((Operand < static_cast<int>(sizeof...(Operands))) && ...),
                  "mercator: assemble requires as many operands as the pieces name");
    using pieces = piecewise_map<piece<Operand, Map>...>;
    using list = loops::assembled<Shape, pieces, typename loops::shape_of_operand<Operands>::type...>;
    if constexpr (list::value.state != packing::status::good) {
      static_cast<void>(assemble_requires_pieces_within_their_views<Shape, pieces>{});
    } else {
      const auto sources = loops::list_sources(loops::source_of<T>(operands)...);
      if constexpr (list::value.plain && !std::is_same_v<How, may_alias_policy>) {
        using work = loops::assembler<list, T>;
        work::template stretches<0, (1u << list::value.count) - 1, 0>(how, to.data(), typename work::offsets{},
                                                                      sources);
      } else {
        (loops::move_piece<Map>(how, to, sources.template get<Operand>(),
                                typename list::template shape_type<Operand>{}),
         ...);
      }
    }
  }
} assemble{};

}  // namespace MERCATOR_VECTORS

}  // namespace mercator
