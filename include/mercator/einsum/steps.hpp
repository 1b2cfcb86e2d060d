// The steps of a plan, each with its map. From the output back to an operand, their composition is the
// operand's map.
#pragma once

#include "mercator/einsum/matmul.hpp"

namespace mercator::einsum_ir {

/// In the order from the output to an operand.
enum class step : unsigned char {
  output_transpose,  ///< the output from [b…, m…, n…]
  output_reshape,    ///< [b…, m…, n…] from [b…, m, n]
  multiply,          ///< [b…, m, n] from [b…, m, k], or [b…, k, m] where transposed; side 1 likewise
  broadcast,         ///< from the side's own b…
  reshape,           ///< groups of labels as one dimension each
  transpose,         ///< from the operand's order of labels
  sum,               ///< labels of this operand alone
  diagonal,          ///< from repeated labels, or dimensions of size 1 that are read for each index of a label
};
/// How many steps a plan has.
inline constexpr int steps = 8;

/// The name of a step.
constexpr const char* name_of(step s) {
  switch (s) {
    case step::output_transpose:
    case step::transpose:
      return "transpose";
    case step::output_reshape:
    case step::reshape:
      return "reshape";
    case step::multiply:
      return "multiply";
    case step::broadcast:
      return "broadcast";
    case step::sum:
      return "sum";
    case step::diagonal:
      return "diagonal";
  }
  return "";
}

/// The tensors between the steps of one side, and the steps' maps.
class side_steps {
 public:
  constexpr side_steps(const problem& p, const matmul_plan& plan, int side)
      : p_(p), plan_(plan), s_(plan.side[side]), side_(side) {}

  /// The shape that the step makes.
  constexpr extents output(step what) const {
    switch (what) {
      case step::output_transpose:
        return p_.output_shape();
      case step::output_reshape:
        return sizes_of(p_, written());
      case step::multiply:
        return multiplied();
      case step::broadcast:
        return operand_shape(side_, plan_.batch);
      case step::reshape:
        return operand_shape(side_, own_batch());
      case step::transpose:
        return sizes_of(p_, s_.order);
      case step::sum:
        return sizes_of(p_, kept());
      default:
        return sizes_of(p_, own());
    }
  }
  /// The shape that the step takes.
  constexpr extents input(step what) const {
    if (what == step::diagonal) return p_.shape(s_.operand);
    return output(static_cast<step>(static_cast<int>(what) + 1));
  }

  /// Whether the step does anything. A map is there for each.
  constexpr bool is_needed(step what) const {
    switch (what) {
      case step::output_transpose:
        return !(written() == labels_of(p_, 2, p_.set(2)));
      case step::multiply:
        return true;
      case step::transpose:
        return !(s_.order == kept());
      case step::sum:
        return s_.sums.count > 0;
      case step::diagonal:
        return p_.rank(s_.operand) != own().count;
      default:
        return !(output(what) == input(what));
    }
  }

  /// Whether the step copies the operand's data: one does where the operand is packed, and the views beside it
  /// are taken along.
  constexpr bool moves_data(step what) const {
    if (!s_.packed) return false;
    return what == (is_needed(step::sum) ? step::sum : is_needed(step::transpose) ? step::transpose : step::diagonal);
  }

  constexpr void build(symbolic::map_form& m, step what) const {
    namespace values = ops::values;
    i64 list[ops_rank] = {};
    switch (what) {
      case step::output_transpose: {
        const label_list from = written();
        for (int i = p_.begin[2], k = 0; i < p_.length; ++i) list[k++] = from.find(p_.label[i]);
        return values::transpose_output_to_input(m, sizes_of(p_, from), {list, from.count});
      }
      case step::multiply:
        return build_multiply(m);
      case step::broadcast: {
        int count = 0;
        for (int k = 0; k < plan_.batch.count; ++k)
          if (contains(s_.order.set(), plan_.batch[k])) list[count++] = k;
        for (int k = 0; k < 2; ++k) list[count++] = plan_.batch.count + k;
        return values::broadcast_output_to_input(m, output(what), {list, count});
      }
      case step::transpose: {
        const label_list from = kept();
        for (int k = 0; k < from.count; ++k) list[k] = from.find(s_.order[k]);
        return values::transpose_output_to_input(m, sizes_of(p_, from), {list, from.count});
      }
      case step::sum: {
        const label_list from = own();
        for (int k = 0; k < s_.sums.count; ++k) list[k] = from.find(s_.sums[k]);
        return values::reduce_output_to_input(m, sizes_of(p_, from), {list, s_.sums.count});
      }
      case step::diagonal:
        return diagonal(m, p_, s_.operand, own());
      default:
        return values::reshape(m, output(what), input(what));
    }
  }

