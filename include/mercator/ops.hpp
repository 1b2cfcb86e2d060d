// The maps of all operations. <mercator/mercator.hpp> holds the few that most kernels need; this compiles for
// longer.
#pragma once

#include "mercator/ops/bitcast.hpp"
#include "mercator/ops/broadcast.hpp"
#include "mercator/ops/collectives.hpp"
#include "mercator/ops/concatenate.hpp"
#include "mercator/ops/convolution.hpp"
#include "mercator/ops/dot.hpp"
#include "mercator/ops/dynamic_slice.hpp"
#include "mercator/ops/elementwise.hpp"
#include "mercator/ops/gather.hpp"
#include "mercator/ops/iota.hpp"
#include "mercator/ops/pad.hpp"
#include "mercator/ops/pieces.hpp"
#include "mercator/ops/reduce.hpp"
#include "mercator/ops/reduce_window.hpp"
#include "mercator/ops/reshape.hpp"
#include "mercator/ops/reverse.hpp"
#include "mercator/ops/scatter.hpp"
#include "mercator/ops/select_and_scatter.hpp"
#include "mercator/ops/slice.hpp"
#include "mercator/ops/transpose.hpp"
