// Coalescing and bank conflicts of kernels.
#include <string_view>

#include <mercator/analysis.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

// ---- a row-major copy: 8192 blocks of 128 threads
constexpr auto copy =
    "(th_x, bl_x) -> ((bl_x * 128 + th_x) floordiv 1024, (bl_x * 128 + th_x) mod 1024), domain: "
    "th_x in [0, 127], bl_x in [0, 8191]"_map;
constexpr auto copied = coalescing<4>(copy, shape<1024, 1024>{});
static_assert(copied.requests == 32768 && copied.sectors == 4 * 32768 && copied.worst_sectors == 4 &&
              copied.is_coalesced());
static_assert(copied.worst_lines == 1 && copied.efficiency() == 1);
static_assert(std::string_view(explain(copied).c_str()) ==
              "A warp needs 4 sectors of 32 bytes, as few as hold what it asks for.");

// ---- its transposed read
constexpr auto turned = simplify(copy >> "(d0, d1) -> (d1, d0), domain: d0 in [0, 1023], d1 in [0, 1023]"_map);
constexpr auto across = coalescing<4>(turned, shape<1024, 1024>{});
static_assert(across.worst_sectors == 32 && across.ideal_sectors() == 4 && across.worst_lines == 32 &&
              !across.is_coalesced());
static_assert(across.efficiency() == 0.125 && across.mean_sectors() == 32);
static_assert(across.mean_lines() == 32 && across.ideal_lines() == 1 && copied.mean_lines() == 1);

constexpr auto column = "(th_x, bl_x) -> (th_x, bl_x), domain: th_x in [0, 1023], bl_x in [0, 1023]"_map;
static_assert(std::string_view(explain(coalescing<4>(column, shape<1024, 1024>{})).c_str()) ==
              "A warp needs 32 sectors of 32 bytes where 4 would hold what it asks for: neighbouring threads "
              "are 1024 elements apart.");

// ---- rows of 1001 elements begin anywhere: some warps need a fifth sector
constexpr auto odd = "(th_x, bl_x) -> (bl_x, th_x), domain: th_x in [0, 1000], bl_x in [0, 1023]"_map;
constexpr auto shifted = coalescing<4>(odd, shape<1024, 1001>{});
static_assert(shifted.worst_sectors == 5 && shifted.mean_sectors() > 4 && shifted.mean_sectors() < 5);

// ---- four elements a thread: one after the other, or as a vector
constexpr auto four =
    "(th_x, bl_x)[v] -> ((bl_x * 128 + th_x) * 4 + v), domain: th_x in [0, 127], bl_x in [0, 1023], v in [0, 3]"_map;
constexpr auto scalar = coalescing<4>(four, shape<524288>{});
constexpr auto vector = coalescing<4, 1, true>(four, shape<524288>{});
static_assert(scalar.contiguous && scalar.vector == 4 && scalar.worst_sectors == 16 && scalar.ideal_sectors() == 4);
static_assert(vector.worst_sectors == 16 && vector.ideal_sectors() == 16 && vector.is_coalesced() &&
              vector.requests == 4096);
constexpr auto off_by_one =
    "(th_x, bl_x)[v] -> ((bl_x * 128 + th_x) * 4 + v + 1), domain: th_x in [0, 127], bl_x in [0, 1022], "
    "v in [0, 3]"_map;
static_assert(coalescing<4>(off_by_one, shape<524288>{}).vector == 1 &&
              coalescing<4>(off_by_one, shape<524288>{}).contiguous);

// ---- threads of three dimensions, as XLA numbers them
constexpr auto block =
    "(th_x, th_y, th_z, bl_x, bl_y, bl_z) -> (bl_x * 4 + th_y, th_x), domain: th_x in [0, 15], th_y in [0, 3], "
    "th_z in [0, 0], bl_x in [0, 255], bl_y in [0, 0], bl_z in [0, 0]"_map;
static_assert(coalescing<4, 3>(block, shape<1024, 16>{}).worst_sectors == 4);
static_assert(coalescing<4, 3>(block, shape<1024, 16>{}).is_coalesced());

