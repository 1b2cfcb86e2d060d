// The inverse of a map at run time, by the means there are, one after the other; and the converse.
#pragma once

#include <limits>
#include <memory>
#include <optional>

#include "mercator/map/inverting_by_cases.hpp"
#include "mercator/map/inverting_by_period.hpp"
#include "mercator/map/runtime_building.hpp"
#include "mercator/symbolic/independent_parts.hpp"
#include "mercator/symbolic/inverse_by_table.hpp"
#include "mercator/symbolic/mixed_radix.hpp"
#include "mercator/symbolic/operations.hpp"
#include "mercator/symbolic/solve_quotients.hpp"
#include "mercator/symbolic/step_chains.hpp"

namespace mercator {

namespace detail {

/// How many terms the lines of a map have, and those that their atoms are made of.
inline int terms_of(const symbolic::map_form& m) {
  bool used[symbolic::pool::max_atoms] = {};
  symbolic::mark_atoms(m, used);
  int terms = 0;
  for (int i = 0; i < m.results; ++i) terms += m.p.length[m.result[i]];
  for (int i = 0; i < m.constraints; ++i) terms += m.p.length[m.constraint[i]];
  for (int a = m.variables(); a < m.p.atoms; ++a) terms += used[a] ? m.p.length[m.p.operand[a]] : 0;
  return terms;
}

/// Of two points with the same results.
template <class Table>
map_error not_injective(const symbolic::map_form& m, const Table& table) {
  i64 point[2][symbolic::limits::variables];
  for (int v = 0; v < m.variables(); ++v)
    for (int which = 0; which < 2; ++which) point[which][v] = table.witness(which, v);
  return not_injective(point[0], point[1], m.variables());
}

}  // namespace detail

template <template <int> class Steps>
std::optional<result<runtime_map>> runtime_map::inverse_by_table(const map_limits& limits, const char*& why_not) const {
  constexpr i64 most_points = 65536;
  constexpr int most_rows = 2048;
  constexpr int few_nodes = 256;  // are simplified in a few milliseconds
  workspace& w = workspace::of_this_thread();
  symbolic::map_form& form = w.form(0);
  symbolic::map_tree& out = w.tree(1);
  lower(form);
  if (detail::fits(form)) symbolic::simplify_domain(form);
  why_not = "; a table of its points is too large";
  if (!detail::fits(form)) return {};
  const auto table = std::make_unique<symbolic::inverse_by_table<most_rows, true, Steps>>(form, out);
  const symbolic::inversion made = table->make(most_points);
  if (made == symbolic::inversion::not_injective) return detail::not_injective(form, *table);
  if (made == symbolic::inversion::too_many_points) why_not = "; its domain has too many points for a table";
  if (made != symbolic::inversion::done) return {};
  if (out.nodes > limits.nodes) return detail::too_large("node", out.nodes, limits.nodes);
  const bool is_small = out.nodes <= few_nodes && !Steps<most_rows>::has_residue;
  const runtime_map whole = runtime_map(out).clamping(clamps());
  return is_small ? whole.simplify() : whole;
}

inline std::optional<runtime_map> runtime_map::inverse_by_period(const map_limits& limits) const {
  symbolic::map_form& form = workspace::of_this_thread().form(0);
  const symbolic::map_tree& written = lower(form);
  if (detail::fits(form)) symbolic::simplify_domain(form);
  if (!detail::fits(form) || form.known_empty) return {};
  const symbolic::map_tree* const out = detail::inverting_by_period(form, written).invert();
  if (out == nullptr || out->nodes > limits.nodes) return {};
  return runtime_map(*out).clamping(clamps());
}

inline std::optional<runtime_map> runtime_map::inverse_by_parts(const map_limits& limits, bool by_cases) const {
  workspace& w = workspace::of_this_thread();
  symbolic::map_form& form = w.form(0);
  lower(form);
  if (!detail::fits(form) || form.known_empty) return {};
  const symbolic::independent_parts parts(form);
  std::vector<runtime_map> made;
  for (int k = 0; k < parts.count() && parts.count() > 1; ++k) {
    symbolic::map_form& part = w.form(1);
    symbolic::map_tree& out = w.tree(1);
    parts.extract(k, part);
    if (!detail::simplify_form(part, out)) return {};
    made.push_back(runtime_map(out, true));
  }
  bool is_empty = false, is_simple = true;
  for (runtime_map& part : made) {
    result<runtime_map> inverse = part.inverse(limits, by_cases);
    if (!inverse) return {};
    part = *inverse;
    is_empty |= part.is_known_empty();
    is_simple &= part.simplified_;
  }
  if (made.empty() || is_empty) return {};
  symbolic::map_tree& joined = w.tree(1);
  parts.begin(joined);
  for (int k = 0; k < parts.count(); ++k) {
    symbolic::map_tree& part = w.tree(0);
    made[static_cast<std::size_t>(k)].write(part);
    parts.add(k, part, joined);
  }
  if (joined.full || joined.nodes > limits.nodes) return {};
  const runtime_map whole = runtime_map(joined).clamping(clamps());
  return is_simple ? whole.simplify() : whole;
}

inline result<runtime_map> runtime_map::inverse(const map_limits& limits) const { return inverse(limits, true); }

inline result<runtime_map> runtime_map::inverse(const map_limits& limits, bool by_cases) const {
  constexpr int many_terms = 80;    // of a map: it takes long to solve, and has a long inverse
  constexpr int many_solved = 100;  // of an inverse: it takes long to simplify, and often does not fit
  constexpr int most_shears = 4;    // which variable in which quotient is sheared; 0 is none
  constexpr int nodes_of_term = 4;  // a table with more of them is longer than what is solved for
  symbolic::map_form& written = workspace::of_this_thread().form(0);
  lower(written);
  const bool table_first = detail::fits(written) && detail::terms_of(written) > many_terms;
  const char* why_not = "";
  int terms = 0;  // of the inverse that is solved for
  bool is_long = false;
  using symbolic::equations, symbolic::quotient_equations, symbolic::step_sums, symbolic::step_chains;
  const auto solve = [&](auto invert, int most_terms = std::numeric_limits<int>::max()) {
    return turned(
        [&](symbolic::map_form& m, symbolic::map_form& out) -> const char* {
          if (!invert(m, out, {})) return "inverse requires an injective map that the engine can solve";
          terms = detail::fits(out) ? detail::terms_of(out) : 0;
          is_long = terms > most_terms;
          return is_long ? "" : nullptr;  // nobody reads it: the table is next, and then solving whatever the length
        },
        nullptr, limits);
  };
  if (table_first)
    if (const auto table = inverse_by_table<step_sums>(limits, why_not)) return *table;
  result<runtime_map> solved = solve(symbolic::inverse<equations>, many_solved);
  if (solved) return solved;
  for (int shear = 0; shear <= most_shears; ++shear) {
    solved = solve(
        [shear](symbolic::map_form& m, symbolic::map_form& out, symbolic::solving_budget budget) {
          return symbolic::inverse_by_digits(m, workspace::of_this_thread().form(1), out, budget, shear);
        },
        many_solved);
    if (solved) return solved;
  }
  std::optional<runtime_map> parts;
  if (!is_long) parts = inverse_by_parts(limits, false);
  if (parts) return *parts;
  std::optional<result<runtime_map>> table;
  if (!table_first) table = inverse_by_table<step_sums>(limits, why_not);
  if (table && !(is_long && *table && (*table)->tree_->nodes > nodes_of_term * terms)) return *table;
  if (is_long) {
    solved = solve(symbolic::inverse<equations>);
    if (!solved && !table) parts = inverse_by_parts(limits, false);
  }
  if (solved) return solved;
  if (parts) return *parts;
  if (table) return *table;
  solved = solve(symbolic::inverse<quotient_equations>);
  if (!solved) table = inverse_by_table<step_chains>(limits, why_not);
  if (solved || table) return solved ? solved : *table;
  if (const auto periodic = inverse_by_period(limits)) return *periodic;
  if (by_cases) {
    if (const auto made = inverse_by_parts(limits, true)) return *made;
    if (const auto made = detail::inverting_by_cases(limits).invert(*this)) return *made;
  }
  const char* const instead = by_cases && converse(limits) ? "; converse turns it round as a relation" : "";
  return map_error{0, 0, solved.error().message + why_not + instead};
}

inline result<runtime_map> runtime_map::converse(const map_limits& limits) const {
  return turned(
      [](symbolic::map_form& m, symbolic::map_form& out) {
        return symbolic::converse(m, out) ? nullptr : "converse requires a map that the engine can solve";
      },
      nullptr, limits);
}

}  // namespace mercator
