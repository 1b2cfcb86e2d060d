// Layouts of nested modes against their definition: an index along a mode counts its leaves, the leftmost fastest.
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <mercator/interop/nested_layout.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

namespace {

constexpr auto nested = "(4,(2,8)):(2,(1,8))"_layout;
static_assert(nested == "(d0, d1) -> (d0 * 2 + d1 mod 2 + d1 floordiv 2 * 8), domain: d0 in [0, 3], d1 in [0, 15]"_map);
static_assert("(4,8):(8,1)"_layout == strided_map(shape<4, 8>{}, strides<8, 1>{}));
static_assert("(_4,(_2,_8)):(_2,(_1,_8))"_layout == nested);
static_assert("8:1"_layout == "(d0) -> (d0), domain: d0 in [0, 7]"_map);
static_assert("():()"_layout == "() -> (0)"_map);
static_assert("(2,0):(1,2)"_layout == "(d0, d1) -> (0), domain: KNOWN EMPTY"_map);
static_assert("((2,(3,2)),5):((60,(0,-7)),1)"_layout(7, 4) == coord<1>{{60 + 0 * 0 - 7 * 1 + 4}});
static_assert(to_layout(nested).exists);
static_assert(to_layout(nested).layout == interop::layout_text<"(4,(2,8)):(2,(1,8))">::value);
static_assert(!to_layout("(d0) -> (d0 floordiv 3), domain: d0 in [0, 7]"_map).exists);

/// The place by the definition, from an index in each mode.
i64 place(const nested_layout& layout, const std::vector<i64>& index) {
  i64 out = 0;
  for (int leaf = 0, mode = 0; leaf < layout.leaves; ++mode) {
    i64 rest = index[static_cast<std::size_t>(mode)];
    for (const int end = interop::mode_end(layout, leaf); leaf < end; ++leaf) {
      out += rest % layout.size[leaf] * layout.stride[leaf];
      rest /= layout.size[leaf];
    }
  }
  return out;
}

/// A layout of up to four modes, of which some are nested, as text.
std::string random_layout(std::mt19937& random) {
  std::string sizes = "(", strides = "(";
  const auto leaf = [&] {
    sizes += std::to_string(1 + random() % 4);
    strides += std::to_string(static_cast<int>(random() % 23) - 8);
  };
  const auto modes = 1 + random() % 3;
  for (std::size_t mode = 0; mode < modes; ++mode) {
    for (std::string* s : {&sizes, &strides}) *s += mode == 0 ? "" : ",";
    const auto leaves = random() % 3;
    if (leaves == 0) {
      leaf();
      continue;
    }
    for (std::string* s : {&sizes, &strides}) *s += "(";
    leaf();
    for (std::string* s : {&sizes, &strides}) *s += leaves == 2 ? ",(" : ",";
    leaf();
    if (leaves == 2) {
      for (std::string* s : {&sizes, &strides}) *s += ",";
      leaf();
    }
    for (std::string* s : {&sizes, &strides}) *s += leaves == 2 ? "))" : ")";
  }
  return sizes + "):" + strides + ")";
}

/// Calls visit(index) for every index of the map's box.
template <class Visit>
void for_each_index(const runtime_map& m, Visit visit) {
  const auto rank = static_cast<std::size_t>(m.counts().dimensions);
  std::vector<i64> at(rank);
  for (;;) {
    visit(at);
    std::size_t k = 0;
    while (k < rank && at[k] == m.variable(static_cast<int>(k)).hi) at[k++] = 0;
    if (k == rank) return;
    ++at[k];
  }
}

i64 value(const runtime_map& m, const std::vector<i64>& at) {
  i64 out = 0;
  m.evaluate(at, {&out, 1});
  return out;
}

}  // namespace

TEST_CASE("layouts read, print and map as they are defined, and are found again") {
  std::mt19937 random(3);
  for (int round = 0; round < 400; ++round) {
    const std::string text = random_layout(random);
    INFO(text);
    const auto layout = parse_layout(text);
    REQUIRE(layout);
    CHECK(to_text(*layout) == text);
    const i64 offset = static_cast<i64>(random() % 9) - 4;
    const auto m = from_layout(*layout, offset);
    REQUIRE(m);
    for_each_index(*m, [&](const std::vector<i64>& at) { CHECK(value(*m, at) == offset + place(*layout, at)); });

    const auto found = to_layout(*m);
    REQUIRE(found);
    REQUIRE(found->exists);
    CHECK(found->offset == offset);
    CHECK(found->layout.leaves <= layout->leaves);
    for_each_index(*m, [&](const std::vector<i64>& at) { CHECK(offset + place(found->layout, at) == value(*m, at)); });
    const auto again = from_layout(*parse_layout(to_text(found->layout)), offset);
    REQUIRE(again);
    CHECK(equal(*m, *again).is == symbolic::truth::yes);
  }
}

