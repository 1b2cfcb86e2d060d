// Facts of maps that kernels have, within the compilers' default limits.
#include <mercator/analysis.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

// ---- a transpose of rank 6 with large dimensions
constexpr auto turned = ops::transpose(shape<1048576, 64, 48, 32, 16, 8>{}, perm<5, 4, 3, 2, 1, 0>{});
constexpr auto read = turned.output_to_input<0>();
static_assert(is_bijective(read, shape<1048576, 64, 48, 32, 16, 8>{}) && !is_monotonic(read));
static_assert(require_bijective(read, shape<1048576, 64, 48, 32, 16, 8>{}));
static_assert(!in_bounds(read, shape<1048575, 64, 48, 32, 16, 8>{}));
static_assert(image_size(read) == 1048576LL * 64 * 48 * 32 * 16 * 8 && domain_size(read) == image_size(read));

// ---- a linear index in digits, and one digit cut short
constexpr auto digits =
    "(d0) -> (d0 floordiv 393216, d0 floordiv 8192 mod 48, d0 floordiv 256 mod 32, d0 floordiv 16 mod 16, "
    "d0 mod 16 floordiv 2), domain: d0 in [0, 25165823]"_map;
static_assert(covers(digits, shape<64, 48, 32, 16, 8>{}) && in_bounds(digits, shape<64, 48, 32, 16, 8>{}));
static_assert(!is_injective(digits) && is_monotonic(digits) && is_surjective(digits, shape<64, 48, 32, 16, 8>{}));
static_assert(image_size(digits) == domain_size(digits) / 2);

// ---- threads, blocks and vector elements over a shape that the grid does not divide
constexpr auto grid =
    "(th_x, bl_x)[v] -> ((bl_x * 128 + th_x) floordiv 250, ((bl_x * 128 + th_x) * 4 + v) mod 1000), domain: "
    "th_x in [0, 127], bl_x in [0, 1953], v in [0, 3], bl_x * 128 + th_x in [0, 249999]"_map;
static_assert(is_bijective(grid, shape<1000, 1000>{}));
constexpr auto unchecked =
    "(th_x, bl_x)[v] -> ((bl_x * 128 + th_x) floordiv 250, ((bl_x * 128 + th_x) * 4 + v) mod 1000), "
    "domain: th_x in [0, 127], bl_x in [0, 1953], v in [0, 3]"_map;
static_assert(!in_bounds(unchecked, shape<1000, 1000>{}) && covers(unchecked, shape<1000, 1000>{}));

// ---- the input of a padded convolution of stride 2
constexpr auto window =
    "(n, y, x, f)[ky, kx, c] -> (n, y * 2 + ky - 3, x * 2 + kx - 3, c), domain: n in [0, 31], y in [0, 111], "
    "x in [0, 111], f in [0, 127], ky in [0, 6], kx in [0, 6], c in [0, 63], y * 2 + ky - 3 in [0, 223], "
    "x * 2 + kx - 3 in [0, 223]"_map;
static_assert(in_bounds(window, shape<32, 224, 224, 64>{}) && covers(window, shape<32, 224, 224, 64>{}));
static_assert(!is_injective(window) && !is_monotonic(window));
static_assert(image_bounds<1>(window) == interval{0, 223});
static_assert(domain_size(window) == 32LL * 128 * 64 * 778 * 778);  // 112 * 7 less 4 above and 2 below

// ---- an input with holes: a window of 2 with stride 3
constexpr auto holes = "(x)[k] -> (x * 3 + k), domain: x in [0, 349524], k in [0, 1]"_map;
static_assert(is_injective(holes) && !covers(holes, shape<1048576>{}) && image_size(holes) == 699050);

// ---- runtime variables: for every value
constexpr auto sliced = "(d0){rt0} -> (d0 + rt0), domain: d0 in [0, 1023], rt0 in [0, 1048576]"_map;
static_assert(is_injective(sliced) && in_bounds(sliced, shape<1049600>{}) && image_size(sliced) == 1024);
static_assert(!covers(sliced, shape<1024>{}));

// ---- halves of an output, and what writes both
constexpr auto low = "(d0, d1) -> (d0 * 2, d1), domain: d0 in [0, 1023], d1 in [0, 1023]"_map;
constexpr auto high = "(d0, d1) -> (d0 * 2 + 1, d1), domain: d0 in [0, 1023], d1 in [0, 1023]"_map;
static_assert(disjoint(low, high) && require_disjoint(low, high) && !disjoint(low, low));

// ---- empty domains and tensors without elements
constexpr auto nowhere = "(d0) -> (0), domain: KNOWN EMPTY"_map;
static_assert(is_injective(nowhere) && in_bounds(nowhere, shape<0>{}) && covers(nowhere, shape<0>{}));
static_assert(!covers(nowhere, shape<1>{}) && image_size(nowhere) == 0 && is_monotonic(nowhere));
static_assert(is_bijective(identity(shape<>{}), shape<>{}) && is_bijective(identity(shape<3, 0>{}), shape<3, 0>{}));

// ---- columns of an image, as a convolution by a product of matrices reads them: 3 x 3 with stride 2 and padding
constexpr auto columns_of_image =
    "(r, c) -> (r floordiv 12544, (r floordiv 112) mod 112 * 2 + (c floordiv 9) mod 3 - 1, "
    "r mod 112 * 2 + (c floordiv 3) mod 3 - 1, c mod 3), domain: r in [0, 100351], c in [0, 26], "
    "(r floordiv 112) mod 112 * 2 + (c floordiv 9) mod 3 in [1, 224], r mod 112 * 2 + (c floordiv 3) mod 3 in [1, 224]"_map;
static_assert(require_in_bounds(columns_of_image, shape<8, 224, 224, 3>{}));
static_assert(require_covers(columns_of_image, shape<8, 224, 224, 3>{}) && !is_injective(columns_of_image));
static_assert(domain_size(columns_of_image) == 8 * 335 * 335 * 3 && image_size(columns_of_image) == 8 * 224 * 224 * 3);