// ---- a tile in shared memory, written by rows and read by columns: without padding, with it, and swizzled
constexpr auto by_columns = "(th_x, th_y) -> (th_x, th_y), domain: th_x in [0, 31], th_y in [0, 31]"_map;
constexpr auto swizzled = "(th_x, th_y) -> (th_x, (th_y + th_x) mod 32), domain: th_x in [0, 31], th_y in [0, 31]"_map;
static_assert(bank_conflicts<4, 2>(by_columns, shape<32, 32>{}).ways == 32);
static_assert(bank_conflicts<4, 2>(by_columns, shape<32, 33>{}).is_free());
static_assert(bank_conflicts<4, 2>(swizzled, shape<32, 32>{}).is_free());
static_assert(bank_conflicts<4, 2>(by_columns, shape<32, 32>{}).mean_ways() == 32);
constexpr auto half_wide =
    "(th_x, th_y) -> (th_x), domain: th_x in [0, 31], th_y in [0, 1], th_x + th_y * 16 in [0, 31]"_map;
static_assert(bank_conflicts<4, 2>(half_wide, shape<32>{}).mean_ways() == 1);
constexpr auto uneven =
    "(th_x, bl_x) -> (th_x * 2), domain: th_x in [0, 31], bl_x in [0, 3], th_x + bl_x * 16 in [0, 63]"_map;
static_assert(bank_conflicts<4>(uneven, shape<64>{}).ways == 2 && bank_conflicts<4>(uneven, shape<64>{}).phases == 4);
static_assert(bank_conflicts<4>(uneven, shape<64>{}).mean_ways() == 1.75);  // the last block has 16 threads
static_assert(std::string_view(explain(bank_conflicts<4, 2>(by_columns, shape<32, 32>{})).c_str()) ==
              "Up to 32 words of one bank are needed at once: such an access takes 32 times as long.");
static_assert(bank_conflicts<4, 1, true>("(th_x)[v] -> (th_x * 4 + v), domain: th_x in [0, 127], v in [0, 3]"_map,
                                         shape<>{})
                  .is_free());
static_assert(bank_conflicts<8>("(th_x) -> (th_x), domain: th_x in [0, 127]"_map, shape<>{}).is_free());
static_assert(bank_conflicts<8>("(th_x) -> (th_x * 2), domain: th_x in [0, 127]"_map, shape<>{}).ways == 2);

// ---- guards leave the block as the map is written: later warps have the same threads
constexpr auto guarded_rows =
    "(th_x, th_y)[v] -> (th_y, th_x * 4 + v), domain: th_x in [0, 31], th_y in [0, 7], v in [0, 3], "
    "th_x * 4 + v in [0, 99]"_map;
constexpr auto of_rows = coalescing<4, 2, true>(guarded_rows, shape<8, 128>{});
static_assert(of_rows.requests == 8 && of_rows.sectors == 104 && of_rows.worst_sectors == 13);
constexpr auto guarded_columns =
    "(th_x, th_y) -> (th_y, th_x), domain: th_x in [0, 31], th_y in [0, 31], th_x in [0, 29]"_map;
static_assert(bank_conflicts<4, 2>(guarded_columns, shape<32, 64>{}).ways == 1 &&
              bank_conflicts<4, 2>(guarded_columns, shape<32, 64>{}).accesses == 32);
constexpr auto late =
    "(th_x, bl_x) -> (bl_x * 64 + th_x), domain: th_x in [0, 63], bl_x in [0, 3], th_x in [5, 63]"_map;
static_assert(coalescing<4>(late, shape<256>{}).sectors == 32 && coalescing<4>(late, shape<256>{}).requests == 8);
static_assert(coalescing<4>(late >> identity(shape<256>{}), shape<256>{}).sectors == 32);

// ---- a simplified map's intervals are what the guards left: the block is said beside it
constexpr auto narrowed = simplify(guarded_columns);
static_assert(bank_conflicts<4, 2>(narrowed, shape<32, 64>{}).ways == 2);
static_assert(bank_conflicts<4, 2>(narrowed, shape<32, 64>{}, thread_block<32, 32>{}).ways == 1);
static_assert(bank_conflicts<4, 2>(guarded_columns, shape<32, 64>{}, thread_block<30, 32>{}).ways == 2);
static_assert(coalescing<4>(simplify(late), shape<256>{}).sectors == 36);
static_assert(coalescing<4>(simplify(late), shape<256>{}, thread_block<64>{}).sectors == 32);