TEST_CASE("maps that are no layouts are said to be none") {
  const auto exists = [](const char* text) {
    const auto found = to_layout(*runtime_map::parse(text));
    REQUIRE(found);
    return found->exists;
  };
  CHECK_FALSE(exists("(d0) -> (d0 floordiv 2), domain: d0 in [0, 6]"));
  CHECK(exists("(d0) -> (d0 floordiv 2), domain: d0 in [0, 7]"));
  CHECK_FALSE(exists("(d0, d1) -> ((d0 + d1) mod 4), domain: d0 in [0, 3], d1 in [0, 3]"));
  CHECK_FALSE(exists("(d0) -> (d0), domain: d0 in [1, 6]"));
  CHECK_FALSE(exists("(d0, d1) -> (d0), domain: d0 in [0, 3], d1 in [0, 3], d0 + d1 in [0, 3]"));
  CHECK_FALSE(exists("(d0) -> (0), domain: KNOWN EMPTY"));
  CHECK_FALSE(exists("(d0) -> (min(d0, 5)), domain: d0 in [0, 7]"));
  CHECK(exists("(d0) -> (min(d0, 5)), domain: d0 in [0, 4]"));
  CHECK(to_layout(*runtime_map::parse("(d0, d1) -> (d0, d1), domain: d0 in [0, 3], d1 in [0, 3]")).error().message ==
        "to_layout requires a map with one result and no variables but dimensions");
}

TEST_CASE("large sizes are found quickly, or said to be undecided") {
  const auto found = to_layout(*runtime_map::parse("(d0) -> (d0 * 2), domain: d0 in [0, 2305843009213693950]"));
  REQUIRE(found);
  CHECK(to_text(found->layout) == "2305843009213693951:2");
  const auto unknown = to_layout(*runtime_map::parse("(d0) -> (min(d0, 7)), domain: d0 in [0, 2305843009213693950]"));
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().message == "to_layout: it was neither proved nor disproved that the map is a layout");
}

TEST_CASE("a shape that is reshaped and turned is found as nested modes") {
  constexpr auto turned = ops::transpose(shape<4, 6>{}, perm<1, 0>{});
  constexpr auto flat = ops::reshape(turned.output(), shape<24>{});
  constexpr auto read = flat.output_to_input<0>() >> turned.output_to_input<0>();
  constexpr auto places = read >> strided_map(shape<4, 6>{}, strides<6, 1>{});
  const auto found = to_layout(runtime_map(places));
  REQUIRE(found);
  CHECK(to_text(found->layout) == "((4,6)):((6,1))");
}

TEST_CASE("what is wrong with a text, and where") {
  const auto said = [](const char* text) {
    const auto layout = parse_layout(text);
    return layout ? std::string("fine") : std::to_string(layout.error().column) + ": " + layout.error().message;
  };
  CHECK(said("(4,8):(8,1)") == "fine");
  CHECK(said(" ( 4 , 8 ) : ( 8 , 1 ) ") == "fine");
  CHECK(said("") == "1: expected a size or '('");
  CHECK(said("(4,)") == "4: expected a size or '('");
  CHECK(said("(4,8") == "5: expected ',' or ')'");
  CHECK(said("(4,8)") == "6: expected ':' and the strides");
  CHECK(said("(4,8):(8)") == "9: the strides are nested otherwise than the sizes");
  CHECK(said("(4,8):(8,(1))") == "11: the strides are nested otherwise than the sizes");
  CHECK(said("(4,(8)):(8,1)") == "12: the strides are nested otherwise than the sizes");
  CHECK(said("4:()") == "3: the strides are nested otherwise than the sizes");
  CHECK(said("():4") == "4: the strides are nested otherwise than the sizes");
  CHECK(said("(4,-8):(8,1)") == "4: a size is at least 0");
  CHECK(said("4:1 x") == "5: expected the end of the layout");
  CHECK(said("4:99999999999999999999") == "21: this integer does not fit 64 bits");
  CHECK(said("((2,2),(2,2)):((1,2),(4,8)") == "27: expected ',' or ')'");
  std::string long_one = "(1";
  for (int k = 0; k < 32; ++k) long_one += ",1";
  CHECK(said((long_one + ")").c_str()) == "66: a layout has at most 32 sizes");
  CHECK(from_layout(*parse_layout("(4611686018427387904,4):(4,1)")).error().message ==
        "from_layout requires sizes and places that fit 64 bits");
}
