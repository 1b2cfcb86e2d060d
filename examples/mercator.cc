// The command line: maps as text, one a line, simplified, composed and compared; the indexing maps of HLO text.
#include <chrono>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "command_line.hpp"
#include "draw_command.hpp"
#include "einsum_command.hpp"
#include "indexing_command.hpp"
#include "mercator/runtime.hpp"
#include "report_command.hpp"

namespace {

using mercator::i64;
using mercator::map_error;
using mercator::result;
using mercator::runtime_map;

constexpr std::string_view usage = R"(usage:
  mercator simplify [FILE]            one map a line -> its simplified map
  mercator compose [FILE]             "first ; second" a line -> second after first, simplified
  mercator equal [FILE]               "a ; b" a line -> equal, different at POINT, different: COUNTS, or undecided
  mercator draw 'MAP' [-o out.svg]    a picture of the map as SVG; with --text in characters
  mercator simplify --bench N [FILE]  nanoseconds a simplification, over N of them, parsing not counted
  mercator indexing FILE.hlo [--direction=output-to-input|input-to-output] [--output=K] [--instruction=NAME]
                    [--whole] [--all] [--piecewise]
                                      the indexing maps of the entry computation's root, or of NAME; from the root
                                      to every entry parameter; of every instruction
  mercator report FILE.hlo [--html] [-o FILE] [--instruction=NAME] [--whole] [--output=K]
                  [--grid=THREADS,UNROLL,VECTOR] [--tile=SIZES]
                                      what is read of each operand, how it is coalesced, and its tiles; as text or
                                      as a page with pictures
  mercator einsum EQUATION SHAPE...   'ijk,lki->li' 2,3,4 5,4,2 -> normalised equation, maps, plan, cost

Without FILE, standard input. A line that cannot be read prints error: LINE:COLUMN: MESSAGE in its place;
the exit status is 1 then. A map is written
  (d0, d1)[s0]{rt0} -> (d0 + rt0, d1 * 2 + s0), domain: d0 in [0, 9], d1 in [0, 4], s0 in [0, 1], rt0 in [0, 3]
)";

/// What a line gives: the text to print, or why there is none. Columns count within the line.
using answer = result<std::string>;

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\v\f") == std::string_view::npos; }

/// The two maps of a line "first ; second".
struct pair_of_maps {
  runtime_map first, second;
  int second_column;
};

result<pair_of_maps> parse_pair(std::string_view line) {
  const std::size_t middle = line.find(';');
  if (middle == std::string_view::npos)
    return map_error{1, static_cast<int>(line.size()) + 1, "expected ';' and a second map"};
  result<runtime_map> first = runtime_map::parse(line.substr(0, middle));
  if (!first) return first.error();
  result<runtime_map> second = runtime_map::parse(line.substr(middle + 1));
  const int before = static_cast<int>(middle) + 1;
  if (!second) return map_error{1, second.error().column + before, second.error().message};
  const std::size_t begin = line.find_first_not_of(" \t", middle + 1);
  return pair_of_maps{*std::move(first), *std::move(second), static_cast<int>(begin) + 1};
}

answer simplify(std::string_view line) {
  const result<runtime_map> map = runtime_map::parse(line);
  if (!map) return map.error();
  return map->simplify().to_string();
}

answer compose(std::string_view line) {
  const result<pair_of_maps> maps = parse_pair(line);
  if (!maps) return maps.error();
  const result<runtime_map> composed = maps->first.then(maps->second);
  if (!composed) return map_error{1, maps->second_column, composed.error().message};
  return composed->to_string();
}

/// "2 dimensions against 3" for the first count in which the maps differ.
std::string count_difference(mercator::map_counts a, mercator::map_counts b) {
  const auto say = [](int x, const char* what, int y) {
    return std::to_string(x) + " " + what + (x == 1 ? "" : "s") + " against " + std::to_string(y);
  };
  if (a.dimensions != b.dimensions) return say(a.dimensions, "dimension", b.dimensions);
  if (a.ranges != b.ranges) return say(a.ranges, "range variable", b.ranges);
  if (a.runtimes != b.runtimes) return say(a.runtimes, "runtime variable", b.runtimes);
  return say(a.results, "result", b.results);
}

/// The point as (dimensions)[ranges]{runtime variables}.
std::string point_text(const i64* point, mercator::map_counts counts) {
  std::string out;
  const auto group = [&](char open, int count, char close) {
    out += open;
    for (int k = 0; k < count; ++k) out += (k == 0 ? "" : ", ") + std::to_string(*point++);
    out += close;
  };
  group('(', counts.dimensions, ')');
  group('[', counts.ranges, ']');
  group('{', counts.runtimes, '}');
  return out;
}

