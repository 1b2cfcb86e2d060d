// Nodes of numbers made of a table's columns, and sums of many.
#pragma once

#include "mercator/symbolic/point_table.hpp"

namespace mercator::symbolic {

/// Writes into a map's tree whose variables are a table's columns from the first input on.
template <int MaxTerms>
class key_nodes {
 public:
  constexpr key_nodes(map_tree& out, int first_input) : out_(out), first_input_(first_input) {}

  constexpr map_tree& out() { return out_; }
  constexpr int variable(int column) { return out_.variable(column - first_input_); }

  /// That two nodes have one value.
  constexpr void require_same(int a, int b) {
    out_.add_constraint(out_.binary(op::sum, a, out_.scaled(b, -1)), {0, 0});
  }

  /// The key's number times a factor, and more.
  constexpr int number(const table_key& key, i64 more, i64 factor = 1) {
    int term[table_key::max_terms];
    for (int k = 0; k < key.terms; ++k) term[k] = out_.scaled(variable(key.column[k]), key.factor[k] * factor);
    return sum(term, key.terms, more - key.least * factor);
  }

  /// The sum of some nodes and more.
  constexpr int sum(const int* term, int terms, i64 more) {
    if (terms == 0) return out_.constant(more);
    if (terms == 1 && more == 0) return term[0];
    const int constant = more != 0 ? out_.constant(more) : 0;
    const int n = out_.make(op::sum, 0, terms + (more != 0));
    if (out_.full) return 0;
    for (int k = 0; k < terms; ++k) out_.child[out_.first[n] + k] = term[k];
    if (more != 0) out_.child[out_.first[n] + terms] = constant;
    return n;
  }

  constexpr void clear() { terms_ = 0; }

  constexpr void add(int node, i64 factor) {
    if (terms_ == MaxTerms) out_.full = true;
    if (out_.full) return;
    term_[terms_] = node;
    factor_[terms_++] = factor;
  }

  /// The sum of what was added, and more; terms of one factor are added up first.
  constexpr int add_up(i64 more) {
    int part[max_terms];
    int parts = 0;
    for (int k = 0, end = 0; k < terms_ && !out_.full; k = end) {
      end = gather_same(k);
      if (factor_[k] != 1)
        part[parts++] = out_.scaled(sum(term_ + k, end - k, 0), factor_[k]);
      else
        while (k < end) part[parts++] = term_[k++];
    }
    return sum(part, parts, more);
  }

 private:
  static constexpr unsigned max_terms = MaxTerms;

  /// Moves the terms with the factor of term k to it. The place behind them.
  constexpr int gather_same(int k) {
    int end = k;
    for (int i = k; i < terms_; ++i) {
      if (factor_[i] != factor_[k]) continue;
      const int node = term_[i];
      factor_[i] = factor_[end];
      term_[i] = term_[end];
      factor_[end] = factor_[k];
      term_[end++] = node;
    }
    return end;
  }

  map_tree& out_;
  int first_input_;
  int terms_ = 0;
  int term_[max_terms];
  i64 factor_[max_terms];
};

}  // namespace mercator::symbolic
