// expect: mercator: layout_of<Map> requires the extents of the map's domain
// expect: extent_differs_from_the_map<1, 5, 8>
#include <mercator/interop/mdspan.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

struct extents_4_5 {
  using index_type = int;
  using rank_type = unsigned;
  static constexpr unsigned rank() { return 2; }
  static constexpr unsigned long static_extent(unsigned r) { return r == 0 ? 4 : 5; }
  constexpr extents_4_5(int, int) {}
  constexpr int extent(unsigned r) const { return r == 0 ? 4 : 5; }
};

constexpr auto turned = strided_map(shape<4, 8>{}, strides<1, 4>{});
layout_of<decltype(turned)>::mapping<extents_4_5> wrong;
