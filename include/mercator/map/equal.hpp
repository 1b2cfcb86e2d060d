// Equality of static maps: decided, never guessed.
#pragma once

#include "mercator/map/decided.hpp"
#include "mercator/map/simplify.hpp"
#include "mercator/symbolic/decide.hpp"
#include "mercator/symbolic/reads.hpp"

namespace mercator {

/// An error: neither a proof nor a counterexample was found within the budget.
template <class F, class G>
struct equality_undecided {
  static_assert(sizeof(F) == 0,
                "mercator: f == g and same_reads(f, g) require maps that can be compared with little work; "
                "equal_within<N>(f, g) looks at up to N points");
};

namespace equality {

/// How many points are looked at before == gives up, in constant evaluation where each is dear.
inline constexpr int default_budget = 500;

/// The simplified tree of a map.
constexpr void simplified_tree(detail::builder build, symbolic::map_tree& out) {
  symbolic::pool p;
  symbolic::map_form m(p);
  build(m);
  if (!p.full && !p.overflow) symbolic::simplify_fully(m, out);
  out.full |= p.full || p.overflow;
}

using decision = symbolic::verdict (*)(const symbolic::map_tree&, const symbolic::map_tree&, int);

constexpr symbolic::verdict decide(detail::builder f, detail::builder g, int budget, decision how) {
  symbolic::map_tree a, b;
  simplified_tree(f, a);
  simplified_tree(g, b);
  return a.full || b.full ? symbolic::verdict{} : how(a, b, budget);
}

/// Whether two packed values are one.
constexpr bool same_words(const i64* a, int a_count, const i64* b, int b_count) {
  if (a_count != b_count) return false;
  for (int k = 0; k < a_count; ++k)
    if (a[k] != b[k]) return false;
  return true;
}

template <class F, class G>
constexpr bool same_form() {
  constexpr const auto &a = simplified_value<F>::value, &b = simplified_value<G>::value;
  return a.counts == b.counts && a.constraints == b.constraints && same_words(a.word, a.used, b.word, b.used);
}

/// Maps that simplify to one form are equal; others are decided within the budget.
template <class F, class G, int Budget, bool SameForm = same_form<F, G>()>
inline constexpr symbolic::truth answer = symbolic::truth::yes;

template <class F, class G, int Budget>
inline constexpr symbolic::truth answer<F, G, Budget, false> =
    decide(&F::build, &G::build, Budget, &symbolic::decide_equal).is;

template <class F, class G, int Budget>
inline constexpr symbolic::truth answer_of_reads =
    decide(&F::build, &G::build, Budget, &symbolic::decide_same_reads).is;

}  // namespace equality

/// Whether F and G are equal: the same counts of variables and results, the same domain, the same results on it.
template <class F, class G>
inline constexpr bool equal_v =
    detail::decided<equality::answer<F, G, equality::default_budget>, equality_undecided<F, G>>;

/// A map equals itself.
template <class F>
inline constexpr bool equal_v<F, F> = true;

/// f == g: equal_v of their types; a compile error where it is not decided.
template <IndexingMap F, IndexingMap G>
MERCATOR_HD constexpr bool operator==(F, G) {
  return equal_v<F, G>;
}

/// equal_within<N>(f, g) is f == g where up to N points may be looked at.
template <int Points>
struct equal_within_verb {
  template <IndexingMap F, IndexingMap G>
  MERCATOR_HD constexpr bool operator()(F, G) const {
    return detail::decided<equality::answer<F, G, Points>, equality_undecided<F, G>>;
  }
};

/// The function object.
template <int Points>
inline constexpr equal_within_verb<Points> equal_within{};

/// Whether two maps relate the same results to every value of dimensions and runtime variables, however often.
inline constexpr struct same_reads_verb {
  template <IndexingMap F, IndexingMap G>
  MERCATOR_HD constexpr bool operator()(F, G) const {
    return detail::decided<equality::answer_of_reads<F, G, equality::default_budget>, equality_undecided<F, G>>;
  }
} same_reads{};

/// A point: the values of dimensions, ranges and runtime variables.
template <i64... Values>
struct at_point {};

/// An error: the maps A and B, simplified, differ at the point Where.
template <class A, class B, class Where>
struct maps_differ {
  static_assert(sizeof(A) == 0, "mercator: expect_same<A, B>() requires equal maps; got these, which differ there");
};

namespace equality {

template <class F, class G>
inline constexpr symbolic::verdict why = decide(&F::build, &G::build, default_budget, &symbolic::decide_equal);

template <class F, class G, class Variables>
struct witness;
template <class F, class G, int... V>
struct witness<F, G, raising::numbers<V...>> {
  using type = at_point<why<F, G>.point[V]...>;
};

}  // namespace equality

/// For tests: an error that shows both maps, simplified, and a point where they differ.
template <class F, class G>
constexpr void expect_same() {
  if constexpr (!equal_v<F, G>) {
    constexpr int variables = equality::why<F, G>.counts_differ ? 0 : F::counts.variables();
    using where = typename equality::witness<F, G, raising::count_to<variables>>::type;
    static_cast<void>(sizeof(maps_differ<simplified_t<F>, simplified_t<G>, where>));
  }
}

}  // namespace mercator
