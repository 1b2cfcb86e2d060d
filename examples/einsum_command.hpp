// mercator einsum EQUATION SHAPE...: the normalised equation, the operands' maps, the plan and its cost.
#pragma once

#include <iostream>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "mercator/einsum/runtime_einsum.hpp"

namespace mercator_example {

/// The sizes of "2,3,4"; of "" or "scalar" none. False where it is no such list.
inline bool read_shape(const std::string& text, std::vector<mercator::i64>& sizes) {
  if (text.empty() || text == "scalar") return true;
  const auto numbers = number_list(text);
  if (numbers) sizes.assign(numbers->begin(), numbers->end());
  return numbers.has_value();
}

/// The exit status: 0, 1 for an einsum that there is not, 2 for arguments that are none.
inline int einsum_command(const std::vector<std::string>& arguments) {
  if (arguments.empty()) return misused("einsum requires an equation and a shape such as 2,3,4 for each operand");
  std::vector<std::vector<mercator::i64>> shapes(arguments.size() - 1);
  for (std::size_t k = 0; k < shapes.size(); ++k)
    if (!read_shape(arguments[k + 1], shapes[k]))
      return misused('\'' + arguments[k + 1] + "' is no shape such as 2,3,4");
  const auto einsum = mercator::runtime_einsum::parse(arguments[0], shapes);
  if (!einsum) {
    print_error(einsum.error().line, einsum.error());
    std::cout << '\n';
    return 1;
  }
  std::cout << einsum->equation() << '\n';
  for (int k = 0; k < einsum->operands(); ++k)
    std::cout << "operand " << k << ": " << einsum->output_to_input(k) << '\n';
  std::cout << einsum->plan();
  return 0;
}

}  // namespace mercator_example
