// A fusion as HLO text, from its root to its parameter.
#include <mercator/hlo.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;

constexpr hlo<R"(
max { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT m = f32[] maximum(a, b) }
ENTRY softmax_top {
  x = f32[8,16] parameter(0)
  low = f32[] constant(-inf)
  m = f32[8] reduce(x, low), dimensions={1}, to_apply=max
  wide = f32[8,16] broadcast(m), dimensions={0}
  d = f32[8,16] subtract(x, wide)
  e = f32[8,16] exponential(d)
  ROOT t = f32[16,8] transpose(e), dimensions={1,0}
})">
    module;

constexpr auto maps = module.whole().output_to_input<0>();
static_assert(decltype(boost::hana::length(maps))::value == 2);
