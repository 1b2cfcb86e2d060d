// The HLO file that a command of the command line is asked about.
#pragma once

#include <optional>
#include <string>

#include "command_line.hpp"
#include "mercator/hlo/outputs.hpp"
#include "mercator/hlo/parsed_module.hpp"

namespace mercator_example {

/// What in which file.
struct hlo_request {
  std::optional<std::string> file;  ///< standard input where none is named
  std::string instruction;          ///< the entry computation's root where empty
};

/// What stands behind an option that ends in "=".
inline std::string value_of(const std::string& argument) { return argument.substr(argument.find('=') + 1); }

/// Reads what every command about HLO takes. Why the argument cannot be read; empty where it can.
inline std::string read_argument(const std::string& a, hlo_request& request, int& output) {
  if (a.starts_with("--output=")) {
    const std::optional<int> number = count(value_of(a));
    if (!number) return "--output requires the number of an output, counted from 0";
    output = *number;
  } else if (a.starts_with("--instruction=")) {
    request.instruction = value_of(a);
    if (request.instruction.starts_with('%')) request.instruction.erase(0, 1);
  } else if (a.starts_with("-") && a != "-") {
    return "unknown option " + a;
  } else if (request.file) {
    return "more than one file";
  } else {
    request.file = a;
  }
  return {};
}

/// The instruction's place in the module. Says why where there is none.
inline std::optional<int> place_of(const mercator::hlo_ir::hlo_module& m, const hlo_request& request,
                                   std::string& why) {
  if (request.instruction.empty()) return m.entry_computation().root;
  const int place = mercator::hlo_ir::place_of_instruction(m, request.instruction.c_str());
  if (place >= 0) return place;
  why = "there is no instruction '" + request.instruction + "'";
  return std::nullopt;
}

/// The line that stands where the answer would, for a module that cannot be read.
inline std::string error_line(const mercator::hlo_ir::parsed_module& m) {
  std::string out = "error: ";
  mercator::detail::string_sink sink{out};
  m.print_error(sink);
  return out + '\n';
}

}  // namespace mercator_example
