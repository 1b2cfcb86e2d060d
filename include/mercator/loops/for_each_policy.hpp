// for_each(policy, map, body): the points in any order, or on an executor's threads. Host code only.
#pragma once

#include "mercator/loops/for_each.hpp"
#include "mercator/loops/policy.hpp"

namespace mercator {

/// An error: for_each combines nothing, and knows no views.
template <class How>
struct for_each_requires_a_policy_for_points {
  static_assert(std::is_same_v<How, in_order_policy> || std::is_same_v<How, unordered_policy>,
                "mercator: for_each(policy, map, body) requires in_order, unordered or parallel(executor) with one "
                "of them; got the policy shown here");
};

namespace loops {

/// Two dimensions that are walked in tiles: along the one the points are neighbours, along the other the
/// results.
struct tiled_pair {
  static constexpr i64 side = 16;  ///< a cache line of four-byte elements

  int of_points = -1, of_results = -1;

  constexpr explicit tiled_pair(const symbolic::map_form& m) {
    int last = m.variables() - 1;
    while (last >= 0 && m.p.range(last).is_point()) --last;
    if (last < 0 || last >= m.dims || m.results == m.variables()) return;
    const int place = m.result[m.results - 1];
    if (!m.p.has_only_variables(place) || m.p.coefficient_of(place, last) != 0 || !is_long(m, last)) return;
    for (int v = 0; v < last; ++v) {
      const i64 step = m.p.coefficient_of(place, v);
      if ((step != 1 && step != -1) || !is_long(m, v)) continue;
      of_points = last;
      of_results = v;
    }
  }

 private:
  static constexpr bool is_long(const symbolic::map_form& m, int v) { return m.p.range(v).count() > side; }
};

/// The form, whose variables come first among its results, with the two dimensions' tiles outside of what is in
/// them.
constexpr void walk_in_tiles(const symbolic::map_form& m, tiled_pair tiled, symbolic::map_form& to) {
  int image[symbolic::limits::variables], outer[2];
  const int pair[2] = {tiled.of_results, tiled.of_points};
  const auto add = [&](int v) {
    const int at = to.variables();
    v < m.dims ? to.add_dimension(m.p.range(v)) : to.add_range(m.p.range(v));
    image[v] = m.p.range(v).is_point() ? to.p.number(m.p.lo[v]) : to.p.single(at);
  };
  for (int v = 0; v < m.dims; ++v)
    if (v != pair[0] && v != pair[1]) add(v);
  for (int k = 0; k < 2; ++k) {
    outer[k] = to.variables();
    to.add_dimension({0, (m.p.range(pair[k]).count() - 1) / tiled_pair::side});
  }
  for (int k = 0; k < 2; ++k) {
    const int inner = to.variables();
    to.add_dimension({0, tiled_pair::side - 1});
    image[pair[k]] = to.p.add(to.p.single(inner), to.p.single(outer[k]), tiled_pair::side);
  }
  for (int v = m.dims; v < m.variables(); ++v) add(v);
  for (const int v : pair) {
    const i64 count = m.p.range(v).count();
    if (count % tiled_pair::side != 0) to.add_constraint(image[v], {0, count - 1});
    image[v] = to.p.shift(image[v], m.p.lo[v]);
  }
  symbolic::substitution s(to.p, m.p, image);
  for (int k = 0; k < m.results; ++k) to.add_result(s.line(m.result[k]));
  for (int k = 0; k < m.constraints; ++k) to.add_constraint(s.line(m.constraint[k]), m.constraint_range[k]);
}

template <int Words>
constexpr packed_nest<Words> unordered_nest_of_points(mercator::detail::builder build) {
  return make_nest<Words>([build](symbolic::map_form& to) {
    symbolic::pool p;
    symbolic::map_form m(p);
    build(m);
    if (!m.known_empty && !p.full && !p.overflow) {
      put_variables_first(m);
      const tiled_pair tiled(m);
      if (tiled.of_points >= 0 && !p.full) return walk_in_tiles(m, tiled, to);
    }
    build(to);
    put_variables_first(to);
  });
}

template <class Map, int Words>
struct unordered_points_source {
  static constexpr packed_nest<Words> value = unordered_nest_of_points<Words>(&Map::build);
};

/// The nest of all points of a map in the order that a policy allows.
template <class How, class Map>
struct nest_for {
  static_assert(sizeof(for_each_requires_a_policy_for_points<How>) != 0);
  using type = points_nest<Map>;
};
template <class Map>
struct nest_for<unordered_policy, Map> {
  using type = packing::fitting<Map, unordered_points_source, usual_nest_words>;
};
template <class Executor, class Inner, class Map>
struct nest_for<parallel_policy<Executor, Inner>, Map> : nest_for<Inner, Map> {};

/// Loops of a nest that an executor counts as one: each but the first is all that the one before has inside,
/// and the last has loops in it, unless it is the first.
struct counted_loops {
  static constexpr int most = 8;
  static constexpr i64 enough = 256;  ///< steps, for all cores to have work until the end

