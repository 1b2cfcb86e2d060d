// Einsums at run time: equations and shapes as values, with errors that can be dealt with.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mercator/einsum/execute.hpp"
#include "mercator/einsum/print.hpp"
#include "mercator/map/runtime_map.hpp"

namespace mercator {

/// An einsum. A value: copies are cheap and share what they hold, which never changes.
class runtime_einsum {
 public:
  /// Reads an equation and fits it to the shapes of its operands. An error says the column and what is wrong.
  static result<runtime_einsum> parse(std::string_view text, std::span<const std::vector<i64>> shapes) {
    const std::string terminated(text);
    einsum_ir::equation equation;
    einsum_ir::error wrong = einsum_ir::parse(terminated.data(), static_cast<int>(terminated.size()), equation);
    const auto problem = std::make_shared<einsum_ir::problem>();
    if (!wrong) {
      std::vector<ops::numbers> list;
      for (const std::vector<i64>& shape : shapes) list.emplace_back(shape.data(), static_cast<int>(shape.size()));
      wrong = einsum_ir::bind_and_check(equation, list.data(), static_cast<int>(list.size()), *problem);
    }
    if (!wrong) return runtime_einsum(problem);
    map_error failure{1, wrong.column(), {}};
    detail::string_sink sink{failure.message};
    print_message(sink, wrong);
    return failure;
  }

  int operands() const { return problem_->operands; }
  std::vector<i64> output_shape() const {
    const extents shape = problem_->output_shape();
    return std::vector<i64>(shape.size, shape.size + shape.rank);
  }

  /// The equation with labels named in order of appearance, '...' written out.
  std::string equation() const {
    std::string out;
    detail::string_sink sink{out};
    print(sink, *problem_);
    return out;
  }

  /// The map of an operand: the output's dimensions, and a range for each contracted label.
  runtime_map output_to_input(int operand) const {
    return built([&](symbolic::map_form& m) { einsum_ir::operand_output_to_input(m, *problem_, operand); });
  }
  /// The map from the indices of an operand to those of the output, counted from 0.
  runtime_map input_to_output(int operand) const {
    return built([&](symbolic::map_form& m) { einsum_ir::operand_input_to_output(m, *problem_, operand); });
  }
  /// A step of the canonical flow from the output to an operand.
  runtime_map flow(int operand, einsum_ir::flow step) const {
    return built([&](symbolic::map_form& m) { einsum_ir::flow_output_to_input(m, *problem_, operand, step); });
  }

  /// The contractions, what each does, and the cost, a line each.
  std::string plan() const {
    std::string out;
    detail::string_sink sink{out};
    einsum_ir::print_plan(sink, *problem_);
    return out;
  }
  /// What the cheapest order of contractions costs.
  einsum_ir::path_cost cost() const { return einsum_ir::find_path(*problem_).cost; }

  const einsum_ir::problem& value() const { return *problem_; }

  /// Carries out the plan on row-major tensors: `to` overlaps none of the operands.
  template <class T, class Algebra = einsum_ir::plain_algebra<T>>
  void contract(T* to, std::span<const T* const> operands, const Algebra& algebra = {}) const {
    assert(static_cast<int>(operands.size()) == this->operands() &&
           "mercator: contract requires as many tensors as the einsum has operands");
    einsum_ir::execute(*problem_, to, operands.data(), algebra);
  }

 private:
  explicit runtime_einsum(std::shared_ptr<const einsum_ir::problem> p) : problem_(std::move(p)) {}

  template <class Build>
  static runtime_map built(Build build) {
    workspace& w = workspace::of_this_thread();
    symbolic::map_form& form = w.form(0);
    build(form);
    symbolic::map_tree& tree = w.tree(0);
    [[maybe_unused]] const bool fits = detail::simplify_form(form, tree);
    assert(fits);
    return runtime_map(tree, true);
  }

  std::shared_ptr<const einsum_ir::problem> problem_;
};

}  // namespace mercator
