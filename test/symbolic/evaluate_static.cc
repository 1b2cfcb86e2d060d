// Evaluation while compiling.
#include "mercator/symbolic/evaluate.hpp"
#include "mercator/symbolic/parse.hpp"

namespace symbolic = mercator::symbolic;
using mercator::i64;

namespace {

constexpr bool check() {
  symbolic::map_tree t;
  if (symbolic::parse("(d0)[s0] -> (-d0 floordiv 2, min(d0, s0) mod -3, d0 ceildiv -2), domain: d0 in [0, 9], "
                      "s0 in [-5, 5], "
                      "d0 + s0 in [0, 3]",
                      t))
    return false;
  const i64 at[] = {7, -5}, outside[] = {7, -3};
  i64 results[3] = {};
  return symbolic::evaluate_inside(t, at, results) && results[0] == -4 && results[1] == -2 && results[2] == -3 &&
         symbolic::contains(t, at) && !symbolic::contains(t, outside);
}
static_assert(check());

}  // namespace
