// The C that to_code prints: compiled, run, and compared with what for_each visits.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include "mercator/loops/code.hpp"
#include "mercator/map/compose.hpp"
#include "mercator/map/literals.hpp"
#include "mercator/ops/pad.hpp"
#include "mercator/ops/pieces.hpp"
#include "mercator/ops/reshape.hpp"
#include "mercator/ops/transpose.hpp"
#include "test/loops/cases.hpp"

using namespace mercator;
using namespace mercator::literals;
using namespace mercator_test;

namespace {

std::string folder() {
  const char* given = std::getenv("TEST_TMPDIR");
  return given != nullptr ? given : "/tmp";
}

bool has_compiler() { return std::system("cc --version > /dev/null 2>&1") == 0; }

/// A function of that name that prints its number and its arguments.
std::string body_in_c(const std::string& name, int operand, int arguments) {
  std::ostringstream source;
  source << "static void " << name << "(";
  for (int k = 0; k < arguments; ++k) source << (k > 0 ? ", " : "") << "long long a" << k;
  source << (arguments == 0 ? "void" : "") << ") { printf(\"" << operand << ": ";
  for (int k = 0; k < arguments; ++k) source << "%lld ";
  source << "\\n\"";
  for (int k = 0; k < arguments; ++k) source << ", a" << k;
  source << "); }\n";
  return source.str();
}

/// What a C program prints that has the bodies and the code.
std::string printed_by(const std::string& bodies, const std::string& code) {
  const std::string base = folder() + "/nest_" + std::to_string(bodies.size());
  std::ofstream(base + ".c") << "#include <stdio.h>\n" << bodies << code << "int main(void) { nest(); return 0; }\n";
  REQUIRE(std::system(("cc -Wall -Wextra -Wno-unused-function -Werror -fsanitize=undefined -o " + base + " " + base +
                       ".c && " + base + " > " + base + ".out")
                          .c_str()) == 0);
  std::ifstream out(base + ".out");
  std::ostringstream text;
  text << out.rdbuf();
  return text.str();
}

template <class Map>
void visit_points(Map map, int operand, std::ostringstream& out) {
  every_point(map, [&](const auto& from, const auto& to) {
    out << operand << ": ";
    for (int k = 0; k < Map::counts.variables(); ++k) out << from[k] << ' ';
    for (int k = 0; k < Map::counts.results; ++k) out << to[k] << ' ';
    out << '\n';
  });
}

template <class Map>
void check(Map map) {
  std::ostringstream visited;
  visit_points(map, 0, visited);
  const std::string code(to_code(map).c_str());
  CHECK(printed_by(body_in_c("body", 0, Map::counts.variables() + Map::counts.results), code) == visited.str());
}

template <class... Piece>
void check_pieces(piecewise_map<Piece...> pieces) {
  std::ostringstream visited, called;
  (visit_points(Piece{}, Piece::operand, visited), ...);
  for_each(pieces, [&](auto operand, const auto& from, const auto& to) {
    called << operand.value << ": ";
    for (const i64 x : from.indices) called << x << ' ';
    for (int k = 0; k < to.size; ++k) called << to[k] << ' ';
    called << '\n';
  });
  CHECK(called.str() == visited.str());
  std::map<int, int> arguments;
  (static_cast<void>(arguments[Piece::operand] = Piece::counts.variables() + Piece::counts.results), ...);
  std::string bodies;
  for (const auto& [operand, count] : arguments) bodies += body_in_c("body" + std::to_string(operand), operand, count);
  CHECK(printed_by(bodies, std::string(to_code(pieces).c_str())) == visited.str());
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

TEST_CASE("what does not divide is peeled off") {
  CHECK(std::string(to_code("(d0, d1) -> (d0 floordiv 5 + d1), domain: d0 in [0, 11], d1 in [0, 3]"_map).c_str()) ==
        R"(void nest(void) {
  for (int i0 = 0; i0 < 2; ++i0) {
    for (int i1 = 0; i1 < 5; ++i1) {
      for (int i2 = 0; i2 < 4; ++i2) {
        body(i0 * 5 + i1, i2, i0 + i2);
      }
    }
  }
  for (int i3 = 0; i3 < 2; ++i3) {
    for (int i4 = 0; i4 < 4; ++i4) {
      body(i3 + 10, i4, i4 + 2);
    }
  }
}
)");
}

TEST_CASE("a constraint bounds a loop, and is not tested within") {
  CHECK(std::string(
            to_code("(d0, d1) -> (d0 + d1), domain: d0 in [0, 9], d1 in [0, 9], d0 + d1 in [3, 9]"_map).c_str()) ==
        R"(void nest(void) {
  for (int i0 = 0; i0 < 10; ++i0) {
    int first1 = 0, last1 = 9;
    if (-i0 + 3 > first1) first1 = -i0 + 3;
    if (-i0 + 9 < last1) last1 = -i0 + 9;
    for (int i1 = first1; i1 <= last1; ++i1) {
      body(i0, i1, i0 + i1);
    }
  }
}
)");
}

