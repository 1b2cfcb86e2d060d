// The points of a part of a domain, run by run: one variable that nothing but sums uses is not enumerated.
#pragma once

#include "mercator/analysis/digits.hpp"

namespace mercator::analysis {

/// A set of variables of a map, at most 64.
using variable_set = std::uint64_t;

constexpr variable_set one_variable(int v) { return variable_set{1} << v; }

/// Which variables the atoms and lines of a pool are made of.
class variable_sets {
 public:
  constexpr explicit variable_sets(const pool& p) : p_(p) {
    for (int a = 0; a < p.atoms; ++a) of_[a] = p.is_variable(a) ? one_variable(a) : line(p.operand[a]);
  }

  constexpr variable_set line(int line) const {
    variable_set out = 0;
    for (int i = p_.begin[line], e = p_.end(line); i < e; ++i) out |= of_[p_.atom[i]];
    return out;
  }

  /// Those that stand within a quotient or positive part of the line.
  constexpr variable_set within_atoms(int line) const {
    variable_set out = 0;
    for (int i = p_.begin[line], e = p_.end(line); i < e; ++i)
      if (!p_.is_variable(p_.atom[i])) out |= of_[p_.atom[i]];
    return out;
  }

 private:
  const pool& p_;
  variable_set of_[pool::max_atoms];
};

/// Walks over the values of all variables of a set but one, the long one, which keeps an interval at each: a
/// run. Lines and constraints must be linear in the long variable.
class enumeration {
 public:
  constexpr explicit enumeration(const map_form& m) : m_(m) {}
  constexpr enumeration(const map_form& m, variable_set variables, variable_set not_long) : m_(m) {
    choose(variables, not_long);
  }

  /// The variables, when none were chosen before; the long one is none of `not_long`. Those of `outer` change
  /// last.
  constexpr void choose(variable_set variables, variable_set not_long, variable_set outer = 0) {
    i64 longest = 1;
    for (int v = 0; v < m_.variables(); ++v) {
      if ((variables >> v & 1) == 0) continue;
      const i64 count = m_.p.range(v).count();
      if ((not_long >> v & 1) == 0 && count > longest) {
        longest = count;
        long_ = v;
      }
    }
    for (int inner = 0; inner < 2; ++inner)
      for (int v = 0; v < m_.variables(); ++v)
        if ((variables >> v & 1) != 0 && v != long_ && (outer >> v & 1) == (inner == 0)) variable_[count_++] = v;
    for (int k = 0; k < count_; ++k) runs_ = saturating_mul(runs_, m_.p.range(variable_[k]).count());
  }

  /// The long variable; -1 where there is none: each run is one point.
  constexpr int long_variable() const { return long_; }
  /// How many runs there are, empty ones counted.
  constexpr i64 runs() const { return runs_; }

  constexpr void add_constraint(int i) { constraint_[constraints_++] = i; }

  /// The first run. `value` has an entry for each variable of the map; those of other sets stay.
  constexpr void begin(i64* value) const {
    for (int k = 0; k < count_; ++k) value[variable_[k]] = m_.p.lo[variable_[k]];
    if (long_ >= 0) value[long_] = m_.p.lo[long_];
  }
  constexpr bool next(i64* value) const {
    for (int k = count_ - 1; k >= 0; --k) {
      const int v = variable_[k];
      if (value[v] < m_.p.hi[v]) {
        ++value[v];
        return true;
      }
      value[v] = m_.p.lo[v];
    }
    return false;
  }
  /// The run of that number, counted from 0.
  constexpr void seek(i64* value, i64 number) const {
    begin(value);
    for (int k = count_ - 1; k >= 0; --k) {
      const i64 n = m_.p.range(variable_[k]).count();
      value[variable_[k]] += number % n;
      number /= n;
    }
  }

  /// What the long variable may be, less its lowest value, where the others are as `value` says and it has its
  /// lowest value. Without a long variable [0, 0], or empty.
  constexpr interval run(const i64* value) const {
    interval r{0, long_ < 0 ? 0 : m_.p.hi[long_] - m_.p.lo[long_]};
    for (int k = 0; k < constraints_ && !r.empty(); ++k) {
      const int i = constraint_[k], line = m_.constraint[i];
      const i64 x = symbolic::detail::line_value(m_.p, line, value);
      const i64 step = long_ < 0 ? 0 : m_.p.coefficient_of(line, long_);
      const interval allowed = m_.constraint_range[i];
      if (step == 0) {
        if (!allowed.contains(x)) r = nothing;
      } else {
        r = intersect(r, divide_exact(allowed + interval{-x, -x}, step));
      }
    }
    return r;
  }

 private:
  const map_form& m_;
  int long_ = -1, count_ = 0, constraints_ = 0;
  i64 runs_ = 1;
  int variable_[limits::variables];
  int constraint_[limits::constraints];
};

/// The variables of a map in parts that no line shares, of the lines and constraints that were added.
class components {
 public:
  constexpr void add(variable_set s) {
    if (s == 0) return;
    int kept = 0;
    for (int k = 0; k < count_; ++k) {
      if ((part_[k] & s) != 0)
        s |= part_[k];
      else
        part_[kept++] = part_[k];
    }
    part_[kept] = s;
    count_ = kept + 1;
  }

  constexpr int count() const { return count_; }
  constexpr variable_set operator[](int k) const { return part_[k]; }

 private:
  int count_ = 0;
  variable_set part_[limits::variables];
};

}  // namespace mercator::analysis
