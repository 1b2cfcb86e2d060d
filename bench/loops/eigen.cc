// The kernels with Eigen's Tensor.
#include <unsupported/Eigen/CXX11/Tensor>

#include "bench/loops/kernels.hpp"

namespace {

template <int... Sizes>
auto to(float* data) {
  return Eigen::TensorMap<Eigen::Tensor<float, sizeof...(Sizes), Eigen::RowMajor>>(data, Sizes...);
}
template <int... Sizes>
auto from(const float* data) {
  return Eigen::TensorMap<Eigen::Tensor<const float, sizeof...(Sizes), Eigen::RowMajor>>(data, Sizes...);
}
template <std::size_t Rank>
using indices = Eigen::array<Eigen::Index, Rank>;
template <std::size_t Rank>
using dimensions = Eigen::array<int, Rank>;

void transpose(const float* a, const float*, float* out) {
  to<1024, 1024>(out) = from<1024, 1024>(a).shuffle(dimensions<2>{1, 0});
}

void reshape_transpose(const float* a, const float*, float* out) {
  to<64, 32, 768>(out) = from<64, 48, 32, 16>(a).shuffle(dimensions<4>{0, 2, 1, 3}).reshape(indices<3>{64, 32, 768});
}

void uneven_reshape(const float* a, const float*, float* out) {
  to<100, 1680>(out) = from<6, 40, 50, 14>(a).shuffle(dimensions<4>{1, 0, 3, 2}).reshape(indices<2>{100, 1680});
}

void slice(const float* a, const float*, float* out) {
  to<63, 85, 128>(out) =
      from<128, 256, 256>(a).stridedSlice(indices<3>{2, 1, 0}, indices<3>{128, 256, 256}, indices<3>{2, 3, 2});
}

void pad(const float* a, const float*, float* out) {
  const Eigen::array<std::pair<int, int>, 3> by{std::pair{1, 1}, std::pair{1, 1}, std::pair{1, 1}};
  to<64, 128, 256>(out) = from<62, 126, 254>(a).pad(by);
}

void reverse(const float* a, const float*, float* out) {
  to<128, 128, 128>(out) = from<128, 128, 128>(a).reverse(Eigen::array<bool, 3>{true, false, true});
}

void sum(const float* a, const float*, float* out) {
  to<64, 128>(out) = from<16, 64, 128, 32>(a).sum(dimensions<2>{0, 3});
}

void broadcast_add(const float* a, const float* b, float* out) {
  to<64, 128, 256>(out) =
      from<64, 128, 256>(a) + from<128>(b).reshape(indices<3>{1, 128, 1}).broadcast(dimensions<3>{64, 1, 256});
}

void concatenate(const float* a, const float* b, float* out) {
  to<64, 128, 128>(out) = from<64, 96, 128>(a).concatenate(from<64, 32, 128>(b), 1);
}

void softmax(const float* a, const float*, float* out) {
  const auto x = from<1024, 256>(a);
  auto y = to<1024, 256>(out);
  const dimensions<1> along{1};
  const indices<2> column{1024, 1};
  const dimensions<2> rows{1, 256};
  y = (x - x.maximum(along).eval().reshape(column).broadcast(rows)).exp();
  y = y / y.sum(along).eval().reshape(column).broadcast(rows);
}

void batched_matmul(const float* a, const float* b, float* out) {
  const Eigen::array<Eigen::IndexPair<int>, 1> contracted{Eigen::IndexPair<int>(1, 0)};
  for (int z = 0; z < 16; ++z)
    to<128, 128>(out + z * 16384) = from<128, 128>(a + z * 16384).contract(from<128, 128>(b + z * 16384), contracted);
}

}  // namespace

const bench::kernel bench::eigen_kernels[] = {
    transpose, reshape_transpose, uneven_reshape, slice,   pad,           reverse,
    sum,       broadcast_add,     concatenate,    softmax, batched_matmul};
