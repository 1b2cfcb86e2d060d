// The algorithms of the host compile in a CUDA source too, and for_each within a kernel.
#include <mercator/loops.hpp>
#include <mercator/mercator.hpp>
#include <mercator/ops.hpp>

using namespace mercator;
using namespace mercator::literals;

void host(const float* in, float* out) {
  constexpr auto turned = ops::transpose(shape<50, 14>{}, perm<1, 0>{});
  const tensor_view<const float, shape<50, 14>> from(in);
  const tensor_view<float, shape<14, 50>> to(out);
  copy(turned.output_to_input<0>(), from, to);
  transform(to, lane::plus{}, through(turned.output_to_input<0>(), from),
            through(turned.output_to_input<0>(), from));
  constexpr auto summed = ops::reduce(shape<50, 14>{}, ops::axes<1>{});
  reduce(reassociate, tensor_view<float, shape<50>>(out), 0.0f, lane::plus{},
         through(summed.output_to_input<0>(), from));
  constexpr auto padded = ops::pad(shape<50, 14>{}, ops::low<1, 1>{}, ops::high<1, 1>{});
  assemble(ops::pieces(padded), tensor_view<float, shape<52, 16>>(out), from, 0.0f);
  int index[50];
  arg_reduce(unordered, tensor_view<float, shape<50>>(out), tensor_view<int, shape<50>>(index), lane::above{},
             through(summed.output_to_input<0>(), from));
  for_each(unordered, turned.output_to_input<0>(), [&](auto written, auto read) { to[written] = from[read]; });
  for_each(ops::pieces(padded), [&](auto, auto at, auto) { out[at[0]] = 0; });
  const auto one_thread = [](i64 count, const auto& task) { task(0, count); };
  for_each(parallel(one_thread), turned.output_to_input<0>(),
           [&](auto written, auto read) { to[written] = from[read]; });
}

template <class Map>
__global__ void device(Map map, const float* in, float* out) {
  for_each(map, [=](const auto& at, const auto& read) { out[at[0]] = in[read[0] * 4 + read[1]]; });
}

void launch(const float* in, float* out) {
  device<<<1, 1>>>("(d0) -> (d0 mod 3, (d0 + 1) floordiv 4), domain: d0 in [0, 11], d0 mod 2 in [1, 1]"_map, in,
                   out);
}
