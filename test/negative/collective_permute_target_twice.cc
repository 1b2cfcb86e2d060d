// expect: mercator: collective_permute requires a shape and source_target_pairs<source, target
// expect: source_target_pairs<0, 1, 2, 1>
#include "mercator/ops/collective_permute.hpp"

using namespace mercator;

constexpr auto wrong = ops::collective_permute(shape<3>{}, ops::source_target_pairs<0, 1, 2, 1>{});
