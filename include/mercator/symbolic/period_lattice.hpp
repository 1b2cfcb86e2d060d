// By which steps a map's lines grow by constants: quotients of a box are periodic plus linear.
#pragma once

#include <utility>

#include "mercator/symbolic/form.hpp"

namespace mercator::symbolic {

/// What the steps of a map are to be: of which variables, and for which lines.
struct period_way {
  bool is_whole[limits::variables];   ///< a variable that no step changes
  bool is_left_out[limits::results];  ///< a result that may grow anyhow
  bool leaves_constraints;            ///< and all constraints
};

/// The steps of a map's variables, whole numbers of some independent ones, after which every atom of its results and
/// constraints has grown by what is the same everywhere.
///
/// The independent ones are triangular: every point of the box is one of residues() and whole steps, in one way.
class period_lattice {
 public:
  static constexpr int max_rank = 8;

  constexpr explicit period_lattice(const map_form& m) : m_(m), p_(m.p) {}

  /// False where there are fewer steps than variables that are not whole, some number does not fit, or one of
  /// residues() would not lie in the box.
  constexpr bool find(const period_way& way) {
    if (!start(way)) return false;
    for (int a = m_.variables(); a < p_.atoms; ++a)
      if (used_[a] && !take(a)) return false;
    for (int k = 0; k < rank_; ++k) {
      const int v = variable_[k];
      i64 at[max_rank];
      for (int c = 0; c < rank_; ++c) at[c] = c < k ? 0 : growth_[v][c];
      if (!gather(at, k, 0, p_.atoms)) return false;
      for (int c = 0; c < k; ++c)
        if (!add(c, k, -floor_div(growth_[v][c], growth_[v][k]))) return false;
      if (growth_[v][k] > p_.range(v).count()) return false;
      residues_[v].hi = p_.lo[v] + (growth_[v][k] - 1);
    }
    return true;
  }

  constexpr int rank() const { return rank_; }
  constexpr interval residues(int variable) const { return residues_[variable]; }

  /// How many points have residues for variables.
  constexpr i64 points() const {
    i64 n = 1;
    for (int v = 0; v < m_.variables(); ++v) n = saturating_mul(n, residues_[v].count());
    return n;
  }

  /// How much a line grows by step k. False where that does not fit.
  constexpr bool growth(int line, int k, i64& out) const {
    out = 0;
    for (int i = p_.begin[line], e = p_.end(line); i < e; ++i)
      if (!checked_multiply_add(out, p_.coefficient[i], growth_[p_.atom[i]][k], out)) return false;
    return true;
  }

  /// Whether it grows by some step.
  constexpr bool grows(int line) const {
    for (int k = 0; k < rank_; ++k) {
      i64 grown = 0;
      if (!growth(line, k, grown) || grown != 0) return true;
    }
    return false;
  }

 private:
  /// Steps of one variable each; those of few values come first.
  constexpr bool start(const period_way& way) {
    for (int a = 0; a < p_.atoms; ++a) used_[a] = a < m_.variables();
    for (int j = 0; j < m_.results; ++j)
      if (!way.is_left_out[j]) mark_atoms(p_, m_.result[j], used_);
    for (int i = 0; i < m_.constraints && !way.leaves_constraints; ++i) mark_atoms(p_, m_.constraint[i], used_);
    rank_ = 0;
    for (int v = 0; v < m_.variables(); ++v) {
      residues_[v] = p_.range(v);
      if (!residues_[v].bounded()) return false;
      if (way.is_whole[v]) continue;
      if (rank_ == max_rank) return false;
      int k = rank_++;
      for (; k > 0 && p_.range(variable_[k - 1]).count() > p_.range(v).count(); --k) variable_[k] = variable_[k - 1];
      variable_[k] = v;
    }
    for (int v = 0; v < m_.variables(); ++v)
      for (int k = 0; k < rank_; ++k) growth_[v][k] = variable_[k] == v;
    return true;
  }

