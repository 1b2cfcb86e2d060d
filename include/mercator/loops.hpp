// Algorithms on tensors in memory, as fast as the best loops by hand: copy, transform, fill, reduce, arg_reduce,
// for_each_row, contract, assemble. The nest of a map as C: to_code. Which elements a GPU thread works on:
// grid_map.
#pragma once

#include "mercator/loops/arg_reduce.hpp"
#include "mercator/loops/assemble.hpp"
#include "mercator/loops/code.hpp"
#include "mercator/loops/contract.hpp"
#include "mercator/loops/copy.hpp"
#include "mercator/loops/grid.hpp"
#include "mercator/loops/reduce.hpp"
#include "mercator/loops/rows.hpp"
#include "mercator/loops/transform.hpp"