// ---- a vector has the elements that it is written with
constexpr auto cut = "(th_x)[v] -> (th_x * 4 + v), domain: th_x in [0, 31], v in [0, 3], v in [0, 2]"_map;
static_assert(bank_conflicts<4, 1, true>(cut, shape<128>{}).phases == 4);

// ---- each request is held against its own elements: the one with the fewest needs too many sectors
constexpr auto spread =
    "(th_x, b) -> (th_x + b * 1000 + min(b * 100, th_x * 7)), domain: th_x in [0, 31], b in [0, 1], "
    "th_x + b * 28 in [0, 31]"_map;
constexpr auto of_spread = coalescing<4>(spread, shape<2000>{});
static_assert(!of_spread.is_coalesced() && of_spread.worst_sectors == of_spread.ideal_sectors());
static_assert(of_spread.sectors == 8 && of_spread.fewest_sectors == 5);
static_assert(std::string_view(explain(of_spread).c_str()) ==
              "A warp needs 4 sectors of 32 bytes where 2.50 on average would hold what it asks for: a warp's threads "
              "access several places.");

// ---- elements that lie across sectors, or are larger than one, need every sector that they have a byte in
constexpr auto third = "(th_x) -> (th_x + 2), domain: th_x in [0, 0]"_map;
static_assert(coalescing<12>(third, shape<64>{}).sectors == 2 && coalescing<12>(third, shape<64>{}).lines == 1);
static_assert(coalescing<64>(third, shape<64>{}).sectors == 2 && coalescing<64>(third, shape<64>{}).efficiency() == 1);
static_assert(coalescing<64>(third, shape<64>{}).is_coalesced() && !coalescing<12>(third, shape<64>{}).is_coalesced());
static_assert(coalescing<256>(third, shape<64>{}).lines == 2);

// ---- guards of grids that do not divide, in one dimension with unrolled vectors, and in two
constexpr auto guarded =
    "(t, b)[u, v] -> ((b * 512 + u * 128 + t) * 4 + v), domain: t in [0, 127], b in [0, 97], u in [0, 3], v in [0, 3], "
    "(b * 512 + u * 128 + t) * 4 + v in [0, 199999]"_map;
constexpr auto in_vectors = coalescing<4, 1, true>(guarded, shape<200000>{});
static_assert(in_vectors.requests == 97 * 16 + 4 + 4 + 3 && in_vectors.sectors == 25000 && in_vectors.vector == 4);
static_assert(in_vectors.is_coalesced());
static_assert(require_bijective(guarded, shape<200000>{}) && utilization(shape<200000>{}, guarded).fraction() == 1);
constexpr auto guarded_twice =
    "(tx, ty, bx, by) -> (by * 16 + ty, bx * 32 + tx), domain: tx in [0, 31], ty in [0, 15], bx in [0, 31], "
    "by in [0, 62], by * 16 + ty in [0, 999], bx * 32 + tx in [0, 999]"_map;
constexpr auto of_image = coalescing<4, 2>(guarded_twice, shape<1000, 1000>{});
static_assert(of_image.requests == 32000 && of_image.sectors == 125000 && of_image.worst_sectors == 4);
static_assert(of_image.is_coalesced() && of_image.fewest_sectors == 125000);

// ---- what is near each other, but not in one row, begins with a sector all the same
constexpr auto columns_of_four = "(x, y) -> (y, x), domain: x in [0, 3], y in [0, 7]"_map;
constexpr auto misplaced = "(x) -> (x + 1), domain: x in [0, 31]"_map;
constexpr auto one_place_a_row = "(x, y) -> (y, 0), domain: x in [0, 3], y in [0, 7]"_map;
static_assert(std::string_view(explain(coalescing<4, 2>(columns_of_four, shape<8, 64>{})).c_str()) ==
              "A warp needs 8 sectors of 32 bytes where 4 would hold what it asks for: a warp's threads access several "
              "places.");
static_assert(std::string_view(explain(coalescing<4>(misplaced, shape<64>{})).c_str()) ==
              "A warp needs 5 sectors of 32 bytes where 4 would hold what it asks for: what a warp accesses does not "
              "begin with a sector.");
static_assert(std::string_view(explain(coalescing<4, 2>(one_place_a_row, shape<8, 64>{})).c_str()) ==
              "A warp needs 8 sectors of 32 bytes where 1 would hold what it asks for: a warp's threads access several "
              "places.");
