// mercator indexing FILE.hlo: the indexing maps of HLO text.
#pragma once

#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command_line.hpp"
#include "mercator/hlo/listing.hpp"
#include "mercator/hlo/parsed_module.hpp"

namespace mercator_example {

/// What the user asked of an HLO file.
struct indexing_request {
  mercator::hlo_ir::listing_options options;
  std::string file, instruction;
  bool whole = false, all = false, has_file = false;
};

/// Why the argument cannot be read; empty where it can.
inline std::string read_argument(const std::string& a, indexing_request& request) {
  using mercator::hlo_ir::direction;
  const auto value_of = [&a](std::string_view option) { return a.substr(option.size()); };
  if (a.starts_with("--direction=")) {
    const std::string way = value_of("--direction=");
    if (way != "output-to-input" && way != "input-to-output") return "unknown direction " + way;
    request.options.way = way == "output-to-input" ? direction::output_to_input : direction::input_to_output;
  } else if (a.starts_with("--output=")) {
    const std::optional<int> number = count(value_of("--output="));
    if (!number) return "--output requires the number of an output, counted from 0";
    request.options.output = *number;
  } else if (a.starts_with("--instruction=")) {
    request.instruction = value_of("--instruction=");
    if (request.instruction.starts_with('%')) request.instruction.erase(0, 1);
  } else if (a == "--whole") {
    request.whole = true;
  } else if (a == "--all") {
    request.all = true;
  } else if (a == "--piecewise") {
    request.options.piecewise = true;
  } else if (a.starts_with("--")) {
    return "unknown option " + a;
  } else if (request.has_file) {
    return "more than one file";
  } else {
    request.file = a;
    request.has_file = true;
  }
  return {};
}

/// Lists what was asked for. Why that could not be done; empty where it was.
inline std::string list(const mercator::hlo_ir::hlo_module& m, const indexing_request& request,
                        std::string& out) {
  mercator::detail::string_sink sink{out};
  mercator::hlo_ir::listing listing(sink, m, request.options);
  const auto& entry = m.entry_computation();
  const int place = request.instruction.empty()
                        ? entry.root
                        : mercator::hlo_ir::place_of_instruction(m, request.instruction.c_str());
  if (place < 0) return "there is no instruction '" + request.instruction + "'";
  if (request.all)
    listing.all();
  else if (!(request.whole ? listing.whole(entry) : listing.one(m.instructions[place])))
    return "--output=" + std::to_string(request.options.output) + " is beyond the last output, number " +
           std::to_string(mercator::hlo_ir::output_count(m, m.instructions[place]) - 1);
  return listing.full() ? "not enough memory" : "";
}

/// The exit status: 0, 1 where something cannot be read or is not there, 2 for arguments that are none.
inline int indexing_command(const std::vector<std::string>& arguments) {
  indexing_request request;
  for (const std::string& a : arguments)
    if (const std::string why = read_argument(a, request); !why.empty()) return misused(why);
  if (request.whole && request.all) return misused("--whole and --all exclude each other");
  if (!request.instruction.empty() && (request.whole || request.all))
    return misused("--instruction excludes --whole and --all");
  std::string text;
  if (!read_input(request.has_file ? request.file : "-", text)) return failed("cannot read " + request.file);
  const mercator::hlo_ir::parsed_module m(text.c_str(), static_cast<int>(text.size()));
  std::string out, why;
  if (m) {
    why = list(*m, request, out);
  } else {
    out = "error: ";
    mercator::detail::string_sink sink{out};
    m.print_error(sink);
    out += '\n';
  }
  std::cout << out;
  std::cout.flush();
  if (!why.empty()) std::cerr << "mercator: " << why << '\n';
  if (!std::cout) std::cerr << "mercator: cannot write the output\n";
  return m && why.empty() && std::cout ? 0 : 1;
}

}  // namespace mercator_example
