// Grids: the threads of all blocks together have every element of a shape once. Tiles: places are distinct, and
// rows and columns spread over the banks.
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include "mercator/loops/grid.hpp"
#include "mercator/map/equal.hpp"
#include "mercator/map/literals.hpp"

using namespace mercator;
using namespace mercator::literals;

namespace {

template <class Shape, class Grid>
void check(Shape, Grid) {
  constexpr grid_map map{Shape{}, Grid{}};
  std::vector<int> times(static_cast<std::size_t>(Shape::elements));
  using index = typename decltype(map)::index;
  for (i64 block = 0; block < map.blocks; ++block)
    for (int thread = 0; thread < Grid::threads; ++thread)
      for_each_thread(map, index{thread}, static_cast<index>(block), [&](const auto& at) {
        i64 place = 0;
        for (int k = 0; k < Shape::rank; ++k) {
          REQUIRE(at[k] >= 0);
          REQUIRE(at[k] < Shape::size(k));
          place = place * Shape::size(k) + at[k];
        }
        ++times[static_cast<std::size_t>(place)];
      });
  CHECK(times == std::vector<int>(times.size(), 1));
}

template <class Tile>
void check_tile(int rows, int columns) {
  std::set<int> places;
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      CHECK(Tile::at(r, c) < Tile::elements);
      places.insert(Tile::at(r, c));
    }
  CHECK(places.size() == static_cast<std::size_t>(rows * columns));
  for (int fixed = 0; fixed < 32; ++fixed) {
    std::set<int> row_banks, column_banks;
    for (int k = 0; k < 32; ++k) {
      row_banks.insert(Tile::at(fixed, k) % 32);
      column_banks.insert(Tile::at(k, fixed) % 32);
    }
    CHECK(row_banks.size() == 32);
    CHECK(column_banks.size() == 32);
  }
}

}  // namespace

TEST_CASE("every element once") {
  check(shape<64, 32>{}, grid<32, 2, 4>{});
  check(shape<5, 7, 9>{}, grid<16, 3, 2>{});
  check(shape<1000>{}, grid<128>{});
  check(shape<3>{}, grid<128, 4, 4>{});
  check(shape<0, 4>{}, grid<32>{});
  check(shape<>{}, grid<32>{});
}

TEST_CASE("one thread has vectors that follow one another") {
  std::vector<i64> first;
  for_each_vector(grid_map{shape<8, 16>{}, grid<4, 2, 4>{}}, 1, 2,
                  [&](const auto& at) { first.push_back(at[0] * 16 + at[1]); });
  CHECK(first == std::vector<i64>{68, 84});
}

TEST_CASE("tiles without bank conflicts") {
  check_tile<padded_tile<32, 32>>(32, 32);
  check_tile<swizzled_tile<32, 32>>(32, 32);
}

static_assert(
    grid_map{shape<64, 32>{}, grid<32, 2, 4>{}} ==
    "(d0, d1)[s0, s1] -> (d1 * 8 + s0 * 4 + d0 floordiv 8, (d0 mod 8) * 4 + s1), domain: d0 in [0, 31], d1 in [0, 7], s0 in [0, 1], s1 in [0, 3]"_map);
static_assert(grid_map<shape<64, 32>, grid<32, 2, 4>>::is_even && !grid_map<shape<63, 32>, grid<32, 2, 4>>::is_even);
static_assert(!grid_map<shape<(i64{1} << 31) + 1>, grid<32>>::is_narrow);
