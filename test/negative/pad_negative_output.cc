// expect: mercator: pad requires low, high and interior for every dimension, interior >= 0 and no output of negative size
// expect: low<-3>
#include "mercator/ops/pad.hpp"

using namespace mercator;

constexpr auto cut = ops::pad(shape<4>{}, ops::low<-3>{}, ops::high<-2>{});
