// for_each(map, body): every point of a map's domain, once, as the loop nest that schedule.hpp derives.
#pragma once

#include <type_traits>

#include "mercator/loops/schedule.hpp"
#include "mercator/map/simplify.hpp"

namespace mercator {

/// An error: the map has as many runtime variables as Runtimes says, whose values nobody gave.
template <int Runtimes, class Map>
struct for_each_requires_runtime_variables_to_be_given {
  static_assert(Runtimes == 0,
                "mercator: for_each requires a map without runtime variables; got one that has as many as the number "
                "shown here says");
};

/// An error: the body cannot be called with a coord of so many dimensions and ranges and one of so many results.
template <class Body, int Variables, int Results>
struct for_each_requires_a_body_for_points {
  static_assert(
      std::is_invocable_v<Body&, coord<Variables>, coord<Results>>,
      "mercator: for_each requires a body that can be called with a coord of the map's variables and one of its "
      "results; got the body and the numbers of both shown here");
};

namespace loops {

/// The results of a visit: the map's variables, then its results.
constexpr void put_variables_first(symbolic::map_form& m) {
  const int variables = m.variables(), results = m.results;
  if (variables + results > symbolic::limits::results) {
    m.p.full = true;
    return;
  }
  for (int k = results - 1; k >= 0; --k) m.result[k + variables] = m.result[k];
  for (int v = 0; v < variables; ++v) m.result[v] = m.p.range(v).is_point() ? m.p.number(m.p.lo[v]) : m.p.single(v);
  m.results = variables + results;
}

template <int Words>
constexpr packed_nest<Words> nest_of_points(mercator::detail::builder build) {
  return make_nest<Words>([build](symbolic::map_form& m) {
    build(m);
    put_variables_first(m);
  });
}

template <class Map, int Words>
struct points_source {
  static constexpr packed_nest<Words> value = nest_of_points<Words>(&Map::build);
};

/// How many words are tried first; a nest that takes more is made again.
inline constexpr int usual_nest_words = 256;

/// The nest of all points of a map: `value`.
template <class Map>
using points_nest = packing::fitting<Map, points_source, usual_nest_words>;

/// A word of a nest: a number of its own, which device code may use.
template <class Nest, i64 At>
inline constexpr i64 word_at = Nest::value.word[At];

/// The value of the line at a place of Nest's words.
template <class Nest, i64 At, class Integer, int... Term>
[[gnu::always_inline]] MERCATOR_HD constexpr Integer line_value([[maybe_unused]] const Integer* slot,
                                                                std::integer_sequence<int, Term...>) {
  return static_cast<Integer>(
      (static_cast<Integer>(word_at<Nest, At>) + ... +
       (static_cast<Integer>(word_at<Nest, At + 2 + 2 * Term>) * slot[word_at<Nest, At + 3 + 2 * Term>])));
}
/// The numbers of the terms of the line at a place.
template <class Nest, i64 At>
using terms_at = std::make_integer_sequence<int, static_cast<int>(word_at<Nest, At + 1>)>;

/// x / D, rounded down or up.
template <i64 D, bool Up, class Integer>
[[gnu::always_inline]] MERCATOR_HD constexpr Integer rounded_quotient(Integer x) {
  if constexpr (Up)
    return static_cast<Integer>(-expr::detail::floor_quotient(static_cast<Integer>(-x), D));
  else
    return expr::detail::floor_quotient(x, D);
}

/// Narrows [first, last] to the counters that the bounds from a place on allow.
template <class Nest, i64 At, i64 Count, class Integer>
[[gnu::always_inline]] MERCATOR_HD constexpr void apply_bounds([[maybe_unused]] const Integer* slot,
                                                               [[maybe_unused]] Integer& first,
                                                               [[maybe_unused]] Integer& last) {
  if constexpr (Count > 0) {
    constexpr i64 a = word_at<Nest, At + 1>;
    constexpr i64 lower = word_at<Nest, (At + (a > 0 ? 2 : 3))>, upper = word_at<Nest, (At + (a > 0 ? 3 : 2))>;
    const Integer rest = line_value<Nest, word_at<Nest, At>>(slot, terms_at<Nest, word_at<Nest, At>>{});
    if constexpr (lower != i64_min && lower != i64_max) {
      const Integer end = rounded_quotient<a, true>(static_cast<Integer>(static_cast<Integer>(lower) - rest));
      if (end > first) first = end;
    }
    if constexpr (upper != i64_min && upper != i64_max) {
      const Integer end = rounded_quotient<a, false>(static_cast<Integer>(static_cast<Integer>(upper) - rest));
      if (end < last) last = end;
    }
    apply_bounds<Nest, At + loop_record::bound_size, Count - 1>(slot, first, last);
  }
}

/// The line that is result number K of the visit at a place.
template <class Nest, i64 At, int K>
inline constexpr i64 visited_line = word_at<Nest, At + visit_record::line + K>;

/// What a nest calls at each point: the body with its first results, and with the others.
template <class Body, class From, class To>
struct point_visitor;

template <class Body, int... From, int... To>
struct point_visitor<Body, std::integer_sequence<int, From...>, std::integer_sequence<int, To...>> {
  static constexpr int variables = sizeof...(From);

