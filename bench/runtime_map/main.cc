// Copies through a map known only while running against the static map's loop: by runs of the compiled program,
// point by point, evaluating the program at each point, and evaluating the map's tree at each point.
// Nanoseconds an element and ratios to the static loop; the smallest times.
//   g++ -std=c++20 -O2 -DNDEBUG -I include bench/runtime_map/main.cc -o runtime_map && ./runtime_map
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <mercator/mercator.hpp>
#include <mercator/runtime.hpp>

using namespace mercator;

namespace {

template <class Kernel>
double best_of(int rounds, const Kernel& kernel) {
  double best = 1e30;
  for (int k = 0; k < rounds; ++k) {
    const auto start = std::chrono::steady_clock::now();
    kernel();
    best = std::min(best, std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

template <class Shape>
runtime_map row_major() {
  const i64 elements = Shape::elements;
  return runtime_map(ops::reshape(Shape{}, shape<elements>{}).template input_to_output<0>());
}

template <class Operand, class Output, class Map>
[[gnu::noinline]] void copy_static(Map map, const float* in, float* out) {
  const tensor_view<const float, Operand> from(in);
  const tensor_view<float, Output> to(out);
  for_each(map, [&](auto written, auto read) { to[written] = from[read]; });
}

[[gnu::noinline]] void copy_runs(const runtime_program& places, const float* in, float* out) {
  places.for_each_run([=](const i64*, const i64* at, const i64* steps, i64 count) {
    const i64 to_step = steps[0], from_step = steps[1];
    float* to = out + at[0];
    const float* from = in + at[1];
    for (i64 k = 0; k < count; ++k) to[k * to_step] = from[k * from_step];
  });
}

[[gnu::noinline]] void copy_points(const runtime_program& places, const float* in, float* out) {
  places.for_each<2>([=](const i64*, const i64* at) { out[at[0]] = in[at[1]]; });
}

/// Evaluates a map or program at every point of the box.
template <class Evaluated>
[[gnu::noinline]] void copy_evaluated(const Evaluated& places, const std::vector<interval>& box, const float* in,
                                      float* out) {
  std::vector<i64> point;
  for (const interval r : box) point.push_back(r.lo);
  i64 at[2];
  do {
    places.evaluate(point, at);
    out[at[0]] = in[at[1]];
  } while (symbolic::next_point(point.data(), box.data(), 0, static_cast<int>(box.size())));
}

template <class Operand, class Output, class Map>
void compare(const char* name, Map map) {
  std::vector<float> in, expected, out;
  in.resize(static_cast<std::size_t>(Operand::elements));
  expected.resize(static_cast<std::size_t>(Output::elements));
  for (std::size_t k = 0; k < in.size(); ++k) in[k] = static_cast<float>(k % 1009);
  const double fixed = best_of(30, [&] { copy_static<Operand, Output>(map, in.data(), expected.data()); });

  const auto places = row_major<Output>().side_by_side(*runtime_map(map).then(row_major<Operand>()));
  const runtime_program program(*places);
  std::vector<interval> box;
  for (int v = 0; v < places->counts().variables(); ++v) box.push_back(places->variable(v));

  std::printf("%-22s static %5.2f ns", name, fixed / static_cast<double>(expected.size()));
  const auto report = [&](const char* what, int rounds, auto kernel) {
    out.assign(expected.size(), -1);
    const double time = best_of(rounds, kernel);
    if (out != expected) std::exit(1);
    std::printf(" | %s %6.2f ns %5.1f", what, time / static_cast<double>(out.size()), time / fixed);
  };
  report("runs", 30, [&] { copy_runs(program, in.data(), out.data()); });
  report("points", 30, [&] { copy_points(program, in.data(), out.data()); });
  report("program", 5, [&] { copy_evaluated(program, box, in.data(), out.data()); });
  report("tree", 5, [&] { copy_evaluated(*places, box, in.data(), out.data()); });
  std::printf("\n");
}

}  // namespace

int main() {
  constexpr auto turn = ops::transpose(shape<64, 48, 32, 16>{}, perm<0, 2, 1, 3>{});
  constexpr auto flat = ops::reshape(turn.output(), shape<64, 32, 768>{});
  compare<shape<64, 48, 32, 16>, shape<64, 32, 768>>("reshape of transpose",
                                                     simplify(flat.output_to_input<0>() >> turn.output_to_input<0>()));
  constexpr auto uneven = ops::transpose(shape<6, 40, 50, 14>{}, perm<1, 0, 3, 2>{});
  constexpr auto uneven_flat = ops::reshape(uneven.output(), shape<100, 1680>{});
  compare<shape<6, 40, 50, 14>, shape<100, 1680>>(
      "sizes do not divide", simplify(uneven_flat.output_to_input<0>() >> uneven.output_to_input<0>()));
  constexpr auto slice =
      ops::slice(shape<128, 256, 256>{}, ops::start<2, 1, 0>{}, ops::limit<128, 256, 256>{}, ops::stride<2, 3, 2>{});
  compare<shape<128, 256, 256>, decltype(slice.output())>("slice", simplify(slice.output_to_input<0>()));
  constexpr auto reverse = ops::reverse(shape<128, 128, 128>{}, ops::axes<0, 2>{});
  compare<shape<128, 128, 128>, shape<128, 128, 128>>("reverse", simplify(reverse.output_to_input<0>()));
}
