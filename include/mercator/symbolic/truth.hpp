// What is decided of maps.
#pragma once

namespace mercator::symbolic {

/// An answer that is never wrong. Whether maps are equal: yes, no where they differ.
enum class truth : unsigned char { yes, no, undecided };

}  // namespace mercator::symbolic
