// with_sources(m, source0, source1…): a static map whose runtime variables are read from tensors, each once in
// the outermost loop in which it does not change.
#pragma once

#include "mercator/loops/with_runtime.hpp"
#include "mercator/map/shape.hpp"
#include "mercator/ops/source.hpp"

namespace mercator {

namespace loops {

enum class source_fault : unsigned char { none, counts, rank, domain, bounds };

namespace detail {

/// What is wrong with reading a tensor through `source` wherever the map that `map` writes is defined. A tensor
/// without a shape has a shape of rank -1.
constexpr source_fault fault_of_source(written::writer map, written::writer source, const extents& shape) {
  symbolic::map_tree m, s;
  map(m);
  source(s);
  if (s.dims != m.dims || s.ranges != m.ranges) return source_fault::counts;
  if (s.runtimes != 0 && s.runtimes != m.runtimes) return source_fault::counts;
  if (shape.rank >= 0 && s.results != shape.rank) return source_fault::rank;
  if (m.known_empty) return source_fault::none;
  if (s.known_empty || s.constraints != 0) return source_fault::domain;
  for (int v = 0; v < s.variables(); ++v)
    if (!s.box[v].contains(m.box[v])) return source_fault::domain;
  symbolic::pool p;
  symbolic::map_form f(p);
  symbolic::lower(s, f);
  for (int k = 0; k < shape.rank; ++k)
    if (!interval{0, shape[k] - 1}.contains(symbolic::bounds(p, f.result[k]))) return source_fault::bounds;
  return source_fault::none;
}

/// What the results of a source's map depend on: how many of the dimensions and ranges, the first ones, and
/// which runtime variables, as bits.
struct dependence {
  int loops = 0;
  std::uint64_t runtimes = 0;
};

constexpr dependence dependence_of(written::writer map) {
  symbolic::map_tree t;
  map(t);
  if (t.known_empty) return {};
  symbolic::pool p;
  symbolic::map_form m(p);
  symbolic::lower(t, m);
  bool used[symbolic::pool::max_atoms] = {};
  for (int k = 0; k < m.results; ++k) symbolic::mark_atoms(p, m.result[k], used);
  dependence out;
  for (int v = 0; v < m.variables(); ++v) {
    if (!used[v]) continue;
    if (v < m.dims + m.ranges)
      out.loops = v + 1;
    else
      out.runtimes |= std::uint64_t{1} << (v - m.dims - m.ranges);
  }
  return out;
}

/// When each runtime variable is read: within how many loops, and there after those that it depends on.
template <int Count>
struct reading_order {
  int depth[static_cast<unsigned>(Count) + 1] = {}, turn[static_cast<unsigned>(Count) + 1] = {};
  int turns = 1;
  bool circular = false;
};

template <int Count>
constexpr reading_order<Count> order_of(const dependence* sources) {
  reading_order<Count> out;
  for (int k = 0; k < Count; ++k) out.depth[k] = sources[k].loops;
  for (bool changed = true; changed && !out.circular;) {
    changed = false;
    for (int k = 0; k < Count; ++k)
      for (int other = 0; other < Count; ++other) {
        if ((sources[k].runtimes >> other & 1) == 0) continue;
        if (out.depth[k] < out.depth[other]) out.depth[k] = out.depth[other], changed = true;
        if (out.turn[k] <= out.turn[other]) out.turn[k] = out.turn[other] + 1, changed = true;
        if (out.turn[k] >= out.turns) out.turns = out.turn[k] + 1;
        out.circular |= out.turns > Count;
      }
  }
  return out;
}

template <class View>
constexpr extents shape_of() {
  if constexpr (requires { View::shape_type::value; })
    return View::shape_type::value;
  else
    return {-1, {}};
}

}  // namespace detail

}  // namespace loops

/// An error: a source's map does not fit the map whose runtime variable it is for. It has other dimensions and
/// ranges or runtime variables (counts), another number of results than the tensor has dimensions (rank), is
/// not defined everywhere where the map is (domain), or its results are not known to lie within the tensor
/// (bounds).
template <loops::source_fault Fault, class Map, class Source>
struct with_sources_requires_sources_that_fit_the_map {
  static_assert(Fault == loops::source_fault::none,
                "mercator: with_sources(m, ...) requires sources with m's dimensions and ranges that are defined "
                "wherever m is and stay within their tensors; got the fault, map and source shown here");
};

/// An error: a runtime variable's source depends on the variable itself, perhaps through others.
template <bool Circular, class Map>
struct with_sources_requires_sources_that_can_be_read_in_some_order {
  static_assert(
      !Circular,
      "mercator: with_sources(m, ...) requires sources of which none depends on its own variable; got the map "
      "shown here");
};

/// An error: the elements of the tensor that a runtime variable is read from are no integers.
template <class Element>
struct from_element_requires_a_tensor_of_integers {
  static_assert(loops::Integer<Element>,
                "mercator: from_element(view, map) requires a tensor of integers; got elements of the type shown here");
};

/// A runtime variable's source: the element of a tensor that a map of the same dimensions and ranges names.
template <class View, class Map, ops::outside Outside>
struct element_source {
  /// The tensor.
  View view;
};

/// from_element(view, map): the variable is view[map(…)], where map takes the dimensions and ranges of the map
/// that has the variable, and may take its runtime variables too, which are read before then; view is a
/// tensor_view, or anything with an operator[] for a coord. What is read there and is outside of the variable's
/// interval is clamped, or skipped where the map says so, as an operation's source does: then nothing is
/// visited for it. The view's memory must exist: kernels look.
template <class View, IndexingMap Map>
MERCATOR_HD constexpr auto from_element(View view, Map) {
  if constexpr (requires { Map::from.values_outside; })
    return element_source<View, Map, Map::from.values_outside>{view};
  else
    return element_source<View, Map, ops::outside::clamped>{view};
}

/// from_element<ops::outside::skipped>(view, map): the same, whatever the map says.
template <ops::outside Outside, class View, IndexingMap Map>
MERCATOR_HD constexpr auto from_element(View view, Map) {
  return element_source<View, Map, Outside>{view};
}

/// from_element(view): the only element of a tensor of rank 0.
template <class View>
  requires(View::shape_type::rank == 0)
MERCATOR_HD constexpr auto from_element(View view) { return element_source<View, void, ops::outside::clamped>{view}; }

namespace loops {

template <class Element>
MERCATOR_HD constexpr i64 index_of(const Element& x) {
  static_cast<void>(from_element_requires_a_tensor_of_integers<Element>{});
  if constexpr (Integer<Element>)
    return to_index(x);
  else
    return 0;
}

/// How runtime variable number K of Map is set: by a value that is there from the beginning.
template <class Map, int K, class Source>
struct reader {
  static constexpr detail::dependence on{};
  static constexpr bool skips = false;

