// Maps at run time from forms: built by a function, or turned from another map.
#pragma once

#include "mercator/map/runtime_map.hpp"

namespace mercator {

namespace detail {

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

inline map_error not_injective(const i64* first, const i64* second, int variables) {
  const auto text = [&](const i64* point) {
    std::string out;
    for (int v = 0; v < variables; ++v) out += (v == 0 ? "" : ", ") + std::to_string(point[v]);
    return "(" + out + ")";
  };
  return {
      0, 0,
      "inverse requires an injective map: the results at " + text(first) + " and " + text(second) + " are the same"};
}

inline map_error does_not_fit() {
  return {0, 0, "the map does not fit: it has too many terms or values beyond 64 bits"};
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

}  // namespace mercator
