// mercator report FILE.hlo: what a kernel for an instruction can know of its operands.
#pragma once

#include <fstream>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "hlo_input.hpp"
#include "mercator/draw/facts.hpp"

namespace mercator_example {

/// What the user asked of an HLO file.
struct report_request : hlo_request {
  mercator::facts_options options;
  std::string to;
  bool html = false;
};

/// "32,64" as numbers from 1 to 999,999,999, at most as many as `most`; empty where it is not that.
inline std::vector<int> sizes(const std::string& text, std::size_t most) {
  const auto numbers = number_list(text);
  if (!numbers || numbers->size() > most) return {};
  std::vector<int> out;
  for (const long long n : *numbers) {
    if (n < 1 || n > 999'999'999) return {};
    out.push_back(static_cast<int>(n));
  }
  return out;
}

/// Why the argument cannot be read; empty where it can.
inline std::string read_argument(const std::string& a, report_request& request) {
  if (a == "--html") {
    request.html = true;
  } else if (a == "--whole") {
    request.options.whole = true;
  } else if (a.starts_with("--grid=")) {
    const std::vector<int> given = sizes(value_of(a), 3);
    if (given.empty() || given[0] > 1024)
      return "--grid requires THREADS[,UNROLL[,VECTOR]], at most 1024 threads, such as 128,4,1";
    request.options.threads = given[0];
    request.options.unroll = given.size() > 1 ? given[1] : 1;
    request.options.vector = given.size() > 2 ? given[2] : 1;
  } else if (a.starts_with("--tile=")) {
    const std::vector<int> given = sizes(value_of(a), mercator::extents::max_rank);
    if (given.empty()) return "--tile requires a size for each dimension of the output, such as 1,32,32";
    request.options.tile.rank = static_cast<int>(given.size());
    for (std::size_t k = 0; k < given.size(); ++k) request.options.tile.size[k] = given[k];
  } else {
    return read_argument(a, request, request.options.output);
  }
  return {};
}

/// The report; or why there is none, and empty then.
inline std::string report(const mercator::hlo_ir::hlo_module& m, const report_request& request, std::string& why) {
  const std::optional<int> place = place_of(m, request, why);
  if (!place) return {};
  const mercator::instruction_facts facts = facts_of(m, m.instructions[*place], request.options);
  if (!facts.error.empty()) {
    why = facts.name + ": " + facts.error;
    return {};
  }
  return request.html ? report_page(facts, request.options) : report_text(facts, request.options);
}

/// The exit status: 0, 1 where something cannot be read or is not there, 2 for arguments that are none.
inline int report_command(const std::vector<std::string>& arguments) {
  report_request request;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    if (arguments[k] == "-o") {
      if (++k == arguments.size()) return misused("-o requires a file");
      request.to = arguments[k];
    } else if (const std::string why = read_argument(arguments[k], request); !why.empty()) {
      return misused(why);
    }
  }
  if (!request.instruction.empty() && request.options.whole) return misused("--instruction excludes --whole");
  std::string text;
  if (!read_input(request.file.value_or("-"), text)) return failed("cannot read " + *request.file);
  const mercator::hlo_ir::parsed_module m(text.c_str(), static_cast<int>(text.size()));
  if (!m) {
    std::cout << error_line(m) << std::flush;
    return 1;
  }
  std::string why;
  const std::string out = report(*m, request, why);
  if (!why.empty()) return failed(why);
  if (request.to.empty()) {
    std::cout << out << std::flush;
    return std::cout ? 0 : failed("cannot write the output");
  }
  std::ofstream file(user_path(request.to), std::ios::binary);
  file << out;
  file.close();
  return file ? 0 : failed("cannot write " + request.to);
}

}  // namespace mercator_example
