// expect: mercator: pieces(op) requires a concatenate, a pad or a dynamic_update_slice
// expect: slice<
#include "mercator/ops/pieces.hpp"
#include "mercator/ops/slice.hpp"

using namespace mercator;

constexpr auto wrong = ops::pieces(ops::slice(shape<4>{}, ops::start<0>{}, ops::limit<2>{}));
