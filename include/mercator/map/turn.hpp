// Maps turned round, and ranges dropped or rescaled: operations whose outcome decides how many variables there are, so
// that they are done at once and give a spelled-out map.
#pragma once

#include "mercator/map/compose.hpp"
#include "mercator/map/simplify.hpp"
#include "mercator/symbolic/inverse.hpp"
#include "mercator/symbolic/inverse_by_table.hpp"
#include "mercator/symbolic/mixed_radix.hpp"
#include "mercator/symbolic/operations.hpp"

namespace mercator {

/// An error: the map could not be solved for its variables. It is not injective, or is put together otherwise than by
/// permutation, affine combination, mixed-radix digits and residues, and its box has more points than are looked at.
template <class Map>
struct inverse_requires_a_map_that_can_be_solved {
  static_assert(sizeof(Map) == 0, "mercator: inverse(m) requires an injective map that the engine can solve");
};

namespace turning {

/// What an operation makes of a map, into a fresh one; false where it cannot.
using operation = bool (*)(symbolic::map_form&, symbolic::map_form&);

template <int Words>
constexpr packing::packed<Words> build_turned(detail::builder build, operation turn) {
  symbolic::pool p, q;
  symbolic::map_form m(p), out(q);
  build(m);
  const auto fits = [&] { return !p.full && !p.overflow && !q.full && !q.overflow; };
  if (fits() && !turn(m, out) && fits()) return packing::packed<Words>(packing::status::failed);
  detail::pass_on_failure(p, q);
  return packing::pack_simplified<Words>(out);
}

template <class Turned, int Words>
struct source {
  static constexpr packing::packed<Words> value = build_turned<Words>(&Turned::map::build, &Turned::turn);
};

/// The type of a map after an operation. A class that derives from this has `map` and `turn`.
template <class Turned>
using result = raising::map<packing::fitting<Turned, source>>;

template <class Map>
struct inverted {
  using map = Map;
  /// What compilers' limits on constant evaluation leave room for.
  static constexpr symbolic::solving_budget budget{16, 3};
  static constexpr bool turn(symbolic::map_form& m, symbolic::map_form& out) {
    return solve(m, out, has_many_quotients(m));
  }
  /// For its variables, or for the digits that its quotients make of them.
  static constexpr bool solve(symbolic::map_form& m, symbolic::map_form& out, bool by_digits) {
    if (!by_digits) return symbolic::inverse(m, out, budget);
    symbolic::pool p;
    symbolic::map_form of_digits(p);
    return symbolic::inverse_by_digits(m, of_digits, out, budget);
  }
  /// So many of single variables that are no results take those limits where they are solved for one by one.
  static constexpr bool has_many_quotients(const symbolic::map_form& m) {
    constexpr int many = 4;
    bool is_result[symbolic::pool::max_atoms];
    for (int a = 0; a < m.p.atoms; ++a) is_result[a] = false;
    for (int i = 0; i < m.results; ++i)
      if (m.p.is_atom(m.result[i])) is_result[m.p.atom[m.p.begin[m.result[i]]]] = true;
    int quotients = 0;
    for (int a = m.variables(); a < m.p.atoms; ++a) {
      const int n = m.p.operand[a];
      quotients +=
          m.p.kind[a] == symbolic::atom_kind::quotient && m.p.length[n] == 1 && !is_result[m.p.atom[m.p.begin[n]]];
    }
    return quotients >= many;
  }
  template <class>
  struct failure {
    using type = inverse_requires_a_map_that_can_be_solved<Map>;
  };
};

/// The inverse in the way that is not the first.
template <class Map>
struct inverted_otherwise : inverted<Map> {
  static constexpr bool turn(symbolic::map_form& m, symbolic::map_form& out) {
    return inverted<Map>::solve(m, out, !inverted<Map>::has_many_quotients(m));
  }
};

/// How many points' table compilers' limits on constant evaluation leave room for.
inline constexpr int most_points = 96;

/// The inverse by a table of the domain's points, which is no template's instance before someone asks for one.
template <int Words, int Points = most_points>
constexpr packing::packed<Words> build_inverse_by_table(detail::builder build) {
  symbolic::pool p;
  symbolic::map_form m(p);
  symbolic::map_tree out;
  build(m);
  if (!p.full && !p.overflow) symbolic::simplify_domain(m);
  if (p.full || p.overflow) return packing::packed<Words>(packing::status::failed);
  symbolic::inverse_by_table<Points, false> table(m, out);
  if (table.make(Points) != symbolic::inversion::done) return packing::packed<Words>(packing::status::failed);
  return packing::pack<Words>(out);
}

template <class Inverted, int Words>
struct table_source {
  static constexpr packing::packed<Words> value = build_inverse_by_table<Words>(&Inverted::map::build);
};

constexpr bool is_there(packing::status s) { return s == packing::status::good || s == packing::status::no_room; }

template <class Inverted, template <class, int> class Source>
inline constexpr bool has_value = is_there(Source<Inverted, packing::usual_words>::value.state);

/// The class whose `value` is the inverse: solved, in the first way or in the other, or where a table is possible, the
/// table.
template <class Map, bool IsSolved = has_value<inverted<Map>, source>>
struct inverse_value : packing::fitting<inverted<Map>, source> {};

template <class Map, bool IsThere = has_value<inverted<Map>, table_source>>
struct tabulated : packing::fitting<inverted<Map>, source> {};
template <class Map>
struct tabulated<Map, true> : packing::fitting<inverted<Map>, table_source> {};

template <class Map, bool IsSolved = has_value<inverted_otherwise<Map>, source>>
struct solved_otherwise : packing::fitting<inverted_otherwise<Map>, source> {};
template <class Map>
struct solved_otherwise<Map, false> : tabulated<Map> {};

template <class Map>
struct inverse_value<Map, false> : solved_otherwise<Map> {};

template <class Map>
struct conversed {
  using map = Map;
  static constexpr bool turn(symbolic::map_form& m, symbolic::map_form& out) { return symbolic::converse(m, out); }
  /// Every relation can be turned round where there is room for it.
  template <class>
  struct failure {
    using type = map_too_large<Map>;
  };
};

template <class Map>
struct trimmed {
  using map = Map;
  static constexpr bool turn(symbolic::map_form& m, symbolic::map_form& out) {
    symbolic::simplify_domain(m);
    symbolic::drop_unused(m, out);
    return true;
  }
};

template <class Map>
struct rescaled {
  using map = Map;
  static constexpr bool turn(symbolic::map_form& m, symbolic::map_form& out) {
    symbolic::rescale_ranges(m, out);
    return true;
  }
};

}  // namespace turning

/// The inverse of an injective map: its results become dimensions, its dimensions and then ranges results; the domain
/// is the image. Simplified where it can be solved for the variables. Else, of a map whose box has at most 96 points, a
/// sum of steps for each variable, as it is written; a long one can be evaluated, but not always simplified or
/// composed.
inline constexpr struct inverse_verb {
  template <IndexingMap Map>
  constexpr auto operator()(Map) const {
    return raising::map<turning::inverse_value<Map>>{};
  }
  /// Of a runtime_map: a result<runtime_map>.
  template <ValueMap Map>
  auto operator()(const Map& m) const {
    return m.inverse();
  }
} inverse{};

/// The relation from dimensions to results turned round: what the results do not determine becomes a range. It turns an
/// output-to-input map into the input-to-output one. Simplified.
inline constexpr struct converse_verb {
  template <IndexingMap Map>
  constexpr auto operator()(Map) const {
    return turning::result<turning::conversed<Map>>{};
  }
  /// Of a runtime_map: a result<runtime_map>.
  template <ValueMap Map>
  auto operator()(const Map& m) const {
    return m.converse();
  }
} converse{};

/// The map without the range variables that neither results nor constraints use. Multiplicity is lost: a sum uses the
/// map before. Simplified.
inline constexpr struct drop_unused_verb {
  template <IndexingMap Map>
  constexpr auto operator()(Map) const {
    return turning::result<turning::trimmed<Map>>{};
  }
  /// Of a runtime_map: a result<runtime_map>.
  template <ValueMap Map>
  auto operator()(const Map& m) const {
    return m.drop_unused();
  }
} drop_unused{};

/// Range variables with a constraint `s mod k in [c, c]` are rescaled: s becomes k*s + c. The relation from dimensions
/// to results stays. Simplified.
inline constexpr struct rescale_ranges_verb {
  template <IndexingMap Map>
  constexpr auto operator()(Map) const {
    return turning::result<turning::rescaled<Map>>{};
  }
  /// Of a runtime_map: a result<runtime_map>.
  template <ValueMap Map>
  auto operator()(const Map& m) const {
    return m.rescale_ranges();
  }
} rescale_ranges{};

}  // namespace mercator
