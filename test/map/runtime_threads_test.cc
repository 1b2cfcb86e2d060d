// Const operations of one map from many threads. Data races are for ThreadSanitizer to find: bazel test --copt
// and
// --linkopt -fsanitize=thread //test:map/runtime_threads_test; without it the results are compared.
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <mercator/mercator.hpp>
#include <mercator/runtime.hpp>

using namespace mercator;

namespace {

/// Everything that can be asked of two maps, as one text.
std::string everything_of(const runtime_map& a, const runtime_map& b, const runtime_program& program) {
  std::string out = a.to_string() + a.simplify().to_string() + std::to_string(a.hash()) + a.variable_name(0);
  out += a.then(b)->to_string() + a.then(b)->simplify().to_string() + std::to_string(same_form(a, b));
  out += std::to_string(static_cast<int>(equal(a, b).is)) + std::to_string(a.contains({3, 4, 1}));
  out += a.drop_unused()->to_string() + a.ranges_to_dimensions()->to_string() + a.fold_runtime(0, 1)->to_string();
  out += std::to_string(a.bounds(0).hi) + a.submap({1})->to_string() + a.side_by_side(a)->to_string();
  out += a.add_constraint("d0 + d1", {1, 5})->to_string();
  if (const auto turned = b.converse()) out += turned->to_string();
  if (const auto wrong = runtime_map::parse("(d0) -> (d1)")) out += "?";
  for (const i64 x : a(3, 4, 1)) out += std::to_string(x);
  const i64 one = 1;
  program.for_each(std::span(&one, 1), [&](const i64* from, const i64* to) { out += std::to_string(from[1] + to[0]); });
  program.for_each<2>(std::span(&one, 1), [&](const i64*, const i64* to) { out += std::to_string(to[1]); });
  program.for_each_run(std::span(&one, 1),
                       [&](const i64*, const i64*, const i64*, i64 count) { out += std::to_string(count); });
  i64 results[2];
  const i64 point[] = {3, 4, 1};
  program.evaluate(point, results);
  out += std::to_string(results[0]) + std::to_string(program.contains(point)) + std::to_string(a.clamped_to(0).hi);
  for (const auto& made : {a.inverse(), a.rescale_ranges(), a.dimensions_to_ranges(1), a.fold_runtime_checked(0, 9),
                           a.fold_runtime(0, *runtime_map(identity(shape<8, 8>{})).submap({1}))})
    out += made ? made->to_string() : made.error().message;
  out += runtime_ops::dynamic_slice({8, 9}, {3, 2})->sources()[1].element.to_string();
  const runtime_map copy = a;
  return out + runtime_map(identity(shape<3, 4>{})).to_string() + copy.to_string();
}

}  // namespace

TEST_CASE("one map, many threads") {
  const runtime_map a = *runtime_map::parse(
      "(d0, d1){rt0} -> ((d0 * 8 + d1) floordiv 5 + rt0, (d0 * 8 + d1) mod 5), domain: d0 in [0, 7], d1 in [0, "
      "7], "
      "rt0 in [0, 3], d0 + d1 in [0, 12]");
  const runtime_map b =
      *runtime_map::parse("(d0, d1)[s0] -> (d1 * 20 + d0 + s0), domain: d0 in [0, 15], d1 in [0, 4], s0 in [0, 1]");
  const runtime_program program(a);
  const std::string expected = everything_of(a, b, program);
  std::vector<std::string> found(8);
  std::vector<std::thread> threads;
  for (std::string& text : found)
    threads.emplace_back([&] {
      for (int k = 0; k < 20; ++k) text = everything_of(a, b, program);
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::string& text : found) CHECK(text == expected);
}