  template <int Loops>
  MERCATOR_HD static constexpr i64 read(const Source& value, const coord<Loops>&, const coord<Map::counts.runtimes>&) {
    return detail::value_of(value);
  }
};

/// By an element of a tensor.
template <class Map, int K, class View, class Place, ops::outside Outside>
struct reader<Map, K, element_source<View, Place, Outside>> {
  using place = simplified_t<Place>;
  static constexpr detail::dependence on = detail::dependence_of(&spelled_map<place>::write);
  static constexpr bool skips = Outside == ops::outside::skipped;
  static constexpr source_fault fault = detail::fault_of_source(&spelled_map<simplified_t<Map>>::write,
                                                                &spelled_map<place>::write, detail::shape_of<View>());
  static_assert(sizeof(with_sources_requires_sources_that_fit_the_map<fault, Map, Place>) != 0);

  /// Variables of loops further in are not looked at: the place does not depend on them.
  template <int Loops>
  MERCATOR_HD static constexpr i64 read(const element_source<View, Place, Outside>& source, const coord<Loops>& outer,
                                        const coord<Map::counts.runtimes>& runtimes) {
    coord<place::counts.dimensions + place::counts.ranges> at{};
    for (int k = 0; k < Loops; ++k) at[k] = outer[k];
    const expr::point p{at.indices, at.indices + place::counts.dimensions, runtimes.indices};
    return index_of(source.view[spelled_map<place>::at_point(p)]);
  }
};

/// By the only element of a tensor of rank 0.
template <class Map, int K, class View, ops::outside Outside>
struct reader<Map, K, element_source<View, void, Outside>> {
  static constexpr detail::dependence on{};
  static constexpr bool skips = Outside == ops::outside::skipped;

