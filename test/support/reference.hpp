// Brute force to test against: an evaluator of its own, all points of a box, random maps.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mercator/symbolic/parse.hpp"
#include "mercator/symbolic/print.hpp"
#include "test/support/random.hpp"
#include "test/support/wide.hpp"

namespace mercator_test {

using mercator::interval;
using mercator::symbolic::map_tree;
using mercator::symbolic::op;

// ---- values

/// The value of a node by the definition, in 128 bits.
inline wide value_of(const map_tree& t, int n, const point& at) {
  const wide v = t.value[n];
  const auto operand = [&](int i) { return value_of(t, t.child[t.first[n] + i], at); };
  switch (t.kind[n]) {
    case op::constant:
      return v;
    case op::variable:
      return at[static_cast<std::size_t>(v)];
    case op::product:
      return operand(0) * v;
    case op::floordiv:
      return floor_quotient(operand(0), v);
    case op::ceildiv:
      return -floor_quotient(-operand(0), v);
    case op::mod: {
      const wide a = operand(0);
      return a - v * floor_quotient(a, v);
    }
    case op::min: {
      const wide a = operand(0), b = operand(1);
      return a < b ? a : b;
    }
    case op::max: {
      const wide a = operand(0), b = operand(1);
      return a < b ? b : a;
    }
    case op::sum: {
      wide total = 0;
      for (int i = 0; i < t.count[n]; ++i) total += operand(i);
      return total;
    }
  }
  return 0;
}

inline bool in_domain(const map_tree& t, const point& at) {
  if (t.known_empty) return false;
  for (int v = 0; v < t.variables(); ++v) {
    const i64 x = at[static_cast<std::size_t>(v)];
    if (x < t.box[v].lo || x > t.box[v].hi) return false;
  }
  for (int i = 0; i < t.constraints; ++i) {
    const wide x = value_of(t, t.constraint[i], at);
    if (x < t.constraint_range[i].lo || x > t.constraint_range[i].hi) return false;
  }
  return true;
}

/// Calls visit(point) for every point of the box, constraints or not; stops where it answers false.
template <class Visit>
bool for_each_point(const map_tree& t, Visit visit) {
  if (t.known_empty) return true;
  const auto variables = static_cast<std::size_t>(t.variables());
  point at(variables);
  for (std::size_t v = 0; v < variables; ++v) {
    if (t.box[v].empty()) return true;
    at[v] = t.box[v].lo;
  }
  for (;;) {
    if (!visit(static_cast<const point&>(at))) return false;
    std::size_t v = variables;
    while (v > 0 && at[v - 1] == t.box[v - 1].hi) {
      at[v - 1] = t.box[v - 1].lo;
      --v;
    }
    if (v == 0) return true;
    ++at[v - 1];
  }
}

// ---- texts

struct string_sink {
  std::string text;
  void put(char c) { text.push_back(c); }
  void write(const char* first, std::size_t count) { text.append(first, count); }
};

inline std::string text_of(const map_tree& t) {
  string_sink to;
  mercator::symbolic::print(to, t);
  return to.text;
}

inline std::string text_of(const point& at) {
  std::string out = "(";
  for (const i64 x : at) out += (out.size() == 1 ? "" : ", ") + std::to_string(x);
  return out + ")";
}

/// The tree of a text; null where it has an error, which `message` takes as LINE:COLUMN: MESSAGE.
inline std::unique_ptr<map_tree> tree_of(const std::string& text, std::string* message = nullptr) {
  auto t = std::make_unique<map_tree>();
  const auto error = mercator::symbolic::parse(text.c_str(), static_cast<int>(text.size()), *t);
  if (!error) return t;
  if (message != nullptr) {
    const auto at = mercator::symbolic::position_of(text.c_str(), error.offset);
    string_sink to;
    mercator::symbolic::print_message(to, error, text.c_str());
    *message = std::to_string(at.line) + ":" + std::to_string(at.column) + ": " + to.text;
  }
  return nullptr;
}

// ---- agreement

/// Whether a point is in the domain of one map only, or has other results in the other.
inline bool differ_at(const map_tree& a, const map_tree& b, const point& at) {
  const bool inside = in_domain(a, at);
  if (inside != in_domain(b, at)) return true;
  for (int i = 0; i < a.results && inside; ++i)
    if (value_of(a, a.result[i], at) != value_of(b, b.result[i], at)) return true;
  return false;
}

/// Empty where two maps are the same function on the same domain, by trying every point of both boxes; else
/// where not.
inline std::string disagreement(const map_tree& a, const map_tree& b) {
  if (a.dims != b.dims || a.ranges != b.ranges || a.runtimes != b.runtimes || a.results != b.results)
    return "different counts";
  std::string where;
  const auto same = [&](const point& at) {
    const bool equal = !differ_at(a, b, at);
    if (!equal) where = "different at " + text_of(at) + ": " + text_of(a) + " against " + text_of(b);
    return equal;
  };
  if (for_each_point(a, same)) for_each_point(b, same);
  return where;
}

inline bool agrees(const map_tree& original, const map_tree& other) { return disagreement(original, other).empty(); }

// ---- random maps

/// Texts of random maps whose boxes are small: negative bounds, one-point and empty intervals, negative factors
/// and divisors, min, max, ceildiv, nesting, several results, range and runtime variables, constraints; in
/// spellings that are not canonical.
class random_maps {
 public:
  struct options {
    int max_depth = 3;
    int max_points = 2000;
    bool constraints = true;
    bool empty_intervals = true;
    bool named = false;
  };

