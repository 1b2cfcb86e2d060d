// Maps to and from strides and an offset: all that BLAS, DLPack, NumPy and std::layout_stride know of a tensor.
#pragma once

#include "mercator/map/equal.hpp"
#include "mercator/map/notation.hpp"
#include "mercator/map/runtime_map.hpp"
#include "mercator/map/shape.hpp"

namespace mercator {

/// The strides of a tensor's dimensions, counted in elements: strides<8, 1>. They may be negative, or 0.
template <i64... Strides>
struct strides {
  /// How many strides there are.
  static constexpr int rank = sizeof...(Strides);
  static constexpr i64 value[sizeof...(Strides) + 1] = {Strides..., 0};
};

/// An offset and strides: the element at index i has the place offset + i[0] * stride[0] + i[1] * stride[1] + …
/// Dimensions of one element have the stride 0.
struct strided_form {
  bool exists = false;  ///< whether the map is one
  /// How many strides there are.
  int rank = 0;
  /// The place of index 0.
  i64 offset = 0;
  /// The strides, in elements.
  i64 stride[extents::max_rank] = {};
};

/// An error: a shape and strides of different ranks.
template <class Shape, class Strides>
struct strided_map_requires_a_stride_for_each_dimension {
  static_assert(Shape::rank == Strides::rank,
                "mercator: strided_map(shape, strides) requires a stride for each dimension; got the types shown here");
};

/// An error: a map that says a place in memory has one result, and no variables but dimensions.
template <int Results, int RangesAndRuntimes>
struct requires_one_result_of_dimensions_alone {
  static_assert(
      Results == 1 && RangesAndRuntimes == 0,
      "mercator: strides_of(m), to_layout(m) and layout_of<Map> require a map with one result and no variables "
      "but dimensions; got the numbers of results and of other variables shown here");
};

/// An error: it was neither proved nor disproved that the map is an offset and strides.
template <class Map>
struct strides_undecided {
  static_assert(sizeof(Map) == 0, "mercator: strides_of(m) requires a map that can be decided with little work");
};

namespace interop {

template <class Map>
inline constexpr bool is_place = Map::counts.results == 1 && Map::counts.variables() == Map::counts.dimensions;
template <class Map>
inline constexpr bool require_place =
    sizeof(requires_one_result_of_dimensions_alone<Map::counts.results, Map::counts.ranges + Map::counts.runtimes>) !=
    0;

/// Nodes of a tree that become a sum of multiples.
class sum_of_multiples {
 public:
  constexpr explicit sum_of_multiples(symbolic::map_tree& t) : t_(t) {}

  constexpr void add(int node, i64 factor) {
    if (factor == 0) return;
    if (count_ == symbolic::limits::results)
      t_.full = true;
    else
      term_[count_++] = t_.scaled(node, factor);
  }
  constexpr void add(i64 constant) {
    if (constant != 0) add(t_.constant(constant), 1);
  }

  constexpr int node() {
    if (count_ == 0) return t_.constant(0);
    if (count_ == 1) return term_[0];
    const int sum = t_.make(symbolic::op::sum, 0, count_);
    for (int k = 0; k < count_ && !t_.full; ++k) t_.child[t_.first[sum] + k] = term_[k];
    return sum;
  }

