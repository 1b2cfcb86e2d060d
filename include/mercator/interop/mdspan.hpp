// A map as the layout of an mdspan, std's or any other of its form: std::mdspan<float, extents,
// layout_of<decltype(m)>>.
#pragma once

#include <cassert>
#include <concepts>
#include <type_traits>
#include <utility>

#include "mercator/analysis/proofs.hpp"
#include "mercator/interop/strides.hpp"

namespace mercator {

/// The form of std::extents.
template <class E>
concept MdspanExtents = requires(const E e) {
  typename E::index_type;
  typename E::rank_type;
  { E::rank() } -> std::convertible_to<int>;
  { E::static_extent(0) } -> std::convertible_to<std::size_t>;
  { e.extent(0) } -> std::convertible_to<typename E::index_type>;
};

/// An error: extent number Dimension of the mdspan is Extent, where the map's dimension has Size values.
template <int Dimension, i64 Extent, i64 Size>
struct extent_differs_from_the_map {
  static_assert(Extent == Size,
                "mercator: layout_of<Map> requires the extents of the map's domain; got the dimension, "
                "extent and size shown here");
};

/// An error: the map has no place, or one before the first element, for some index; or more than index_type can count.
template <class Map, class IndexType>
struct map_is_no_layout {
  static_assert(
      sizeof(Map) == 0,
      "mercator: layout_of<Map> requires a map whose domain is all indices of a shape, without constraints, and "
      "whose result is at least 0 and fits index_type");
};

namespace interop {

template <class IndexType>
constexpr bool fits_index(i64 x) {
  return std::in_range<IndexType>(x);
}

/// Whether a domain is all indices of a shape.
constexpr bool is_shape(const symbolic::map_tree& t) {
  if (t.known_empty) return true;
  bool zero_based = t.constraints == 0;
  for (int v = 0; v < t.dims; ++v) zero_based &= t.box[v].lo == 0;
  return zero_based;
}

template <class Map>
inline constexpr bool has_shape_as_domain = [] {
  symbolic::map_tree t;
  equality::simplified_tree(&Map::build, t);
  return !t.full && is_shape(t);
}();

/// What std asks of a layout mapping, of a map that is known while compiling.
template <class Map>
struct layout_facts {
  static constexpr interval places = image_bounds<0>(Map{});
  static constexpr i64 span = places.empty() ? 0 : places.hi + 1;
  static constexpr bool unique = is_injective(Map{});
  static constexpr bool exhaustive = covers(Map{}, shape<span>{});
  static constexpr strided_form strided = strides_of(Map{});
};

/// Whether index_type can say the strides; it may have no sign.
template <class IndexType>
constexpr bool has_strides(const strided_form& form) {
  bool fit = form.exists;
  for (int k = 0; k < form.rank; ++k) fit &= fits_index<IndexType>(form.stride[k]);
  return fit;
}

}  // namespace interop

/// The layout policy of a map with one result, from indices that begin at 0 to places in memory, counted in elements. A
/// map with more results becomes one by `m >> strided_map(shape, strides)`. What std asks of a mapping is answered
/// exactly: required_span_size is the greatest place and 1, is_unique that no two indices share a place, is_exhaustive
/// that no place below it is left out, is_strided that the place is an offset and strides. What cannot be decided is an
/// error. A map known to be empty takes any extents of which one is 0.
template <IndexingMap Map>
struct layout_of {
  static_assert(interop::require_place<Map>);

  /// The mapping of some extents.
  template <class Extents>
  class mapping;
};

/// The mapping of a map: what std asks of one.
template <IndexingMap Map>
template <class Extents>
class layout_of<Map>::mapping {
  static_assert(MdspanExtents<Extents>,
                "mercator: layout_of<Map>::mapping requires extents of the form of std::extents");
  static_assert(static_cast<int>(Extents::rank()) == Map::counts.dimensions,
                "mercator: layout_of<Map>::mapping requires as many extents as the map has dimensions");

  using map_type = simplified_t<Map>;
  using facts = interop::layout_facts<map_type>;
  static constexpr int rank_ = Map::counts.dimensions;

 public:
  /// The extents.
  using extents_type = Extents;
  /// The integer of indices and places.
  using index_type = typename Extents::index_type;
  /// The same without a sign.
  using size_type = std::make_unsigned_t<index_type>;
  /// The integer that numbers dimensions.
  using rank_type = typename Extents::rank_type;
  /// The layout policy.
  using layout_type = layout_of;

  /// With the extents of the map.
  constexpr mapping() : mapping(sizes(raising::count_to<rank_>{})) {}

