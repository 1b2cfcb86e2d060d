#include <cstdio>

#include <mercator/mercator.hpp>

using namespace mercator::literals;

constexpr auto transposed = "(d0, d1) -> (d1, d0), domain: d0 in [0, 3], d1 in [0, 7]"_map;
static_assert(mercator::compose(transposed, mercator::inverse(transposed)) ==
              mercator::identity(mercator::shape<4, 8>{}));

int main(int argc, char**) {
  const auto [row, column] = transposed(argc, 2);
  std::printf("(%d, 2) -> (%d, %d)\n", argc, static_cast<int>(row), static_cast<int>(column));
  return row == 2 && column == argc ? 0 : 1;
}
