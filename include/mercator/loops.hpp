// Algorithms on tensors in memory, as fast as the best loops by hand: copy, transform, reduce, rows, contract, assemble.
#pragma once

#include "mercator/loops/assemble.hpp"
#include "mercator/loops/contract.hpp"
#include "mercator/loops/copy.hpp"
#include "mercator/loops/rows.hpp"
#include "mercator/loops/transform.hpp"
