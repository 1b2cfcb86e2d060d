// Atoms in an order that depends on their content alone, not on when they were made.
#pragma once

#include "mercator/symbolic/form.hpp"

namespace mercator::symbolic {

/// Renumbers the atoms that the map's lines are made of: shallow ones first, then by kind, divisor and operand. Atoms
/// and lines that are not part of the map are gone, facts too, and that there are nests is known. So maps with the same
/// normal form are spelled alike, whatever they were made from.
class atom_order {
 public:
  constexpr explicit atom_order(map_form& m) : m_(m), p_(m.p) {}

  constexpr void apply() {
    p_.facts = 0;
    if (!uses_quotients()) {
      p_.atoms = p_.variables;
      return;
    }
    if (p_.atoms <= p_.variables + 1) return;  // one, which is used
    for (int a = 0; a < p_.atoms; ++a) depth_[a] = unused;
    for (int v = 0; v < p_.variables; ++v) {
      depth_[v] = 0;
      rank_[v] = v;
    }
    for (int i = 0; i < m_.results; ++i)
      if (!p_.has_only_variables(m_.result[i])) visit(m_.result[i]);
    for (int i = 0; i < m_.constraints; ++i) visit(m_.constraint[i]);
    sort();
    bool sorted = true;
    for (int i = 0; i < count_; ++i) sorted &= order_[i] == p_.variables + i;
    if (p_.full) return;
    if (sorted)
      p_.atoms = p_.variables + count_;
    else
      renumber();
  }

 private:
  static constexpr int unused = -1;

  constexpr bool uses_quotients() const {
    for (int i = 0; i < m_.results; ++i)
      if (!p_.has_only_variables(m_.result[i])) return true;
    for (int i = 0; i < m_.constraints; ++i)
      if (!p_.has_only_variables(m_.constraint[i])) return true;
    return false;
  }

  /// The depth of the line, the deepest of its atoms' depths.
  constexpr int visit(int line) {
    int deepest = 0;
    for (int i = p_.begin[line], e = i + p_.length[line]; i < e; ++i) {
      const int a = p_.atom[i];
      if (depth_[a] == unused) {
        depth_[a] = visit(p_.operand[a]) + 1;
        if (depth_[a] > 1) p_.ambiguous = true;
        order_[count_++] = a;
      }
      if (depth_[a] > deepest) deepest = depth_[a];
    }
    return deepest;
  }

  /// By depth, then each depth by content, in which shallower atoms stand for their ranks.
  constexpr void sort() {
    for (int i = 1; i < count_; ++i) insert(i, 0, &atom_order::is_shallower);
    for (int first = 0; first < count_;) {
      int end = first + 1;
      for (; end < count_ && depth_[order_[end]] == depth_[order_[first]]; ++end)
        insert(end, first, &atom_order::is_less);
      for (; first < end; ++first) rank_[order_[first]] = p_.variables + first;
    }
  }

  using before = bool (atom_order::*)(int, int) const;

  /// Moves order_[i] to its place among the sorted ones from first on.
  constexpr void insert(int i, int first, before less) {
    const int a = order_[i];
    for (; i > first && (this->*less)(a, order_[i - 1]); --i) order_[i] = order_[i - 1];
    order_[i] = a;
  }

  constexpr bool is_shallower(int a, int b) const { return depth_[a] < depth_[b]; }

  constexpr bool is_less(int a, int b) const {
    if (p_.kind[a] != p_.kind[b]) return p_.kind[a] < p_.kind[b];
    if (p_.divisor[a] != p_.divisor[b]) return p_.divisor[a] < p_.divisor[b];
    const int x = p_.operand[a], y = p_.operand[b];
    if (p_.length[x] != p_.length[y]) return p_.length[x] < p_.length[y];
    for (int k = 0; k < p_.length[x]; ++k) {
      const int i = nth_term(x, k), j = nth_term(y, k);
      if (p_.atom[i] != p_.atom[j]) return rank_[p_.atom[i]] < rank_[p_.atom[j]];
      if (p_.coefficient[i] != p_.coefficient[j]) return p_.coefficient[i] < p_.coefficient[j];
    }
    return p_.constant[x] < p_.constant[y];
  }

  /// The position of the line's k-th term in the order of atoms.
  constexpr int nth_term(int line, int k) const {
    for (int i = p_.begin[line], e = i + p_.length[line]; i < e; ++i) {
      int less = 0;
      for (int j = p_.begin[line]; j < e; ++j) less += rank_[p_.atom[j]] < rank_[p_.atom[i]];
      if (less == k) return i;
    }
    return p_.begin[line];
  }

  constexpr void renumber() {
    atom_kind kind[pool::max_atoms];
    i64 divisor[pool::max_atoms], lo[pool::max_atoms], hi[pool::max_atoms];
    int operand[pool::max_atoms];
    for (int i = 0; i < count_; ++i) {
      const int a = order_[i];
      kind[i] = p_.kind[a], divisor[i] = p_.divisor[a], lo[i] = p_.lo[a], hi[i] = p_.hi[a];
      operand[i] = renumbered(p_.operand[a]);
    }
    for (int i = 0; i < m_.results; ++i) m_.result[i] = renumbered(m_.result[i]);
    for (int i = 0; i < m_.constraints; ++i) m_.constraint[i] = renumbered(m_.constraint[i]);
    p_.atoms = p_.variables + count_;
    for (int i = 0, a = p_.variables; i < count_; ++i, ++a)
      p_.kind[a] = kind[i], p_.divisor[a] = divisor[i], p_.lo[a] = lo[i], p_.hi[a] = hi[i], p_.operand[a] = operand[i];
  }

  constexpr int renumbered(int line) {
    const int from = p_.terms;
    for (int i = p_.begin[line], e = i + p_.length[line]; i < e; ++i) {
      p_.push(p_.coefficient[i], rank_[p_.atom[i]]);
      for (int j = p_.terms - 1; j > from && p_.atom[j] < p_.atom[j - 1]; --j) {
        const int a = p_.atom[j];
        p_.atom[j] = p_.atom[j - 1];
        p_.atom[j - 1] = a;
        const i64 c = p_.coefficient[j];
        p_.coefficient[j] = p_.coefficient[j - 1];
        p_.coefficient[j - 1] = c;
      }
    }
    return p_.close(p_.constant[line], from);
  }

  map_form& m_;
  pool& p_;
  int count_ = 0;
  int depth_[pool::max_atoms], rank_[pool::max_atoms], order_[pool::max_atoms];
};

}  // namespace mercator::symbolic
