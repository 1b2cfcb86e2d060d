// The eleven kernels: f32, row-major, static shapes. Every library has each of them as a function.
//
//   transpose            [1024, 1024]
//   reshape_transpose    [64, 48, 32, 16], dimensions {0, 2, 1, 3}, as [64, 32, 768]
//   uneven_reshape       [6, 40, 50, 14], dimensions {1, 0, 3, 2}, as [100, 1680]: sizes that do not divide
//   slice                [128, 256, 256][2:128:2, 1:256:3, 0:256:2]
//   pad                  [62, 126, 254] by 1 on every side
//   reverse              [128, 128, 128], dimensions {0, 2}
//   sum                  [16, 64, 128, 32] over {0, 3}
//   broadcast_add        [64, 128, 256] and [128] along dimension 1
//   concatenate          [64, 96, 128] and [64, 32, 128] along dimension 1
//   softmax              [1024, 256] along dimension 1
//   batched_matmul       [16, 128, 128] x [16, 128, 128]
#pragma once

#include <cstddef>

namespace bench {

using kernel = void (*)(const float* a, const float* b, float* out);

struct problem {
  const char* name;
  std::size_t a, b, out;  ///< elements of operands and output
  std::size_t work;       ///< elements that times are given for: multiply-adds of a matmul, what a sum reads
  bool exact;             ///< every implementation has the same bits
};

inline constexpr std::size_t kernels = 11;
inline constexpr problem problems[kernels] = {
    {"transpose", 1024 * 1024, 0, 1024 * 1024, 1024 * 1024, true},
    {"reshape_transpose", 64 * 48 * 32 * 16, 0, 64 * 48 * 32 * 16, 64 * 48 * 32 * 16, true},
    {"uneven_reshape", 6 * 40 * 50 * 14, 0, 6 * 40 * 50 * 14, 6 * 40 * 50 * 14, true},
    {"slice", 128 * 256 * 256, 0, 63 * 85 * 128, 63 * 85 * 128, true},
    {"pad", 62 * 126 * 254, 0, 64 * 128 * 256, 64 * 128 * 256, true},
    {"reverse", 128 * 128 * 128, 0, 128 * 128 * 128, 128 * 128 * 128, true},
    {"sum", 16 * 64 * 128 * 32, 0, 64 * 128, 16 * 64 * 128 * 32, false},
    {"broadcast_add", 64 * 128 * 256, 128, 64 * 128 * 256, 64 * 128 * 256, true},
    {"concatenate", 64 * 96 * 128, 64 * 32 * 128, 64 * 128 * 128, 64 * 128 * 128, true},
    {"softmax", 1024 * 256, 0, 1024 * 256, 1024 * 256, false},
    {"batched_matmul", 16 * 128 * 128, 16 * 128 * 128, 16 * 128 * 128, 16 * 128 * 128 * 128, false},
};

// In the order of the problems.
extern const kernel mercator_kernels[kernels];
extern const kernel hand_kernels[kernels];   ///< the best that could be written by hand: vectors, tiles, blocks
extern const kernel plain_kernels[kernels];  ///< nested loops in the order of the output
extern const kernel eigen_kernels[kernels];  ///< Eigen's Tensor

/// Prints how the time falls with the number of threads.
void print_scaling();

}  // namespace bench