  Body& body;

#ifdef __CUDACC__
#pragma nv_exec_check_disable
#endif
  template <class Nest, i64 At, class Integer>
  [[gnu::always_inline]] MERCATOR_HD constexpr void visit([[maybe_unused]] const Integer* slot) {
    body(coord<variables>{{i64{
             line_value<Nest, visited_line<Nest, At, From>>(slot, terms_at<Nest, visited_line<Nest, At, From>>{})}...}},
         coord<sizeof...(To)>{{i64{line_value<Nest, visited_line<Nest, At, variables + To>>(
             slot, terms_at<Nest, visited_line<Nest, At, variables + To>>{})}...}});
  }
};

template <class Map, class Body,
          class =
              decltype(sizeof(for_each_requires_a_body_for_points<Body, Map::counts.variables(), Map::counts.results>))>
using visitor_of_points = point_visitor<Body, std::make_integer_sequence<int, Map::counts.variables()>,
                                        std::make_integer_sequence<int, Map::counts.results>>;

#ifdef __CUDACC__
#pragma nv_exec_check_disable
#endif
/// Runs the list of nodes that begins at a place, or its first only. Always inlined: compilers would keep the
/// levels of a deep nest apart.
template <class Nest, i64 At, bool FirstOnly = false, class Visitor, class Integer>
[[gnu::always_inline]] MERCATOR_HD constexpr void run_nodes([[maybe_unused]] Visitor visitor,
                                                            [[maybe_unused]] Integer* slot) {
  if constexpr (At != 0) {
    constexpr step kind = static_cast<step>(word_at<Nest, At>);
    if constexpr (kind == step::loop) {
      Integer first = 0, last = static_cast<Integer>(word_at<Nest, At + loop_record::count> - 1);
      apply_bounds<Nest, At + loop_record::size, word_at<Nest, At + loop_record::bounds>>(slot, first, last);
      for (Integer counter = first; counter <= last; ++counter) {
        slot[word_at<Nest, At + loop_record::slot>] = counter;
        run_nodes<Nest, word_at<Nest, At + loop_record::lets>>(visitor, slot);
        run_nodes<Nest, word_at<Nest, At + loop_record::body>>(visitor, slot);
      }
    } else if constexpr (kind == step::let) {
      constexpr i64 divisor = word_at<Nest, At + let_record::divisor>;
      const Integer line = line_value<Nest, word_at<Nest, At + let_record::line>>(
          slot, terms_at<Nest, word_at<Nest, At + let_record::line>>{});
      if constexpr (divisor == 0)
        slot[word_at<Nest, At + let_record::slot>] = line > 0 ? line : 0;
      else
        slot[word_at<Nest, At + let_record::slot>] = expr::detail::floor_quotient(line, divisor);
    } else if constexpr (kind == step::guard) {
      const Integer line = line_value<Nest, word_at<Nest, At + guard_record::line>>(
          slot, terms_at<Nest, word_at<Nest, At + guard_record::line>>{});
      if (word_at<Nest, At + guard_record::lo> <= line && line <= word_at<Nest, At + guard_record::hi>)
        run_nodes<Nest, word_at<Nest, At + guard_record::body>>(visitor, slot);
    } else {
      visitor.template visit<Nest, At>(slot);
    }
    if constexpr (!FirstOnly) run_nodes<Nest, word_at<Nest, At + 1>>(visitor, slot);
  }
}

}  // namespace loops

/// Calls body(from, to) for every point of the map's domain: from is a coord of the dimensions, then ranges,
/// and to one of the results. The points come in lexicographic order of from, the last variable fastest. The
/// innermost loops have no floordiv and no mod where splitting loops removes them; loops.hpp's to_code(map)
/// shows the nest. Allocates nothing; usable in device code with a body that is.
#ifdef __CUDACC__
#pragma nv_exec_check_disable
#endif
template <IndexingMap Map, class Body>
[[gnu::always_inline]] MERCATOR_HD constexpr void for_each(Map, Body&& body) {
  static_cast<void>(for_each_requires_runtime_variables_to_be_given<Map::counts.runtimes, Map>{});
  if constexpr (Map::counts.runtimes == 0) {
    using nest = loops::points_nest<Map>;
#ifdef __CUDA_ARCH__
    using integer = std::conditional_t<nest::value.narrow, int, i64>;
#else
    using integer = i64;
#endif
    integer slot[static_cast<unsigned>(nest::value.slots + 1)];
    loops::run_nodes<nest, loops::word_at<nest, 0>>(loops::visitor_of_points<Map, std::remove_reference_t<Body>>{body},
                                                    slot);
  }
}

}  // namespace mercator
