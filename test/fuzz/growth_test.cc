// Reading hostile text takes time in proportion to its length, if that: four times the text, about four times the time.
#include <functional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "mercator/einsum/runtime_einsum.hpp"
#include "mercator/hlo/parsed_module.hpp"
#include "mercator/map/runtime_map.hpp"
#include "test/support/growth.hpp"

namespace {

using text_of_size = std::function<std::string(int)>;
using reader = std::function<bool(const std::string&)>;

std::string repeated(const std::string& part, int times) {
  std::string out;
  for (int k = 0; k < times; ++k) out += part;
  return out;
}

/// `part` with every '#' replaced by 0, 1, 2, ….
std::string numbered(const std::string& part, int times, const std::string& between = "") {
  std::string out;
  for (int k = 0; k < times; ++k) {
    if (k > 0) out += between;
    for (const char c : part) out += c == '#' ? std::to_string(k) : std::string(1, c);
  }
  return out;
}

void check_growth(const reader& read, const text_of_size& text, int size) {
  const std::string small = text(size), large = text(4 * size);
  const auto seen = mercator_test::measure_growth([&] { read(small); }, [&] { read(large); });
  INFO(seen.small, " s, four times the size ", seen.large, " s");
  CHECK(seen.in_proportion());
  CHECK(seen.large < 1);
}

/// Text of a size, whether it is read without error, and the size to begin with.
struct shape_of_text {
  std::string what;
  text_of_size text;
  int size;
  bool good;
};

void check_all(const std::vector<shape_of_text>& shapes, const reader& read) {
  for (const shape_of_text& s : shapes) {
    INFO(s.what);
    CHECK(read(s.text(s.size)) == s.good);
    check_growth(read, s.text, s.size);
  }
}

bool read_map(const std::string& text) { return mercator::runtime_map::parse(text).has_value(); }

bool read_hlo(const std::string& text) {
  return static_cast<bool>(mercator::hlo_ir::parsed_module(text.c_str(), static_cast<int>(text.size())));
}

bool read_einsum(const std::string& text) {
  return mercator::runtime_einsum::parse(text, std::vector<std::vector<mercator::i64>>{{2, 3}, {3, 4}}).has_value();
}

const char* const head = "p = f32[2] parameter(0)\n";

}  // namespace

TEST_CASE("maps") {
  const auto with = [](const std::string& result) { return "(d0) -> (" + result + "), domain: d0 in [0, 3]"; };
  const std::vector<shape_of_text> shapes = {
      {"white space", [&](int n) { return with(repeated(" \n", n) + "d0"); }, 20000, true},
      {"parentheses", [&](int n) { return with(repeated("(", n)); }, 20000, false},
      {"parentheses that close", [&](int n) { return with(repeated("(", n) + "d0" + repeated(")", n)); }, 20000, false},
      {"minus signs", [&](int n) { return with(repeated("-", n) + "d0"); }, 20000, true},
      {"long numbers", [&](int n) { return with(repeated("9", n)); }, 20000, false},
      {"zeros before a number", [&](int n) { return with(repeated("0", n) + "7"); }, 20000, true},
      {"long names", [&](int n) { return "(" + repeated("x", n) + ") -> (0)"; }, 20000, false},
      {"terms", [&](int n) { return with("d0" + repeated(" + d0", n)); }, 200, true},
      {"more terms than there is room for", [&](int n) { return with("d0" + repeated(" + d0", n)); }, 20000, false},
      {"divisions in a row", [&](int n) { return with("d0" + repeated(" mod 7", n)); }, 20000, false},
      {"minima", [&](int n) { return with(repeated("min(d0, ", n)); }, 20000, false},
      {"results", [&](int n) { return with("0" + repeated(", d0", n)); }, 15, true},
      {"more results than there is room for", [&](int n) { return with("0" + repeated(", d0", n)); }, 20000, false},
      {"variables",
       [](int n) { return "(" + numbered("d#", n, ", ") + ") -> (0), domain: " + numbered("d# in [0, 1]", n, ", "); },
       15, true},
      {"more variables than there is room for", [](int n) { return "(" + numbered("d#", n, ", ") + ") -> (0)"; }, 20000,
       false},
      {"constraints", [&](int n) { return with("0") + repeated(", d0 in [0, 2]", n); }, 30, true},
      {"more constraints than there is room for", [&](int n) { return with("0") + repeated(", d0 in [0, 2]", n); },
       20000, false},
      {"bytes that are no text", [](int n) { return repeated("\xff", n); }, 20000, false},
      {"an error at the end of many lines", [&](int n) { return with("d0") + repeated("\n", n) + "$"; }, 20000, false},
  };
  check_all(shapes, read_map);
}

