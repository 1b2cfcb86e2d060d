// expect: mercator: with_sources(m, ...) requires sources with m's dimensions and ranges
// expect-g++: bounds
#include <mercator/loops/sources.hpp>
#include <mercator/loops/tensor_view.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

int main() {
  constexpr auto rows = "(d0, d1){rt0} -> (rt0, d1), domain: d0 in [0, 4], d1 in [0, 9], rt0 in [0, 15]"_map;
  const int indices[4] = {};
  for_each(with_sources(rows, from_element(tensor_view(indices, shape<4>{}),
                                           "(d0, d1) -> (d0), domain: d0 in [0, 4], d1 in [0, 9]"_map)),
           [](auto, auto) {});
}
