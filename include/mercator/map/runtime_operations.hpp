// Operations on maps at run time beside composition.
#pragma once

#include "mercator/map/runtime_building.hpp"
#include "mercator/map/runtime_inverse.hpp"
#include "mercator/symbolic/fold.hpp"
#include "mercator/symbolic/operations.hpp"

namespace mercator {

namespace detail {

inline std::vector<int> numbers_up_to(int count) {
  std::vector<int> out;
  for (int k = 0; k < count; ++k) out.push_back(k);
  return out;
}

inline map_error no_such(const char* what, int number, int count) {
  return {0, 0,
          std::string("there is no ") + what + " number " + std::to_string(number) + ": the map has " +
              counted(count, what)};
}

}  // namespace detail

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
