// expect: mercator: from_element(view, map) requires a tensor of integers; got elements of the type shown here
// expect: from_element_requires_a_tensor_of_integers<float>
#include <mercator/loops/sources.hpp>
#include <mercator/loops/tensor_view.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

int main() {
  constexpr auto part = "(d0){rt0} -> (d0 + rt0), domain: d0 in [0, 4], rt0 in [0, 15]"_map;
  const float offset = 1;
  for_each(with_sources(part, from_element(tensor_view(&offset, shape<>{}))), [](auto, auto) {});
}
