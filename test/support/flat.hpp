// Maps by their definition at many points: quicker than value_of, which walks a tree.
#pragma once

#include <vector>

#include "test/support/reference.hpp"

namespace mercator_test {

/// The values of all nodes of a map at a point, in 128 bits, each made of those before it.
class flat_map {
 public:
  explicit flat_map(const map_tree& t) : t_(t), value_(static_cast<std::size_t>(t.nodes)) {}

  const map_tree& tree() const { return t_; }

  /// Whether the point is in the domain. The results are known then.
  bool at(const point& p) {
    if (t_.known_empty) return false;
    for (int v = 0; v < t_.variables(); ++v)
      if (!t_.box[v].contains(p[static_cast<std::size_t>(v)])) return false;
    for (int n = 0; n < t_.nodes; ++n) value_[static_cast<std::size_t>(n)] = node(n, p);
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
  wide of(int n) const { return value_[static_cast<std::size_t>(n)]; }

  wide node(int n, const point& p) const {
    const wide v = t_.value[n];
    const op k = t_.kind[n];
    if (k == op::constant) return v;
    if (k == op::variable) return p[static_cast<std::size_t>(v)];
    wide x = of(t_.operand(n));
    if (k == op::product) return x * v;
    if (k == op::floordiv) return quotient(x, v);
    if (k == op::ceildiv) return -quotient(-x, v);
    if (k == op::mod) return x - v * quotient(x, v);
    for (int i = 1; i < t_.count[n]; ++i) {
      const wide y = of(t_.operand(n, i));
      if (k == op::sum)
        x += y;
      else if ((k == op::min) == (y < x))
        x = y;
    }
    return x;
  }

  /// Division of 64 bits where that is enough: it is several times as fast.
  static wide quotient(wide x, wide v) {
    constexpr wide large = wide{1} << 62;
    if (x > large || x < -large || v > large || v < -large) return floor_quotient(x, v);
    const i64 a = static_cast<i64>(x), c = static_cast<i64>(v), q = a / c;
    return q - (a % c != 0 && (a < 0) != (c < 0));
  }

  const map_tree& t_;
  std::vector<wide> value_;
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