answer compare(std::string_view line) {
  using mercator::symbolic::truth;
  const result<pair_of_maps> maps = parse_pair(line);
  if (!maps) return maps.error();
  const mercator::symbolic::verdict verdict = equal(maps->first, maps->second);
  if (verdict.counts_differ) return "different: " + count_difference(maps->first.counts(), maps->second.counts());
  if (verdict.is == truth::yes) return std::string("equal");
  if (verdict.is == truth::undecided) return std::string("undecided");
  return "different at " + point_text(verdict.point, maps->first.counts());
}

/// Nanoseconds a simplification of the line's map: the best of ten batches, since other programs run too.
class bench {
 public:
  explicit bench(int repetitions) : repetitions_(repetitions) {}

  answer operator()(std::string_view line) {
    namespace symbolic = mercator::symbolic;
    const result<runtime_map> map = runtime_map::parse(line);
    if (!map) return map.error();
    const std::string text(line);
    symbolic::map_tree in;
    symbolic::parse(text.data(), static_cast<int>(text.size()), in);
    double best = 0;
    for (int batch = 0, batches = repetitions_ < 10 ? 1 : 10; batch < batches; ++batch) {
      const double taken = nanoseconds(in, repetitions_ / batches);
      if (batch == 0 || taken < best) best = taken;
    }
    return std::to_string(static_cast<i64>(best + 0.5));
  }

 private:
  double nanoseconds(const mercator::symbolic::map_tree& in, int repetitions) {
    namespace symbolic = mercator::symbolic;
    const auto begin = std::chrono::steady_clock::now();
    for (int k = 0; k < repetitions; ++k) {
      symbolic::pool lines;
      symbolic::map_form form(lines);
      symbolic::map_tree out;
      symbolic::lower(in, form);
      symbolic::simplify_fully(form, out, &in);
      nodes_ = out.nodes;
    }
    const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - begin;
    return taken.count() / repetitions;
  }

  int repetitions_;
  volatile int nodes_ = 0;
};

/// Answers every line. The exit status.
template <class Answer>
int each_line(std::istream& in, Answer&& answer_to) {
  bool failed = false;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (!is_blank(line)) {
      const answer a = answer_to(line);
      failed |= !a;
      if (a)
        std::cout << *a;
      else
        mercator_example::print_error(number, a.error());
    }
    std::cout << '\n';
    if (in.rdbuf()->in_avail() <= 0) std::cout.flush();  // who types lines sees each answer
  }
  std::cout.flush();
  if (!std::cout) std::cerr << "mercator: cannot write the output\n";
  return failed || !std::cout || in.bad() ? 1 : 0;
}

template <class Answer>
int run(const std::vector<std::string>& files, Answer&& answer_to) {
  if (files.empty()) return each_line(std::cin, answer_to);
  std::ifstream in(mercator_example::user_path(files[0]));
  if (!in) return mercator_example::failed("cannot read " + files[0]);
  return each_line(in, answer_to);
}

int misused(const std::string& why) {
  const int status = mercator_example::misused(why);
  std::cerr << '\n' << usage;
  return status;
}

int command(const std::string& name, std::vector<std::string> arguments) {
  std::optional<int> repetitions;
  if (name == "simplify" && !arguments.empty() && arguments[0] == "--bench") {
    if (arguments.size() > 1) repetitions = mercator_example::count(arguments[1]);
    if (!repetitions || *repetitions == 0) return misused("--bench requires a number of repetitions");
    arguments.erase(arguments.begin(), arguments.begin() + 2);
  }
  for (const std::string& a : arguments)
    if (a.starts_with('-')) return misused("unknown option " + a);
  if (arguments.size() > 1) return misused("more than one file");
  if (repetitions) return run(arguments, bench(*repetitions));
  if (name == "simplify") return run(arguments, simplify);
  if (name == "compose") return run(arguments, compose);
  return run(arguments, compare);
}

}  // namespace

int main(int count, char** values) {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  std::vector<std::string> arguments(values + (count > 0 ? 1 : 0), values + count);
  if (arguments.empty()) return misused("no command");
  const std::string name = arguments[0];
  arguments.erase(arguments.begin());
  if (name == "--help" || name == "-h" || name == "help") {
    std::cout << usage;
    return 0;
  }
  if (name == "--version") {
    std::cout << "mercator " << MERCATOR_VERSION_MAJOR << '.' << MERCATOR_VERSION_MINOR << '.' << MERCATOR_VERSION_PATCH
              << '\n';
    return 0;
  }
  if (name == "draw") return mercator_example::draw_command(arguments);
  if (name == "simplify" || name == "compose" || name == "equal") return command(name, std::move(arguments));
  if (name == "einsum") return mercator_example::einsum_command(arguments);
  if (name == "report") return mercator_example::report_command(arguments);
  if (name == "indexing") return mercator_example::indexing_command(arguments);
  return misused("unknown command '" + name + "'");
}
