// A map as the set of its points, to be compared with an operation's definition.
#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "mercator/ops/numbers.hpp"

namespace mercator_test {

using mercator::i64;
using index = std::vector<i64>;
using relation = std::set<std::pair<index, index>>;

inline mercator::ops::numbers by_reference(const index& list) {
  return {list.data(), static_cast<int>(list.size())};
}

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

/// All pairs of dimensions and results, each of which must come once.
inline relation relation_of(const mercator::symbolic::map_form& m) {
  REQUIRE_FALSE(m.p.full);
  REQUIRE_FALSE(m.p.overflow);
  REQUIRE(m.runtimes == 0);
  relation pairs;
  index sizes;
  for (int k = 0; k < m.variables(); ++k)
    sizes.push_back(m.p.range(static_cast<int>(k)).empty()
                        ? 0
                        : m.p.range(static_cast<int>(k)).hi - m.p.range(static_cast<int>(k)).lo + 1);
  for_each_index(sizes, [&](index at) {
    for (std::size_t k = 0; k < at.size(); ++k) at[k] += m.p.range(static_cast<int>(k)).lo;
    for (int k = 0; k < m.constraints; ++k)
      if (!m.constraint_range[k].contains(value_of(m.p, m.constraint[k], at))) return;
    index results;
    for (int k = 0; k < m.results; ++k) results.push_back(value_of(m.p, m.result[k], at));
    const index from(at.begin(), at.begin() + m.dims);
    CHECK(pairs.emplace(from, results).second);
  });
  CHECK(m.known_empty == pairs.empty());
  return pairs;
}

inline relation turned(const relation& pairs) {
  relation out;
  for (const auto& [from, to] : pairs) out.emplace(to, from);
  return out;
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