  int loops = 0;
  i64 steps = 1, at[most] = {};

  /// The loops from a place on. None where points with the same dimensions would be on several threads.
  constexpr counted_loops(const i64* word, i64 place, int dimensions) {
    for (; loops < most && steps < enough; place = word[at[loops - 1] + loop_record::body]) {
      if (place == 0 || static_cast<step>(word[place]) != step::loop) return;
      if (!is_counter_of_dimension(word, place, dimensions)) return;
      if (loops > 0 && (word[place + 1] != 0 || !has_loop_only(word, place))) return;
      at[loops++] = place;
      steps *= word[place + loop_record::count];
      if (!has_loop_only(word, place)) return;
    }
  }

  /// Whether what is in the loop is one loop, and the loop always has all its turns.
  static constexpr bool has_loop_only(const i64* word, i64 loop) {
    const i64 body = word[loop + loop_record::body];
    return word[loop + loop_record::bounds] == 0 && word[loop + loop_record::lets] == 0 && body != 0 &&
           static_cast<step>(word[body]) == step::loop && word[body + 1] == 0;
  }

  /// Whether each turn of the loop has dimensions of its own: they are the first lines of every visit in it.
  static constexpr bool is_counter_of_dimension(const i64* word, i64 loop, int dimensions) {
    return is_in_all_visits(word, word[loop + loop_record::body], word[loop + loop_record::slot], dimensions);
  }

