// Utilization of the operands of kernels.
#include <mercator/analysis.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

// ---- softmax: the operand's two maps, one for the element and one for its row
constexpr auto element_of = "(d0, d1) -> (d0, d1), domain: d0 in [0, 1023], d1 in [0, 255]"_map;
constexpr auto row_of = "(d0, d1)[s0] -> (d0, s0), domain: d0 in [0, 1023], d1 in [0, 255], s0 in [0, 255]"_map;
constexpr auto softmax = utilization(shape<1024, 256>{}, tile<4, 256>{}, element_of, row_of);
static_assert(softmax.read == 1024 * 256 && softmax.fraction() == 1 && softmax.loads == 1024LL * 256 * 257);
static_assert(softmax.tiles == 256 && softmax.read_by_tiles == 1024 * 256 && softmax.worst_known &&
              softmax.worst_tile == 1024);
static_assert(softmax.reuse() == 257 && softmax.tiles_per_element() == 1 && softmax.mean_tile() == 1024);
static_assert(softmax.bytes(4) == 4 * 1024 * 256);
static_assert(utilization(shape<1024, 256>{}, element_of, row_of).worst_tile == 256);

// ---- a strided convolution: rows and columns between the windows are never read
constexpr auto strided =
    "(n, y, x)[ky, kx] -> (n, y * 4 + ky, x * 4 + kx), domain: n in [0, 31], y in [0, 55], x in [0, 55], "
    "ky in [0, 2], kx in [0, 2]"_map;
constexpr auto convolution = utilization(shape<32, 224, 224>{}, tile<1, 8, 8>{}, strided);
static_assert(convolution.read == 32 * 168 * 168 && convolution.elements == 32 * 224 * 224 && convolution.reuse() == 1);
static_assert(convolution.tiles == 32 * 7 * 7 && convolution.worst_tile == 24 * 24);
static_assert(lines_touched<4, 128>(shape<32, 224, 224>{}, strided) == 32 * 168 * 7);

// ---- windows that overlap
constexpr auto overlapping = "(x)[k] -> (x + k), domain: x in [0, 1048575], k in [0, 6]"_map;
static_assert(utilization(shape<1048582>{}, tile<128>{}, overlapping).worst_tile == 134);
static_assert(utilization(shape<1048582>{}, tile<128>{}, overlapping).read == 1048582);

// ---- a stencil: three maps of one operand
constexpr auto left = "(x) -> (x - 1), domain: x in [1, 65535]"_map;
constexpr auto here = "(x) -> (x), domain: x in [0, 65535]"_map;
constexpr auto right = "(x) -> (x + 1), domain: x in [0, 65534]"_map;
constexpr auto stencil = utilization(shape<65536>{}, tile<64>{}, left, here, right);
static_assert(stencil.read == 65536 && stencil.loads == 65535 + 65536 + 65535);
static_assert(stencil.tiles == 1024 && stencil.read_by_tiles == 1024 * 66 - 2 && !stencil.worst_known);
static_assert(worst_tile(tile<64>{}, left, here, right) == 66);

// ---- five points of a grid
constexpr auto center = "(y, x) -> (y + 1, x + 1), domain: y in [0, 1023], x in [0, 1023]"_map;
constexpr auto north = "(y, x) -> (y, x + 1), domain: y in [0, 1023], x in [0, 1023]"_map;
constexpr auto south = "(y, x) -> (y + 2, x + 1), domain: y in [0, 1023], x in [0, 1023]"_map;
constexpr auto west = "(y, x) -> (y + 1, x), domain: y in [0, 1023], x in [0, 1023]"_map;
constexpr auto east = "(y, x) -> (y + 1, x + 2), domain: y in [0, 1023], x in [0, 1023]"_map;
constexpr auto five = utilization(shape<1026, 1026>{}, tile<32, 32>{}, center, north, south, west, east);
static_assert(five.read == 1024 * 1024 + 4 * 1024 && five.tiles == 1024 && five.worst_tile == 32 * 32 + 4 * 32);

// ---- pieces of a concatenation: many maps that have nothing in common
template <i64 K>
constexpr auto slab = make_map(dims<in<K * 10, K * 10 + 9>>{}, results(d<0> + boost::hana::llong_c<K * 10>));
static_assert(worst_tile(tile<20>{}, slab<0>, slab<1>, slab<2>, slab<3>, slab<4>, slab<5>, slab<6>, slab<7>) == 20);
static_assert(lines_touched<4, 32>(shape<160>{}, slab<0>, slab<1>, slab<2>, slab<3>, slab<4>, slab<5>, slab<6>,
                                   slab<7>) == 16);

// ---- the same from an offset that is known while running, one for all maps
constexpr auto behind = "(x){at} -> (x + at), domain: x in [0, 255], at in [0, 1]"_map;
constexpr auto ahead = "(x){at} -> (x + at + 1), domain: x in [0, 255], at in [0, 1]"_map;
static_assert(utilization(shape<258>{}, tile<16>{}, behind, ahead).read == 257);
static_assert(utilization(shape<258>{}, tile<16>{}, behind, ahead).worst_tile == 17);

// ---- runtime variables that only one of the maps has: for each of their values both are read
constexpr auto from_offset = "(d0){rt0} -> (d0 + rt0), domain: d0 in [0, 3], rt0 in [0, 2]"_map;
constexpr auto plain = "(d0) -> (d0), domain: d0 in [0, 3]"_map;
constexpr auto of_both = utilization(shape<6>{}, from_offset, plain);
static_assert(of_both.loads == 24 && of_both.read == 6 && of_both.different == 4 + 5 + 6 && of_both.reuse() == 1.6);
static_assert(of_both.tiles == 12 && of_both.read_by_tiles == 4 + 8 + 8);
static_assert(lines_touched<4, 8>(shape<6>{}, from_offset, plain) == 3);
static_assert(utilization(shape<6>{}, plain, from_offset, "(d0){rt0, rt1} -> (0), domain: KNOWN EMPTY"_map).loads ==
              24);
// of three: what two of them share is not seen in these alone
constexpr auto before_it = "(d0){rt0} -> (d0 + rt0 - 1), domain: d0 in [1, 4], rt0 in [0, 2]"_map;
static_assert(utilization(shape<6>{}, from_offset, plain, before_it).read_by_tiles == 8 + 9 + 12);

// ---- elements that lie across lines, or are larger than one, need every line that they have a byte in
constexpr auto third = "(d0) -> (d0 + 2), domain: d0 in [0, 0]"_map;
static_assert(lines_touched<12, 32>(shape<64>{}, third) == 2 && lines_touched<12, 128>(shape<64>{}, third) == 1);
static_assert(lines_touched<64, 32>(shape<64>{}, third) == 2 && lines_touched<100, 32>(shape<64>{}, third) == 4);

// ---- where all elements are read, so are all lines, whatever the windows that read them
constexpr auto padded_windows =
    "(n, y, x)[ky, kx] -> (n, y * 2 + ky - 1, x * 2 + kx - 1), domain: n in [0, 7], y in [0, 111], x in [0, 111], "
    "ky in [0, 2], kx in [0, 2], y * 2 + ky in [1, 224], x * 2 + kx in [1, 224]"_map;
static_assert(lines_touched<4, 128>(shape<8, 224, 224>{}, padded_windows) == 8 * 224 * 224 * 4 / 128);
