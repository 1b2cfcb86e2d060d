// A softmax fusion as HLO text.
#pragma once

#include "mercator/core/text.hpp"

namespace mercator_test {

inline constexpr mercator::text softmax = R"(add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}
max {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT m = f32[] maximum(a, b)
}
softmax {
  x = f32[2,65,125] parameter(0)
  inf = f32[] constant(-inf)
  m = f32[2,65] reduce(x, inf), dimensions={2}, to_apply=max
  mb = f32[2,65,125] broadcast(m), dimensions={0,1}
  c = f32[2,65,125] subtract(x, mb)
  e = f32[2,65,125] exponential(c)
  zero = f32[] constant(0)
  t = f32[2,65] reduce(e, zero), dimensions={2}, to_apply=add
  tb = f32[2,65,125] broadcast(t), dimensions={0,1}
  ROOT d = f32[2,65,125] divide(e, tb)
}
ENTRY e {
  x = f32[2,65,125] parameter(0)
  ROOT fusion = f32[2,65,125] fusion(x), kind=kInput, calls=softmax
})";

}  // namespace mercator_test
