// The published maps of dynamic-slice, dynamic-update-slice and gather, against the operations as types and as
// values at run time.
#include <string_view>

#include <doctest/doctest.h>

#include <mercator/mercator.hpp>
#include <mercator/ops.hpp>
#include <mercator/ops/runtime_contractions.hpp>
#include <mercator/ops/runtime_operations.hpp>

using namespace mercator;

namespace {

bool is(const runtime_map& m, std::string_view text) {
  const auto expected = runtime_map::parse(text);
  REQUIRE(expected);
  return equal(m, *expected).is == symbolic::truth::yes;
}

/// A map of an operation as a type, and the same as a value.
template <class Map>
void check(Map fixed, const result<runtime_map>& value, std::string_view text) {
  CAPTURE(text);
  CHECK(is(runtime_map(fixed), text));
  REQUIRE(value);
  CHECK(is(*value, text));
  CHECK(same_form(runtime_map(fixed), *value));
}

}  // namespace

TEST_CASE("dynamic-slice") {
  constexpr auto op = ops::dynamic_slice(shape<2, 2, 258>{}, ops::slice_sizes<1, 2, 32>{});
  const auto value = runtime_ops::dynamic_slice({2, 2, 258}, {1, 2, 32});
  REQUIRE(value);
  check(op.output_to_input<0>(), value->output_to_input(0),
        "(d0, d1, d2){rt0, rt1, rt2} -> (d0 + rt0, d1 + rt1, d2 + rt2), domain: d0 in [0, 0], d1 in [0, 1], "
        "d2 in [0, 31], rt0 in [0, 1], rt1 in [0, 0], rt2 in [0, 226]");
  const std::string_view offset = "(d0, d1, d2) -> (), domain: d0 in [0, 0], d1 in [0, 1], d2 in [0, 31]";
  check(op.output_to_input<1>(), value->output_to_input(1), offset);
  check(op.output_to_input<2>(), value->output_to_input(2), offset);
  check(op.output_to_input<3>(), value->output_to_input(3), offset);
}

TEST_CASE("dynamic-update-slice") {
  constexpr auto op = ops::dynamic_update_slice(shape<20, 30>{}, shape<5, 10>{});
  const auto value = runtime_ops::dynamic_update_slice({20, 30}, {5, 10});
  REQUIRE(value);
  check(op.output_to_input<0>(), value->output_to_input(0),
        "(d0, d1) -> (d0, d1), domain: d0 in [0, 19], d1 in [0, 29]");
  check(op.output_to_input<1>(), value->output_to_input(1),
        "(d0, d1){rt0, rt1} -> (d0 - rt0, d1 - rt1), domain: d0 in [0, 19], d1 in [0, 29], rt0 in [0, 15], "
        "rt1 in [0, 20], d0 - rt0 in [0, 4], d1 - rt1 in [0, 9]");
  const std::string_view offset = "(d0, d1) -> (), domain: d0 in [0, 19], d1 in [0, 29]";
  check(op.output_to_input<2>(), value->output_to_input(2), offset);
  check(op.output_to_input<3>(), value->output_to_input(3), offset);
}

TEST_CASE("gather") {
  constexpr auto op =
      ops::gather(shape<33, 76, 70>{}, shape<1806, 2>{}, ops::offset_dims<1, 2, 3>{}, ops::start_index_map<0, 1>{},
                  ops::index_vector_dim<1>{}, ops::slice_sizes<7, 8, 4>{});
  const auto value = runtime_ops::gather({33, 76, 70}, {1806, 2}, {{1, 2, 3}, {}, {}, {}, {0, 1}, 1, {7, 8, 4}});
  REQUIRE(value);
  check(op.output_to_input<0>(), value->output_to_input(0),
        "(d0, d1, d2, d3){rt0, rt1} -> (d1 + rt0, d2 + rt1, d3), domain: d0 in [0, 1805], d1 in [0, 6], d2 in "
        "[0, 7], d3 in [0, 3], rt0 in [0, 26], rt1 in [0, 68]");
  check(op.output_to_input<1>(), value->output_to_input(1),
        "(d0, d1, d2, d3)[s0] -> (d0, s0), domain: d0 in [0, 1805], d1 in [0, 6], d2 in [0, 7], d3 in [0, 3], "
        "s0 in [0, 1]");
}
