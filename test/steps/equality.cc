// steps: 250000
// Two spellings of the digits of a sum of two dimensions, which simplify to different forms.
#include <mercator/mercator.hpp>
using namespace mercator;
using namespace mercator::literals;

static_assert(
    "(d0) -> ((d0 * 3 + 1) floordiv 7 + (d0 * 3 + 2) floordiv 7), domain: d0 in [0, 1048575]"_map ==
    "(d0) -> ((d0 mod 7 * 3 + 1) floordiv 7 + (d0 mod 7 * 3 + 2) floordiv 7 + d0 floordiv 7 * 6), domain: d0 in [0, 1048575]"_map);
static_assert("(d0, d1) -> (d0 + d1), domain: d0 in [0, 1023], d1 in [0, 1023]"_map !=
              "(d0, d1) -> (d0 + d1 mod 1023), domain: d0 in [0, 1023], d1 in [0, 1023]"_map);
