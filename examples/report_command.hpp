// mercator report FILE.hlo: what a kernel for an instruction can know of its operands.
#pragma once

#include <fstream>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command_line.hpp"
#include "mercator/draw/facts.hpp"
#include "mercator/hlo/parsed_module.hpp"

namespace mercator_example {

/// What the user asked of an HLO file.
struct report_request {
  mercator::facts_options options;
  std::string file, instruction, to;
  bool html = false, has_file = false;
};

/// "32,64" as numbers from 1 on, at most as many as `most`; empty where it is not that.
inline std::vector<int> sizes(const std::string& text, std::size_t most) {
  std::vector<int> out;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = text.find(',', begin);
    const std::optional<int> n = count(text.substr(begin, end == std::string::npos ? end : end - begin));
    if (!n || *n == 0 || out.size() == most) return {};
    out.push_back(*n);
    begin = end == std::string::npos ? text.size() + 1 : end + 1;
  }
  return out;
}

/// Why the argument cannot be read; empty where it can.
inline std::string read_argument(const std::string& a, report_request& request) {
  const auto value_of = [&a](std::string_view option) { return a.substr(option.size()); };
  if (a == "--html") {
    request.html = true;
  } else if (a == "--whole") {
    request.options.whole = true;
  } else if (a.starts_with("--instruction=")) {
    request.instruction = value_of("--instruction=");
    if (request.instruction.starts_with('%')) request.instruction.erase(0, 1);
  } else if (a.starts_with("--output=")) {
    const std::optional<int> number = count(value_of("--output="));
    if (!number) return "--output requires the number of an output, counted from 0";
    request.options.output = *number;
  } else if (a.starts_with("--grid=")) {
    const std::vector<int> given = sizes(value_of("--grid="), 3);
    if (given.empty() || given[0] > 1024)
      return "--grid requires THREADS[,UNROLL[,VECTOR]], at most 1024 threads, such as 128,4,1";
    request.options.threads = given[0];
    request.options.unroll = given.size() > 1 ? given[1] : 1;
    request.options.vector = given.size() > 2 ? given[2] : 1;
  } else if (a.starts_with("--tile=")) {
    const std::vector<int> given = sizes(value_of("--tile="), mercator::extents::max_rank);
    if (given.empty()) return "--tile requires a size for each dimension of the output, such as 1,32,32";
    request.options.tile.rank = static_cast<int>(given.size());
    for (std::size_t k = 0; k < given.size(); ++k) request.options.tile.size[k] = given[k];
  } else if (a.starts_with("-") && a != "-") {
    return "unknown option " + a;
  } else if (request.has_file) {
    return "more than one file";
  } else {
    request.file = a;
    request.has_file = true;
  }
  return {};
}

/// The report; or why there is none, and empty then.
inline std::string report(const mercator::hlo_ir::hlo_module& m, const report_request& request,
                          std::string& why) {
  const int place = request.instruction.empty()
                        ? m.entry_computation().root
                        : mercator::hlo_ir::place_of_instruction(m, request.instruction.c_str());
  if (place < 0) {
    why = "there is no instruction '" + request.instruction + "'";
    return {};
  }
  const mercator::instruction_facts facts = facts_of(m, m.instructions[place], request.options);
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
  if (!read_input(request.has_file ? request.file : "-", text)) return failed("cannot read " + request.file);
  const mercator::hlo_ir::parsed_module m(text.c_str(), static_cast<int>(text.size()));
  if (!m) {
    std::string message = "error: ";
    mercator::detail::string_sink sink{message};
    m.print_error(sink);
    std::cout << message << std::endl;
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
