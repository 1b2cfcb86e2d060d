// expect: mercator: with_sources(m, ...) requires sources of which none depends on its own variable
// expect-g++: with_sources_requires_sources_that_can_be_read_in_some_order<true
#include <mercator/loops/sources.hpp>
#include <mercator/loops/tensor_view.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

int main() {
  constexpr auto m = "(d0){rt0} -> (d0 + rt0), domain: d0 in [0, 4], rt0 in [0, 3]"_map;
  const int indices[4] = {};
  for_each(with_sources(m, from_element(tensor_view(indices, shape<4>{}),
                                        "(d0){rt0} -> (rt0), domain: d0 in [0, 4], rt0 in [0, 3]"_map)),
           [](auto, auto) {});
}