  template <int Loops>
  MERCATOR_HD static constexpr i64 read(const element_source<View, void, Outside>& source, const coord<Loops>&,
                                        const coord<Map::counts.runtimes>&) {
    return index_of(source.view[coord<0>{}]);
  }
};

/// The order in which a map's runtime variables are read.
template <class Map, class... Readers>
struct reading {
  static constexpr auto order = [] {
    const detail::dependence on[] = {Readers::on..., {}};
    return detail::order_of<sizeof...(Readers)>(on);
  }();
  template <int K>
  static constexpr int depth = order.depth[K];
  template <int K>
  static constexpr int turn = order.turn[K];
};

}  // namespace loops

template <class Map, class Places, class... Sources>
class sourced_map_of;

/// A static map and where each of its runtime variables is read; made by with_sources, for for_each.
template <class Map, int... K, class... Sources>
class sourced_map_of<Map, std::integer_sequence<int, K...>, Sources...> {
  template <int Number, class Source>
  struct held {
    Source source;
  };
  template <class... Held>
  struct all : Held... {};
  using values = coord<Map::counts.runtimes>;
  using order = loops::reading<Map, loops::reader<Map, K, Sources>...>;
  static_assert(sizeof(with_sources_requires_sources_that_can_be_read_in_some_order<order::order.circular, Map>) != 0);

 public:
  using map_type = Map;
  static constexpr map_counts counts{Map::counts.dimensions, Map::counts.ranges, 0, Map::counts.results};

  MERCATOR_HD constexpr explicit sourced_map_of(const Sources&... sources) : sources_{held<K, Sources>{sources}...} {}

  /// The depth at which runtime variable number k is read: the number of loops around it.
  MERCATOR_HD static constexpr int depth(int k) {
    const int list[] = {order::template depth<K>..., 0};
    return list[k];
  }

  template <int Depth>
  static constexpr bool reads = ((order::template depth<K> == Depth) || ...);

  /// For one point (dimensions, then ranges), such as that of a thread: reads what it needs. Whether it is in
  /// the domain that the values leave; `to` takes the results then.
  template <Index... Indices>
    requires(sizeof...(Indices) == counts.variables())
  MERCATOR_HD constexpr bool evaluate(coord<counts.results>& to, Indices... at) const {
    values runtime{};
    const coord<counts.variables()> from{{static_cast<i64>(at)...}};
    if (!read_at(runtime, from, std::make_integer_sequence<int, counts.variables() + 1>{})) return false;
    const expr::point p{from.indices, from.indices + counts.dimensions, runtime.indices};
    if (!spelled_map<simplified_t<Map>>::contains(p)) return false;
    to = spelled_map<simplified_t<Map>>::at_point(p);
    return true;
  }

  /// Sets what is known within the first Depth loops and not further out. False where one of the values leaves
  /// nothing to visit.
  template <int Depth>
  MERCATOR_HD constexpr bool read(values& out, const coord<Depth>& outer) const {
    return read_in_turn(out, outer, std::make_integer_sequence<int, order::order.turns>{});
  }

