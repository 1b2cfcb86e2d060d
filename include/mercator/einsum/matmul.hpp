// The plan of an einsum of two operands: one batched matrix multiplication, which takes its operands as they
// lie in memory wherever it can.
//
// The multiplication is C[b…, m, n] = sum over k of A[b…, m, k] * B[b…, k, n]. It reads and writes through
// strides: b… are any number of dimensions, along which an operand may stand still (it is broadcast, and not
// copied); m, n and k are one dimension each, so the labels of each of them have to lie in memory as one.
// Labels of one operand alone that do not, beside others, go to b…. Only contracted labels can make it
// necessary to copy an operand.
#pragma once

#include "mercator/einsum/maps.hpp"
#include "mercator/ops/dot.hpp"

namespace mercator::einsum_ir {

/// How far apart in memory the elements of a tensor are along each label; 0 for labels that it has not.
struct label_strides {
  i64 of[max_labels] = {};  ///< in elements

  constexpr i64 operator[](int l) const { return of[l]; }
};

/// Of an operand, row-major. A diagonal is as far apart as its dimensions together.
constexpr label_strides strides_of(const problem& p, int term) {
  label_strides s;
  i64 stride = 1;
  for (int i = p.end(term) - 1; i >= p.begin[term]; --i) {
    if (!p.stretched[i]) s.of[p.label[i]] = clamped_add(s.of[p.label[i]], stride);
    stride = clamped_mul(stride, p.extent(i));
  }
  return s;
}

/// Of a tensor with these labels, row-major.
constexpr label_strides strides_of(const problem& p, const label_list& order) {
  label_strides s;
  i64 stride = 1;
  for (int k = order.count - 1; k >= 0; --k) {
    s.of[order[k]] = stride;
    stride = clamped_mul(stride, p.size[order[k]]);
  }
  return s;
}

/// How many labels, from the one at `first` on, are one dimension in memory.
constexpr int merging(const problem& p, const label_list& list, int first, const label_strides& s) {
  int count = 0;
  i64 whole = 1, outer = 0;  ///< of the last label whose size is not 1
  for (int k = first; k < list.count; ++k, ++count) {
    const i64 size = p.size[list[k]], stride = s[list[k]];
    if (size == 1) continue;
    if (whole != 1 && outer != clamped_mul(stride, size)) break;
    whole = size;
    outer = stride;
  }
  return count;
}

/// One operand of the multiplication: A is side 0, B side 1.
struct matmul_side {
  int operand = 0;          ///< the number of the einsum's operand
  bool packed = false;      ///< read from a tensor made for it
  bool transposed = false;  ///< [b…, k, m], or [b…, n, k], in memory
  label_list sums;          ///< labels that are summed when it is packed
  label_list order;         ///< of its labels as the multiplication takes them: b…, then two groups
  label_strides strides;    ///< of what the multiplication reads
};

/// The multiplication, and what is done before it.
struct matmul_plan {
  matmul_side side[2];  ///< A and B
  label_list batch;     ///< labels of the output that both sides have, or that do not lie as one
  label_list m;         ///< labels of A and the output
  label_list n;         ///< labels of B and the output
  label_list k;         ///< contracted labels
  i64 moved = 0;        ///< elements that are read to be packed
  i64 traffic = 0;      ///< elements that the multiplications read and write, one b after another

  /// How often data is moved before the multiplication.
  constexpr int data_moves() const { return side[0].packed + side[1].packed; }
  /// The side that is an operand of the einsum.
  constexpr int side_of(int operand) const { return side[0].operand == operand ? 0 : 1; }
  /// m of side 0, n of side 1.
  constexpr const label_list& free_labels(int s) const { return s == 0 ? m : n; }
};

/// Finds the plan that moves the fewest elements, and then the one whose multiplications read and write the
/// fewest.
class matmul_planner {
 public:
  constexpr explicit matmul_planner(const problem& p) : p_(p), output_(strides_of(p, p.operands)) {}

  constexpr matmul_plan best() {
    const bool swapped = is_swapped();
    for (int s = 0; s < 2; ++s) {
      operand_[s] = swapped ? 1 - s : s;
      own_[s] = p_.set(operand_[s]);
    }
    const label_set kept = p_.set(2);
    for (int s = 0; s < 2; ++s) {
      sums_[s] = labels_of(p_, operand_[s], own_[s] & ~own_[1 - s] & ~kept);
      own_[s] &= ~sums_[s].set();
    }
    matmul_plan found, tried;
    bool any = false;
    for (int packs = 0; packs < 4; ++packs) {
      const bool a = (packs & 1) != 0, b = (packs & 2) != 0;
      if ((sums_[0].count > 0 && !a) || (sums_[1].count > 0 && !b) || !arrange(a, b, tried)) continue;
      if (any && (tried.moved > found.moved || (tried.moved == found.moved && tried.traffic >= found.traffic)))
        continue;
      found = tried;
      any = true;
    }
    return found;
  }

