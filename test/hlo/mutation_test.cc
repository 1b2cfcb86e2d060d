// Damaged modules: an error with a place in the text, or a module that holds together. Run under sanitizers,
// too: bazel test --config=asan //test:hlo/mutation_test --test_arg=--cases=20000
#include <doctest/doctest.h>

#include "mercator/hlo/listing.hpp"
#include "mercator/map/runtime_map.hpp"
#include "test/arguments.hpp"
#include "test/hlo/module_files.hpp"
#include "test/support/random.hpp"

using mercator_test::module_of;
using mercator_test::random_numbers;
using mercator_test::read_module;

namespace {

std::size_t place(random_numbers& random, const std::string& text) {
  return static_cast<std::size_t>(random.below(static_cast<int>(text.size()) + 1));
}

std::string damaged(random_numbers& random, std::string text) {
  static const std::string likely = "{}[]()<>=,:;\"'/*%?#x_-+.0123456789 \n\\aROTENY\xff";
  for (int edits = random.between(1, 4); edits > 0; --edits) {
    const std::size_t at = place(random, text), length = static_cast<std::size_t>(random.between(1, 30));
    const char c = likely[static_cast<std::size_t>(random.below(static_cast<int>(likely.size())))];
    switch (random.below(8)) {
      case 0:
        text.resize(at);
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, 1, c);
        break;
      case 3:
        text.insert(at, text.substr(place(random, text), length));
        break;
      case 4:
        text.insert(at, std::to_string(random.of_any_size(mercator::i64_max)));
        break;
      case 5:
        if (at < text.size()) text[at] = static_cast<char>(random.below(256));
        break;
      default:
        if (at < text.size()) text[at] = c;
    }
  }
  return text;
}

/// Whatever the attributes have become, there are maps that can be read back, or reasons.
void check_listed(const mercator::hlo_ir::hlo_module& m, bool reversed, bool piecewise) {
  using mercator::hlo_ir::direction;
  mercator_test::string_sink to;
  mercator::hlo_ir::listing listing(to, m,
                                    {reversed ? direction::input_to_output : direction::output_to_input, 0, piecewise});
  listing.all();
  listing.whole(m.entry_computation());
  CHECK(!listing.full());
  for (std::size_t at = 0, end = 0; at < to.text.size(); at = end + 1) {
    end = to.text.find('\n', at);
    const std::string line = to.text.substr(at, end - at);
    const std::size_t map = line.find(": (");
    if (map == std::string::npos) {
      CHECK_MESSAGE(line.find(": unknown (") != std::string::npos, line);
    } else {
      const auto parsed = mercator::runtime_map::parse(line.substr(map + 2, line.find(" ; ") - map - 2));
      CHECK_MESSAGE(parsed, line);
    }
  }
}

}  // namespace

TEST_CASE("damaged modules") {
  const long long cases = mercator_test::argument("cases", 300);
  random_numbers random(7);
  int errors = 0, modules = 0;
  for (const char* name : mercator_test::module_names) {
    const std::string text = read_module(name);
    for (long long k = 0; k < cases; ++k) {
      const std::string bad = damaged(random, text);
      const module_of m(bad);
      INFO(bad);
      if (m) {
        mercator_test::check_well_formed(*m);
        check_listed(*m, random.one_in(2), random.one_in(2));
        ++modules;
      } else {
        const int offset = m.error().offset;
        const bool within = offset >= 0 && offset <= static_cast<int>(bad.size());
        CHECK(within);
        CHECK(m.message().size() > 6);
        CHECK(m.error().rule != mercator::hlo_ir::parse_rule::too_large);
        ++errors;
      }
    }
  }
  CHECK(errors > 0);
  CHECK(modules > 0);
}

TEST_CASE("a module that ends anywhere") {
  for (const char* name : mercator_test::module_names) {
    const std::string text = read_module(name);
    INFO(name);
    int modules = 0;
    for (std::size_t k = 0; k < text.size(); k += 1 + k / 200) {
      const module_of m(text.substr(0, k));
      if (m)
        ++modules;
      else
        CHECK(m.error().offset <= static_cast<int>(k));
    }
    CHECK(modules < static_cast<int>(text.size()) / 4);
  }
}
