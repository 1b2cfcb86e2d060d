// Domains of few points, point by point: the tightest box, and which constraints say something.
#pragma once

#include "mercator/symbolic/form.hpp"

namespace mercator::symbolic {

/// The points of the box of the variables that a map's constraints speak of, in an order that meets its sides
/// early.
class small_domain {
 public:
  static constexpr i64 max_points = 512;
  static constexpr int max_constraints = 16;

  constexpr explicit small_domain(map_form& m) : m_(m), p_(m.p) {}

  /// Whether the domain is worth a look: few points, and more than one constraint, or one that divides or
  /// compares.
  constexpr bool applies() {
    if (m_.constraints == 0 || m_.constraints > max_constraints) return false;
    if (m_.constraints == 1 && p_.has_only_variables(m_.constraint[0])) return false;
    for (int a = 0; a < p_.atoms; ++a) used_[a] = false;
    for (int i = 0; i < m_.constraints; ++i) mark_atoms(p_, m_.constraint[i], used_);
    points_ = 1;
    for (int v = 0; v < p_.variables; ++v)
      if (used_[v] && (!p_.range(v).bounded() || (points_ = saturating_mul(points_, p_.range(v).count())) > max_points))
        return false;
    return true;
  }

  /// Narrows the box to the points that satisfy all constraints; true where that changed it. Without such
  /// points an interval is empty then. Finds out which constraints are needed.
  constexpr bool narrow() {
    needed_ = 0;
    for (int v = 0; v < p_.variables; ++v) hull_[v] = {p_.hi[v], p_.lo[v]};
    bool found = false;
    i64 step = points_ * 5 / 8 + 1;
    while (gcd(step, points_) != 1) ++step;
    for (i64 k = 0, at = 0; k < points_ && !is_complete(); ++k, at = (at + step) % points_) {
      move_to(at);
      const unsigned failed = failing();
      if (failed == 0)
        widen(found);
      else if ((failed & (failed - 1)) == 0)
        needed_ |= failed;
    }
    bool changed = false;
    for (int v = 0; v < p_.variables; ++v) {
      if (!used_[v]) continue;
      const interval r = found ? hull_[v] : nothing;
      changed |= !(r == p_.range(v));
      p_.lo[v] = r.lo;
      p_.hi[v] = r.hi;
    }
    return changed;
  }

  /// Whether constraint i fails somewhere in the box where the others hold. After `narrow` has changed nothing.
  constexpr bool is_needed(int i) const { return (needed_ >> i & 1) != 0; }

 private:
  constexpr bool is_complete() const {
    if (needed_ + 1 != 1u << m_.constraints) return false;
    for (int v = 0; v < p_.variables; ++v)
      if (used_[v] && !(hull_[v] == p_.range(v))) return false;
    return true;
  }

  constexpr void move_to(i64 index) {
    for (int a = 0; a < p_.atoms; ++a) {
      if (!used_[a]) continue;
      if (p_.is_variable(a)) {
        const i64 n = p_.range(a).count();
        value_[a] = p_.lo[a] + index % n;
        index /= n;
      } else {
        const i128 x = value_of(p_.operand[a]);
        value_[a] = p_.kind[a] == atom_kind::positive_part ? (x > 0 ? x : 0) : floor_of(x, p_.divisor[a]);
      }
    }
  }

  /// The constraints that do not hold, a bit each.
  constexpr unsigned failing() const {
    unsigned out = 0;
    for (int i = 0; i < m_.constraints; ++i) {
      const i128 x = value_of(m_.constraint[i]);
      if (x < m_.constraint_range[i].lo || x > m_.constraint_range[i].hi) out |= 1u << i;
    }
    return out;
  }

  constexpr void widen(bool& found) {
    for (int v = 0; v < p_.variables; ++v) {
      if (!used_[v]) continue;
      const i64 x = static_cast<i64>(value_[v]);
      if (!found || x < hull_[v].lo) hull_[v].lo = x;
      if (!found || x > hull_[v].hi) hull_[v].hi = x;
    }
    found = true;
  }

  static constexpr i128 floor_of(i128 x, i64 c) {
    const i128 q = x / c;
    return x % c < 0 ? q - 1 : q;
  }

  constexpr i128 value_of(int line) const {
    i128 sum = p_.constant[line];
    for (int i = p_.begin[line], e = p_.end(line); i < e; ++i) sum += p_.coefficient[i] * value_[p_.atom[i]];
    return sum;
  }

  map_form& m_;
  pool& p_;
  i64 points_ = 0;
  unsigned needed_ = 0;
  bool used_[pool::max_atoms];
  i128 value_[pool::max_atoms];
  interval hull_[limits::variables];
};

}  // namespace mercator::symbolic
