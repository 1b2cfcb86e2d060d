#include <sstream>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "mercator/core/text.hpp"

using mercator::i64;
using mercator::text;

namespace {

std::string number(i64 value) {
  mercator::counting_sink count;
  mercator::write_integer(count, value);
  std::string out(count.size, '?');
  mercator::buffer_sink to{out.data()};
  mercator::write_integer(to, value);
  CHECK(to.at == out.data() + out.size());
  return out;
}

}  // namespace

TEST_CASE("a text converts to what the user has included") {
  const text t("(d0) -> (d0)");
  const std::string_view view = t;
  const std::string copy = t;
  CHECK(view == "(d0) -> (d0)");
  CHECK(copy == view);
  CHECK(std::string(t).size() == t.size());
  CHECK(std::string_view(t) == t);
  CHECK(t == view);
  CHECK(t == std::string("(d0) -> (d0)"));
  CHECK(std::string("(d0) -> (d0)") == t);
  CHECK(t != std::string("(d0) -> (d1)"));
  CHECK(t != std::string_view("(d0)"));
  std::ostringstream out;
  out << t << '!';
  CHECK(out.str() == "(d0) -> (d0)!");
  CHECK(std::string(t.c_str()) == copy);
  CHECK(std::string(t.begin(), t.end()) == copy);
}

TEST_CASE("integers") {
  for (const i64 x :
       {i64{0}, i64{7}, i64{10}, i64{-1}, i64{-10}, i64{99}, i64{123456789012}, mercator::i64_max, mercator::i64_min})
    CHECK(number(x) == std::to_string(x));
}
