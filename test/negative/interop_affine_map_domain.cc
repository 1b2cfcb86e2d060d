// expect: mercator: affine_map<Text>(dims<...>, ranges<...>, runtimes<...>) requires an interval for each dimension
// expect: affine_map_requires_an_interval_for_each_variable<2, 1, 1, 0>
#include <mercator/interop/mlir.hpp>

using namespace mercator;

constexpr auto wrong = affine_map<"(d0, d1)[s0] -> (d0 + s0)">(dims<in<0, 3>>{});