 private:
  static constexpr bool is_in_all_visits(const i64* word, i64 list, i64 slot, int dimensions) {
    for (i64 at = list; at != 0; at = word[at + 1]) {
      const step kind = static_cast<step>(word[at]);
      if (kind == step::visit && !is_in_lines(word, at + visit_record::line, slot, dimensions)) return false;
      if (kind == step::loop && !is_in_all_visits(word, word[at + loop_record::body], slot, dimensions)) return false;
      if (kind == step::guard && !is_in_all_visits(word, word[at + guard_record::body], slot, dimensions)) return false;
    }
    return true;
  }
  static constexpr bool is_in_lines(const i64* word, i64 lines, i64 slot, int count) {
    for (int k = 0; k < count; ++k) {
      const i64 line = word[lines + k];
      for (i64 term = 0; term < word[line + 1]; ++term)
        if (word[line + 3 + 2 * term] == slot) return true;
    }
    return false;
  }
};

template <class Nest, i64 At, int Dimensions>
struct counted_loops_at {
  static constexpr counted_loops value{Nest::value.word, At, Dimensions};
  static constexpr int loops = value.loops;
  static constexpr i64 innermost = loops > 0 ? value.at[loops - 1] : At;
};

/// The values of a nest's slots, for one thread.
template <class Nest>
struct slot_values {
  i64 of[static_cast<unsigned>(Nest::value.slots + 1)];
};

/// Sets the counters of the first K counted loops for a turn, the innermost being the fastest.
template <class Nest, class Counted, int K>
inline void set_counters([[maybe_unused]] i64 turn, [[maybe_unused]] i64* slot) {
  if constexpr (K > 0) {
    constexpr i64 loop = Counted::value.at[K - 1], count = word_at<Nest, loop + loop_record::count>;
    slot[word_at<Nest, loop + loop_record::slot>] = K > 1 ? turn % count : turn;
    set_counters<Nest, Counted, K - 1>(turn / count, slot);
  }
}

/// The turns of the counted loops by an executor, from number `first` on.
template <class Nest, class Counted, class Executor, class Visitor>
inline void run_counted_loops(Executor& executor, Visitor visitor, const slot_values<Nest>& slot, i64 first,
                              i64 turns) {
  executor(turns, [visitor, slot, first](i64 begin, i64 end) {
    slot_values<Nest> own = slot;
    for (i64 turn = begin; turn < end; ++turn) {
      set_counters<Nest, Counted, Counted::loops>(first + turn, own.of);
      run_nodes<Nest, word_at<Nest, Counted::innermost + loop_record::lets>>(visitor, own.of);
      run_nodes<Nest, word_at<Nest, Counted::innermost + loop_record::body>>(visitor, own.of);
    }
  });
}

/// Runs the list of nodes at a place, the outermost loops over dimensions by the executor.
template <class Nest, i64 At, int Dimensions, class Executor, class Visitor>
inline void run_nodes_in_parallel(Executor& executor, Visitor visitor, slot_values<Nest>& slot) {
  if constexpr (At != 0) {
    using counted = counted_loops_at<Nest, At, Dimensions>;
    if constexpr (counted::loops > 1) {
      run_counted_loops<Nest, counted>(executor, visitor, slot, 0, counted::value.steps);
    } else if constexpr (counted::loops == 1) {
      i64 first = 0, last = word_at<Nest, At + loop_record::count> - 1;
      apply_bounds<Nest, At + loop_record::size, word_at<Nest, At + loop_record::bounds>>(slot.of, first, last);
      if (first <= last) run_counted_loops<Nest, counted>(executor, visitor, slot, first, last - first + 1);
    } else {
      run_nodes<Nest, At, true>(visitor, slot.of);
    }
    run_nodes_in_parallel<Nest, word_at<Nest, At + 1>, Dimensions>(executor, visitor, slot);
  }
}

}  // namespace loops

/// for_each(policy, map, body): the same points, each once. unordered: in any order, in tiles where neighbours
/// among the dimensions are none among the results, such as a transpose's. parallel(executor): the outermost
/// loops over dimensions are cut up, so that the body runs on several threads at a time, never on two for
/// points with the same dimensions; those come in order. parallel(executor, unordered): both.
template <Policy How, IndexingMap Map, class Body>
void for_each(How, Map, Body&& body) {
  static_cast<void>(for_each_requires_runtime_variables_to_be_given<Map::counts.runtimes, Map>{});
  if constexpr (Map::counts.runtimes == 0) {
    using nest = typename loops::nest_for<How, Map>::type;
    loops::slot_values<nest> slot;
    loops::run_nodes<nest, loops::word_at<nest, 0>>(loops::visitor_of_points<Map, std::remove_reference_t<Body>>{body},
                                                    slot.of);
  }
}

/// The same with the outermost loop cut into parts for an executor.
template <class Executor, class Inner, IndexingMap Map, class Body>
void for_each(parallel_policy<Executor, Inner> how, Map, Body&& body) {
  static_cast<void>(for_each_requires_runtime_variables_to_be_given<Map::counts.runtimes, Map>{});
  if constexpr (Map::counts.runtimes == 0) {
    using nest = typename loops::nest_for<parallel_policy<Executor, Inner>, Map>::type;
    loops::slot_values<nest> slot{};
    loops::run_nodes_in_parallel<nest, loops::word_at<nest, 0>, Map::counts.dimensions>(
        how.executor, loops::visitor_of_points<Map, std::remove_reference_t<Body>>{body}, slot);
  }
}

}  // namespace mercator
