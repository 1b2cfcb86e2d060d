// An einsum: an equation with the sizes of its operands. Labels are numbered in order of appearance, the
// dimensions of '...' among them, so that einsums that differ by names are one value.
#pragma once

#include "mercator/einsum/equation.hpp"
#include "mercator/ops/numbers.hpp"

namespace mercator::einsum_ir {

/// A set of labels: label k is bit k.
using label_set = std::uint64_t;

constexpr label_set just(int label) { return label_set{1} << label; }
constexpr bool contains(label_set s, int label) { return (s >> label & 1) != 0; }

/// Terms are the operands, then the output. A dimension of an operand has the size of its label, or is
/// `stretched`: it has size 1 and is read again for each index of a label that is larger.
struct problem {
  int operands = 0, labels = 0, length = 0;
  i64 size[max_labels] = {};
  int begin[max_operands + 2] = {};
  unsigned char label[max_length] = {};
  bool stretched[max_length] = {};

  constexpr int end(int term) const { return begin[term + 1]; }
  constexpr int rank(int term) const { return begin[term + 1] - begin[term]; }
  constexpr int output_rank() const { return rank(operands); }
  constexpr i64 extent(int i) const { return stretched[i] ? 1 : size[label[i]]; }

  constexpr extents shape(int term) const {
    extents out;
    for (int i = begin[term]; i < end(term); ++i) out.size[out.rank++] = extent(i);
    return out;
  }
  constexpr extents output_shape() const { return shape(operands); }

  /// Labels whose indices choose elements of the term.
  constexpr label_set set(int term) const {
    label_set s = 0;
    for (int i = begin[term]; i < end(term); ++i)
      if (!stretched[i]) s |= just(label[i]);
    return s;
  }
  constexpr label_set all() const { return just(labels) - 1; }
  constexpr label_set contracted() const { return all() & ~set(operands); }

  constexpr void add_label(int l, bool is_stretched) {
    label[length] = static_cast<unsigned char>(l);
    stretched[length++] = is_stretched;
  }
  constexpr void end_term(int term) { begin[term + 1] = length; }
};

constexpr bool operator==(const problem& a, const problem& b) {
  if (a.operands != b.operands || a.labels != b.labels || a.length != b.length) return false;
  for (int l = 0; l < a.labels; ++l)
    if (a.size[l] != b.size[l]) return false;
  for (int k = 0; k <= a.operands; ++k)
    if (a.begin[k] != b.begin[k]) return false;
  for (int i = 0; i < a.length; ++i)
    if (a.label[i] != b.label[i] || a.stretched[i] != b.stretched[i]) return false;
  return true;
}

/// The product of the sizes of some labels; the largest number where it does not fit.
constexpr i64 product_of(const problem& p, label_set s) {
  i64 product = 1;
  for (int l = 0; s != 0; ++l, s >>= 1)
    if ((s & 1) != 0) product = clamped_mul(product, p.size[l]);
  return product;
}

/// No einsum has more products, so that sums of costs do not overflow.
inline constexpr i64 most_products = i64{1} << 58;

/// Fits an equation to shapes, one for each operand.
class binder {
 public:
  constexpr binder(const equation& e, const ops::numbers* shapes, int count, problem& out)
      : e_(e), shape_(shapes), count_(count), p_(out) {
    for (int& n : named_) n = unseen;
    for (int& n : unnamed_) n = unseen;
  }

  constexpr error bind() {
    if (count_ != e_.operands) return {rule::shape_for_each_operand, 0, 0, 0, 0, count_, e_.operands};
    for (int k = 0; k < e_.operands && !error_; ++k) check_rank(k);
    for (int k = 0; k < e_.operands && !error_; ++k) add_operand(k);
    if (!error_) add_output();
    if (!error_) mark_stretched();
    if (!error_ && !fits()) error_ = {rule::too_many_products};
    return error_;
  }

 private:
  static constexpr int unseen = -1;

  constexpr int offset_of_term(int k) const {
    return e_.count(k) > 0 ? e_.offset[e_.begin[k]] : e_.begin[k] > 0 ? e_.offset[e_.begin[k] - 1] : 0;
  }

  constexpr char name_at(int i) const { return e_.label[i] == ellipsis ? '.' : e_.name[e_.label[i]]; }

  constexpr void check_rank(int k) {
    const int named = e_.count(k) - e_.has(k, ellipsis), rank = shape_[k].count;
    const int offset = offset_of_term(k);
    if (e_.has(k, ellipsis) ? rank < named : rank != named)
      error_ = {e_.has(k, ellipsis) ? rule::rank_of_ellipsis : rule::rank_of_labels, offset, 0, k, 0, rank, named};
    else if (rank > max_rank)
      error_ = {rule::too_many_dimensions, offset, 0, k, 0, rank, max_rank};
    else if (rank - named > ellipsis_rank_)
      ellipsis_rank_ = rank - named;
    for (int j = 0; j < rank && !error_; ++j)
      if (shape_[k][j] < 0) error_ = {rule::negative_size, offset, 0, k, 0, shape_[k][j], 0};
    if (!error_ && rank > named && !e_.has(e_.operands, ellipsis))
      error_ = {rule::missing_output_ellipsis, e_.end_offset, '.', k, 0, rank - named, 0};
  }

