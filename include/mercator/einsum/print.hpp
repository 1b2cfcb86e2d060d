// The plan of an einsum as text.
#pragma once

#include "mercator/einsum/path.hpp"
#include "mercator/einsum/steps.hpp"

namespace mercator::einsum_ir {

/// Prints to a sink what is asked for, a line at a time.
template <TextSink Sink>
class plan_printer {
 public:
  constexpr plan_printer(Sink& to, const problem& whole) : to_(to), whole_(whole) {}

  /// The contractions in their order, what each does, and the cost of all:
  ///   tensor 2 = tensor 0 x tensor 1: abc,dca->da
  ///     tensor 0: sum b [2, 3, 4] -> [2, 4], copied
  ///     multiply [2, 1, 4] x [2, 5, 4] -> [2, 1, 5], right_transpose; batch a, M -, N d, K c
  ///   multiply-adds 40, …
  constexpr void print() {
    if (whole_.operands == 1) return print_single();
    const contraction_path path = find_path(whole_);
    int moves = 0;
    i64 moved = 0;
    for (int t = 0; t < path.steps; ++t) {
      const problem p = contraction_of(whole_, path, t, names_);
      const matmul_plan plan = plan_matmul(p);
      print_contraction(p, plan, path, t);
      moves += plan.data_moves();
      moved = clamped_add(moved, plan.moved);
    }
    write_literal(to_, "multiply-adds ");
    write_integer(to_, path.cost.multiply_adds);
    write_literal(to_, ", elements between contractions ");
    write_integer(to_, path.cost.intermediate);
    write_literal(to_, ", copies ");
    write_integer(to_, moves);
    if (moves > 0) {
      write_literal(to_, " of ");
      write_integer(to_, moved);
      write_literal(to_, " elements");
    }
    if (!path.optimal) write_literal(to_, "; not every order was tried");
    to_.put('\n');
  }

 private:
  /// One operand: labels are summed or moved.
  constexpr void print_single() {
    names_ = ascending(whole_.all());
    const label_list own = labels_of(whole_, 0, whole_.set(0)), kept = labels_of(whole_, 1, whole_.set(1));
    const label_list summed = labels_of(whole_, 0, whole_.set(0) & ~whole_.set(1));
    write_literal(to_, "operand 0:");
    if (whole_.rank(0) != own.count) write_literal(to_, " diagonal");
    if (summed.count > 0) {
      write_literal(to_, " sum ");
      write_labels(summed);
    }
    if (!(labels_of(whole_, 0, whole_.set(1)) == kept)) write_literal(to_, " transpose");
    to_.put(' ');
    write_shape(whole_.shape(0));
    write_arrow(whole_.output_shape());
    write_literal(to_, "additions ");
    write_integer(to_, summed.count > 0 ? product_of(whole_, whole_.set(0)) : 0);
    to_.put('\n');
  }

  constexpr void print_contraction(const problem& p, const matmul_plan& plan, const contraction_path& path, int t) {
    write_literal(to_, "tensor ");
    write_integer(to_, whole_.operands + t);
    write_literal(to_, " = tensor ");
    write_integer(to_, path.first[t]);
    write_literal(to_, " x tensor ");
    write_integer(to_, path.second[t]);
    write_literal(to_, ": ");
    for (int term = 0; term <= 2; ++term) {
      if (term == 1) to_.put(',');
      if (term == 2) write_literal(to_, "->");
      for (int i = p.begin[term]; i < p.end(term); ++i) to_.put(letter(names_[p.label[i]]));
    }
    to_.put('\n');
    for (int operand = 0; operand < 2; ++operand) {
      const int s = plan.side_of(operand);
      const side_steps side(p, plan, s);
      for (int k = steps - 1; k > static_cast<int>(step::multiply); --k)
        print_step(side, static_cast<step>(k), operand == 0 ? path.first[t] : path.second[t], plan.side[s].sums);
    }
    print_multiply(p, plan);
    const side_steps side(p, plan, 0);
    for (const step what : {step::output_reshape, step::output_transpose})
      print_step(side, what, whole_.operands + t, plan.side[0].sums);
  }

  constexpr void print_step(const side_steps& side, step what, int tensor, const label_list& sums) {
    if (!side.is_needed(what)) return;
    write_literal(to_, "  tensor ");
    write_integer(to_, tensor);
    write_literal(to_, ": ");
    write_terminated(to_, name_of(what));
    to_.put(' ');
    if (what == step::sum) {
      write_labels(sums);
      to_.put(' ');
    }
    write_shape(side.input(what));
    write_literal(to_, " -> ");
    write_shape(side.output(what));
    if (side.moves_data(what)) write_literal(to_, ", copied");
    to_.put('\n');
  }

  constexpr void print_multiply(const problem& p, const matmul_plan& plan) {
    const side_steps left(p, plan, 0), right(p, plan, 1);
    write_literal(to_, "  multiply ");
    write_shape(left.input(step::multiply));
    write_literal(to_, " x ");
    write_shape(right.input(step::multiply));
    write_literal(to_, " -> ");
    write_shape(left.output(step::multiply));
    if (plan.side[0].transposed) write_literal(to_, ", left_transpose");
    if (plan.side[1].transposed) write_literal(to_, ", right_transpose");
    const label_list* const group[] = {&plan.batch, &plan.m, &plan.n, &plan.k};
    const char* const name[] = {"; batch ", ", M ", ", N ", ", K "};
    for (int k = 0; k < 4; ++k) {
      write_terminated(to_, name[k]);
      write_labels(*group[k]);
    }
    to_.put('\n');
  }

  constexpr void write_labels(const label_list& list) {
    for (int k = 0; k < list.count; ++k) to_.put(letter(names_[list[k]]));
    if (list.count == 0) to_.put('-');
  }
  constexpr void write_shape(const extents& shape) {
    to_.put('[');
    for (int k = 0; k < shape.rank; ++k) {
      if (k > 0) write_literal(to_, ", ");
      write_integer(to_, shape[k]);
    }
    to_.put(']');
  }
  constexpr void write_arrow(const extents& shape) {
    write_literal(to_, " -> ");
    write_shape(shape);
    to_.put('\n');
  }

  Sink& to_;
  const problem& whole_;
  label_list names_;  ///< of the labels of the contraction at hand
};

template <TextSink Sink>
constexpr void print_plan(Sink& to, const problem& p) {
  plan_printer<Sink>(to, p).print();
}

}  // namespace mercator::einsum_ir
