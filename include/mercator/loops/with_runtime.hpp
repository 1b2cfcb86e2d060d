// with_runtime(m, rt0, rt1…): a static map whose runtime variables are given while running.
#pragma once

#include "mercator/loops/given_loops.hpp"

namespace mercator {

/// An error: the map has Runtimes runtime variables, where Given values are given.
template <int Runtimes, int Given>
struct with_runtime_requires_a_value_for_each_variable {
  static_assert(Runtimes == Given,
                "mercator: with_runtime(m, rt0, rt1, ...) requires as many values as m has runtime variables; got "
                "the two numbers shown here");
};

/// An error: a value has this type.
template <class Type>
struct with_runtime_requires_integers {
  static_assert(sizeof(Type) == 0,
                "mercator: with_runtime(m, rt0, rt1, ...) requires integers; got a value of the type shown here");
};

namespace loops {

/// What an offset may be. bool and characters are no numbers.
template <class T>
concept Integer =
    std::is_integral_v<T> && !std::is_same_v<T, bool> && !std::is_same_v<T, char> && !std::is_same_v<T, wchar_t> &&
    !std::is_same_v<T, char8_t> && !std::is_same_v<T, char16_t> && !std::is_same_v<T, char32_t>;

/// An integer, or a constant such as `3_c`.
template <class T>
concept RuntimeValue = Integer<T> ||(std::is_class_v<T>&& Index<T>);

namespace detail {

template <int Bits>
using integer_of = std::conditional_t<
    Bits == 8, std::int8_t,
    std::conditional_t<Bits == 16, std::int16_t, std::conditional_t<Bits == 32, std::int32_t, std::int64_t>>>;

template <class T, class Places>
struct stored;
template <class T, int... K>
struct stored<T, std::integer_sequence<int, K...>> {
  T value[sizeof...(K)] = {};

  constexpr stored() = default;
  MERCATOR_HD constexpr explicit stored(const coord<sizeof...(K)>& given) : value{static_cast<T>(given[K])...} {}
  MERCATOR_HD constexpr coord<sizeof...(K)> all() const { return {{value[K]...}}; }
};
template <class T>
struct stored<T, std::integer_sequence<int>> {
  constexpr stored() = default;
  MERCATOR_HD constexpr explicit stored(const coord<0>&) {}
  MERCATOR_HD constexpr coord<0> all() const { return {}; }
};

template <class Value>
MERCATOR_HD constexpr i64 value_of(const Value& x) {
  if constexpr (std::is_integral_v<Value>)
    return to_index(x);
  else
    return static_cast<i64>(x);
}

/// Says what is wrong with the values given for a map's runtime variables; true where nothing is.
template <class Map, class... Values>
MERCATOR_HD constexpr bool are_values() {
  constexpr int runtimes = Map::counts.runtimes, given = sizeof...(Values);
  if constexpr (runtimes != given) {
    static_cast<void>(with_runtime_requires_a_value_for_each_variable<runtimes, given>{});
    return false;
  } else {
    return ([] {
      if constexpr (!RuntimeValue<Values>) static_cast<void>(with_runtime_requires_integers<Values>{});
      return RuntimeValue<Values>;
    }() && ... &&
            true);
  }
}

}  // namespace detail

}  // namespace loops

/// A static map with its runtime variables given: they are all that it holds, in the narrowest integer that
/// their intervals need. A map of dimensions and ranges; made by with_runtime.
template <class Map>
class bound_map {
  using each_runtime = std::make_integer_sequence<int, Map::counts.runtimes>;

 public:
  /// The static map, whose runtime variables are given.
  using map_type = Map;
  /// The narrowest integer that holds the values.
  using value_type = loops::detail::integer_of<loops::runtime_box<Map>::bits>;

  static constexpr map_counts counts{Map::counts.dimensions, Map::counts.ranges, 0, Map::counts.results};
  /// How many values there are.
  static constexpr int runtimes = Map::counts.runtimes;

  /// What values of runtime variable number k may be.
  MERCATOR_HD static constexpr interval allowed(int k) { return loops::runtime_box<Map>::of(k); }

  constexpr bound_map() = default;
  /// Values outside their intervals are clamped, as HLO clamps the offsets of a dynamic-slice.
  MERCATOR_HD constexpr explicit bound_map(const coord<runtimes>& given)
      : values_(loops::runtime_box<Map>::clamped(given)) {}

  /// The value of runtime variable number k.
  MERCATOR_HD constexpr i64 runtime(int k) const { return values_.all()[k]; }
  /// The values of the runtime variables, after clamping.
  MERCATOR_HD constexpr coord<runtimes> runtime() const { return values_.all(); }

  /// Whether a point (dimensions, then ranges) is in the domain.
  template <Index... Indices>
    requires(sizeof...(Indices) == counts.variables())
  MERCATOR_HD constexpr bool contains(Indices... at) const { return holds(point(at...)); }

