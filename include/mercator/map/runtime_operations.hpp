// Operations on maps at run time beside composition.
#pragma once

#include <limits>
#include <optional>

#include "mercator/map/inverting_by_cases.hpp"
#include "mercator/map/inverting_by_period.hpp"
#include "mercator/map/runtime_map.hpp"
#include "mercator/symbolic/fold.hpp"
#include "mercator/symbolic/independent_parts.hpp"
#include "mercator/symbolic/inverse_by_table.hpp"
#include "mercator/symbolic/mixed_radix.hpp"
#include "mercator/symbolic/operations.hpp"
#include "mercator/symbolic/solve_quotients.hpp"
#include "mercator/symbolic/step_chains.hpp"

namespace mercator {

namespace detail {

inline std::vector<int> numbers_up_to(int count) {
  std::vector<int> out;
  for (int k = 0; k < count; ++k) out.push_back(k);
  return out;
}

inline void keep_names(const runtime_tree& from, const std::vector<int>& kept, symbolic::map_tree& out) {
  if (!from.named || static_cast<int>(kept.size()) != out.variables()) return;
  int v = 0, at = 0;
  for (const int old : kept) {
    out.name_begin[v++] = at;
    for (int k = from.name_begin[old]; k < from.name_begin[old + 1]; ++k) out.name[at++] = from.name[k];
  }
  out.name_begin[v] = at;
  out.named = true;
}

inline map_error does_not_fit() {
  return {0, 0, "the map does not fit: it has too many terms or values beyond 64 bits"};
}

inline map_error no_such(const char* what, int number, int count) {
  return {0, 0,
          std::string("there is no ") + what + " number " + std::to_string(number) + ": the map has " +
              counted(count, what)};
}

}  // namespace detail

template <class Build>
result<runtime_map> runtime_map::build(Build build, const map_limits& limits) {
  workspace& w = workspace::of_this_thread();
  symbolic::map_form& form = w.form(0);
  symbolic::map_tree& out = w.tree(1);
  build(form);
  std::vector<interval> given = clamps_of(form);
  if (!detail::simplify_form(form, out)) return detail::does_not_fit();
  if (out.nodes > limits.nodes) return detail::too_large("node", out.nodes, limits.nodes);
  return runtime_map(out, true).clamping(std::move(given));
}

template <class Turn>
result<runtime_map> runtime_map::turned(Turn turn, const std::vector<int>* kept, const map_limits& limits) const {
  workspace& w = workspace::of_this_thread();
  symbolic::map_form &form = w.form(0), &turned = w.form(2);
  lower(form);
  if (!detail::fits(form)) return detail::does_not_fit();
  const char* wrong = turn(form, turned);
  if (!detail::fits(form)) return detail::does_not_fit();
  if (wrong != nullptr) return map_error{0, 0, wrong};
  symbolic::map_tree& out = w.tree(1);
  if (!detail::simplify_form(turned, out)) return detail::does_not_fit();
  if (out.nodes > limits.nodes) return detail::too_large("node", out.nodes, limits.nodes);
  if (kept == nullptr) return runtime_map(out, true).clamping(clamps());
  detail::keep_names(*tree_, *kept, out);
  std::vector<interval> left;
  for (const int v : *kept)
    if (v >= tree_->dims + tree_->ranges) left.push_back(clamped_to(v - tree_->dims - tree_->ranges));
  return runtime_map(out, true).clamping(std::move(left));
}

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
  const auto point = [&](int which) {
    std::string text;
    for (int v = 0; v < m.variables(); ++v) text += (v == 0 ? "" : ", ") + std::to_string(table.witness(which, v));
    return "(" + text + ")";
  };
  return {0, 0, "inverse requires an injective map: the results at " + point(0) + " and " + point(1) + " are the same"};
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
    parts = inverse_by_parts(limits, true);
    if (!parts) parts = detail::inverting_by_cases(limits).invert(*this);
    if (parts) return *parts;
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

inline result<runtime_map> runtime_map::drop_unused(const map_limits& limits) const {
  std::vector<int> kept;
  return turned(
      [&](symbolic::map_form& m, symbolic::map_form& out) -> const char* {
        symbolic::simplify_domain(m);
        bool used[symbolic::pool::max_atoms] = {};
        symbolic::mark_atoms(m, used);
        for (int v = 0; v < m.variables(); ++v)
          if (v < m.dims || v >= m.dims + m.ranges || used[v]) kept.push_back(v);
        symbolic::drop_unused(m, out);
        return nullptr;
      },
      &kept, limits);
}

inline result<runtime_map> runtime_map::rescale_ranges(const map_limits& limits) const {
  const std::vector<int> kept = detail::numbers_up_to(tree_->variables());
  return turned(
      [](symbolic::map_form& m, symbolic::map_form& out) -> const char* {
        symbolic::rescale_ranges(m, out);
        return nullptr;
      },
      &kept, limits);
}

namespace detail {

/// The whole map again, in a fresh form whose variables may be of other kinds.
inline void copy_with_kinds(const symbolic::map_form& m, int dims, int ranges, symbolic::map_form& out) {
  int image[symbolic::limits::variables];
  for (int v = 0; v < m.variables(); ++v) {
    if (v < dims)
      out.add_dimension(m.p.range(v));
    else if (v < dims + ranges)
      out.add_range(m.p.range(v));
    else
      out.add_runtime(m.p.range(v));
  }
  if (m.known_empty || out.known_empty) return out.become_empty(m.results);
  for (int v = 0; v < m.variables(); ++v) image[v] = out.p.variable(v);
  symbolic::detail::carry(out, m, image);
}

}  // namespace detail

inline result<runtime_map> runtime_map::ranges_to_dimensions(const map_limits& limits) const {
  const std::vector<int> kept = detail::numbers_up_to(tree_->variables());
  return turned(
      [](symbolic::map_form& m, symbolic::map_form& out) -> const char* {
        detail::copy_with_kinds(m, m.dims + m.ranges, 0, out);
        return nullptr;
      },
      &kept, limits);
}

inline result<runtime_map> runtime_map::dimensions_to_ranges(int count, const map_limits& limits) const {
  if (count < 0 || count > tree_->dims)
    return map_error{
        0, 0,
        "dimensions_to_ranges requires that the map has as many dimensions: it has " + std::to_string(tree_->dims)};
  const std::vector<int> kept = detail::numbers_up_to(tree_->variables());
  return turned(
      [&](symbolic::map_form& m, symbolic::map_form& out) -> const char* {
        detail::copy_with_kinds(m, m.dims - count, m.ranges + count, out);
        return nullptr;
      },
      &kept, limits);
}

inline result<runtime_map> runtime_map::submap(std::span<const int> results, const map_limits& limits) const {
  if (results.size() > static_cast<std::size_t>(symbolic::limits::results)) return detail::does_not_fit();
  for (const int k : results)
    if (k < 0 || k >= tree_->results) return detail::no_such("result", k, tree_->results);
  const std::vector<int> kept = detail::numbers_up_to(tree_->variables());
  return turned(
      [&](symbolic::map_form& m, symbolic::map_form& out) -> const char* {
        symbolic::select_results(m, results.data(), static_cast<int>(results.size()));
        detail::copy_with_kinds(m, m.dims, m.ranges, out);
        return nullptr;
      },
      &kept, limits);
}

inline result<runtime_map> runtime_map::side_by_side(const runtime_map& other, const map_limits& limits) const {
  const map_counts a = counts(), b = other.counts();
  if (a.dimensions != b.dimensions || a.ranges != b.ranges || a.runtimes != b.runtimes)
    return map_error{0, 0, "side_by_side requires maps with as many variables of each kind"};
  const std::vector<int> kept = detail::numbers_up_to(tree_->variables());
  symbolic::map_form& second = workspace::of_this_thread().form(1);
  other.lower(second);
  if (!detail::fits(second)) return detail::does_not_fit();
  return turned(
      [&](symbolic::map_form& m, symbolic::map_form& out) -> const char* {
        symbolic::append_results(m, second);
        detail::copy_with_kinds(m, m.dims, m.ranges, out);
        return nullptr;
      },
      &kept, limits);
}

inline result<runtime_map> runtime_map::add_constraint(std::string_view expression, interval range,
                                                       const map_limits& limits) const {
  if (tree_->known_empty) return *this;
  std::string text = to_string();
  text += tree_->variables() == 0 && tree_->constraints == 0 ? ", domain: " : ", ";
  const int before = static_cast<int>(text.size());
  text.append(expression);
  text += " in [" + std::to_string(range.lo) + ", " + std::to_string(range.hi) + "]";
  result<runtime_map> parsed = parse(text, limits);
  if (!parsed) {
    const map_error& e = parsed.error();
    return map_error{e.line, e.line == 1 ? e.column - before : e.column, e.message};
  }
  if (parsed->tree_->constraints != tree_->constraints + 1)
    return map_error{1, 1, "add_constraint requires one expression"};
  return parsed->simplify().clamping(clamps());
}

namespace detail {

/// Gives a runtime variable the interval that its values are clamped to; its own becomes a constraint.
inline void widen(symbolic::map_form& m, int variable, interval to) {
  const int v = m.dims + m.ranges + variable;
  const interval own = m.p.range(v);
  if (m.known_empty || own == to) return;
  m.p.lo[v] = to.lo;
  m.p.hi[v] = to.hi;
  m.add_constraint(m.p.variable(v), own);
}

}  // namespace detail

inline result<runtime_map> runtime_map::fold_runtime(int variable, i64 value, const map_limits& limits) const {
  if (variable < 0 || variable >= tree_->runtimes)
    return detail::no_such("runtime variable", variable, tree_->runtimes);
  std::vector<int> kept = detail::numbers_up_to(tree_->variables());
  kept.erase(kept.begin() + tree_->dims + tree_->ranges + variable);
  return turned(
      [&](symbolic::map_form& m, symbolic::map_form& out) -> const char* {
        detail::widen(m, variable, clamped_to(variable));
        symbolic::fold_runtime(m, variable, value, symbolic::beyond::clamped, out);
        return nullptr;
      },
      &kept, limits);
}

inline result<runtime_map> runtime_map::fold_runtime(int variable, const runtime_map& value,
                                                     const map_limits& limits) const {
  if (variable < 0 || variable >= tree_->runtimes)
    return detail::no_such("runtime variable", variable, tree_->runtimes);
  if (!(value.counts() == map_counts{tree_->dims, tree_->ranges, 0, 1}))
    return map_error{0, 0,
                     "fold_runtime requires a value with the map's dimensions and ranges, no runtime variables and "
                     "one result"};
  std::vector<int> kept = detail::numbers_up_to(tree_->variables());
  kept.erase(kept.begin() + tree_->dims + tree_->ranges + variable);
  symbolic::map_form& with = workspace::of_this_thread().form(1);
  value.lower(with);
  if (!detail::fits(with)) return detail::does_not_fit();
  return turned(
      [&](symbolic::map_form& m, symbolic::map_form& out) -> const char* {
        detail::widen(m, variable, clamped_to(variable));
        symbolic::fold_runtime(m, variable, with, symbolic::beyond::clamped, out);
        return nullptr;
      },
      &kept, limits);
}

namespace detail {

inline map_error out_of_range(const runtime_map& m, int variable, interval is, interval allowed) {
  const auto shown = [](interval r) { return "[" + std::to_string(r.lo) + ", " + std::to_string(r.hi) + "]"; };
  const std::string name = m.variable_name(m.counts().dimensions + m.counts().ranges + variable);
  return {0, 0,
          name + " must lie in " + shown(allowed) + "; got " +
              (is.is_point() ? std::to_string(is.lo) : "values in " + shown(is))};
}

}  // namespace detail

inline result<runtime_map> runtime_map::fold_runtime_checked(int number, i64 value, const map_limits& limits) const {
  if (number >= 0 && number < tree_->runtimes && !tree_->known_empty) {
    const interval allowed = clamped_to(number);
    if (!allowed.contains(value)) return detail::out_of_range(*this, number, {value, value}, allowed);
  }
  return fold_runtime(number, value, limits);
}

inline result<runtime_map> runtime_map::fold_runtime_checked(int number, const runtime_map& value,
                                                             const map_limits& limits) const {
  if (number >= 0 && number < tree_->runtimes && value.tree_->results == 1 && !tree_->known_empty) {
    const interval allowed = clamped_to(number), is = value.bounds(0);
    if (!is.empty() && !allowed.contains(is)) return detail::out_of_range(*this, number, is, allowed);
  }
  return fold_runtime(number, value, limits);
}

inline interval runtime_map::bounds(int result) const {
  assert(result >= 0 && result < tree_->results);
  symbolic::map_form& m = workspace::of_this_thread().form(0);
  lower(m);
  return symbolic::result_bounds(m, result);
}

}  // namespace mercator
