// expect: syntax_error_product_of_variables<
// expect: mercator: a map text requires one of two factors to be constant
// expect: near<'*', ' ', 's', '0', ')', '>'>
#include <mercator/interop/mlir.hpp>

using namespace mercator;

constexpr auto wrong = affine_map<"affine_map<(d0)[s0] -> (d0 * s0)>">(dims<in<0, 3>>{}, ranges<in<0, 3>>{});
