// mercator indexing FILE.hlo: the indexing maps of HLO text.
#pragma once

#include <iostream>
#include <string>
#include <vector>

#include "hlo_input.hpp"
#include "mercator/hlo/listing.hpp"

namespace mercator_example {

/// What the user asked of an HLO file.
struct indexing_request : hlo_request {
  mercator::hlo_ir::listing_options options;
  bool whole = false, all = false;
};

/// Why the argument cannot be read; empty where it can.
inline std::string read_argument(const std::string& a, indexing_request& request) {
  using mercator::hlo_ir::direction;
  if (a.starts_with("--direction=")) {
    const std::string way = value_of(a);
    if (way != "output-to-input" && way != "input-to-output") return "unknown direction " + way;
    request.options.way = way == "output-to-input" ? direction::output_to_input : direction::input_to_output;
  } else if (a == "--whole") {
    request.whole = true;
  } else if (a == "--all") {
    request.all = true;
  } else if (a == "--piecewise") {
    request.options.piecewise = true;
  } else {
    return read_argument(a, request, request.options.output);
  }
  return {};
}

/// Lists what was asked for. Why that could not be done; empty where it was.
inline std::string list(const mercator::hlo_ir::hlo_module& m, const indexing_request& request, std::string& out) {
  mercator::detail::string_sink sink{out};
  mercator::hlo_ir::listing listing(sink, m, request.options);
  std::string why;
  const std::optional<int> place = place_of(m, request, why);
  if (!place) return why;
  if (request.all)
    listing.all();
  else if (!(request.whole ? listing.whole(m.entry_computation()) : listing.one(m.instructions[*place])))
    return "--output=" + std::to_string(request.options.output) + " is beyond the last output, number " +
           std::to_string(mercator::hlo_ir::output_count(m, m.instructions[*place]) - 1);
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
  if (!read_input(request.file.value_or("-"), text)) return failed("cannot read " + *request.file);
  const mercator::hlo_ir::parsed_module m(text.c_str(), static_cast<int>(text.size()));
  std::string out, why;
  if (m)
    why = list(*m, request, out);
  else
    out = error_line(m);
  std::cout << out;
  std::cout.flush();
  if (!why.empty()) std::cerr << "mercator: " << why << '\n';
  if (!std::cout) std::cerr << "mercator: cannot write the output\n";
  return m && why.empty() && std::cout ? 0 : 1;
}

}  // namespace mercator_example
