// A map as the set of its points, to be compared with an operation's definition.
#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "mercator/ops/numbers.hpp"
#include "mercator/symbolic/evaluate.hpp"
#include "mercator/symbolic/inverse.hpp"
#include "mercator/symbolic/simplify.hpp"

namespace mercator_test {

using mercator::i64;
using index = std::vector<i64>;
using relation = std::set<std::pair<index, index>>;

inline mercator::ops::numbers by_reference(const index& list) { return {list.data(), static_cast<int>(list.size())}; }

/// Calls visit with every index of a tensor, in row-major order.
template <class Visit>
void for_each_index(const index& sizes, Visit visit) {
  for (const i64 size : sizes)
    if (size == 0) return;
  index at(sizes.size(), 0);
  for (;;) {
    visit(at);
    std::size_t k = sizes.size();
    while (k > 0 && ++at[k - 1] == sizes[k - 1]) at[--k] = 0;
    if (k == 0) return;
  }
}

inline i64 value_of(const mercator::symbolic::pool& p, int line, const index& variables) {
  i64 sum = p.constant[line];
  for (int i = p.begin[line]; i < p.end(line); ++i) {
    const int a = p.atom[i];
    i64 x = 0;
    if (p.is_variable(a)) {
      x = variables[static_cast<std::size_t>(a)];
    } else {
      const i64 inner = value_of(p, p.operand[a], variables);
      if (p.kind[a] == mercator::symbolic::atom_kind::positive_part)
        x = inner > 0 ? inner : 0;
      else
        for (x = inner / p.divisor[a]; x * p.divisor[a] > inner;) --x;
    }
    sum += p.coefficient[i] * x;
  }
  return sum;
}

/// Calls visit(variables, results) with every point of the domain.
template <class Visit>
void for_each_point(const mercator::symbolic::map_form& m, Visit visit) {
  REQUIRE_FALSE(m.p.full);
  REQUIRE_FALSE(m.p.overflow);
  if (m.known_empty) return;
  index sizes;
  for (int k = 0; k < m.variables(); ++k) sizes.push_back(m.p.range(k).hi - m.p.range(k).lo + 1);
  bool any = false;
  for_each_index(sizes, [&](index at) {
    for (std::size_t k = 0; k < at.size(); ++k) at[k] += m.p.range(static_cast<int>(k)).lo;
    for (int k = 0; k < m.constraints; ++k)
      if (!m.constraint_range[k].contains(value_of(m.p, m.constraint[k], at))) return;
    index results;
    for (int k = 0; k < m.results; ++k) results.push_back(value_of(m.p, m.result[k], at));
    any = true;
    visit(at, results);
  });
  if (m.constraints == 0) CHECK(any);
}

enum class reads { once, any_number_of_times };

/// All pairs of dimensions (then runtime variables) and results.
inline relation relation_of(const mercator::symbolic::map_form& m, reads each = reads::once) {
  relation pairs;
  for_each_point(m, [&](const index& at, const index& results) {
    index from(at.begin(), at.begin() + m.dims);
    from.insert(from.end(), at.begin() + m.dims + m.ranges, at.end());
    const bool is_new = pairs.emplace(from, results).second;
    if (each == reads::once) CHECK(is_new);
  });
  return pairs;
}

/// The same for given values of the runtime variables: value(k, variables) is that of number k. Values outside
/// the interval are no points.
template <class Value>
relation relation_with(const mercator::symbolic::map_form& m, Value value) {
  relation pairs;
  for_each_point(m, [&](const index& at, const index& results) {
    for (int k = 0; k < m.runtimes; ++k)
      if (at[static_cast<std::size_t>(m.dims + m.ranges + k)] != value(k, at)) return;
    CHECK(pairs.emplace(index(at.begin(), at.begin() + m.dims), results).second);
  });
  return pairs;
}

/// Simplifying the map, which uses it up, changes none of its points.
inline void check_simplified(mercator::symbolic::map_form& m) {
  std::vector<std::pair<index, index>> points;
  for_each_point(m, [&](const index& at, const index& results) { points.emplace_back(at, results); });
  index first, sizes;
  for (int k = 0; k < m.variables(); ++k) {
    first.push_back(m.p.range(k).lo);
    sizes.push_back(m.known_empty ? 0 : m.p.range(k).hi - m.p.range(k).lo + 1);
  }
  static mercator::symbolic::map_tree tree;
  tree = {};
  mercator::symbolic::simplify(m, tree);
  REQUIRE_FALSE(tree.full);
  CHECK(tree.known_empty == points.empty());
  std::size_t next = 0;
  for_each_index(sizes, [&](index at) {
    for (std::size_t k = 0; k < at.size(); ++k) at[k] += first[k];
    if (!mercator::symbolic::contains(tree, at.data())) return;
    index results(static_cast<std::size_t>(tree.results));
    mercator::symbolic::evaluate(tree, at.data(), results.data());
    REQUIRE(next < points.size());
    CHECK(points[next++] == std::pair(at, results));
  });
  CHECK(next == points.size());
}

template <class Build>
relation built(Build build, reads each = reads::once) {
  mercator::symbolic::pool lines, again;
  mercator::symbolic::map_form m(lines), simplified(again);
  build(m);
  build(simplified);
  check_simplified(simplified);
  return relation_of(m, each);
}

inline relation turned(const relation& pairs) {
  relation out;
  for (const auto& [from, to] : pairs) out.emplace(to, from);
  return out;
}

/// Both maps of an operand against its output-to-input relation, and the first map turned round where it can
/// be: whether it could.
template <class ToInput, class ToOutput>
bool check_directions(const relation& expected, ToInput to_input, ToOutput to_output, reads each = reads::once) {
  CHECK(built(to_input, each) == expected);
  CHECK(built(to_output, each) == turned(expected));
  mercator::symbolic::pool p, q;
  mercator::symbolic::map_form m(p), out(q);
  to_input(m);
  if (!mercator::symbolic::converse(m, out) || q.full || q.overflow) return false;
  CHECK(relation_of(out, reads::any_number_of_times) == turned(expected));
  return true;
}

/// The output-to-input relation of an operation that works along each dimension alone: element x of the output
/// comes from element sources[k][x] of the operand, from none where that is negative.
inline relation along_each_dimension(const std::vector<index>& sources) {
  relation out;
  index sizes;
  for (const index& s : sources) sizes.push_back(static_cast<i64>(s.size()));
  for_each_index(sizes, [&](const index& at) {
    index from;
    for (std::size_t k = 0; k < at.size(); ++k) {
      from.push_back(sources[k][static_cast<std::size_t>(at[k])]);
      if (from.back() < 0) return;
    }
    out.emplace(at, from);
  });
  return out;
}

}  // namespace mercator_test