  /// The extents must be those of the map's domain.
  constexpr mapping(const extents_type& extents) : extents_(extents) {
    require(raising::count_to<rank_>{});
    assert(matches(extents) && "mercator: layout_of<Map> requires the extents of the map's domain");
  }

  /// The extents.
  constexpr const extents_type& extents() const noexcept { return extents_; }

  template <class... Indices>
    requires(sizeof...(Indices) == rank_ && (std::convertible_to<Indices, index_type> && ...))
  constexpr index_type operator()(Indices... at) const noexcept {
    return static_cast<index_type>(map_type::eval(static_cast<i64>(static_cast<index_type>(at))...)[0]);
  }

  /// The greatest place and 1; 0 of no elements.
  constexpr index_type required_span_size() const noexcept { return static_cast<index_type>(facts::span); }

  /// Whether no two indices have one place, whatever the extents.
  static constexpr bool is_always_unique() noexcept { return facts::unique; }
  /// Whether every place below required_span_size() is some index's, whatever the extents.
  static constexpr bool is_always_exhaustive() noexcept { return facts::exhaustive; }
  /// Whether the place is an offset and strides, whatever the extents.
  static constexpr bool is_always_strided() noexcept { return interop::has_strides<index_type>(facts::strided); }
  /// Whether no two indices have one place.
  static constexpr bool is_unique() noexcept { return is_always_unique(); }
  /// Whether every place below required_span_size() is some index's.
  static constexpr bool is_exhaustive() noexcept { return is_always_exhaustive(); }
  /// Whether the place is an offset and strides.
  static constexpr bool is_strided() noexcept { return is_always_strided(); }

  /// How far apart neighbours along a dimension are; 0 where it has one element. Only where the mapping is strided.
  constexpr index_type stride(rank_type dimension) const noexcept requires(is_always_strided() && rank_ > 0) {
    return static_cast<index_type>(facts::strided.stride[static_cast<int>(dimension)]);
  }

  /// Of one map, mappings are equal where their extents are.
  template <class Others>
  friend constexpr bool operator==(const mapping& a, const typename layout_of::template mapping<Others>& b) noexcept {
    for (int k = 0; k < rank_; ++k)
      if (std::cmp_not_equal(a.extents_.extent(rank_type(k)), b.extents().extent(rank_type(k)))) return false;
    return true;
  }
  friend constexpr bool operator==(const mapping& a, const mapping& b) noexcept { return a.extents_ == b.extents_; }

 private:
  static constexpr bool known_empty = facts::places.empty();
  static constexpr bool is_layout = interop::has_shape_as_domain<map_type> && (known_empty || facts::places.lo >= 0) &&
                                    interop::fits_index<index_type>(facts::span);

  static constexpr i64 size(int k) { return known_empty ? 0 : spelled_map<map_type>::variable(k).hi + 1; }

  template <int... K>
  static constexpr extents_type sizes(raising::numbers<K...>) {
    return extents_type(static_cast<index_type>(size(K))...);
  }

  /// Static extents are compared while compiling.
  template <int... K>
  static constexpr void require(raising::numbers<K...>) {
    if constexpr (!is_layout)
      static_cast<void>(sizeof(map_is_no_layout<map_type, index_type>));
    else if constexpr (!known_empty)
      (static_cast<void>(extent_differs_from_the_map<K, said_extent(K), size(K)>{}), ...);
  }

  /// The static extent; the map's size where it is dynamic.
  static constexpr i64 said_extent(int k) {
    const std::size_t said = Extents::static_extent(static_cast<rank_type>(k));
    return said == static_cast<std::size_t>(-1) ? size(k) : static_cast<i64>(said);
  }

  static constexpr bool matches(const extents_type& extents) {
    bool some_empty = false, all_equal = true;
    for (int k = 0; k < rank_; ++k) {
      const auto extent = extents.extent(static_cast<rank_type>(k));
      some_empty |= extent == 0;
      all_equal &= std::cmp_equal(extent, size(k));
    }
    return known_empty ? some_empty : all_equal;
  }

  extents_type extents_;
};

/// The layout policy of maps that are known only at run time: its mappings hold one.
struct value_layout {
  /// The mapping of some extents, which `make` makes.
  template <class Extents>
  class mapping;

  /// The mapping of a map with one result whose domain is all indices of the extents. An error where it is not, where a
  /// place is negative or does not fit index_type, and where what std asks of a mapping is not decided.
  template <MdspanExtents Extents>
  static result<mapping<Extents>> make(const runtime_map& m, const Extents& extents);
};

/// The mapping of a map that it holds: what std asks of one.
template <class Extents>
class value_layout::mapping {
 public:
  /// The extents.
  using extents_type = Extents;
  /// The integer of indices and places.
  using index_type = typename Extents::index_type;
  /// The same without a sign.
  using size_type = std::make_unsigned_t<index_type>;
  /// The integer that numbers dimensions.
  using rank_type = typename Extents::rank_type;
  /// The layout policy.
  using layout_type = value_layout;

