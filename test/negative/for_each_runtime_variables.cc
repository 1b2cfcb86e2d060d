// expect: mercator: for_each requires a map without runtime variables; got one that has as many as the number
// expect: for_each_requires_runtime_variables_to_be_given<2
#include <mercator/mercator.hpp>

using namespace mercator::literals;

int main() {
  constexpr auto window = "(d0, d1){rt0, rt1} -> (d0 + rt0, d1 + rt1),"
                          " domain: d0 in [0, 4], d1 in [0, 9], rt0 in [0, 15], rt1 in [0, 20]"_map;
  mercator::for_each(window, [](auto, auto) {});
}
