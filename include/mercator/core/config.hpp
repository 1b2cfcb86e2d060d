// Platform configuration: the integer of all index arithmetic, host-device marking.
#pragma once

#include <cstdint>

#include "mercator/core/version.hpp"

#if defined(__CUDACC__) || defined(__HIP__)
#define MERCATOR_HD __host__ __device__
#else
#define MERCATOR_HD
#endif

/// A function that is seldom called: its code, and that of the calls, stands apart from what is run always.
#define MERCATOR_COLD [[gnu::cold]]

namespace mercator {

/// The integer of every index, coefficient and bound.
using i64 = std::int64_t;
/// Has room for the product of any two of those.
__extension__ using i128 = __int128;

/// -2^63: as an end of an interval, no bound below.
inline constexpr i64 i64_min = INT64_MIN;
/// 2^63 - 1: as the upper end of an interval that is computed, no bound above.
inline constexpr i64 i64_max = INT64_MAX;

}  // namespace mercator
