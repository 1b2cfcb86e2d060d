// Printing while compiling.
#include "mercator/symbolic/parse.hpp"
#include "mercator/symbolic/print.hpp"

namespace symbolic = mercator::symbolic;

namespace {

/// Whether the text is canonical: printed as it is written.
template <std::size_t N>
constexpr bool is_canonical(const char (&text)[N]) {
  symbolic::map_tree t;
  if (symbolic::parse(text, t) || symbolic::printed_size(t) != N - 1) return false;
  mercator::text<N - 1> printed;
  mercator::buffer_sink to{printed.data()};
  symbolic::print(to, t);
  return printed == text;
}

static_assert(
    is_canonical("(d0, d1)[s0]{rt0} -> (d0 + rt0, d1 * 2 + s0), domain: d0 in [0, 9], d1 in [0, 4], s0 in [0, 1], "
                 "rt0 in [0, 3], d1 * 2 + s0 in [0, 8]"));
static_assert(
    is_canonical("(th_x) -> (((th_x - 5) floordiv 2) mod 4 - min(th_x, 3) * 7 - 1), domain: th_x in [-9, 9]"));
static_assert(is_canonical("(d0)[s0] -> (0), domain: KNOWN EMPTY"));
static_assert(is_canonical("() -> ()"));
static_assert(!is_canonical("(d0) -> (3 * d0), domain: d0 in [0, 1]"));

}  // namespace