  /// The results at a point of the domain: dimensions, then ranges. Elsewhere: an assertion in debug builds.
  template <Index... Indices>
    requires(sizeof...(Indices) == counts.variables())
  MERCATOR_HD constexpr coord<counts.results> operator()(Indices... at) const {
    const coord<Map::counts.variables()> p = point(at...);
    if (detail::checks_points || __builtin_is_constant_evaluated())
      if (!holds(p)) point_outside_the_domain();
    return spelled_map<simplified_t<Map>>::at_point(pointers(p));
  }

  // ---- what loops ask for

  /// Within how many loops runtime variable number k is read.
  MERCATOR_HD static constexpr int depth(int) { return 0; }

  /// Whether values are read at that depth of the loops.
  template <int Depth>
  static constexpr bool reads = Depth == 0 && runtimes > 0;

  /// Reads them, for the loops.
  template <int Depth>
  MERCATOR_HD constexpr bool read(coord<runtimes>& values, const coord<0>&) const {
    values = runtime();
    return has_points(values, each_runtime{});
  }

 private:
  /// Whether values that are allowed lie in what the simplified map leaves.
  template <int... K>
  MERCATOR_HD static constexpr bool has_points(const coord<runtimes>& values, std::integer_sequence<int, K...>) {
    return (loops::is_left<Map, K>(values[K]) && ... && true);
  }

  using all = coord<Map::counts.variables()>;

  template <class... Indices>
  MERCATOR_HD constexpr all point(Indices... at) const {
    all out{{static_cast<i64>(at)...}};
    const coord<runtimes> given = values_.all();
    for (int k = 0; k < runtimes; ++k) out[counts.variables() + k] = given[k];
    return out;
  }
  MERCATOR_HD static constexpr expr::point pointers(const all& p) {
    return {p.indices, p.indices + counts.dimensions, p.indices + counts.variables()};
  }
  MERCATOR_HD static constexpr bool holds(const all& p) {
    return spelled_map<simplified_t<Map>>::contains(pointers(p));
  }

  loops::detail::stored<value_type, each_runtime> values_;
};

/// with_runtime(m, rt0, rt1…): the map with these values for its runtime variables, in its order. What lies
/// outside of the variable's interval is clamped.
template <IndexingMap Map, class... Values>
MERCATOR_HD constexpr auto with_runtime(Map, const Values&... values) {
  if constexpr (loops::detail::are_values<Map, Values...>())
    return bound_map<Map>(coord<Map::counts.runtimes>{{loops::detail::value_of(values)...}});
}

/// A value that is outside of its runtime variable's interval. Values beyond 64 bits are shown as the last
/// number.
struct runtime_out_of_range {
  int variable = -1;  ///< the number of the runtime variable, from 0
  i64 value = 0;
  /// What it may be.
  interval allowed{0, 0};

  MERCATOR_HD friend constexpr bool operator==(const runtime_out_of_range& a, const runtime_out_of_range& b) {
    return a.variable == b.variable && a.value == b.value && a.allowed == b.allowed;
  }
};

/// A bound map, or which value kept it from being one.
template <class Bound>
class checked_bound {
 public:
  /// A map with its values.
  MERCATOR_HD constexpr explicit checked_bound(const Bound& bound) : bound_(bound) {}
  /// A value that was out of range.
  MERCATOR_HD constexpr explicit checked_bound(const runtime_out_of_range& error) : error_(error) {}

  /// Whether there is a map.
  MERCATOR_HD constexpr bool has_value() const { return error_.variable < 0; }
  /// Whether there is a map.
  MERCATOR_HD constexpr explicit operator bool() const { return has_value(); }
  /// The map, which must be there.
  MERCATOR_HD constexpr const Bound& operator*() const {
    assert(has_value());
    return bound_;
  }
  /// The map, which must be there.
  MERCATOR_HD constexpr const Bound* operator->() const { return &**this; }
  /// The first value that is out of range.
  MERCATOR_HD constexpr const runtime_out_of_range& error() const {
    assert(!has_value());
    return error_;
  }

 private:
  Bound bound_{};
  runtime_out_of_range error_{};
};

/// with_runtime_checked(m, rt0, rt1…): as with_runtime, but a value outside of its interval is the answer.
template <IndexingMap Map, class... Values>
MERCATOR_HD constexpr auto with_runtime_checked(Map, const Values&... values) {
  if constexpr (loops::detail::are_values<Map, Values...>()) {
    const coord<Map::counts.runtimes> given{{loops::detail::value_of(values)...}};
    using bound = bound_map<Map>;
    for (int k = 0; k < bound::runtimes; ++k)
      if (const interval allowed = bound::allowed(k); !allowed.contains(given[k]))
        return checked_bound<bound>(runtime_out_of_range{k, given[k], allowed});
    return checked_bound<bound>(bound(given));
  }
}

/// Calls body(from, to) for every point of the domain that the given values leave: see for_each of a static
/// map.
#ifdef __CUDACC__
#pragma nv_exec_check_disable
#endif
template <class Map, class Body>
[[gnu::always_inline]] MERCATOR_HD constexpr void for_each(bound_map<Map> map, Body&& body) {
  loops::given_nest<simplified_t<Map>>::run(map, body, coord<Map::counts.runtimes>{});
}

}  // namespace mercator
