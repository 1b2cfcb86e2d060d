// Layouts and shapes of other libraries that do not fit a map.
#include <mercator/interop/hana.hpp>
#include <mercator/interop/mdspan.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr auto turned = strided_map(shape<4, 8>{}, strides<1, 4>{});

struct one_extent {
  using index_type = int;
  using rank_type = unsigned;
  static constexpr unsigned rank() { return 1; }
  static constexpr unsigned long static_extent(unsigned) { return 4; }
  constexpr one_extent(int) {}
  constexpr int extent(unsigned) const { return 4; }
};

//// mapping_of_no_extents
// expect: mercator: layout_of<Map>::mapping requires extents of the form of std::extents
constexpr auto wrong = sizeof(layout_of<decltype(turned)>::mapping<int>);

//// mapping_of_another_rank
// expect: mercator: layout_of<Map>::mapping requires as many extents as the map has dimensions
constexpr auto wrong = sizeof(layout_of<decltype(turned)>::mapping<one_extent>);

//// dimension_that_is_not_there
// expect: mercator: hana::at(shape, n) requires that the shape has a dimension n
constexpr auto wrong = boost::hana::at(shape<4, 8>{}, boost::hana::size_c<2>);
