// expect: maps_differ<
// expect: at_point<
// expect: mercator: expect_same<A, B>() requires equal maps; got these, which differ there
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

using f = decltype("(d0) -> (d0 mod 5), domain: d0 in [0, 5]"_map);
using g = decltype("(d0) -> (d0), domain: d0 in [0, 5]"_map);
constexpr bool shown = (expect_same<f, g>(), true);