  constexpr void add_operand(int k) {
    const int own = shape_[k].count - (e_.count(k) - e_.has(k, ellipsis));
    int dimension = 0;
    for (int i = e_.begin[k]; i < e_.end(k) && !error_; ++i) {
      if (e_.label[i] != ellipsis) {
        add_dimension(k, i, named_[e_.label[i]], shape_[k][dimension++]);
        continue;
      }
      for (int d = ellipsis_rank_ - own; d < ellipsis_rank_ && !error_; ++d)
        add_dimension(k, i, unnamed_[d], shape_[k][dimension++]);
    }
    p_.end_term(k);
    ++p_.operands;
  }

  /// `number`: of the label that stands at i, or of the dimension of '...' there.
  constexpr void add_dimension(int k, int i, int& number, i64 size) {
    const int from = p_.begin[k], offset = e_.offset[i];
    if (p_.length == max_length) {
      error_ = {rule::too_long, offset, 0, 0, 0, 0, max_length};
      return;
    }
    if (number == unseen && p_.labels == max_labels) {
      error_ = {rule::too_many_labels, offset, 0, 0, 0, 0, max_labels};
      return;
    }
    if (number == unseen) {
      number = p_.labels++;
      owner_[number] = k;
      p_.size[number] = size;
    }
    for (int j = from; j < p_.length; ++j)
      if (p_.label[j] == number && own_[j] != size)
        error_ = {rule::sizes_of_diagonal, offset, name_at(i), k, k, size, own_[j]};
    if (error_) return;
    i64& known = p_.size[number];
    if (known == 1 && size != 1) {
      known = size;
      owner_[number] = k;
    } else if (size != 1 && size != known) {
      const bool named = e_.label[i] != ellipsis;
      error_ = {
          named ? rule::sizes_of_label : rule::sizes_of_ellipsis, offset, name_at(i), k, owner_[number], size, known};
      return;
    }
    own_[p_.length] = size;
    p_.add_label(number, false);
  }

  constexpr void add_output() {
    const int k = e_.operands;
    const int rank = e_.count(k) + (e_.has(k, ellipsis) ? ellipsis_rank_ - 1 : 0);
    if (rank > max_rank) {
      error_ = {rule::too_many_dimensions, e_.end_offset, 0, k, 0, rank, max_rank};
    } else if (p_.length + rank > max_length) {
      error_ = {rule::too_long, e_.end_offset, 0, 0, 0, 0, max_length};
    } else {
      for (int i = e_.begin[k]; i < e_.end(k); ++i) {
        if (e_.label[i] != ellipsis)
          p_.add_label(named_[e_.label[i]], false);
        else
          for (int d = 0; d < ellipsis_rank_; ++d) p_.add_label(unnamed_[d], false);
      }
      p_.end_term(k);
    }
  }

  constexpr void mark_stretched() {
    for (int i = 0; i < p_.begin[p_.operands]; ++i) p_.stretched[i] = own_[i] != p_.size[p_.label[i]];
  }

  /// Whether all sizes other than 0 have a product that fits.
  constexpr bool fits() const {
    i64 product = 1;
    for (int l = 0; l < p_.labels; ++l)
      if (p_.size[l] != 0) product = clamped_mul(product, p_.size[l]);
    return product <= most_products;
  }

  const equation& e_;
  const ops::numbers* shape_;
  int count_;
  problem& p_;
  int ellipsis_rank_ = 0;
  i64 own_[max_length];         ///< the operand's size where a label stands
  int owner_[max_labels] = {};  ///< the operand that gave a label its size
  int named_[max_labels] = {};
  int unnamed_[max_rank] = {};
  error error_{};
};

/// The einsum of an equation and as many shapes as it has operands, into a fresh problem.
constexpr error bind(const equation& e, const ops::numbers* shapes, int count, problem& out) {
  return binder(e, shapes, count, out).bind();
}

/// Prints the einsum's equation: '...' is written out.
template <TextSink Sink>
constexpr void print(Sink& to, const problem& p) {
  for (int k = 0; k <= p.operands; ++k) {
    if (k == p.operands)
      write_literal(to, "->");
    else if (k > 0)
      to.put(',');
    for (int i = p.begin[k]; i < p.end(k); ++i) to.put(letter(p.label[i]));
  }
}

}  // namespace mercator::einsum_ir
