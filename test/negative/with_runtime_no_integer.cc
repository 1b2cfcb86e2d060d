// expect: mercator: with_runtime(m, rt0, rt1, ...) requires integers; got a value of the type shown here
// expect: with_runtime_requires_integers<double>
#include <mercator/loops/with_runtime.hpp>
#include <mercator/mercator.hpp>

using namespace mercator::literals;

int main() {
  constexpr auto window = "(d0){rt0} -> (d0 + rt0), domain: d0 in [0, 4], rt0 in [0, 15]"_map;
  mercator::with_runtime(window, 1.5);
}
