// Maps as layouts of an mdspan: what it asks of a layout, against all indices.
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <mercator/interop/mdspan.hpp>
#include <mercator/interop/nested_layout.hpp>
#include <mercator/mercator.hpp>
#include "test/interop/minimal_mdspan.hpp"

using namespace mercator;
using namespace mercator::literals;

namespace {

template <class Extents, IndexingMap Map>
using mapping_of = typename layout_of<Map>::template mapping<Extents>;

// Tiles of 2 x 4, one after the other.
constexpr auto tiled = "((2,4),(4,2)):((4,16),(1,8))"_layout;
using tiled_mapping = mapping_of<minimal::extents<int, 8, 8>, decltype(tiled)>;
static_assert(minimal::layout_mapping<tiled_mapping>);
static_assert(tiled_mapping::is_always_unique() && tiled_mapping::is_always_exhaustive());
static_assert(!tiled_mapping::is_always_strided());
static_assert(tiled_mapping().required_span_size() == 64);
static_assert(tiled_mapping()(1, 5) == 4 + 8 + 1);

constexpr auto padded = strided_map(shape<4, 6>{}, strides<8, 1>{}, 3_c);
using padded_mapping = mapping_of<minimal::extents<unsigned, 4, minimal::dynamic_extent>, decltype(padded)>;
static_assert(padded_mapping::is_always_unique() && !padded_mapping::is_always_exhaustive());
static_assert(padded_mapping::is_always_strided() && padded_mapping().stride(0) == 8 &&
              padded_mapping().stride(1) == 1);
static_assert(padded_mapping().required_span_size() == 3 * 8 + 5 + 3 + 1);
static_assert(padded_mapping().extents().extent(1) == 6);

// An index may run backwards; an index_type without a sign has no such stride.
constexpr auto backwards = "(d0) -> (7 - d0), domain: d0 in [0, 7]"_map;
static_assert(mapping_of<minimal::extents<long, 8>, decltype(backwards)>().stride(0) == -1);
static_assert(!mapping_of<minimal::extents<unsigned, 8>, decltype(backwards)>::is_always_strided());

constexpr auto repeated = "(d0, d1) -> (d1), domain: d0 in [0, 3], d1 in [0, 4]"_map;
static_assert(!mapping_of<minimal::extents<int, 4, 5>, decltype(repeated)>::is_always_unique());
static_assert(mapping_of<minimal::extents<int, 4, 5>, decltype(repeated)>::is_always_exhaustive());

constexpr auto nothing_there = "(d0, d1) -> (d1), domain: d0 in [0, -1], d1 in [0, 4]"_map;
static_assert(mapping_of<minimal::extents<int, 0, 5>, decltype(nothing_there)>().required_span_size() == 0);
static_assert(mapping_of<minimal::extents<int>, decltype("() -> (2)"_map)>().required_span_size() == 3);

template <class Mapping>
void check_facts(const Mapping& mapping) {
  std::multiset<long> places;
  const auto extents = mapping.extents();
  for (int i = 0; i < static_cast<int>(extents.extent(0)); ++i)
    for (int j = 0; j < static_cast<int>(extents.extent(1)); ++j) places.insert(static_cast<long>(mapping(i, j)));
  const std::set<long> different(places.begin(), places.end());
  const long span = static_cast<long>(mapping.required_span_size());
  CHECK(span == (places.empty() ? 0 : *places.rbegin() + 1));
  CHECK(mapping.is_unique() == (different.size() == places.size()));
  CHECK(mapping.is_exhaustive() == (static_cast<long>(different.size()) == span));
}

}  // namespace

TEST_CASE("an mdspan of a map reads and writes where the map says") {
  std::vector<float> memory(64);
  const minimal::mdspan<float, minimal::extents<int, 8, 8>, layout_of<decltype(tiled)>> view(memory.data());
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) view(i, j) = static_cast<float>(8 * i + j);
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) {
      const std::size_t tile = static_cast<std::size_t>(i / 2 * 2 + j / 4),
                        within = static_cast<std::size_t>(i % 2 * 4 + j % 4);
      CHECK(memory[tile * 8 + within] == static_cast<float>(8 * i + j));
    }
}

