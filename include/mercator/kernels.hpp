// Kernels whose indices are read while running: dynamic-slice, dynamic-update-slice, gather, scatter, im2col; and maps
// with sources for one's own.
#pragma once

#include "mercator/loops/dynamic_slice.hpp"
#include "mercator/loops/gather.hpp"
#include "mercator/loops/im2col.hpp"
#include "mercator/loops/sources.hpp"
#include "mercator/ops/composed_source.hpp"
