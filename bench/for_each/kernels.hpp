// Each kernel once through for_each and once by hand.
#pragma once

#define KERNELS(X)                                                     \
  X(transpose, float, 1024 * 1024, 1024 * 1024)                        \
  X(slice, float, 128 * 256 * 256, 63 * 85 * 128)                      \
  X(reverse, float, 128 * 128 * 128, 128 * 128 * 128)                  \
  X(reshape_of_transpose, float, 64 * 48 * 32 * 16, 64 * 48 * 32 * 16) \
  X(preprocess, unsigned char, 480 * 640 * 3, 3 * 480 * 480)

#define DECLARE(name, element, operand, output)          \
  void name##_mercator(const element* in, element* out); \
  void name##_hand(const element* in, element* out);
KERNELS(DECLARE)
#undef DECLARE
