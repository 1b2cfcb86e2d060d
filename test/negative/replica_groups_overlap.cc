// expect: mercator: replica_groups require replica_group<
// expect: replica_group<1, 2>
#include "mercator/ops/collectives.hpp"

using namespace mercator;

constexpr auto wrong =
    ops::all_reduce(shape<3>{}, ops::replica_groups<ops::replica_group<0, 1>, ops::replica_group<1, 2>>{});
