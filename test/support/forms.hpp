// Maps in normal form: made of texts and trees, and as the sets of their points by the definition of their
// lines.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "mercator/symbolic/compose.hpp"
#include "mercator/symbolic/settle.hpp"
#include "test/support/lines.hpp"
#include "test/support/reference.hpp"

namespace mercator_test {

using mercator::symbolic::map_form;

/// A form and the pool that it stands in.
struct form {
  pool p;
  map_form m{p};

  form() = default;
  explicit form(const map_tree& t) { lower(t, m); }
  explicit form(const std::string& text) : form(*tree_of(text)) {}
  form(const form&) = delete;

  bool fits() const { return !p.full && !p.overflow; }
};

/// Null where something does not fit.
inline std::unique_ptr<map_tree> simplified(form& f, const map_tree* written = nullptr) {
  auto out = std::make_unique<map_tree>();
  if (f.fits()) simplify_fully(f.m, *out, written);
  if (!f.fits() || out->full) return nullptr;
  return out;
}

inline std::unique_ptr<map_tree> simplified(const map_tree& t) {
  const auto f = std::make_unique<form>(t);
  return simplified(*f, &t);
}

inline std::string simplified_text(const std::string& text) {
  const auto t = simplified(*tree_of(text));
  return t ? text_of(*t) : "does not fit";
}

inline intervals box_of(const map_form& m) {
  intervals out;
  for (int v = 0; v < m.variables(); ++v) out.push_back(m.p.range(v));
  return out;
}

inline bool in_domain(const map_form& m, const point& at) {
  for (int i = 0; i < m.constraints; ++i) {
    const wide x = value(m.p, m.constraint[i], at);
    if (x < m.constraint_range[i].lo || x > m.constraint_range[i].hi) return false;
  }
  return true;
}

/// Calls visit(point, results) for every point of the domain.
template <class Visit>
void for_each_pair(const map_form& m, Visit visit) {
  if (m.known_empty) return;
  for_each_point(box_of(m), [&](const point& at) {
    if (!in_domain(m, at)) return;
    point results;
    for (int i = 0; i < m.results; ++i) results.push_back(static_cast<i64>(value(m.p, m.result[i], at)));
    visit(at, static_cast<const point&>(results));
  });
}

template <class Visit>
void for_each_pair(const map_tree& t, Visit visit) {
  for_each_point(t, [&](const point& at) {
    if (!in_domain(t, at)) return true;
    point results;
    for (int i = 0; i < t.results; ++i) results.push_back(static_cast<i64>(value_of(t, t.result[i], at)));
    visit(at, static_cast<const point&>(results));
    return true;
  });
}

/// Points with what they are mapped to.
using graph = std::set<std::pair<point, point>>;

template <class Map>
graph graph_of(const Map& m) {
  graph out;
  for_each_pair(m, [&](const point& at, const point& results) { out.emplace(at, results); });
  return out;
}

/// What the dimensions and runtime variables are related to through any values of the ranges.
template <class Map>
graph relation_of(const Map& m) {
  graph out;
  for_each_pair(m, [&](point at, const point& results) {
    at.erase(at.begin() + m.dims, at.begin() + m.dims + m.ranges);
    out.emplace(std::move(at), results);
  });
  return out;
}

/// Results to the first `wanted` variables, at each value of the runtime variables.
inline graph turned(const map_tree& t, int wanted) {
  graph out;
  for_each_pair(t, [&](const point& at, point results) {
    results.insert(results.end(), at.end() - t.runtimes, at.end());
    out.emplace(results, point(at.begin(), at.begin() + wanted));
  });
  return out;
}

/// Calls visit(tree) with random maps, drawn until `count` of them fit.
template <class Visit>
void for_random_maps(random_maps& maps, long long count, Visit visit) {
  while (count > 0) {
    const auto t = tree_of(maps.next());
    if (!t) continue;
    --count;
    visit(static_cast<const map_tree&>(*t));
  }
}

}  // namespace mercator_test
