// The C that to_code prints: compiled, run, and compared with what for_each visits.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include "mercator/loops/code.hpp"
#include "mercator/map/compose.hpp"
#include "mercator/map/literals.hpp"
#include "mercator/ops/pad.hpp"
#include "mercator/ops/reshape.hpp"
#include "mercator/ops/transpose.hpp"

using namespace mercator;
using namespace mercator::literals;

namespace {

std::string folder() {
  const char* given = std::getenv("TEST_TMPDIR");
  return given != nullptr ? given : "/tmp";
}

bool has_compiler() { return std::system("cc --version > /dev/null 2>&1") == 0; }

/// What a C program prints that has the code and a body that prints its arguments.
std::string printed_by(const std::string& code, int arguments) {
  const std::string base = folder() + "/nest_" + std::to_string(arguments);
  std::ostringstream source;
  source << "#include <stdio.h>\nstatic void body(";
  for (int k = 0; k < arguments; ++k) source << (k > 0 ? ", " : "") << "long long a" << k;
  source << (arguments == 0 ? "void" : "") << ") { printf(\"";
  for (int k = 0; k < arguments; ++k) source << "%lld ";
  source << "\\n\"";
  for (int k = 0; k < arguments; ++k) source << ", a" << k;
  source << "); }\n" << code << "int main(void) { nest(); return 0; }\n";
  std::ofstream(base + ".c") << source.str();
  REQUIRE(std::system(("cc -Wall -Wextra -Wno-unused-function -Werror -fsanitize=undefined -o " + base + " " +
                       base + ".c && " + base + " > " + base + ".out")
                          .c_str()) == 0);
  std::ifstream out(base + ".out");
  std::ostringstream text;
  text << out.rdbuf();
  return text.str();
}

template <class Map>
std::string visited(Map map) {
  std::ostringstream out;
  for_each(map, [&](const auto& from, const auto& to) {
    for (int k = 0; k < Map::counts.variables(); ++k) out << from[k] << ' ';
    for (int k = 0; k < Map::counts.results; ++k) out << to[k] << ' ';
    out << '\n';
  });
  return out.str();
}

template <class Map>
void check(Map map) {
  const std::string code(to_code(map).c_str());
  CHECK(printed_by(code, Map::counts.variables() + Map::counts.results) == visited(map));
}

}  // namespace

TEST_CASE("the code is readable") {
  CHECK(std::string(to_code("(d0) -> (d0 floordiv 4, d0 mod 4), domain: d0 in [2, 14]"_map).c_str()) ==
        R"(void nest(void) {
  for (int i0 = 0; i0 < 2; ++i0) {
    body(i0 + 2, 0, i0 + 2);
  }
  for (int i1 = 0; i1 < 2; ++i1) {
    for (int i2 = 0; i2 < 4; ++i2) {
      body(i1 * 4 + i2 + 4, i1 + 1, i2);
    }
  }
  for (int i3 = 0; i3 < 3; ++i3) {
    body(i3 + 12, 3, i3);
  }
}
)");
  CHECK(std::string(to_code("(d0) -> (d0), domain: d0 in [1, 9], (d0 - 1) mod 2 in [0, 0]"_map).c_str()) ==
        R"(void nest(void) {
  for (int i0 = 0; i0 < 5; ++i0) {
    body(i0 * 2 + 1, i0 * 2 + 1);
  }
}
)");
  CHECK(std::string(to_code("(d0) -> (d0), domain: KNOWN EMPTY"_map).c_str()) == "void nest(void) {\n}\n");
}

TEST_CASE("numbers are of the narrowest type that holds them") {
  CHECK(std::string(to_code("(d0) -> (d0 * 100), domain: d0 in [0, 20000000]"_map).c_str()).find("int i0") !=
        std::string::npos);
  CHECK(std::string(to_code("(d0) -> (d0 * 200), domain: d0 in [0, 20000000]"_map).c_str())
            .find("long long i0") != std::string::npos);
}

TEST_CASE("the code compiles and does the same") {
  if (!has_compiler()) {
    std::puts("SKIPPED: there is no cc");
    return;
  }
  check("(d0) -> (d0 floordiv 4, (d0 + 1) mod 3), domain: d0 in [-7, 26]"_map);
  check(
      "(d0, d1) -> (d0 - d1), domain: d0 in [0, 9], d1 in [-3, 9], d0 + d1 * 2 in [3, 9], (d0 - 1) mod 2 in [0, 0]"_map);
  check(
      "(d0, d1) -> ((d0 * 7 + d1 * 5) floordiv 19, min(d0, d1 - 2)), domain: d0 in [-3, 10], d1 in [0, 12]"_map);
  check(
      "(d0, d1)[s0] -> (d0 + s0), domain: d0 in [0, 4], d1 in [0, 5], s0 in [-4, 4], d0 * 2 - d1 * 3 + s0 * 5 in [-3, 8]"_map);
  check("(d0, d1) -> (), domain: d0 in [0, 30], d1 in [0, 3], (d0 + d1 * 11) mod 13 in [2, 4]"_map);
  check("() -> (7)"_map);
  check("(d0, d1) -> (d0), domain: d0 in [0, 30], d1 in [0, 3], (d0 * 3) floordiv 7 + d1 in [2, 5]"_map);
  constexpr auto turned = ops::transpose(shape<6, 5, 4>{}, perm<1, 0, 2>{});
  constexpr auto flat = ops::reshape(turned.output(), shape<8, 15>{});
  check(flat.output_to_input<0>() >> turned.output_to_input<0>());
  check(
      ops::pad(shape<4, 3>{}, ops::low<1, 2>{}, ops::high<0, 1>{}, ops::interior<2, 0>{}).output_to_input<0>());
}
