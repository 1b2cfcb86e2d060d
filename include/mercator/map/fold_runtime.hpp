// fold_runtime<N>(m, value): a static map with a constant or an expression in place of a runtime variable.
#pragma once

#include "mercator/map/compose.hpp"
#include "mercator/map/notation.hpp"
#include "mercator/symbolic/constraints.hpp"
#include "mercator/symbolic/fold.hpp"

namespace mercator {

/// An error: the value does not take the variables of the map, or has not one result, or the map has no runtime
/// variable of that number.
template <int Variable, class Map, class Value>
struct fold_runtime_requires_a_value_of_the_same_variables {
  static constexpr bool holds = Variable >= 0 && Variable < Map::counts.runtimes && Value::counts.results == 1 &&
                                Value::counts.dimensions == Map::counts.dimensions &&
                                Value::counts.ranges == Map::counts.ranges && Value::counts.runtimes == 0;
  static_assert(holds,
                "mercator: fold_runtime<N>(m, value) requires that m has a runtime variable N, counted from 0, and a "
                "value with m's dimensions and ranges, no runtime variables and one result; got N, m and the value "
                "shown here");
};

/// An error: the value of runtime variable number Variable can be as small as Lo and as large as Hi, where it
/// must lie in [From, To].
template <int Variable, i64 Lo, i64 Hi, i64 From, i64 To>
struct fold_runtime_checked_requires_a_value_in_the_interval {
  static_assert(From <= Lo && Hi <= To,
                "mercator: fold_runtime_checked<N>(m, value) requires a value within the interval of runtime variable "
                "N; got N, the ends of what the value can be and the ends of the interval");
};

namespace detail {

/// The constant Value of any map's dimensions and ranges.
template <class Map, i64 Value>
struct constant_of : recipe<constant_of<Map, Value>> {
  static constexpr map_counts counts{Map::counts.dimensions, Map::counts.ranges, 0, 1};
  static constexpr void build(symbolic::map_form& m) {
    symbolic::pool p;
    symbolic::map_form from(p);
    Map::build(from);
    for (int v = 0; v < from.dims; ++v) m.add_dimension(p.range(v));
    for (int v = from.dims; v < from.dims + from.ranges; ++v) m.add_range(p.range(v));
    m.add_result(m.p.number(m.known_empty ? 0 : Value));
    pass_on_failure(p, m.p);
  }
};

constexpr void build_folded(symbolic::map_form& m, builder map, builder value, int variable, symbolic::beyond what) {
  symbolic::pool p, q;
  symbolic::map_form from(p), with(q);
  map(from);
  value(with);
  symbolic::fold_runtime(from, variable, with, what, m);
  pass_on_failure(p, m.p);
  pass_on_failure(q, m.p);
}

struct interval_pair {
  interval value, allowed;
};

constexpr interval_pair value_and_interval(builder map, builder value, int variable) {
  symbolic::pool p, q;
  symbolic::map_form m(p), with(q);
  map(m);
  value(with);
  const interval allowed = p.range(m.dims + m.ranges + variable);
  const bool has_points = !m.known_empty && symbolic::simplify_domain(with);
  if (has_points) symbolic::constraints::assume_all_but(with, -1);
  return {has_points ? symbolic::bounds(q, with.result[0]) : allowed, allowed};
}

}  // namespace detail

template <class Map, int Variable, class Value>
struct folded : recipe<folded<Map, Variable, Value>> {
  static constexpr map_counts counts{Map::counts.dimensions, Map::counts.ranges, Map::counts.runtimes - 1,
                                     Map::counts.results};
  static constexpr void build(symbolic::map_form& m) {
    detail::build_folded(m, &Map::build, &Value::build, Variable, symbolic::beyond::clamped);
  }
};

template <int Variable>
struct fold_runtime_verb {
  template <IndexingMap Map, IndexingMap Value>
  constexpr auto operator()(Map, Value) const {
    if constexpr (fold_runtime_requires_a_value_of_the_same_variables<Variable, Map, Value>::holds)
      return folded<Map, Variable, Value>{};
  }
  template <IndexingMap Map, class Type, Type Value>
  constexpr auto operator()(Map m, expr::constant<Type, Value>) const {
    return (*this)(m, detail::constant_of<Map, static_cast<i64>(Value)>{});
  }
  template <IndexingMap Map>
  void operator()(Map, expr::write_8_c_for_a_constant_8) const = delete;
};

/// fold_runtime<N>(m, 5_c), fold_runtime<N>(m, value): m with a constant, or with the result of a map of the
/// same dimensions and ranges, in place of runtime variable N, which is gone; those after it move up. A value
/// outside of the variable's interval is clamped, as HLO clamps offsets. The source of a variable that is read
/// from an iota along dimension k is submap<k>(source).
template <int Variable>
inline constexpr fold_runtime_verb<Variable> fold_runtime{};

template <int Variable>
struct fold_runtime_checked_verb {
  template <IndexingMap Map, IndexingMap Value>
  constexpr auto operator()(Map m, Value value) const {
    if constexpr (fold_runtime_requires_a_value_of_the_same_variables<Variable, Map, Value>::holds) {
      constexpr detail::interval_pair is = detail::value_and_interval(&Map::build, &Value::build, Variable);
      static_cast<void>(fold_runtime_checked_requires_a_value_in_the_interval<Variable, is.value.lo, is.value.hi,
                                                                              is.allowed.lo, is.allowed.hi>{});
      return fold_runtime<Variable>(m, value);
    }
  }
  template <IndexingMap Map, class Type, Type Value>
  constexpr auto operator()(Map m, expr::constant<Type, Value>) const {
    return (*this)(m, detail::constant_of<Map, static_cast<i64>(Value)>{});
  }
  template <IndexingMap Map>
  void operator()(Map, expr::write_8_c_for_a_constant_8) const = delete;
};

/// The same, where a value that is not known to lie within the variable's interval is a compile error.
template <int Variable>
inline constexpr fold_runtime_checked_verb<Variable> fold_runtime_checked{};

}  // namespace mercator