TEST_CASE("HLO text") {
  const std::vector<shape_of_text> shapes = {
      {"white space", [](int n) { return head + repeated(" \n", n); }, 20000, true},
      {"comments", [](int n) { return head + repeated("/* c */ // d\n", n); }, 5000, true},
      {"a comment without end", [](int n) { return head + ("/*" + repeated("/*", n)); }, 20000, false},
      {"braces", [](int n) { return head + repeated("{", n); }, 20000, false},
      {"attributes in braces", [](int n) { return "a = f32[2] parameter(0), x=" + repeated("{", n); }, 20000, false},
      {"tuples in tuples", [](int n) { return "a = " + repeated("(", n); }, 20000, false},
      {"tuples of many elements", [](int n) { return "a = (" + repeated("f32[2], ", n) + "f32[2]) parameter(0)"; },
       2000, true},
      {"long numbers", [](int n) { return "a = f32[" + repeated("1", n) + "] parameter(0)"; }, 20000, false},
      {"long names", [](int n) { return repeated("x", n) + " = f32[2] parameter(0)"; }, 20000, true},
      {"long strings", [](int n) { return "a = f32[2] parameter(0), m=\"" + repeated("\\\"", n) + "\""; }, 20000, true},
      {"instructions", [](int n) { return head + numbered("i# = f32[2] copy(p)\n", n); }, 1000, true},
      {"instructions in a chain",
       [](int n) {
         return "i0 = f32[2] parameter(0)\n" + numbered("j# = f32[2] copy(i0), control-predecessors={i0}\n", n);
       },
       1000, true},
      {"names that begin alike", [](int n) { return head + numbered(repeated("x", 100) + "# = f32[2] copy(p)\n", n); },
       500, true},
      {"operands", [](int n) { return head + ("t = () custom-call(p" + repeated(", p", n) + ")"); }, 2000, true},
      {"operands that are not there",
       [](int n) { return head + ("t = () custom-call(" + numbered("q#", n, ", ") + ")"); }, 2000, false},
      {"attributes", [](int n) { return "a = f32[2] parameter(0)" + numbered(", x#=1", n); }, 2000, true},
      {"numbers in a list", [](int n) { return "a = f32[2] parameter(0), dimensions={0" + repeated(",1", n) + "}"; },
       5000, true},
      {"numbers in a constant",
       [](int n) { return "a = s32[" + std::to_string(n) + "] constant({1" + repeated(", 1", n - 1) + "})"; }, 5000,
       true},
      {"replica groups",
       [](int n) { return "a = f32[2] parameter(0), replica_groups={{0}" + repeated(",{1}", n) + "}"; }, 3000, true},
      {"computations",
       [](int n) { return numbered("f# { a = f32[2] parameter(0) }\n", n) + "ENTRY e { a = f32[2] parameter(0) }"; },
       1000, true},
      {"computations that call one another",
       [](int n) {
         std::string out = "f0 { a = f32[2] parameter(0) }\n";
         for (int k = 1; k < n; ++k)
           out += "f" + std::to_string(k) + " { a = f32[2] parameter(0)\n b = f32[2] call(a), to_apply=f" +
                  std::to_string(k - 1) + " }\n";
         return out + "ENTRY e { a = f32[2] parameter(0) }";
       },
       500, true},
      {"one computation called many times",
       [](int n) {
         return "f { a = f32[2] parameter(0) }\nENTRY e { p = f32[2] parameter(0)\n" +
                numbered("c# = f32[2] call(p), to_apply=f\n", n) + "}";
       },
       500, true},
      {"bytes that are no text", [](int n) { return repeated("\xff", n); }, 20000, false},
  };
  check_all(shapes, read_hlo);
}

TEST_CASE("einsums") {
  const std::vector<shape_of_text> shapes = {
      {"spaces", [](int n) { return "ij," + repeated(" ", n) + "jk->ik"; }, 20000, true},
      {"labels", [](int n) { return repeated("a", n); }, 20000, false},
      {"commas", [](int n) { return repeated(",", n); }, 20000, false},
      {"dots", [](int n) { return repeated(".", n); }, 20000, false},
      {"ellipses", [](int n) { return repeated("...,", n); }, 20000, false},
      {"arrows", [](int n) { return "ij" + repeated("->", n); }, 20000, false},
      {"spaces and an error", [](int n) { return "ij,jk->ik" + repeated(" ", n) + "$"; }, 20000, false},
      {"bytes that are no text", [](int n) { return repeated("\xff", n); }, 20000, false},
  };
  check_all(shapes, read_einsum);
}
