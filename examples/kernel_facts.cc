// What a kernel's author can know before it runs: a transpose through a tile in shared memory, a softmax and a
// strided convolution, their facts proved while compiling and their reports printed. What `mercator report`
// says of the same operations is in softmax.hlo, transpose.hlo and convolution.hlo beside this file.
//
//   bazel run //examples:kernel_facts
//   bazel run //examples:kernel_facts -- --html > transpose.html     the transpose as a page with pictures
#include <cstdio>
#include <string_view>

#include "mercator/analysis.hpp"
#include "mercator/draw.hpp"
#include "mercator/mercator.hpp"

using namespace mercator;
using namespace mercator::literals;

namespace {

// ---- a transpose of [1024, 1024]: each block moves a tile of 32 x 32 through shared memory

constexpr auto load =
    "(th_x, th_y, bl_x, bl_y) -> (bl_y * 32 + th_y, bl_x * 32 + th_x), domain: "
    "th_x in [0, 31], th_y in [0, 31], bl_x in [0, 31], bl_y in [0, 31]"_map;
constexpr auto store =
    "(th_x, th_y, bl_x, bl_y) -> (bl_x * 32 + th_y, bl_y * 32 + th_x), domain: "
    "th_x in [0, 31], th_y in [0, 31], bl_x in [0, 31], bl_y in [0, 31]"_map;
constexpr auto naive =
    "(th_x, th_y, bl_x, bl_y) -> (bl_x * 32 + th_x, bl_y * 32 + th_y), domain: "
    "th_x in [0, 31], th_y in [0, 31], bl_x in [0, 31], bl_y in [0, 31]"_map;
constexpr auto by_column = "(th_x, th_y) -> (th_x, th_y), domain: th_x in [0, 31], th_y in [0, 31]"_map;
constexpr shape<1024, 1024> square;

static_assert(require_bijective(load, square) && require_bijective(store, square));       // all read, all written, once
static_assert(in_bounds(store, square) && is_injective(store) && covers(store, square));  // which is to say this
static_assert(domain_size(store) == 1024 * 1024 && image_size(store) == 1024 * 1024);
static_assert(image_bounds<0>(store) == interval{0, 1023});
static_assert(require_injective(store) && inverse(store)(40, 3) == coord<4>{3, 8, 1, 0});  // who writes [40, 3]
static_assert(coalescing<4, 2>(load, square).is_coalesced() && coalescing<4, 2>(store, square).is_coalesced());
static_assert(coalescing<4, 2>(load, square).worst_lines == 1 && coalescing<4, 2>(load, square).efficiency() == 1);
static_assert(coalescing<4, 2>(naive, square).worst_sectors == 32 &&
              coalescing<4, 2>(naive, square).mean_sectors() == 32);

// the tile is written by rows and read by columns: 32 words of one bank, or with a column of padding, or with
// columns that are shifted from row to row, one
constexpr auto shifted = "(th_x, th_y) -> (th_x, (th_x + th_y) mod 32), domain: th_x in [0, 31], th_y in [0, 31]"_map;
static_assert(bank_conflicts<4, 2>(by_column, shape<32, 32>{}).ways == 32 &&
              bank_conflicts<4, 2>(by_column, shape<32, 32>{}).mean_ways() == 32);
static_assert(bank_conflicts<4, 2>(by_column, shape<32, 33>{}).is_free());
static_assert(bank_conflicts<4, 2>(shifted, shape<32, 32>{}).is_free() && require_bijective(shifted, shape<32, 32>{}));

// four elements a thread: 16 bytes in one access, in order
constexpr auto four =
    "(th_x, bl_x)[v] -> (bl_x * 512 + th_x * 4 + v), domain: th_x in [0, 127], bl_x in [0, 2047], v in [0, 3]"_map;
constexpr auto in_fours = coalescing<4, 1, true>(four, shape<1048576>{});
static_assert(in_fours.contiguous && in_fours.vector == 4 && in_fours.is_coalesced());
constexpr auto in_order =
    "(bl_x, th_x)[v] -> (bl_x * 512 + th_x * 4 + v), domain: bl_x in [0, 2047], th_x in [0, 127], v in [0, 3]"_map;
static_assert(require_monotonic(in_order) && is_monotonic(in_order));

// ---- softmax of [1024, 256]: each element reads itself and its row

constexpr auto element_of = "(d0, d1) -> (d0, d1), domain: d0 in [0, 1023], d1 in [0, 255]"_map;
constexpr auto row_of = "(d0, d1)[s0] -> (d0, s0), domain: d0 in [0, 1023], d1 in [0, 255], s0 in [0, 255]"_map;
constexpr auto softmax = utilization(shape<1024, 256>{}, tile<4, 64>{}, element_of, row_of);

static_assert(softmax.fraction() == 1 && softmax.worst_tile == 4 * 256);  // a tile of 64 columns needs whole rows
static_assert(softmax.bytes(4) == 4 * 1024 * 256);
static_assert(softmax.loads == 257 * softmax.read && softmax.tiles_per_element() == 4 &&
              worst_tile(tile<4, 64>{}, element_of, row_of) == 4 * 256);
static_assert(utilization(shape<1024, 256>{}, element_of, row_of).worst_tile == 256);  // of one element
static_assert(lines_touched<4, 128>(shape<1024, 256>{}, element_of) == 8192);
static_assert(tile_offsets(row_of, tile<4, 64>{}) ==
              "(d0, d1) -> (d0 * 4, 0), domain: d0 in [0, 255], d1 in [0, 3]"_map);

// of a tile of any size at any place, (o0, o1, t0, t1), whole rows
static_assert(tile_cases(row_of) == 1);
constexpr auto rows = tile_case_of<0>(row_of);
static_assert(rows.offset(8, 32, 4, 64) == coord<2>{8, 0} && rows.size(8, 32, 4, 64) == coord<2>{4, 256} &&
              rows.stride(8, 32, 4, 64) == coord<2>{1, 1});

// two halves of the rows for two kernels
constexpr auto upper = "(d0, d1) -> (d0, d1), domain: d0 in [0, 511], d1 in [0, 255]"_map;
constexpr auto lower = "(d0, d1) -> (d0 + 512, d1), domain: d0 in [0, 511], d1 in [0, 255]"_map;
static_assert(require_disjoint(upper, lower) && disjoint(upper, lower));

// ---- a convolution of stride 2, 3 x 3, padded by 1

constexpr auto image =
    "(y, x)[ky, kx] -> (y * 2 + ky - 1, x * 2 + kx - 1), domain: y in [0, 111], x in [0, 111], "
    "ky in [0, 2], kx in [0, 2], y * 2 + ky - 1 in [0, 223], x * 2 + kx - 1 in [0, 223]"_map;
constexpr auto convolution = utilization(shape<224, 224>{}, tile<8, 8>{}, image);
constexpr auto image_tile = tile_of(image, tile<8, 8>{});

static_assert(in_bounds(image, shape<224, 224>{}) && covers(image, shape<224, 224>{}) && !is_injective(image));
static_assert(image_tile.size[0] == 17 && image_tile.clipped[0] && convolution.worst_tile == 17 * 17);
static_assert(tile_cases(image) == 1);
static_assert(tile_case_of<0>(image).offset(0, 8, 8, 8) == coord<2>{0, 15} &&  // cut at the border above
              tile_case_of<0>(image).size(0, 8, 8, 8) == coord<2>{16, 17});

void say(const char* what, const analysis::sentence& sentence) { std::printf("  %-22s %s\n", what, sentence.c_str()); }

void say(const char* what, const utilization_report& r) {
  std::printf("  %-22s %lld of %lld elements, each %.2f times; a tile at most %lld, %.2f tiles an element\n", what,
              static_cast<long long>(r.read), static_cast<long long>(r.elements), r.reuse(),
              static_cast<long long>(r.worst_tile), r.tiles_per_element());
}

// which bank each thread of a warp needs of column 0: both in four rows of eight
constexpr auto bank_of =
    "(r, c) -> (((r * 8 + c) * 32) mod 32 floordiv 8, ((r * 8 + c) * 32) mod 8), domain: r in [0, 3], c in [0, 7]"_map;
constexpr auto bank_of_padded =
    "(r, c) -> (((r * 8 + c) * 33) mod 32 floordiv 8, ((r * 8 + c) * 33) mod 8), domain: r in [0, 3], c in [0, 7]"_map;
constexpr auto bank_of_shifted =
    "(r, c) -> ((r * 8 + c) mod 32 floordiv 8, (r * 8 + c) mod 8), domain: r in [0, 3], c in [0, 7]"_map;
static_assert(image_size(bank_of) == 1 && require_bijective(bank_of_padded, shape<4, 8>{}) &&
              require_bijective(bank_of_shifted, shape<4, 8>{}));

std::string words(const analysis::sentence& sentence) { return sentence.c_str(); }

std::string transpose_page() {
  fact_page page("Transpose of f32[1024, 1024]");
  page.table({{"load", words(explain(coalescing<4, 2>(load, square)))},
              {"store", words(explain(coalescing<4, 2>(store, square)))},
              {"store without a tile", words(explain(coalescing<4, 2>(naive, square)))}});
  picture_options sectors;
  sectors.by = picture_options::coloring::warp;
  sectors.unit_bytes = coalescing_report::sector_bytes;
  constexpr auto row = "(th_x) -> (0, th_x), domain: th_x in [0, 31]"_map;
  constexpr auto column = "(th_x) -> (th_x, 0), domain: th_x in [0, 31]"_map;
  sectors.target = {2, {1024, 1024}};
  page.figure(draw(row, sectors), "A warp's load, and its store from the tile: a row.");
  page.figure(draw(column, sectors), "A warp's store without a tile: a column.");
  page.heading("The tile in shared memory, written by rows and read by columns");
  picture_options banks;
  banks.target = {2, {4, 8}};
  const auto tile = [&](const char* name, const bank_conflict_report& r, const std::string& picture) {
    page.table({{name, words(explain(r))}});
    page.figure(picture, "From the 32 threads of a warp, which read column 0, to the 32 banks.");
  };
  tile("tile [32, 32]", bank_conflicts<4, 2>(by_column, shape<32, 32>{}), draw(bank_of, banks));
  tile("tile [32, 33]", bank_conflicts<4, 2>(by_column, shape<32, 33>{}), draw(bank_of_padded, banks));
  tile("shifted columns", bank_conflicts<4, 2>(shifted, shape<32, 32>{}), draw(bank_of_shifted, banks));
  return page.text();
}

}  // namespace

int main(int count, char** arguments) {
  if (count == 2 && std::string_view(arguments[1]) == "--html") {
    std::fputs(transpose_page().c_str(), stdout);
    return 0;
  }
  std::puts("transpose");
  say("load:", explain(coalescing<4, 2>(load, square)));
  say("store:", explain(coalescing<4, 2>(store, square)));
  say("store without a tile:", explain(coalescing<4, 2>(naive, square)));
  say("tile [32, 32]:", explain(bank_conflicts<4, 2>(by_column, shape<32, 32>{})));
  say("tile [32, 33]:", explain(bank_conflicts<4, 2>(by_column, shape<32, 33>{})));
  say("shifted columns:", explain(bank_conflicts<4, 2>(shifted, shape<32, 32>{})));
  std::puts("softmax");
  say("utilization:", softmax);
  say("tile [4, 64]:", explain(tile_of(row_of, tile<4, 64>{})));
  std::puts("convolution");
  say("utilization:", convolution);
  say("tile [8, 8]:", explain(image_tile));
  std::puts("");
  std::fputs(draw_text("(d0)[s0] -> (d0 * 2 + s0), domain: d0 in [0, 3], s0 in [0, 2]"_map).c_str(), stdout);
}
