// expect: mercator: with_runtime(m, rt0, rt1, ...) requires as many values as m has runtime variables
// expect: with_runtime_requires_a_value_for_each_variable<2, 1>
#include <mercator/loops/with_runtime.hpp>
#include <mercator/mercator.hpp>

using namespace mercator::literals;

int main() {
  constexpr auto window = "(d0, d1){rt0, rt1} -> (d0 + rt0, d1 + rt1),"
                          " domain: d0 in [0, 4], d1 in [0, 9], rt0 in [0, 15], rt1 in [0, 20]"_map;
  mercator::with_runtime(window, 3);
}