  explicit random_maps(std::uint64_t seed) : random_maps(seed, options()) {}
  random_maps(std::uint64_t seed, options o) : r_(seed), o_(o) {}

  std::string next() { return next(r_.between(0, 3), r_.between(1, 3)); }

  /// A map with that many dimensions and results.
  std::string next(int dims, int results) {
    const int ranges = r_.one_in(2) ? r_.between(0, 2) : 0, runtimes = r_.one_in(3) ? r_.between(0, 2) : 0;
    names_.clear();
    int points = 1;
    std::string box;
    const auto group = [&](const char* prefix, int count) {
      std::string list;
      for (int k = 0; k < count; ++k) {
        const std::string name =
            o_.named && r_.one_in(2) ? "v_" + std::to_string(names_.size()) + "x" : prefix + std::to_string(k);
        list += (k == 0 ? "" : ", ") + name;
        names_.push_back(name);
        box += (box.empty() ? "" : ", ") + name + interval_text(points);
      }
      return list;
    };
    std::string text = "(" + group("d", dims) + ")";
    if (ranges != 0) text += "[" + group("s", ranges) + "]";
    if (runtimes != 0) text += "{" + group("rt", runtimes) + "}";
    text += " -> (";
    for (int k = 0; k < results; ++k) text += (k == 0 ? "" : ", ") + sum(r_.between(0, o_.max_depth));
    text += ")";
    if (names_.empty()) return text;
    text += ", domain: " + box;
    if (o_.constraints && r_.one_in(2))
      for (int k = r_.between(1, 2); k > 0; --k) text += ", " + constraint();
    return text;
  }

 private:
  std::string interval_text(int& points) {
    const int lo = r_.one_in(3) ? r_.between(-9, 9) : 0;
    int size = r_.one_in(6) ? 1 : r_.between(1, 12);
    while (size > 1 && points * size > o_.max_points) size = (size + 1) / 2;
    if (o_.empty_intervals && r_.one_in(60)) size = 0;
    points *= size == 0 ? 1 : size;
    return " in [" + std::to_string(lo) + ", " + std::to_string(lo + size - 1) + "]";
  }

  std::string constraint() {
    const std::string e =
        r_.one_in(2) ? "(" + sum(1) + ") mod " + std::to_string(r_.between(2, 8)) : sum(r_.between(0, 2));
    const int lo = r_.between(-6, 6);
    return e + " in [" + std::to_string(lo) + ", " + std::to_string(lo + r_.between(-1, 14)) + "]";
  }

  std::string sum(int depth) {
    std::string text = r_.one_in(8) ? "-" : "";
    const int terms = r_.between(1, depth > 1 ? 3 : 4);
    for (int k = 0; k < terms; ++k) {
      if (k != 0) text += r_.one_in(3) ? " - " : r_.one_in(9) ? "+" : " + ";
      text += term(depth);
    }
    return text;
  }

  std::string term(int depth) {
    if (names_.empty() || r_.one_in(7)) return std::to_string(r_.between(-9, 20));
    const int shape = r_.between(0, 9);
    if (shape < 2) return factor(depth);
    if (shape < 4) return factor(depth) + " * " + constant();
    if (shape < 5) return constant() + " * " + factor(depth);
    const char* division = shape < 7 ? " floordiv " : shape < 9 ? " mod " : " ceildiv ";
    std::string text = factor(depth) + division + divisor();
    if (r_.one_in(3)) text += " * " + constant();
    if (r_.one_in(6)) text += " mod " + divisor();
    return text;
  }

  std::string factor(int depth) {
    const std::string minus = r_.one_in(12) ? "-" : "";
    if (depth > 0 && r_.one_in(9))
      return minus + (r_.one_in(2) ? "min(" : "max(") + sum(depth - 1) + ", " + sum(depth - 1) + ")";
    if (depth > 0) return minus + "(" + sum(depth - 1) + ")";
    return minus + names_[static_cast<std::size_t>(r_.between(0, static_cast<int>(names_.size()) - 1))];
  }

  std::string constant() {
    const int k = r_.one_in(3) ? r_.between(-12, 12) : r_.between(1, 12);
    return r_.one_in(10) ? "(" + std::to_string(k - 2) + " + 2)" : std::to_string(k);
  }

  std::string divisor() {
    const int c = r_.one_in(3) ? r_.between(1, 30) : r_.between(2, 9);
    return std::to_string(r_.one_in(8) ? -c : c);
  }

  random_numbers r_;
  options o_;
  std::vector<std::string> names_;
};

}  // namespace mercator_test