  /// Leaves the steps by which atom a, too, grows by what is the same everywhere.
  constexpr bool take(int a) {
    i64 at[max_rank];
    for (int k = 0; k < rank_; ++k)
      if (!growth(p_.operand[a], k, at[k])) return false;
    if (p_.kind[a] == atom_kind::positive_part) {
      for (int k = 0; k < rank_; ++k) {
        if (at[k] != 0) return false;
        growth_[a][k] = 0;
      }
      return true;
    }
    const i64 c = p_.divisor[a];
    if (rank_ == 0) return true;
    if (!gather(at, 0, c, a)) return false;
    const i64 factor = c / gcd(floor_mod(at[0], c), c);
    for (int b = 0; b < a; ++b)
      if (used_[b] && !checked_mul(growth_[b][0], factor, growth_[b][0])) return false;
    for (int k = 0; k < rank_; ++k) {
      i64 grown = 0;
      if (!growth(p_.operand[a], k, grown)) return false;
      growth_[a][k] = grown / c;
    }
    return true;
  }

  /// Adds steps to others until of the values `at` of those from `first` on all but that of `first` are 0, or where the
  /// modulus is not 0, multiples of it; that one is positive then. Atoms before `end` have a growth.
  constexpr bool gather(i64* at, int first, i64 modulus, int end) {
    end_ = end;
    if (modulus != 0)
      for (int k = first; k < rank_; ++k) at[k] = floor_mod(at[k], modulus);
    for (;;) {
      int least = -1, others = 0;
      for (int k = first; k < rank_; ++k) {
        if (at[k] == 0) continue;
        ++others;
        if (least < 0 || magnitude(at[k]) < magnitude(at[least])) least = k;
      }
      if (others == 0) return true;
      if (least != first) {
        exchange(first, least);
        std::swap(at[first], at[least]);
      }
      if (at[first] < 0) {
        at[first] = -at[first];
        for (int b = 0; b < end_; ++b)
          if (used_[b]) growth_[b][first] = -growth_[b][first];
      }
      if (others == 1) return true;
      for (int k = first + 1; k < rank_; ++k) {
        const i64 times = floor_div(at[k], at[first]);
        at[k] = floor_mod(at[k], at[first]);
        if (!add(k, first, -times)) return false;
      }
    }
  }

  /// Adds so many times step `other` to step k.
  constexpr bool add(int k, int other, i64 times) {
    for (int b = 0; b < end_ && times != 0; ++b)
      if (used_[b] && !checked_multiply_add(growth_[b][k], growth_[b][other], times, growth_[b][k])) return false;
    return true;
  }

  constexpr void exchange(int j, int k) {
    for (int b = 0; b < end_; ++b)
      if (used_[b]) std::swap(growth_[b][j], growth_[b][k]);
  }

  const map_form& m_;
  const pool& p_;
  bool used_[pool::max_atoms];
  int rank_ = 0;
  int end_ = 0;
  int variable_[max_rank];  ///< that are not whole
  interval residues_[limits::variables];
  i64 growth_[pool::max_atoms][max_rank];
};

/// The ways of a map, one after the other. Variables of one value are whole in all.
class period_ways {
 public:
  constexpr explicit period_ways(const map_form& m) : m_(m) {
    for (int v = 0; v < m.variables(); ++v) live_ += !m.p.range(v).is_point();
    results_ = m.results > 1 && live_ + m.results <= most_bits ? m.results : 0;
    bits_ = live_ + results_;
    for (int i = 0; i < m.constraints; ++i) has_quotients_ |= !m.p.has_only_variables(m.constraint[i]);
    bits_ += has_quotients_;
  }

  /// None where too many variables have more than one value.
  constexpr unsigned count() const { return live_ > period_lattice::max_rank ? 0 : 1U << static_cast<unsigned>(bits_); }

  /// False where it is none of at most so many points.
  constexpr bool make(unsigned number, i64 most, period_way& way) const {
    const auto next = [&] {
      const bool is_set = number % 2 == 1;
      number /= 2;
      return is_set;
    };
    i64 points = 1;
    for (int v = 0; v < m_.variables(); ++v) {
      way.is_whole[v] = m_.p.range(v).is_point() || next();
      if (way.is_whole[v]) points = saturating_mul(points, m_.p.range(v).count());
    }
    int left = m_.results;
    for (int j = 0; j < m_.results; ++j) {
      way.is_left_out[j] = results_ != 0 && next();
      left -= way.is_left_out[j];
    }
    way.leaves_constraints = has_quotients_ && next();
    return points <= most && (left > 0 || m_.results == 0);
  }

 private:
  static constexpr int most_bits = 8;

  const map_form& m_;
  int live_ = 0, results_ = 0, bits_ = 0;
  bool has_quotients_ = false;  ///< constraints have
};

}  // namespace mercator::symbolic