 private:
  symbolic::map_tree& t_;
  int count_ = 0;
  int term_[symbolic::limits::results];
};

/// The map of indices to places, into a tree as it was made.
constexpr void write_strided(symbolic::map_tree& t, const interval* box, const strided_form& form) {
  t.dims = form.rank;
  sum_of_multiples sum(t);
  for (int k = 0; k < form.rank; ++k) {
    t.box[k] = box[k];
    sum.add(t.variable(k), form.stride[k]);
  }
  sum.add(form.offset);
  t.add_result(sum.node());
}

/// What the map would be as offset and strides, from its values at a corner and next to it; false where they do not
/// fit.
constexpr bool read_strides(const symbolic::map_tree& t, strided_form& out) {
  i64 corner[symbolic::limits::variables]{}, place = 0;
  for (int v = 0; v < t.dims; ++v) corner[v] = t.box[v].lo;
  symbolic::evaluate(t, corner, &place);
  out.rank = t.dims;
  out.offset = place;
  for (int v = 0; v < t.dims; ++v) {
    out.stride[v] = 0;
    if (t.box[v].is_point()) continue;
    i64 next = 0;
    ++corner[v];
    symbolic::evaluate(t, corner, &next);
    --corner[v];
    if (place == i64_min || !checked_add(next, -place, out.stride[v])) return false;
    if (!checked_multiply_add(out.offset, -corner[v], out.stride[v], out.offset)) return false;
  }
  return true;
}

/// Whether a simplified map of one result and of dimensions alone is an offset and strides, and which. `strided` is
/// room for a tree, as it was made. An empty map is any; strides of 0 are the answer.
constexpr symbolic::truth find_strides(const symbolic::map_tree& t, symbolic::map_tree& strided, int budget,
                                       strided_form& out) {
  out = {.exists = t.known_empty, .rank = t.dims};
  if (t.known_empty) return symbolic::truth::yes;
  if (t.dims > extents::max_rank) return symbolic::truth::undecided;
  if (t.constraints != 0 || !read_strides(t, out)) return symbolic::truth::no;
  write_strided(strided, t.box, out);
  if (strided.full || symbolic::check_range(strided)) return symbolic::truth::no;
  const symbolic::truth is = symbolic::decide_equal(t, strided, budget).is;
  out.exists = is == symbolic::truth::yes;
  return is;
}

struct strides_answer {
  symbolic::truth is = symbolic::truth::undecided;
  strided_form form;
};

constexpr strides_answer decide_strides(detail::builder build) {
  symbolic::map_tree t, strided;
  strides_answer out;
  equality::simplified_tree(build, t);
  if (!t.full) out.is = find_strides(t, strided, equality::default_budget, out.form);
  return out;
}

template <class Map>
inline constexpr strides_answer strides_answer_of = decide_strides(&Map::build);

}  // namespace interop

template <class Shape, class Strides, i64 Offset>
struct strided_map_of;

template <i64... Sizes, i64... Strides, i64 Offset>
struct strided_map_of<shape<Sizes...>, strides<Strides...>, Offset>
    : recipe<strided_map_of<shape<Sizes...>, strides<Strides...>, Offset>> {
  static constexpr map_counts counts{.dimensions = sizeof...(Sizes), .results = 1};
  static constexpr void write(symbolic::map_tree& t) {
    constexpr interval box[] = {{0, Sizes - 1}..., nothing};
    interop::write_strided(t, box, {true, sizeof...(Sizes), Offset, {Strides...}});
  }
  static constexpr void build(symbolic::map_form& m) { written::build(m, &write); }
};

/// strided_map(shape<4, 8>{}, strides<8, 1>{}, 3_c): from the indices of a tensor to places in memory, counted in
/// elements. The offset may be left out. An error where a place does not fit 64 bits.
inline constexpr struct strided_map_verb {
  template <class Shape, class Strides, class T, T Offset>
  constexpr auto operator()(Shape, Strides, expr::constant<T, Offset>) const {
    static_cast<void>(strided_map_requires_a_stride_for_each_dimension<Shape, Strides>{});
    return strided_map_of<Shape, Strides, Offset>{};
  }
  template <class Shape, class Strides>
  constexpr auto operator()(Shape shape, Strides strides) const {
    return (*this)(shape, strides, expr::constant<int, 0>{});
  }
  /// The same of sizes that are known only now: sizes of at least 0, and a stride for each in the form.
  result<runtime_map> operator()(const extents& sizes, const strided_form& form) const {
    if (sizes.rank != form.rank)
      return map_error{0, 0,
                       "strided_map requires a stride for each of " + detail::counted(sizes.rank, "dimension") +
                           "; got " + detail::counted(form.rank, "stride")};
    const auto t = std::make_unique<symbolic::map_tree>();
    interval box[extents::max_rank];
    for (int k = 0; k < sizes.rank; ++k) box[k] = {0, sizes[k] - 1};
    interop::write_strided(*t, box, form);
    if (symbolic::check_range(*t)) return map_error{0, 0, "strided_map requires places that fit 64 bits"};
    return runtime_map(*t);
  }
} strided_map{};

/// strides_of(m): the offset and the strides of a map with one result and dimensions alone, exactly. `exists` is false
/// where there are none, as for a map with a constraint or a floordiv that matters. An error where it is not decided.
inline constexpr struct strides_of_verb {
  template <IndexingMap Map>
  constexpr strided_form operator()(Map) const {
    static_cast<void>(interop::require_place<Map>);
    if constexpr (interop::is_place<Map>) {
      constexpr const interop::strides_answer& answer = interop::strides_answer_of<Map>;
      if constexpr (answer.is == symbolic::truth::undecided)
        static_cast<void>(sizeof(strides_undecided<simplified_t<Map>>));
      return answer.form;
    }
    return {};
  }
  result<strided_form> operator()(const runtime_map& m) const {
    const map_counts counts = m.counts();
    if (counts.results != 1 || counts.variables() != counts.dimensions || counts.dimensions > extents::max_rank)
      return map_error{0, 0, "strides_of requires a map with one result and no variables but up to 32 dimensions"};
    const auto t = std::make_unique<symbolic::map_tree>(), strided = std::make_unique<symbolic::map_tree>();
    m.simplify().write(*t);
    strided_form form;
    if (interop::find_strides(*t, *strided, 1'000'000, form) == symbolic::truth::undecided)
      return map_error{0, 0, "strides_of: it was neither proved nor disproved that the map is an offset and strides"};
    return form;
  }
} strides_of{};

}  // namespace mercator
