// Inverses of maps that kernels are written with, by the definition at sampled points.
#include <doctest/doctest.h>

#include "mercator/runtime.hpp"
#include "test/arguments.hpp"
#include "test/support/kernel_maps.hpp"
#include "test/support/runtime_inverses.hpp"

namespace {

using namespace mercator;
using mercator_test::is_image;
using mercator_test::kernel_maps;
using mercator_test::led_to;
using mercator_test::random_numbers;

/// A point of the box: the first ones its corners.
std::vector<i64> sample(const runtime_map& m, int number, random_numbers& random) {
  constexpr int corners = 64;
  std::vector<i64> out;
  for (int v = 0; v < m.counts().variables(); ++v) {
    const interval r = m.variable(v);
    out.push_back(number >= corners ? random.in(r.lo, r.hi) : (number >> (v % 6)) % 2 == 0 ? r.lo : r.hi);
  }
  return out;
}

/// The inverse leads back from what points are mapped to, and where it is defined the map leads back: from so many
/// points.
int check_inverse(const runtime_map& m, const runtime_map& back, random_numbers& random) {
  constexpr int samples = 400;
  int defined = 0;
  for (int k = 0; k < samples; ++k) {
    const std::vector<i64> at = sample(m, k, random);
    if (!m.contains(at)) continue;
    std::vector<i64> image = led_to(m, at);
    REQUIRE(back.contains(image));
    REQUIRE(led_to(back, image) == at);
    image[static_cast<std::size_t>(random.below(static_cast<int>(image.size())))] += random.in(-5, 5);
    for (const std::vector<i64>& y : {image, sample(back, k, random)}) {
      if (!back.contains(y)) continue;
      REQUIRE(is_image(m, back, y));
      ++defined;
    }
  }
  return defined;
}

}  // namespace

TEST_CASE("maps of kernels have inverses, small and large") {
  const long long cases = mercator_test::argument("cases", 25);
  for (const i64 max_points : {i64{4096}, i64{2'000'000}}) {
    kernel_maps maps(141, max_points);
    random_numbers random(142);
    for (const kernel_maps::family& f : kernel_maps::families()) {
      CAPTURE(f.name);
      long long defined = 0;
      for (long long k = 0; k < cases; ++k) {
        const std::string text = (maps.*f.text)();
        CAPTURE(text);
        const auto m = runtime_map::parse(text);
        REQUIRE(m);
        const auto back = m->inverse();
        REQUIRE(back);
        defined += check_inverse(*m, *back, random);
      }
      CHECK(defined > cases);
    }
  }
}

TEST_CASE("nearly all permutations of tiles that are two or three after another have inverses") {
  kernel_maps maps(143, 0);
  random_numbers random(144);
  int inverted = 0;
  const long long cases = mercator_test::argument("cases", 800);
  for (long long k = 0; k < cases; ++k) {
    const i64 rows = i64{1} << random.in(1, 9), columns = i64{1} << random.in(1, 9);
    const auto next = [&] { return *runtime_map::parse(maps.permutation(rows, columns)); };
    auto m = next().then(next());
    if (k % 2 == 0) m = m->then(next());
    REQUIRE(m);
    CAPTURE(m->to_string());
    const auto back = m->inverse();
    if (!back) continue;
    check_inverse(*m, *back, random);
    ++inverted;
  }
  CHECK(inverted * 100 > cases * 98);
}