  /// The extents.
  constexpr const extents_type& extents() const noexcept { return extents_; }

  template <class... Indices>
    requires(sizeof...(Indices) == Extents::rank() && (std::convertible_to<Indices, index_type> && ...))
  index_type operator()(Indices... at) const {
    const i64 index[] = {static_cast<i64>(static_cast<index_type>(at))..., 0};
    i64 place = 0;
    map_.evaluate({index, sizeof...(at)}, {&place, 1});
    return static_cast<index_type>(place);
  }

  /// The greatest place and 1; 0 of no elements.
  index_type required_span_size() const noexcept { return static_cast<index_type>(span_); }
  /// Whether no two indices have one place, whatever the extents.
  static constexpr bool is_always_unique() noexcept { return false; }
  /// Whether every place below required_span_size() is some index's, whatever the extents.
  static constexpr bool is_always_exhaustive() noexcept { return false; }
  /// Whether the place is an offset and strides, whatever the extents.
  static constexpr bool is_always_strided() noexcept { return false; }
  /// Whether no two indices have one place.
  bool is_unique() const noexcept { return unique_; }
  /// Whether every place below required_span_size() is some index's.
  bool is_exhaustive() const noexcept { return exhaustive_; }
  /// Whether the place is an offset and strides.
  bool is_strided() const noexcept { return interop::has_strides<index_type>(strided_); }
  /// How far apart neighbours along a dimension are. Only where the mapping is strided.
  index_type stride(rank_type dimension) const noexcept {
    assert(is_strided());
    return static_cast<index_type>(strided_.stride[static_cast<int>(dimension)]);
  }

  friend bool operator==(const mapping& a, const mapping& b) {
    return a.extents_ == b.extents_ && equal(a.map_, b.map_).is == symbolic::truth::yes;
  }

 private:
  friend value_layout;

  mapping(const runtime_map& m, const Extents& extents) : map_(m.simplify()), extents_(extents) {}

  /// Answers what std asks; says what is wrong, or nullptr.
  const char* answer() {
    const analysis::tight_bounds_of places =
        analysis::ask(map_, [](const auto& t, analysis::means with) { return analysis::image_bounds(t, 0, with); });
    if (!places.known) return "a map of which the least and greatest place can be decided";
    if (!places.range.empty() && (places.range.lo < 0 || !interop::fits_index<index_type>(places.range.hi) ||
                                  !interop::fits_index<index_type>(places.range.hi + 1)))
      return "places of at least 0 that fit index_type";
    span_ = places.range.empty() ? 0 : places.range.hi + 1;
    const analysis::truth unique = is_injective(map_).is, exhaustive = covers(map_, mercator::extents{1, {span_}}).is;
    const auto strided = strides_of(map_);
    if (unique == analysis::truth::undecided || exhaustive == analysis::truth::undecided || !strided)
      return "a map that can be decided to be unique, exhaustive and strided or not";
    unique_ = unique == analysis::truth::yes;
    exhaustive_ = exhaustive == analysis::truth::yes;
    strided_ = *strided;
    return nullptr;
  }

  runtime_map map_;
  extents_type extents_;
  i64 span_ = 0;
  bool unique_ = false, exhaustive_ = false;
  strided_form strided_;
};

template <MdspanExtents Extents>
result<value_layout::mapping<Extents>> value_layout::make(const runtime_map& m, const Extents& extents) {
  const auto error = [](const char* what) {
    return map_error{0, 0, std::string("mercator: value_layout requires ") + what};
  };
  const map_counts counts = m.counts();
  if (counts.results != 1 || counts.variables() != counts.dimensions ||
      counts.dimensions != static_cast<int>(Extents::rank()))
    return error("a map with one result and, as its only variables, a dimension for each extent");
  mapping<Extents> out(m, extents);
  const auto t = std::make_unique<symbolic::map_tree>();
  out.map_.write(*t);
  bool some_empty = false, fit = interop::is_shape(*t);
  for (int k = 0; k < counts.dimensions; ++k) {
    const auto extent = extents.extent(static_cast<typename Extents::rank_type>(k));
    some_empty |= extent == 0;
    fit &= t->known_empty || (extent > 0 && std::cmp_equal(extent - 1, t->box[k].hi));
  }
  if (!fit || (t->known_empty && !some_empty)) return error("a map whose domain is all indices of the extents");
  if (const char* wrong = out.answer()) return error(wrong);
  return out;
}

}  // namespace mercator
