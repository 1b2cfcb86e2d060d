// What a kernel's author can know before it runs: a transpose through a tile in shared memory, a softmax and a
// strided convolution, their facts proved while compiling and their reports printed.
//
//   bazel run //examples:kernel_facts
#include <cstdio>

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

static_assert(require_bijective(load, square) &&
              require_bijective(store, square));  // all read, all written, once
static_assert(coalescing<4, 2>(load, square).is_coalesced() && coalescing<4, 2>(store, square).is_coalesced());
static_assert(coalescing<4, 2>(naive, square).worst_sectors == 32);
static_assert(bank_conflicts<4, 2>(by_column, shape<32, 32>{}).ways == 32);
static_assert(bank_conflicts<4, 2>(by_column, shape<32, 33>{}).is_free());  // a column of padding

// ---- softmax of [1024, 256]: each element reads itself and its row

constexpr auto element_of = "(d0, d1) -> (d0, d1), domain: d0 in [0, 1023], d1 in [0, 255]"_map;
constexpr auto row_of = "(d0, d1)[s0] -> (d0, s0), domain: d0 in [0, 1023], d1 in [0, 255], s0 in [0, 255]"_map;
constexpr auto softmax = utilization(shape<1024, 256>{}, tile<4, 64>{}, element_of, row_of);

static_assert(softmax.fraction() == 1 &&
              softmax.worst_tile == 4 * 256);  // a tile of 64 columns needs whole rows
static_assert(tile_offsets(row_of, tile<4, 64>{}) ==
              "(d0, d1) -> (d0 * 4, 0), domain: d0 in [0, 255], d1 in [0, 3]"_map);

// ---- a convolution of stride 2, 3 x 3, padded by 1

constexpr auto image =
    "(y, x)[ky, kx] -> (y * 2 + ky - 1, x * 2 + kx - 1), domain: y in [0, 111], x in [0, 111], "
    "ky in [0, 2], kx in [0, 2], y * 2 + ky - 1 in [0, 223], x * 2 + kx - 1 in [0, 223]"_map;
constexpr auto convolution = utilization(shape<224, 224>{}, tile<8, 8>{}, image);
constexpr auto image_tile = tile_of(image, tile<8, 8>{});

static_assert(in_bounds(image, shape<224, 224>{}) && covers(image, shape<224, 224>{}) && !is_injective(image));
static_assert(image_tile.size[0] == 17 && image_tile.clipped[0] && convolution.worst_tile == 17 * 17);

void say(const char* what, const analysis::sentence& sentence) {
  std::printf("  %-22s %s\n", what, sentence.c_str());
}

void say(const char* what, const utilization_report& r) {
  std::printf("  %-22s %lld of %lld elements, each %.2f times; a tile at most %lld, %.2f tiles an element\n",
              what, static_cast<long long>(r.read), static_cast<long long>(r.elements), r.reuse(),
              static_cast<long long>(r.worst_tile), r.tiles_per_element());
}

}  // namespace

int main() {
  std::puts("transpose");
  say("load:", explain(coalescing<4, 2>(load, square)));
  say("store:", explain(coalescing<4, 2>(store, square)));
  say("store without a tile:", explain(coalescing<4, 2>(naive, square)));
  say("tile [32, 32]:", explain(bank_conflicts<4, 2>(by_column, shape<32, 32>{})));
  say("tile [32, 33]:", explain(bank_conflicts<4, 2>(by_column, shape<32, 33>{})));
  std::puts("softmax");
  say("utilization:", softmax);
  say("tile [4, 64]:", explain(tile_of(row_of, tile<4, 64>{})));
  std::puts("convolution");
  say("utilization:", convolution);
  say("tile [8, 8]:", explain(image_tile));
  std::puts("");
  std::fputs(draw_text("(d0)[s0] -> (d0 * 2 + s0), domain: d0 in [0, 3], s0 in [0, 2]"_map).c_str(), stdout);
}
