// Maps by their definition at many points: quicker than value_of, which walks a tree.
#pragma once

#include <vector>

#include "test/support/reference.hpp"

namespace mercator_test {

/// The values of all nodes of a map at a point, each made of those before it: in 64 bits where no value on the way is
/// larger, else in 128.
class flat_map {
 public:
  explicit flat_map(const map_tree& t) : t_(t), is_small_(has_small_values(t)) {
    if (is_small_)
      small_.resize(static_cast<std::size_t>(t.nodes));
    else
      value_.resize(static_cast<std::size_t>(t.nodes));
  }

  const map_tree& tree() const { return t_; }

  /// Whether the point is in the domain. The results are known then.
  bool at(const point& p) {
    if (t_.known_empty) return false;
    for (int v = 0; v < t_.variables(); ++v)
      if (!t_.box[v].contains(p[static_cast<std::size_t>(v)])) return false;
    if (is_small_)
      evaluate(small_, p);
    else
      evaluate(value_, p);
    for (int i = 0; i < t_.constraints; ++i) {
      const wide x = of(t_.constraint[i]);
      if (x < t_.constraint_range[i].lo || x > t_.constraint_range[i].hi) return false;
    }
    return true;
  }

  wide result(int i) const { return of(t_.result[i]); }

  friend bool differ(flat_map& a, flat_map& b, const point& p) {
    const bool inside = a.at(p);
    if (inside != b.at(p)) return true;
    for (int i = 0; i < a.t_.results && inside; ++i)
      if (a.result(i) != b.result(i)) return true;
    return false;
  }

 private:
  static constexpr wide large = wide{1} << 61;

  static wide size(wide x) { return x < 0 ? -x : x; }

  static bool has_small_values(const map_tree& t) {
    std::vector<wide> most(static_cast<std::size_t>(t.nodes));
    for (int n = 0; n < t.nodes; ++n) {
      const op k = t.kind[n];
      wide own = size(t.value[n]);
      if (k == op::variable) {
        const wide l = size(t.box[own].lo), h = size(t.box[own].hi);
        own = l > h ? l : h;
      } else if (k != op::constant) {
        wide operands = 0;
        for (int i = 0; i < t.count[n]; ++i) operands += most[static_cast<std::size_t>(t.operand(n, i))];
        own = k == op::product ? own * operands : own + operands + 1;
      }
      if (own >= large) return false;
      most[static_cast<std::size_t>(n)] = own;
    }
    return true;
  }

  wide of(int n) const { return is_small_ ? small_[static_cast<std::size_t>(n)] : value_[static_cast<std::size_t>(n)]; }

  template <class Number>
  void evaluate(std::vector<Number>& value, const point& p) const {
    for (int n = 0; n < t_.nodes; ++n) value[static_cast<std::size_t>(n)] = node(value, n, p);
  }

  template <class Number>
  Number node(const std::vector<Number>& value, int n, const point& p) const {
    const Number v = t_.value[n];
    const op k = t_.kind[n];
    if (k == op::constant) return v;
    if (k == op::variable) return p[static_cast<std::size_t>(v)];
    const auto operand = [&](int i) { return value[static_cast<std::size_t>(t_.operand(n, i))]; };
    Number x = operand(0);
    if (k == op::product) return x * v;
    if (k == op::floordiv) return quotient(x, v);
    if (k == op::ceildiv) return -quotient(-x, v);
    if (k == op::mod) return x - v * quotient(x, v);
    for (int i = 1; i < t_.count[n]; ++i) {
      const Number y = operand(i);
      if (k == op::sum)
        x += y;
      else if ((k == op::min) == (y < x))
        x = y;
    }
    return x;
  }

  static i64 quotient(i64 x, i64 v) {
    const i64 q = x / v;
    return q - (x % v != 0 && (x < 0) != (v < 0));
  }

  static wide quotient(wide x, wide v) { return floor_quotient(x, v); }

  const map_tree& t_;
  bool is_small_;
  std::vector<wide> value_;
  std::vector<i64> small_;
};

/// Points to compare two maps at: all of a small box, of a large one its corners, points near them and others.
class test_points {
 public:
  test_points(random_numbers& random, int most) : random_(random), most_(most) {}

  /// Calls visit(point) until it answers false.
  template <class Visit>
  void visit(const map_tree& t, Visit f) const {
    if (t.known_empty) return;
    i64 count = 1;
    for (int v = 0; v < t.variables(); ++v) {
      const i64 n = t.box[v].count();
      count = n == 0 ? 0 : count > most_ / n ? most_ + 1 : count * n;
      if (n == 0) return;
    }
    if (count <= most_) {
      for_each_point(t, f);
      return;
    }
    point at(static_cast<std::size_t>(t.variables()));
    for (int k = 0; k < most_; ++k) {
      for (int v = 0; v < t.variables(); ++v) at[static_cast<std::size_t>(v)] = draw(t.box[v]);
      if (!f(static_cast<const point&>(at))) return;
    }
  }

 private:
  i64 draw(interval r) const {
    const i64 near = random_.in(0, 40);
    switch (random_.below(5)) {
      case 0:
        return r.count() > near ? r.lo + near : r.lo;
      case 1:
        return r.count() > near ? r.hi - near : r.hi;
      case 2:
        return r.contains(near) ? near : r.contains(-near) ? -near : r.lo;
      default:
        return random_.in(r.lo, r.hi);
    }
  }

  random_numbers& random_;
  int most_;
};

}  // namespace mercator_test
