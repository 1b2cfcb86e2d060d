// expect: mercator: layout_of<Map> requires a map whose domain is all indices of a shape
// expect: map_is_no_layout<
#include <mercator/interop/mdspan.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

struct extents_4 {
  using index_type = int;
  using rank_type = unsigned;
  static constexpr unsigned rank() { return 1; }
  static constexpr unsigned long static_extent(unsigned) { return 4; }
  constexpr explicit extents_4(int) {}
  constexpr int extent(unsigned) const { return 4; }
};

constexpr auto below = "(d0) -> (2 - d0), domain: d0 in [0, 3]"_map;
layout_of<decltype(below)>::mapping<extents_4> wrong;
