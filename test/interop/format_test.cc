// Maps, points and intervals on streams, and in std::format where there is one.
#include <sstream>
#include <string>

#include <doctest/doctest.h>

#include <mercator/interop/format.hpp>
#include <mercator/mercator.hpp>
#include <mercator/runtime.hpp>

using namespace mercator;
using namespace mercator::literals;

namespace {

constexpr auto m = "(d0) -> (d0 * 2), domain: d0 in [0, 3]"_map;
constexpr const char* said = "(d0) -> (d0 * 2), domain: d0 in [0, 3]";

}  // namespace

TEST_CASE("streams take maps, points, intervals and texts") {
  std::ostringstream os;
  os << m << '\n' << runtime_map(m) << '\n' << coord{1, -2} << coord<0>{} << m(3) << interval{-1, 9} << to_string(m);
  CHECK(os.str() == std::string(said) + '\n' + said + "\n(1, -2)()(6)[-1, 9]" + said);
}

#ifdef __cpp_lib_format
TEST_CASE("std::format takes maps, points, intervals and texts") {
  CHECK(std::format("{}|{}|{}|{}", m, runtime_map(m), coord{1, 2}, interval{0, 9}) ==
        std::string(said) + "|" + said + "|(1, 2)|[0, 9]");
  CHECK(std::format("{:*>8}", coord{1, 2}) == "**(1, 2)");
  CHECK(std::format("{}", to_string(m)) == said);
}
#endif