  /// From the variables of the operand's map, all as dimensions, to those of the composed steps: the output's
  /// dimensions, what is summed, k.
  constexpr void build_folding(symbolic::map_form& m) const {
    map_writer out(m);
    int place[max_labels] = {}, next = 0;
    for (int i = p_.begin[2]; i < p_.length; ++i, ++next) out.add_dimension(p_.size[p_.label[i]]);
    const label_list contracted = ascending(p_.contracted());
    for (int k = 0; k < contracted.count; ++k) {
      out.add_dimension(p_.size[contracted[k]]);
      place[contracted[k]] = next++;
    }
    for (int v = 0; v < p_.output_rank(); ++v) out.add_result(out.variable(v));
    for (int k = 0; k < s_.sums.count; ++k) out.add_result(out.variable(place[s_.sums[k]]));
    int line = out.pool().number(0);
    i64 stride = 1;
    for (int k = plan_.k.count - 1; k >= 0; --k) {
      line = out.pool().add(line, out.variable(place[plan_.k[k]]), stride);
      const i64 size = p_.size[plan_.k[k]];
      if (size != 0) stride *= size;
    }
    out.add_result(line);
  }

 private:
  static constexpr int ops_rank = extents::max_rank + 1;

  constexpr label_list own() const { return labels_of(p_, s_.operand, p_.set(s_.operand)); }
  constexpr label_list kept() const { return labels_of(p_, s_.operand, p_.set(s_.operand) & ~s_.sums.set()); }
  constexpr label_list own_batch() const {
    label_list out;
    for (int k = 0; k < plan_.batch.count; ++k)
      if (contains(s_.order.set(), plan_.batch[k])) out.add(plan_.batch[k]);
    return out;
  }
  constexpr label_list written() const {
    label_list out = plan_.batch;
    out.add(plan_.m);
    out.add(plan_.n);
    return out;
  }

  constexpr i64 product(const label_list& group) const { return product_of(p_, group.set()); }
  constexpr extents multiplied() const {
    extents out = sizes_of(p_, plan_.batch);
    out.size[out.rank++] = product(plan_.m);
    out.size[out.rank++] = product(plan_.n);
    return out;
  }
  constexpr extents operand_shape(int side, const label_list& batch) const {
    const i64 free = product(plan_.free_labels(side)), contracted = product(plan_.k);
    const bool contracted_last = (side == 0) != plan_.side[side].transposed;
    extents out = sizes_of(p_, batch);
    out.size[out.rank++] = contracted_last ? free : contracted;
    out.size[out.rank++] = contracted_last ? contracted : free;
    return out;
  }

  constexpr void build_multiply(symbolic::map_form& m) const {
    const int batches = plan_.batch.count;
    i64 batch[extents::max_rank] = {};
    for (int k = 0; k < batches; ++k) batch[k] = k;
    const extents shape[2] = {operand_shape(0, plan_.batch), operand_shape(1, plan_.batch)};
    const i64 contracting[2] = {batches + !plan_.side[0].transposed, batches + plan_.side[1].transposed};
    const ops::values::dot_operand lhs{shape[0], {batch, batches}, {contracting, 1}},
        rhs{shape[1], {batch, batches}, {contracting + 1, 1}};
    ops::values::dot_output_to_input(m, lhs, rhs, side_, shape[side_]);
  }

  const problem& p_;
  const matmul_plan& plan_;
  const matmul_side& s_;
  int side_;
};

}  // namespace mercator::einsum_ir
