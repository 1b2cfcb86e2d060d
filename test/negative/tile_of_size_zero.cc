// expect: mercator: tile<...> requires sizes of at least 1
#include <mercator/analysis.hpp>
#include <mercator/mercator.hpp>

using namespace mercator;
using namespace mercator::literals;

constexpr tile<8, 0> t;