 private:
  /// B has the label that is innermost in the output: it is what vectors are read along.
  constexpr bool is_swapped() const {
    int i = p_.length - 1;
    while (i >= p_.begin[2] && p_.size[p_.label[i]] == 1) --i;
    return i >= p_.begin[2] && contains(p_.set(0), p_.label[i]) && !contains(p_.set(1), p_.label[i]);
  }

  constexpr bool arrange(bool pack_a, bool pack_b, matmul_plan& out) const {
    out = {};
    for (int s = 0; s < 2; ++s) {
      out.side[s].operand = operand_[s];
      out.side[s].packed = s == 0 ? pack_a : pack_b;
      out.side[s].sums = sums_[s];
      out.side[s].strides = strides_of(p_, operand_[s]);
      if (out.side[s].packed) out.moved = clamped_add(out.moved, product_of(p_, p_.set(operand_[s])));
    }
    if (!order_contracted(out)) return false;
    out.m = best_run(out, 0);
    out.n = best_run(out, 1);
    const label_set kept = p_.set(2);
    out.batch = labels_of(p_, 2, kept & ~out.m.set() & ~out.n.set());
    for (int s = 0; s < 2; ++s) settle(out, s);
    const i64 m = product_of(p_, out.m.set()), n = product_of(p_, out.n.set()), k = product_of(p_, out.k.set());
    out.traffic = clamped_mul(product_of(p_, out.batch.set()),
                              clamped_add(clamped_add(clamped_mul(m, k), clamped_mul(k, n)), clamped_mul(m, n)));
    return true;
  }

  /// The contracted labels in the order in which they lie in memory; false where that is not one order for
  /// both.
  constexpr bool order_contracted(matmul_plan& out) const {
    out.k = ascending(own_[0] & own_[1] & ~p_.set(2));
    const int lead = !out.side[0].packed ? 0 : 1;
    if (!out.side[lead].packed) sort_by_stride(out.k, out.side[lead].strides);
    for (const matmul_side& s : out.side)
      if (!s.packed && merging(p_, out.k, 0, s.strides) != out.k.count) return false;
    return true;
  }

  constexpr void sort_by_stride(label_list& list, const label_strides& s) const {
    for (int k = 1; k < list.count; ++k)
      for (int j = k; j > 0 && s[list.label[j - 1]] < s[list.label[j]]; --j) {
        const unsigned char l = list.label[j];
        list.label[j] = list.label[j - 1];
        list.label[j - 1] = l;
      }
  }

  /// Of the output's labels that this side alone has, those that make the largest single dimension.
  constexpr label_list best_run(const matmul_plan& out, int s) const {
    const label_list all = labels_of(p_, 2, own_[s] & ~own_[1 - s]);
    int best_first = 0, best_count = 0;
    i64 best = -1;
    for (int first = 0; first < all.count;) {
      int count = merging(p_, all, first, output_);
      if (!out.side[s].packed) {
        const int own = merging(p_, all, first, out.side[s].strides);
        if (own < count) count = own;
      }
      i64 size = 1;
      for (int k = first; k < first + count; ++k) size = clamped_mul(size, p_.size[all[k]]);
      if (size >= best) {
        best = size;
        best_first = first;
        best_count = count;
      }
      first += count;
    }
    label_list run;
    for (int k = 0; k < best_count; ++k) run.add(all[best_first + k]);
    return run;
  }

  constexpr void settle(matmul_plan& out, int s) const {
    matmul_side& side = out.side[s];
    const label_list& own = out.free_labels(s);
    for (int k = 0; k < out.batch.count; ++k)
      if (contains(own_[s], out.batch[k])) side.order.add(out.batch[k]);
    const i64 free_stride = innermost(own, side.strides), contracted_stride = innermost(out.k, side.strides);
    const bool both = free_stride != 0 && contracted_stride != 0;
    side.transposed =
        !side.packed && both && (s == 0 ? contracted_stride > free_stride : contracted_stride < free_stride);
    const bool contracted_last = (s == 0) != side.transposed;
    side.order.add(contracted_last ? own : out.k);
    side.order.add(contracted_last ? out.k : own);
    if (side.packed) side.strides = strides_of(p_, side.order);
  }

  /// The stride of the group's innermost label; 0 where its size is 1.
  constexpr i64 innermost(const label_list& group, const label_strides& s) const {
    for (int k = group.count - 1; k >= 0; --k)
      if (p_.size[group[k]] != 1) return s[group[k]];
    return 0;
  }

  const problem& p_;
  label_strides output_;
  int operand_[2] = {};
  label_set own_[2] = {};  ///< without what is summed first
  label_list sums_[2];
};

/// The plan of an einsum of two operands.
constexpr matmul_plan plan_matmul(const problem& p) { return matmul_planner(p).best(); }

}  // namespace mercator::einsum_ir
