// expect: for_each_requires_a_policy_for_points
// expect: mercator: for_each(policy, map, body) requires in_order, unordered or parallel(executor) with one of them
#include <mercator/loops.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

void visit() {
  for_each(reassociate, "(d0) -> (d0), domain: d0 in [0, 7]"_map, [](auto, auto) {});
}