TEST_CASE("a quotient that stays is computed outside the loops that it does not need") {
  const std::string code(
      to_code(
          "(d0, d1, d2) -> ((d0 * 7 + d1 * 11) floordiv 19 + d2), domain: d0 in [0, 99], d1 in [0, 99], d2 in [0, 99]"_map)
          .c_str());
  CHECK(code.find(R"(
    for (int i1 = 0; i1 < 100; ++i1) {
      const int i3 = floordiv(i0 * 7 + i1 * 11, 19);
      for (int i2 = 0; i2 < 100; ++i2) {
        body(i0, i1, i2, i2 + i3);
      }
    }
)") != std::string::npos);
}

TEST_CASE("numbers are of the narrowest type that holds them") {
  CHECK(std::string(to_code("(d0) -> (d0 * 100), domain: d0 in [0, 20000000]"_map).c_str()).find("int i0") !=
        std::string::npos);
  CHECK(std::string(to_code("(d0) -> (d0 * 200), domain: d0 in [0, 20000000]"_map).c_str()).find("long long i0") !=
        std::string::npos);
}

TEST_CASE("the code compiles and does the same") {
  if (!has_compiler()) {
    std::puts("SKIPPED: there is no cc");
    return;
  }
  check("(d0) -> (d0 floordiv 4, (d0 + 1) mod 3), domain: d0 in [-7, 26]"_map);
  check(
      "(d0, d1) -> (d0 - d1), domain: d0 in [0, 9], d1 in [-3, 9], d0 + d1 * 2 in [3, 9], (d0 - 1) mod 2 in [0, 0]"_map);
  check("(d0, d1) -> ((d0 * 7 + d1 * 5) floordiv 19, min(d0, d1 - 2)), domain: d0 in [-3, 10], d1 in [0, 12]"_map);
  check(
      "(d0, d1)[s0] -> (d0 + s0), domain: d0 in [0, 4], d1 in [0, 5], s0 in [-4, 4], d0 * 2 - d1 * 3 + s0 * 5 in [-3, 8]"_map);
  check("(d0, d1) -> (), domain: d0 in [0, 30], d1 in [0, 3], (d0 + d1 * 11) mod 13 in [2, 4]"_map);
  check("() -> (7)"_map);
  check("(d0, d1) -> (d0), domain: d0 in [0, 30], d1 in [0, 3], (d0 * 3) floordiv 7 + d1 in [2, 5]"_map);
  constexpr auto turned = ops::transpose(shape<6, 5, 4>{}, perm<1, 0, 2>{});
  constexpr auto flat = ops::reshape(turned.output(), shape<8, 15>{});
  check(flat.output_to_input<0>() >> turned.output_to_input<0>());
  check(ops::pad(shape<4, 3>{}, ops::low<1, 2>{}, ops::high<0, 1>{}, ops::interior<2, 0>{}).output_to_input<0>());
}

TEST_CASE("the pieces of pad and concatenate are loops of their own, without a branch") {
  constexpr auto framed = ops::pad(shape<2, 3>{}, ops::low<1, 1>{}, ops::high<0, 1>{});
  CHECK(std::string(to_code(ops::pieces(framed)).c_str()) == R"(void nest(void) {
  {
    for (int i0 = 0; i0 < 2; ++i0) {
      for (int i1 = 0; i1 < 3; ++i1) {
        body0(i0 + 1, i1 + 1, i0, i1);
      }
    }
  }
  {
    for (int i0 = 0; i0 < 5; ++i0) {
      body1(0, i0);
    }
  }
  {
    for (int i0 = 0; i0 < 2; ++i0) {
      body1(i0 + 1, 0);
    }
  }
  {
    for (int i0 = 0; i0 < 2; ++i0) {
      body1(i0 + 1, 4);
    }
  }
}
)");
  if (!has_compiler()) return;
  check_pieces(ops::pieces(framed));
  check_pieces(ops::pieces(ops::pad(shape<4, 3>{}, ops::low<1, -1>{}, ops::high<0, 2>{}, ops::interior<2, 1>{})));
  check_pieces(ops::pieces(ops::concatenate(ops::axes<1>{}, shape<3, 2>{}, shape<3, 0>{}, shape<3, 4>{})));
}
