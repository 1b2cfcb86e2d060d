// The kernels from maps alone.
#include <mercator/loops.hpp>
#include <mercator/mercator.hpp>
#include <mercator/ops.hpp>

#include "bench/loops/kernels.hpp"

namespace ours {
namespace {

using namespace mercator;

template <class Shape>
tensor_view<const float, Shape> from(const float* data, Shape) {
  return tensor_view<const float, Shape>(data);
}
template <class Shape>
tensor_view<float, Shape> to(float* data, Shape) {
  return tensor_view<float, Shape>(data);
}

void transpose(const float* a, const float*, float* out) {
  constexpr auto turned = ops::transpose(shape<1024, 1024>{}, perm<1, 0>{});
  copy(turned.output_to_input<0>(), from(a, shape<1024, 1024>{}), to(out, turned.output()));
}

void reshape_transpose(const float* a, const float*, float* out) {
  constexpr auto turned = ops::transpose(shape<64, 48, 32, 16>{}, perm<0, 2, 1, 3>{});
  constexpr auto flat = ops::reshape(turned.output(), shape<64, 32, 768>{});
  copy(flat.output_to_input<0>() >> turned.output_to_input<0>(), from(a, shape<64, 48, 32, 16>{}),
       to(out, flat.output()));
}

void uneven_reshape(const float* a, const float*, float* out) {
  constexpr auto turned = ops::transpose(shape<6, 40, 50, 14>{}, perm<1, 0, 3, 2>{});
  constexpr auto flat = ops::reshape(turned.output(), shape<100, 1680>{});
  copy(flat.output_to_input<0>() >> turned.output_to_input<0>(), from(a, shape<6, 40, 50, 14>{}),
       to(out, flat.output()));
}

void slice(const float* a, const float*, float* out) {
  constexpr auto cut =
      ops::slice(shape<128, 256, 256>{}, ops::start<2, 1, 0>{}, ops::limit<128, 256, 256>{}, ops::stride<2, 3, 2>{});
  copy(cut.output_to_input<0>(), from(a, shape<128, 256, 256>{}), to(out, cut.output()));
}

void pad(const float* a, const float*, float* out) {
  constexpr auto padded = ops::pad(shape<62, 126, 254>{}, ops::low<1, 1, 1>{}, ops::high<1, 1, 1>{});
  assemble(ops::pieces(padded), to(out, padded.output()), from(a, shape<62, 126, 254>{}), 0.0f);
}

void reverse(const float* a, const float*, float* out) {
  constexpr auto turned = ops::reverse(shape<128, 128, 128>{}, ops::axes<0, 2>{});
  copy(turned.output_to_input<0>(), from(a, shape<128, 128, 128>{}), to(out, turned.output()));
}

void sum(const float* a, const float*, float* out) {
  constexpr auto summed = ops::reduce(shape<16, 64, 128, 32>{}, ops::axes<0, 3>{});
  reduce(reassociate, to(out, summed.output()), 0.0f, lane::plus{},
         through(summed.output_to_input<0>(), from(a, shape<16, 64, 128, 32>{})));
}

void broadcast_add(const float* a, const float* b, float* out) {
  constexpr shape<64, 128, 256> all;
  constexpr auto spread = ops::broadcast(shape<128>{}, all, ops::axes<1>{});
  transform(to(out, all), lane::plus{}, through(identity(all), from(a, all)),
            through(spread.output_to_input<0>(), from(b, shape<128>{})));
}

void concatenate(const float* a, const float* b, float* out) {
  constexpr auto joined = ops::concatenate(ops::axes<1>{}, shape<64, 96, 128>{}, shape<64, 32, 128>{});
  assemble(ops::pieces(joined), to(out, joined.output()), from(a, shape<64, 96, 128>{}), from(b, shape<64, 32, 128>{}));
}

void softmax(const float* a, const float*, float* out) {
  constexpr shape<1024, 256> all;
  constexpr auto rows = ops::reduce(all, ops::axes<1>{});
  for_each_row(reassociate, rows.output_to_input<0>(), from(a, all), to(out, all), [](auto in, auto result) {
    const auto most = in.reduce(-__builtin_inff(), lane::maximum{});
    const auto total = result.transform_reduce(
        in, 0.0f, lane::plus{}, [](auto x, auto m) { return lane::exponential{}(x - m); }, most);
    result.transform(lane::multiplies{}, total.map([](auto t) { return 1.0f / t; }));
  });
}

void batched_matmul(const float* a, const float* b, float* out) {
  constexpr shape<16, 128, 128> all;
  constexpr auto product = ops::dot(all, all, ops::lhs_batch_dims<0>{}, ops::rhs_batch_dims<0>{},
                                    ops::lhs_contracting_dims<2>{}, ops::rhs_contracting_dims<1>{});
  contract(to(out, all), 0.0f, lane::multiply_add{}, through(product.output_to_input<0>(), from(a, all)),
           through(product.output_to_input<1>(), from(b, all)));
}

}  // namespace
}  // namespace ours

const bench::kernel bench::mercator_kernels[] = {
    ours::transpose, ours::reshape_transpose, ours::uneven_reshape, ours::slice,   ours::pad,           ours::reverse,
    ours::sum,       ours::broadcast_add,     ours::concatenate,    ours::softmax, ours::batched_matmul};
