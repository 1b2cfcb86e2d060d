// The kernels once through for_each and once by hand: name, element type, elements of the operands and the
// output. The first eleven are those of bench/loops, as plain nests.
#pragma once

#define KERNELS(X)                                                         \
  X(transpose, float, 1024 * 1024, 1, 1024 * 1024)                         \
  X(reshape_of_transpose, float, 64 * 48 * 32 * 16, 1, 64 * 48 * 32 * 16)  \
  X(uneven_reshape, float, 6 * 40 * 50 * 14, 1, 6 * 40 * 50 * 14)          \
  X(slice, float, 128 * 256 * 256, 1, 63 * 85 * 128)                       \
  X(pad, float, 62 * 126 * 254, 1, 64 * 128 * 256)                         \
  X(reverse, float, 128 * 128 * 128, 1, 128 * 128 * 128)                   \
  X(sum, float, 16 * 64 * 128 * 32, 1, 64 * 128)                           \
  X(broadcast_add, float, 64 * 128 * 256, 128, 64 * 128 * 256)             \
  X(concatenate, float, 64 * 96 * 128, 64 * 32 * 128, 64 * 128 * 128)      \
  X(softmax, float, 1024 * 256, 1, 1024 * 256)                             \
  X(batched_matmul, float, 16 * 128 * 128, 16 * 128 * 128, 16 * 128 * 128) \
  X(preprocess, unsigned char, 480 * 640 * 3, 1, 3 * 480 * 480)

#define DECLARE(name, element, first, second, output)                     \
  void name##_mercator(const element* a, const element* b, element* out); \
  void name##_hand(const element* a, const element* b, element* out);
KERNELS(DECLARE)
#undef DECLARE
