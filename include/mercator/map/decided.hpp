// Answers that have to be known while compiling.
#pragma once

#include "mercator/symbolic/truth.hpp"

namespace mercator::detail {

/// Whether the answer is yes; where it is undecided, the error that Undecided is.
template <symbolic::truth Truth, class Undecided>
inline constexpr bool decided = Truth == symbolic::truth::yes;
template <class Undecided>
inline constexpr bool decided<symbolic::truth::undecided, Undecided> = sizeof(Undecided) == 0;

}  // namespace mercator::detail
