// Random maps put together step by step from what is often injective: strides, digits, skews, residues,
// permutations, sums, quotients, extrema, repeated results.
#pragma once

#include <string>
#include <vector>

#include "mercator/core/checked.hpp"
#include "test/support/random.hpp"

namespace mercator_test {

class random_chains {
 public:
  /// Maps of at most so many points.
  random_chains(std::uint64_t seed, mercator::i64 max_points) : r_(seed), max_points_(max_points) {}

  std::string next() {
    const int dims = r_.between(1, 3);
    const bool runtime = r_.one_in(6);
    values_.clear();
    std::string names, box;
    i64 points = 1;
    for (int k = 0; k < dims; ++k) {
      i64 size = r_.one_in(3) ? r_.one_of<i64>({2, 3, 4, 6, 8, 10, 12, 30, 64, 100}) : r_.in(1, 16);
      while (size > 1 && points * size > max_points_) size /= 2;
      points *= size;
      const i64 lo = r_.one_in(4) ? r_.in(-5, 5) : 0;
      const std::string name = "d" + std::to_string(k), comma = k == 0 ? "" : ", ";
      names += comma + name;
      box += comma + name + within(lo, lo + size - 1);
      values_.push_back({name, lo, lo + size - 1});
    }
    const std::vector<value> variables = values_;
    for (int k = r_.between(1, 5); k > 0; --k) step(runtime);
    std::string results;
    for (std::size_t k = 0; k < values_.size() && k < 6; ++k) results += (k == 0 ? "" : ", ") + values_[k].text;
    return "(" + names + ")" + (runtime ? "{rt0}" : "") + " -> (" + results + "), domain: " + box +
           (runtime ? ", rt0 in [0, 2]" : "") + (r_.one_in(3) ? constraint(variables) : "");
  }

 private:
  using i64 = mercator::i64;

  struct value {
    std::string text;
    i64 lo, hi;
    std::string inner() const { return "(" + text + ")"; }
  };

  static std::string within(i64 lo, i64 hi) { return " in [" + std::to_string(lo) + ", " + std::to_string(hi) + "]"; }

  std::string constraint(const std::vector<value>& variables) {
    const auto any = [&] { return variables[static_cast<std::size_t>(r_.below(static_cast<int>(variables.size())))]; };
    const value a = any(), b = any();
    const std::string c = std::to_string(r_.in(2, 4));
    switch (r_.below(4)) {
      case 0:
        return ", " + a.text + " mod " + c + within(r_.in(0, 1), 1);
      case 1:
        return ", " + a.text + " + " + b.text + within(r_.in(-2, 3), a.hi + b.hi - r_.in(0, 3));
      case 2:
        return ", " + a.text + " - " + b.text + " * 2" + within(r_.in(-6, 0), r_.in(0, 6));
      default:
        return ", (" + a.text + " + " + b.text + ") mod " + c + within(0, 0);
    }
  }

  void step(bool runtime) {
    const auto i = static_cast<std::size_t>(r_.below(static_cast<int>(values_.size())));
    const auto j = static_cast<std::size_t>(r_.below(static_cast<int>(values_.size())));
    const value a = values_[i], b = values_[j];
    const i64 size = a.hi - a.lo + 1, c = r_.in(2, 12), d = r_.in(2, 9);
    const auto text = [](i64 k) { return k < 0 ? "(" + std::to_string(k) + ")" : std::to_string(k); };
    const auto sum = [&](i64 x, i64 y) {
      const i64 p = a.lo * x, q = a.hi * x, s = b.lo * y, t = b.hi * y;
      return value{a.inner() + " * " + text(x) + " + " + b.inner() + " * " + text(y), (p < q ? p : q) + (s < t ? s : t),
                   (p < q ? q : p) + (s < t ? t : s)};
    };
    const auto mod = [&](const std::string& e, i64 m) { return value{"(" + e + ") mod " + text(m), 0, m - 1}; };
    const auto quotient = [&](const value& e, i64 m) {
      return value{e.inner() + " floordiv " + text(m), mercator::floor_div(e.lo, m), mercator::floor_div(e.hi, m)};
    };
    const auto replace = [&](const value& first, const value& second) {
      values_[i] = first;
      values_.insert(values_.begin() + static_cast<std::ptrdiff_t>(i) + 1, second);
    };
    const auto join = [&](const value& e) {
      values_[i] = e;
      values_.erase(values_.begin() + static_cast<std::ptrdiff_t>(j));
    };
    switch (r_.below(runtime ? 13 : 12)) {
      case 0:
        values_[i] = sum(r_.one_of<i64>({-3, -2, -1, 2, 3, 5}), 0);
        return;
      case 1:
        if (i != j) join(sum(b.hi - b.lo + 1 + (r_.one_in(3) ? r_.in(0, 3) : 0), 1));
        return;
      case 2:
        replace(quotient(a, c), mod(a.text, c));
        return;
      case 3:
        std::swap(values_[i], values_[j]);
        return;
      case 4:
        if (i != j) values_[i] = sum(1, r_.one_of<i64>({-2, -1, 1, 2, 3}));
        return;
      case 5:
        if (i != j) join(sum(d, r_.in(2, 9)));
        return;
      case 6:
        values_[i] = mod(a.inner() + " * " + text(r_.in(1, 9)), size + 1 + r_.in(0, 3));
        return;
      case 7:
        replace(mod(a.text, c), mod(a.text, d));
        return;
      case 8:
        replace(quotient(a, c), mod(a.text, d));
        return;
      case 9:
        values_.push_back(r_.one_in(2) ? a : value{text(r_.in(-3, 3)), 0, 0});
        return;
      case 10: {
        const i64 k = r_.in(a.lo, a.hi);
        replace({"min(" + a.text + ", " + text(k) + ")", a.lo, k}, {"max(" + a.text + ", " + text(k) + ")", k, a.hi});
        return;
      }
      case 11:
        if (i != j) values_[i] = r_.one_in(2) ? mod(a.inner() + " + " + b.inner(), size + 1) : quotient(sum(d, 1), c);
        return;
      default:
        values_[i] = {a.inner() + " + rt0", a.lo, a.hi + 2};
        return;
    }
  }

  random_numbers r_;
  i64 max_points_;
  std::vector<value> values_;
};

}  // namespace mercator_test
