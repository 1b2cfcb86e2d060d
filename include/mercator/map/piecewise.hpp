// Piecewise maps: for every element of an output, which operand it comes from and which element of that. The
// pieces are maps with disjoint domains that together cover the output.
#pragma once

#include "mercator/map/boost_hana.hpp"
#include "mercator/map/compose.hpp"
#include "mercator/map/decided.hpp"
#include "mercator/map/shape.hpp"
#include "mercator/symbolic/partition.hpp"

namespace mercator {

/// The elements of the output in Map's domain come from the operand of that number, counted from 0.
template <int Operand, class Map>
struct piece : recipe<piece<Operand, Map>> {
  /// The operand that the piece reads, counted from 0.
  static constexpr int operand = Operand;
  static constexpr map_counts counts = Map::counts;
  static constexpr void build(symbolic::map_form& m) { Map::build(m); }
};

/// Pieces with variables of the same kinds and numbers.
template <class... Pieces>
struct piecewise_map {
  /// How many pieces there are.
  static constexpr int count = sizeof...(Pieces);

  /// The pieces, as a hana::tuple.
  static constexpr auto pieces() { return boost::hana::tuple<Pieces...>{}; }
};

/// An error: neither a proof nor a point that shows the contrary was found within the budget.
template <class Pieces>
struct pieces_undecided {
  static_assert(sizeof(Pieces) == 0,
                "mercator: disjoint(p) and covers(p, shape) require pieces that can be decided on with little work");
};

namespace detail {

inline constexpr extents no_shape{-1, {}};

/// The box that holds the domains of all pieces; where a shape is given, its indices in place of the
/// dimensions.
constexpr void add_whole(symbolic::map_form& whole, const extents& shape, map_counts counts, const builder* pieces,
                         int count) {
  interval box[symbolic::limits::variables];
  for (int v = 0; v < counts.variables(); ++v) box[v] = nothing;
  const bool only_indices = shape.rank >= 0 && counts.variables() == counts.dimensions;
  for (int k = 0; k < count && !only_indices; ++k) {
    symbolic::pool p;
    symbolic::map_form m(p);
    pieces[k](m);
    for (int v = 0; v < counts.variables() && !m.known_empty; ++v) box[v] = hull(box[v], p.range(v));
  }
  for (int v = 0; v < counts.variables(); ++v) {
    const bool is_index = v < counts.dimensions;
    if (is_index)
      whole.add_dimension(shape.rank >= 0 ? interval{0, shape[v] - 1} : box[v]);
    else if (v < counts.dimensions + counts.ranges)
      whole.add_range(box[v]);
    else
      whole.add_runtime(box[v]);
  }
}

/// How many points are looked at.
inline constexpr int piecewise_budget = 500;

constexpr symbolic::truth decide_pieces(const extents& shape, map_counts counts, const builder* pieces, int count) {
  symbolic::pool p;
  symbolic::map_form whole(p);
  add_whole(whole, shape, counts, pieces, count);
  symbolic::partition domains(whole);
  for (int k = 0; k < count; ++k) {
    symbolic::pool lines;
    symbolic::map_form m(lines);
    pieces[k](m);
    domains.add(m);
  }
  return (shape.rank >= 0 ? domains.covered(piecewise_budget) : domains.disjoint(piecewise_budget)).is;
}

template <class... Pieces>
constexpr symbolic::truth decide_pieces(const extents& shape, map_counts counts, piecewise_map<Pieces...>) {
  const builder builders[] = {&Pieces::build..., nullptr};
  return decide_pieces(shape, counts, builders, sizeof...(Pieces));
}

template <class First, class... Others>
constexpr map_counts counts_of_pieces(piecewise_map<First, Others...>) {
  static_assert(((Others::counts.dimensions == First::counts.dimensions &&
                  Others::counts.ranges == First::counts.ranges && Others::counts.runtimes == First::counts.runtimes) &&
                 ...),
                "mercator: a piecewise map requires pieces with as many variables of each kind");
  return First::counts;
}

/// An error: the pieces have Dimensions dimensions, the shape has Rank.
template <int Dimensions, int Rank>
struct covers_requires_a_shape_of_the_pieces_rank {
  static_assert(Dimensions == Rank,
                "mercator: covers(p, shape) requires a shape with as many dimensions as the pieces have");
  static constexpr map_counts checked(map_counts counts) { return counts; }
};

template <class Shape, class Pieces>
inline constexpr symbolic::truth covers_shape = decide_pieces(
    Shape::value,
    covers_requires_a_shape_of_the_pieces_rank<counts_of_pieces(Pieces{}).dimensions, Shape::rank>::checked(
        counts_of_pieces(Pieces{})),
    Pieces{});
template <class Shape>
inline constexpr symbolic::truth covers_shape<Shape, piecewise_map<>> =
    Shape::elements == 0 ? symbolic::truth::yes : symbolic::truth::no;

template <class Pieces>
inline constexpr symbolic::truth are_disjoint = decide_pieces(no_shape, counts_of_pieces(Pieces{}), Pieces{});
template <>
inline constexpr symbolic::truth are_disjoint<piecewise_map<>> = symbolic::truth::yes;

template <class... A, class... B>
constexpr piecewise_map<A..., B...> operator+(piecewise_map<A...>, piecewise_map<B...>) {
  return {};
}

constexpr bool is_empty(builder build) {
  symbolic::pool p;
  symbolic::map_form m(p);
  build(m);
  return !p.full && !p.overflow && !symbolic::simplify_domain(m);
}

template <class Piece>
constexpr auto unless_empty() {
  if constexpr (is_empty(&Piece::build))
    return piecewise_map<>{};
  else
    return piecewise_map<Piece>{};
}

}  // namespace detail

/// What `disjoint` says of its arguments; of other things than piecewise maps where <mercator/analysis.hpp> is
/// included.
template <class... Subjects>
struct disjoint_of {
  static_assert(sizeof...(Subjects) == 0, "mercator: disjoint(f, g) of maps requires <mercator/analysis.hpp>");
};

template <class... Pieces>
struct disjoint_of<piecewise_map<Pieces...>> {
  static constexpr bool decide(piecewise_map<Pieces...>) {
    using all = piecewise_map<Pieces...>;
    return detail::decided<detail::are_disjoint<all>, pieces_undecided<all>>;
  }
};

/// Whether no point is in the domains of two pieces.
inline constexpr struct disjoint_verb {
  template <class... Subjects>
  constexpr auto operator()(Subjects... subjects) const {
    return disjoint_of<Subjects...>::decide(subjects...);
  }
} disjoint{};

/// What `covers` says of its arguments; of other things than piecewise maps where <mercator/analysis.hpp> is
/// included.
template <class... Subjects>
struct covers_of {
  static_assert(sizeof...(Subjects) == 0, "mercator: covers(m, shape) of a map requires <mercator/analysis.hpp>");
};

template <class... Pieces, class Shape>
struct covers_of<piecewise_map<Pieces...>, Shape> {
  static constexpr bool decide(piecewise_map<Pieces...>, Shape) {
    using all = piecewise_map<Pieces...>;
    return detail::decided<detail::covers_shape<Shape, all>, pieces_undecided<all>>;
  }
};

/// covers(p, shape<4, 8>{}): whether every element of the shape is in a piece, whatever the other variables
/// are.
inline constexpr struct covers_verb {
  template <class... Subjects>
  constexpr auto operator()(Subjects... subjects) const {
    return covers_of<Subjects...>::decide(subjects...);
  }
} covers{};

/// first >> pieces: each piece after first; those that are left without a point are dropped.
template <IndexingMap First, int... Operands, class... Maps>
constexpr auto operator>>(First, piecewise_map<piece<Operands, Maps>...> pieces) {
  using namespace detail;
  if constexpr (((First::counts.results != Maps::counts.dimensions) || ...))
    return composition_of_different_ranks<First::counts.results, counts_of_pieces(pieces).dimensions>{};
  else
    return (piecewise_map<>{} + ... + unless_empty<piece<Operands, composed<First, Maps>>>());
}

}  // namespace mercator
