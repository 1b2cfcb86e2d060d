// Facts about maps for static_assert, and the same at run time: in bounds, injective, covering, bijective,
// disjoint, monotonic; the sizes of domain and image.
//
//   static_assert(is_injective(write) && covers(write, shape<64, 64>{}));
//   static_assert(require_injective(write));        // where it is not: an error that shows two points
//
// All of them are decided for every value of the runtime variables. What cannot be decided with little work is
// an error that says so; at run time it is a third answer. A runtime_map gets an analysis::proof, with the
// witness.
#pragma once

#include "mercator/analysis/proof_errors.hpp"
#include "mercator/analysis/sentence.hpp"
#include "mercator/analysis/subject.hpp"
#include "mercator/map/decided.hpp"
#include "mercator/map/piecewise.hpp"

namespace mercator {

// ---- answers

namespace analysis {

/// What holds of all pairs of points, by the variable that they differ first in; each an evaluation of its own.
template <class Map, mercator::analysis::detail::proof_in_variable Of, int V>
inline constexpr proof proof_in = ask<proof>(&Map::build, [](const map_tree& t, means with) { return Of(t, V, with); });

template <class Map, mercator::analysis::detail::proof_in_variable Of, int V = 0>
constexpr proof proof_in_all() {
  if constexpr (V == Map::counts.dimensions + Map::counts.ranges) {
    return detail::answered(truth::yes);
  } else {
    constexpr const proof& here = proof_in<Map, Of, V>;
    if constexpr (here.is != truth::yes)
      return here;
    else
      return proof_in_all<Map, Of, V + 1>();
  }
}

/// The first proof where it decides, else that of all pairs.
template <class Map, const proof& First, mercator::analysis::detail::proof_in_variable Of>
constexpr proof first_or_pairs() {
  if constexpr (First.is != truth::undecided)
    return First;
  else
    return proof_in_all<Map, Of>();
}

template <class Map>
inline constexpr proof counted_injective_proof = ask<proof>(&Map::build, [](const map_tree& t, means with) {
  return prove_injective_by_counting(t, with);
});

template <class Map>
inline constexpr proof injective_proof = first_or_pairs<Map, counted_injective_proof<Map>, &prove_injective_in>();

template <class Map, class Shape>
inline constexpr proof bounds_proof = ask<proof>(&Map::build, [](const map_tree& t, means with) {
  return prove_in_bounds(t, Shape::value, with);
});

template <class Map, class Shape>
inline constexpr proof covering_proof = ask<proof>(&Map::build, [](const map_tree& t, means with) {
  return prove_covers(t, Shape::value, with);
});

template <class A, class B>
inline constexpr proof disjoint_proof = ask<proof>(&A::build, [](const map_tree& a, means with) {
  map_tree b;
  equality::simplified_tree(&B::build, b);
  return b.full ? proof{} : prove_disjoint(a, b, with);
});

template <class Map>
inline constexpr proof stepped_monotonic_proof = ask<proof>(&Map::build, [](const map_tree& t, means with) {
  return prove_monotonic_by_steps(t, with);
});

template <class Map>
inline constexpr proof monotonic_proof = first_or_pairs<Map, stepped_monotonic_proof<Map>, &prove_monotonic_in>();

template <class Map>
inline constexpr count_of domain_count = ask<count_of>(&Map::build, [](const map_tree& t, means with) {
  return analysis::domain_size(t, with);
});

template <class Map>
inline constexpr count_of image_count_of = ask<count_of>(&Map::build, [](const map_tree& t, means with) {
  return analysis::image_size(t, with);
});

template <class Map, int Result>
inline constexpr tight_bounds_of bounds_of = ask<tight_bounds_of>(&Map::build, [](const map_tree& t, means with) {
  return analysis::image_bounds(t, Result, with);
});

template <class Map, class Shape>
inline constexpr bool ranks_agree = sizeof(proof_requires_a_shape<Shape>) != 0;
template <class Map, i64... Sizes>
inline constexpr bool ranks_agree<Map, shape<Sizes...>> =
    sizeof(map_has_other_rank_than_the_shape<Map::counts.results, shape<Sizes...>::rank>) != 0;

// ---- witnesses as types

template <const proof& Proof, class Numbers>
struct witness;
template <const proof& Proof, int... K>
struct witness<Proof, raising::numbers<K...>> {
  using first = mercator::at_point<Proof.first[K]...>;
  using second = mercator::at_point<Proof.second[K]...>;
  using element = mercator::element<Proof.element[K]...>;
};

template <const proof& Proof, bool Found = Proof.has_witness>
struct witness_of {
  using first = typename witness<Proof, raising::count_to<Proof.variables>>::first;
  using second = typename witness<Proof, raising::count_to<Proof.second_variables>>::second;
  using element = typename witness<Proof, raising::count_to<Proof.elements>>::element;
};
template <const proof& Proof>
struct witness_of<Proof, false> {
  using first = no_witness_found;
  using second = no_witness_found;
  using element = no_witness_found;
};

}  // namespace analysis

// ---- verbs

/// Whether different points (dimensions and ranges) have different results: no two threads write one element.
inline constexpr struct is_injective_verb {
  template <IndexingMap Map>
  constexpr bool operator()(Map) const {
    return mercator::detail::decided<analysis::injective_proof<Map>.is, injectivity_undecided<simplified_t<Map>>>;
  }
  template <RuntimeMap Map>
  analysis::proof operator()(const Map& m) const {
    return analysis::ask(m, [](const auto& t, analysis::means with) { return analysis::prove_injective(t, with); });
  }
} is_injective{};

/// in_bounds(m, shape<4, 8>{}): whether every result is an index of the shape.
inline constexpr struct in_bounds_verb {
  template <IndexingMap Map, class Shape>
  constexpr bool operator()(Map, Shape) const {
    static_assert(analysis::ranks_agree<Map, Shape>);
    return mercator::detail::decided<analysis::bounds_proof<Map, Shape>.is, bounds_undecided<simplified_t<Map>, Shape>>;
  }
  template <RuntimeMap Map>
  analysis::proof operator()(const Map& m, const extents& shape) const {
    return analysis::ask(
        m, [&](const auto& t, analysis::means with) { return analysis::prove_in_bounds(t, shape, with); });
  }
} in_bounds{};

/// covers(m, shape<4, 8>{}): whether every element of the shape is a result, whatever the runtime variables
/// are: nothing is left unwritten.
template <IndexingMap Map, class Shape>
struct covers_of<Map, Shape> {
  static constexpr bool decide(Map, Shape) {
    static_assert(analysis::ranks_agree<Map, Shape>);
    return mercator::detail::decided<analysis::covering_proof<Map, Shape>.is,
                                     covering_undecided<simplified_t<Map>, Shape>>;
  }
};
template <RuntimeMap Map>
struct covers_of<Map, extents> {
  static analysis::proof decide(const Map& m, const extents& shape) {
    return analysis::ask(m,
                         [&](const auto& t, analysis::means with) { return analysis::prove_covers(t, shape, with); });
  }
};

/// The same under the name of the property.
inline constexpr covers_verb is_surjective{};

/// is_bijective(m, shape<4, 8>{}): whether every element of the shape is the result of one point, and nothing
/// else is.
inline constexpr struct is_bijective_verb {
  template <IndexingMap Map, class Shape>
  constexpr bool operator()(Map m, Shape s) const {
    return in_bounds(m, s) && is_injective(m) && covers(m, s);
  }
  template <RuntimeMap Map>
  analysis::proof operator()(const Map& m, const extents& shape) const {
    return analysis::ask(
        m, [&](const auto& t, analysis::means with) { return analysis::prove_bijective(t, shape, with); });
  }
} is_bijective{};

/// disjoint(f, g): whether no element is a result of both, whatever the runtime variables of each are.
template <IndexingMap A, IndexingMap B>
struct disjoint_of<A, B> {
  static constexpr bool decide(A, B) {
    static_cast<void>(maps_have_results_of_different_rank<A::counts.results, B::counts.results>{});
    if constexpr (A::counts.results == B::counts.results)
      return mercator::detail::decided<analysis::disjoint_proof<A, B>.is,
                                       disjointness_undecided<simplified_t<A>, simplified_t<B>>>;
    else
      return false;
  }
};
template <RuntimeMap A, RuntimeMap B>
struct disjoint_of<A, B> {
  static analysis::proof decide(const A& a, const B& b) {
    return analysis::ask(a, [&](const auto& t, analysis::means with) {
      const analysis::on_heap<symbolic::map_tree> u(1);
      b.write(*u);
      return analysis::prove_disjoint(t, *u, with);
    });
  }
};

/// Whether results never go back: of two points with the same runtime variables, the later in lexicographic
/// order of dimensions and ranges has results that are not earlier in that order.
inline constexpr struct is_monotonic_verb {
  template <IndexingMap Map>
  constexpr bool operator()(Map) const {
    return mercator::detail::decided<analysis::monotonic_proof<Map>.is, monotonicity_undecided<simplified_t<Map>>>;
  }
  template <RuntimeMap Map>
  analysis::proof operator()(const Map& m) const {
    return analysis::ask(m, [](const auto& t, analysis::means with) { return analysis::prove_monotonic(t, with); });
  }
} is_monotonic{};

/// How many points the domain has: values of dimensions, ranges and runtime variables together.
inline constexpr struct domain_size_verb {
  template <IndexingMap Map>
  constexpr i64 operator()(Map) const {
    constexpr analysis::count_of n = analysis::domain_count<Map>;
    if constexpr (!n.known) static_cast<void>(sizeof(size_undecided<simplified_t<Map>>));
    return n.value;
  }
  template <RuntimeMap Map>
  analysis::count_of operator()(const Map& m) const {
    return analysis::ask(m, [](const auto& t, analysis::means with) { return analysis::domain_size(t, with); });
  }
} domain_size{};

/// How many different results the map has, for each value of the runtime variables as many.
inline constexpr struct image_size_verb {
  template <IndexingMap Map>
  constexpr i64 operator()(Map) const {
    constexpr analysis::count_of n = analysis::image_count_of<Map>;
    if constexpr (!n.known) static_cast<void>(sizeof(size_undecided<simplified_t<Map>>));
    return n.value;
  }
  template <RuntimeMap Map>
  analysis::count_of operator()(const Map& m) const {
    return analysis::ask(m, [](const auto& t, analysis::means with) { return analysis::image_size(t, with); });
  }
} image_size{};

template <int Result>
struct image_bounds_verb {
  template <IndexingMap Map>
  constexpr interval operator()(Map) const {
    static_cast<void>(map_has_no_result_of_that_number<Result, Map::counts.results>{});
    if constexpr (Result >= 0 && Result < Map::counts.results) {
      constexpr analysis::tight_bounds_of b = analysis::bounds_of<Map, Result>;
      if constexpr (!b.known) static_cast<void>(sizeof(bounds_undecided<simplified_t<Map>>));
      return b.range;
    } else {
      return nothing;
    }
  }
  template <RuntimeMap Map>
  analysis::tight_bounds_of operator()(const Map& m) const {
    return analysis::ask(m, [](const auto& t, analysis::means with) {
      return Result >= 0 && Result < t.results ? analysis::image_bounds(t, Result, with) : analysis::tight_bounds_of{};
    });
  }
};

/// image_bounds<K>(m): the least and greatest value of result K; empty where the domain is.
template <int Result>
inline constexpr image_bounds_verb<Result> image_bounds{};

// ---- verbs that show why not

inline constexpr struct require_injective_verb {
  template <IndexingMap Map>
  constexpr bool operator()(Map) const {
    if constexpr (!is_injective(Map{})) {
      using shown = analysis::witness_of<analysis::injective_proof<Map>>;
      static_cast<void>(sizeof(
          is_not_injective<simplified_t<Map>, typename shown::first, typename shown::second, typename shown::element>));
    }
    return true;
  }
} require_injective{};

inline constexpr struct require_in_bounds_verb {
  template <IndexingMap Map, class Shape>
  constexpr bool operator()(Map, Shape) const {
    if constexpr (!in_bounds(Map{}, Shape{})) {
      using shown = analysis::witness_of<analysis::bounds_proof<Map, Shape>>;
      static_cast<void>(
          sizeof(is_out_of_bounds<simplified_t<Map>, Shape, typename shown::first, typename shown::element>));
    }
    return true;
  }
} require_in_bounds{};

inline constexpr struct require_covers_verb {
  template <IndexingMap Map, class Shape>
  constexpr bool operator()(Map, Shape) const {
    if constexpr (!covers(Map{}, Shape{})) {
      using shown = analysis::witness_of<analysis::covering_proof<Map, Shape>>;
      static_cast<void>(
          sizeof(does_not_cover<simplified_t<Map>, Shape, typename shown::element, typename shown::first>));
    }
    return true;
  }
} require_covers{};

inline constexpr struct require_bijective_verb {
  template <IndexingMap Map, class Shape>
  constexpr bool operator()(Map m, Shape s) const {
    return require_in_bounds(m, s) && require_injective(m) && require_covers(m, s);
  }
} require_bijective{};

inline constexpr struct require_disjoint_verb {
  template <IndexingMap A, IndexingMap B>
  constexpr bool operator()(A, B) const {
    if constexpr (!disjoint(A{}, B{})) {
      using shown = analysis::witness_of<analysis::disjoint_proof<A, B>>;
      static_cast<void>(sizeof(are_not_disjoint<simplified_t<A>, simplified_t<B>, typename shown::first,
                                                typename shown::second, typename shown::element>));
    }
    return true;
  }
} require_disjoint{};

inline constexpr struct require_monotonic_verb {
  template <IndexingMap Map>
  constexpr bool operator()(Map) const {
    if constexpr (!is_monotonic(Map{})) {
      using shown = analysis::witness_of<analysis::monotonic_proof<Map>>;
      static_cast<void>(sizeof(is_not_monotonic<simplified_t<Map>, typename shown::first, typename shown::second>));
    }
    return true;
  }
} require_monotonic{};

namespace analysis {

/// Whether the fact holds, in a sentence; where not, with the witness: the element, and the point or points. Of
/// `covers` they are an element that is no result, and the values of the runtime variables.
constexpr sentence explain(const proof& p) {
  sentence out;
  if (p.is == truth::undecided) return out << "It takes too much work to decide.";
  if (p.is == truth::yes) return out << "It holds.";
  out << "It does not hold";
  if (!p.has_witness) return out << ".";
  if (p.elements != 0) (out << ": element ").tuple(p.element, p.elements);
  if (p.variables != 0) (out << " at ").tuple(p.first, p.variables);
  if (p.second_variables != 0) (out << " and ").tuple(p.second, p.second_variables);
  return out << ".";
}

}  // namespace analysis

}  // namespace mercator
