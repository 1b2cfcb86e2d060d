// expect: require a shape, one axis of it, which the groups' size divides
// expect: shape<3>
#include "mercator/ops/collectives.hpp"

using namespace mercator;

constexpr auto wrong =
    ops::reduce_scatter(shape<3>{}, ops::axes<0>{}, ops::replica_groups<ops::replica_group<0, 1>>{});