 private:
  template <int... Depths>
  MERCATOR_HD constexpr bool read_at(values& out, const coord<counts.variables()>& at,
                                     std::integer_sequence<int, Depths...>) const {
    return (read_within<Depths>(out, at) && ...);
  }

  template <int Depth>
  MERCATOR_HD constexpr bool read_within(values& out, const coord<counts.variables()>& at) const {
    if constexpr (reads<Depth>) {
      coord<Depth> outer{};
      for (int k = 0; k < Depth; ++k) outer[k] = at[k];
      return read<Depth>(out, outer);
    } else {
      return true;
    }
  }

  template <int Depth, int... Turns>
  MERCATOR_HD constexpr bool read_in_turn(values& out, const coord<Depth>& outer,
                                          std::integer_sequence<int, Turns...>) const {
    return (read_all<Turns>(out, outer) && ...);
  }

  template <int Turn, int Depth>
  MERCATOR_HD constexpr bool read_all(values& out, const coord<Depth>& outer) const {
    return (read_one<Turn, K>(static_cast<const held<K, Sources>&>(sources_).source, out, outer) && ...);
  }

  template <int Turn, int Number, class Source, int Depth>
  MERCATOR_HD static constexpr bool read_one(const Source& source, values& out, const coord<Depth>& outer) {
    if constexpr (order::template depth<Number> == Depth && order::template turn<Number> == Turn) {
      using reader = loops::reader<Map, Number, Source>;
      constexpr interval allowed = loops::runtime_box<Map>::of(Number);
      const i64 x = reader::read(source, outer, out);
      if (reader::skips && !allowed.contains(x)) return false;
      out[Number] = loops::clamp(x, allowed);
      return loops::is_left<Map, Number>(out[Number]);
    } else {
      return true;
    }
  }

  all<held<K, Sources>...> sources_;
};

/// A map with the sources of its runtime variables, as with_sources makes it.
template <class Map, class... Sources>
using sourced_map = sourced_map_of<Map, std::make_integer_sequence<int, Map::counts.runtimes>, Sources...>;

namespace loops {

template <class Source>
inline constexpr bool is_source = false;
template <class View, class Map, ops::outside Outside>
inline constexpr bool is_source<element_source<View, Map, Outside>> = true;

template <class Map, class... Sources>
MERCATOR_HD constexpr bool are_sources() {
  constexpr int runtimes = Map::counts.runtimes, given = sizeof...(Sources);
  if constexpr (runtimes != given) {
    static_cast<void>(with_runtime_requires_a_value_for_each_variable<runtimes, given>{});
    return false;
  } else {
    return ([] {
      constexpr bool fits = is_source<Sources> || RuntimeValue<Sources>;
      if constexpr (!fits) static_cast<void>(with_runtime_requires_integers<Sources>{});
      return fits;
    }() && ... &&
            true);
  }
}

}  // namespace loops

/// with_sources(m, from_element(view, map), …): the map with a source, or an integer, for each of its runtime
/// variables in the map's order.
template <IndexingMap Map, class... Sources>
MERCATOR_HD constexpr auto with_sources(Map, const Sources&... sources) {
  if constexpr (loops::are_sources<Map, Sources...>()) return sourced_map<Map, Sources...>(sources...);
}

/// Calls body(from, to) for every point of the domain that the values read leave, in lexicographic order: see
/// for_each of a static map.
#ifdef __CUDACC__
#pragma nv_exec_check_disable
#endif
template <class Map, class Places, class... Sources, class Body>
[[gnu::always_inline]] MERCATOR_HD constexpr void for_each(const sourced_map_of<Map, Places, Sources...>& map,
                                                           Body&& body) {
  const sourced_map_of<Map, Places, Sources...> local = map;
  loops::given_nest<simplified_t<Map>>::run(local, body, coord<Map::counts.runtimes>{});
}

}  // namespace mercator