TEST_CASE("the answers of static layouts are those of all indices") {
  check_facts(tiled_mapping());
  check_facts(padded_mapping());
  check_facts(mapping_of<minimal::extents<int, 4, 5>, decltype(repeated)>());
  constexpr auto skewed = "(d0, d1) -> ((d0 + d1) mod 5 * 6 + d0), domain: d0 in [0, 5], d1 in [0, 4]"_map;
  check_facts(mapping_of<minimal::extents<int, 6, 5>, decltype(skewed)>());
  CHECK(tiled_mapping() == tiled_mapping(minimal::extents<int, 8, 8>()));
}

TEST_CASE("the answers of layouts known only now are those of all indices") {
  std::mt19937 random(5);
  const auto number = [&](int from, int to) {
    return std::to_string(from + static_cast<int>(random() % static_cast<unsigned>(to - from + 1)));
  };
  using extents = minimal::extents<int, minimal::dynamic_extent, minimal::dynamic_extent>;
  int made = 0, unique = 0, exhaustive = 0, strided = 0;
  for (int round = 0; round < 200; ++round) {
    const int rows = static_cast<int>(random() % 6), columns = 1 + static_cast<int>(random() % 6);
    const std::string text = "(d0, d1) -> ((d0 * " + number(0, 6) + " + d1) floordiv " + number(1, 2) + " * " +
                             number(1, 3) + " + d1 mod " + number(1, 4) + " + " + number(0, 1) +
                             "), domain: d0 in [0, " + std::to_string(rows - 1) + "], d1 in [0, " +
                             std::to_string(columns - 1) + "]";
    INFO(text);
    const auto mapping = value_layout::make(*runtime_map::parse(text), extents(rows, columns));
    REQUIRE(mapping);
    static_assert(minimal::layout_mapping<value_layout::mapping<extents>>);
    check_facts(*mapping);
    made += 1;
    unique += mapping->is_unique();
    exhaustive += mapping->is_exhaustive();
    strided += mapping->is_strided();
    CHECK(*mapping == *value_layout::make(runtime_map::parse(text)->simplify(), extents(rows, columns)));
  }
  CHECK((unique > 20 && exhaustive > 20 && strided > 20));
  CHECK((unique < made && exhaustive < made && strided < made));
}

TEST_CASE("what is no layout says why") {
  using extents = minimal::extents<signed char, 8>;
  const auto said = [](const char* text) {
    const auto mapping = value_layout::make(*runtime_map::parse(text), extents());
    return mapping ? std::string("fine") : mapping.error().message.substr(sizeof("mercator: value_layout requires"));
  };
  CHECK(said("(d0) -> (d0), domain: d0 in [0, 7]") == "fine");
  CHECK(said("(d0) -> (d0), domain: d0 in [0, 8]") == "a map whose domain is all indices of the extents");
  CHECK(said("(d0) -> (d0), domain: d0 in [1, 7]") == "a map whose domain is all indices of the extents");
  CHECK(said("(d0) -> (d0), domain: d0 in [0, 7], d0 mod 2 in [0, 0]") ==
        "a map whose domain is all indices of the extents");
  CHECK(said("(d0) -> (0), domain: KNOWN EMPTY") == "a map whose domain is all indices of the extents");
  CHECK(said("(d0) -> (d0 - 1), domain: d0 in [0, 7]") == "places of at least 0 that fit index_type");
  CHECK(said("(d0) -> (d0 * 18), domain: d0 in [0, 7]") == "fine");
  CHECK(said("(d0) -> (d0 * 18 + 1), domain: d0 in [0, 7]") == "places of at least 0 that fit index_type");
  CHECK(said("(d0)[s0] -> (d0), domain: d0 in [0, 7], s0 in [0, 1]") ==
        "a map with one result and, as its only variables, a dimension for each extent");
}
