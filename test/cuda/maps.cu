// Maps in kernels: by their types, by static eval, as local copies and as arguments.
#include <mercator/loops/narrow.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto transposed = "(d0, d1) -> (d1, d0), domain: d0 in [0, 3], d1 in [0, 7]"_map;
constexpr auto named = "(th_x, bl_x)[s0] -> (bl_x * 32 + th_x, s0 mod 3), domain: th_x in [0, 31], bl_x in [0, 7], s0 in [0, 9]"_map;
constexpr auto by_hand = make_map(dims<in<0, 9>, in<0, 4>>{}, results(d<0> * 8_c + floordiv(d<1>, 2_c), min(d<0>, 3_c)));
constexpr auto chain = compose(transposed, inverse(transposed));

static_assert(chain == identity(shape<4, 8>{}));
static_assert(transposed(1, 2) == coord<2>{2, 1});
static_assert(to_string(simplify(named)).size() > 0);

template <class Map>
__global__ void by_type(long* out) {
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y);
  const auto to = Map::eval(x, y);
  out[to[0] * 4 + to[1]] = x;
}

template <class Map>
__global__ void by_argument(Map map, long* out) {
  const auto [row, column] = map(static_cast<int>(threadIdx.x), static_cast<int>(threadIdx.y));
  out[row * 4 + column] = static_cast<long>(threadIdx.x);
}

__global__ void by_copy(long* out) {
  const auto map = transposed;
  const auto to = map(static_cast<int>(threadIdx.x), static_cast<int>(threadIdx.y));
  out[to[0] * 4 + to[1]] = decltype(transposed)::eval(1, 2)[0] + decltype(by_hand)::eval(1, 2)[0];
}

__global__ void narrow(int* out) {
  const int at[] = {static_cast<int>(threadIdx.x), static_cast<int>(threadIdx.y)};
  const auto to = loops::narrow_point<int>{at, at + 2, at + 2}.results_of(transposed);
  out[to[0] * 4 + to[1]] = at[0];
}

void launch(long* out, int* narrow_out) {
  const dim3 threads(4, 8);
  by_type<decltype(transposed)><<<1, threads>>>(out);
  by_type<decltype(chain)><<<1, threads>>>(out);
  by_argument<<<1, threads>>>(transposed, out);
  by_argument<<<1, threads>>>(chain, out);
  by_copy<<<1, threads>>>(out);
  narrow<<<1, threads>>>(narrow_out);
}
