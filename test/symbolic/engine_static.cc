// The value engine in constant evaluation: what the tests say of it at run time, said while compiling.
#include "mercator/symbolic/decide.hpp"
#include "mercator/symbolic/operations.hpp"
#include "mercator/symbolic/parse.hpp"
#include "mercator/symbolic/print.hpp"
#include "mercator/symbolic/reads.hpp"

namespace {

using namespace mercator;
using namespace mercator::symbolic;

/// A map and the pool that its form stands in.
struct form {
  map_tree t;
  pool p;
  map_form m{p};

  constexpr form() = default;
  template <std::size_t N>
  constexpr explicit form(const char (&literal)[N]) {
    if (parse(literal, t)) p.full = true;
    lower(t, m);
  }
};

/// Whether the simplified form prints as the text.
template <std::size_t N>
constexpr bool prints(map_form& m, const char (&expected)[N]) {
  map_tree out;
  simplify(m, out);
  if (m.p.full || m.p.overflow || out.full) return false;
  if (printed_size(out) != N - 1) return false;
  char buffer[N] = {};
  buffer_sink to{buffer};
  print(to, out);
  for (std::size_t k = 0; k < N; ++k)
    if (buffer[k] != expected[k]) return false;
  return true;
}

template <std::size_t N, std::size_t M>
constexpr bool simplifies(const char (&text)[N], const char (&expected)[M]) {
  form f(text);
  return prints(f.m, expected);
}

template <std::size_t N, std::size_t M, std::size_t K>
constexpr bool composes(const char (&first)[N], const char (&second)[M], const char (&expected)[K]) {
  form f(first), g(second), out;
  compose(f.m, g.m, out.m);
  return prints(out.m, expected);
}

template <std::size_t N, std::size_t M>
constexpr truth equal(const char (&a)[N], const char (&b)[M], int budget = 500) {
  map_tree x, y;
  if (parse(a, x) || parse(b, y)) return truth::undecided;
  return decide_equal(x, y, budget).is;
}

template <std::size_t N, std::size_t M>
constexpr truth same_reads(const char (&a)[N], const char (&b)[M]) {
  map_tree x, y;
  if (parse(a, x) || parse(b, y)) return truth::undecided;
  return decide_same_reads(x, y, 500).is;
}

template <std::size_t N, std::size_t M>
constexpr bool inverts(const char (&text)[N], const char (&expected)[M]) {
  form f(text), out;
  return inverse(f.m, out.m) && prints(out.m, expected);
}

template <std::size_t N, std::size_t M>
constexpr bool turns(const char (&text)[N], const char (&expected)[M]) {
  form f(text), out;
  return converse(f.m, out.m) && prints(out.m, expected);
}

template <std::size_t N, std::size_t M>
constexpr bool rescales(const char (&text)[N], const char (&expected)[M]) {
  form f(text), out;
  rescale_ranges(f.m, out.m);
  return prints(out.m, expected);
}

// ---- simplify

static_assert(simplifies("(d0) -> ((d0 floordiv 8) * 8 + d0 mod 8), domain: d0 in [0, 63]",
                         "(d0) -> (d0), domain: d0 in [0, 63]"));
static_assert(simplifies("(d0) -> ((d0 floordiv 4) mod 3, d0 floordiv -4), domain: d0 in [-20, 63]",
                         "(d0) -> ((d0 floordiv 4) mod 3, (-d0) floordiv 4), domain: d0 in [-20, 63]"));
static_assert(simplifies("(d0, d1) -> (min(d0, d1) + max(d0, d1)), domain: d0 in [0, 9], d1 in [-5, 4]",
                         "(d0, d1) -> (d0 + d1), domain: d0 in [0, 9], d1 in [-5, 4]"));
static_assert(simplifies(
    "(d0, d1, d2) -> ((d0 * 100 + d1 * 10 + d2) floordiv 100, ((d0 * 100 + d1 * 10 + d2) mod 100) floordiv 10,"
    " d2 mod 10), domain: d0 in [0, 8], d1 in [0, 8], d2 in [0, 9]",
    "(d0, d1, d2) -> (d0, d1, d2), domain: d0 in [0, 8], d1 in [0, 8], d2 in [0, 9]"));

// ---- domains

static_assert(simplifies("(d0)[s0] -> (d0 + s0), domain: d0 in [0, 50], s0 in [0, 30], (d0 + s0) * 4 + 3 in [7, 43]",
                         "(d0)[s0] -> (d0 + s0), domain: d0 in [0, 10], s0 in [0, 10], d0 + s0 in [1, 10]"));
static_assert(simplifies("(d0) -> (d0), domain: d0 in [0, 30], d0 mod 8 in [3, 3]",
                         "(d0) -> (d0), domain: d0 in [3, 27], d0 mod 8 in [3, 3]"));
static_assert(simplifies("(d0) -> (d0), domain: d0 in [0, 99], d0 mod 4 in [1, 1], d0 mod 6 in [2, 2]",
                         "(d0) -> (0), domain: KNOWN EMPTY"));
static_assert(simplifies("(d0) -> (d0 * 4611686018427387903), domain: d0 in [-1, 1]",
                         "(d0) -> (d0 * 4611686018427387903), domain: d0 in [-1, 1]"));
static_assert(simplifies("(d0) -> ((d0 - 6000000000000000000) floordiv 5000000000000000000), domain: d0 in [0, 3]",
                         "(d0) -> (-2), domain: d0 in [0, 3]"));

// ---- compose

static_assert(composes("(d0, d1) -> (d1, d0), domain: d0 in [0, 3], d1 in [0, 7]",
                       "(d0, d1) -> (d1, d0), domain: d0 in [0, 7], d1 in [0, 3]",
                       "(d0, d1) -> (d0, d1), domain: d0 in [0, 3], d1 in [0, 7]"));
static_assert(composes("(d0) -> (d0 * 2 - 3), domain: d0 in [0, 9]", "(d0) -> (d0), domain: d0 in [0, 5]",
                       "(d0) -> (d0 * 2 - 3), domain: d0 in [2, 4]"));
static_assert(composes("(d0) -> (d0 floordiv 20, d0 mod 20), domain: d0 in [0, 999]",
                       "(d0, d1) -> ((d0 * 20 + d1) floordiv 100, (d0 * 20 + d1) mod 10), "
                       "domain: d0 in [0, 49], d1 in [0, 19]",
                       "(d0) -> (d0 floordiv 100, d0 mod 10), domain: d0 in [0, 999]"));

// ---- equality

static_assert(equal("(d0) -> (d0 mod 7), domain: d0 in [0, 1099511627775]",
                    "(d0) -> (d0 - (d0 floordiv 7) * 7), domain: d0 in [0, 1099511627775]", 0) == truth::yes);
static_assert(equal("(d0) -> (d0), domain: d0 in [0, 9]", "(d0) -> (d0), domain: d0 in [0, 10]") == truth::no);
static_assert(equal("(d0) -> (d0 mod 7), domain: d0 in [0, 99]", "(d0) -> (d0 mod 14), domain: d0 in [0, 99]") ==
              truth::no);
static_assert(equal("(d0) -> ((d0 * 3 + 1) mod 8 + (d0 * 5 + 3) mod 8), domain: d0 in [0, 999999]",
                    "(d0) -> ((d0 * 5 + 3) mod 8 + (d0 * 3 + 9) mod 8), domain: d0 in [0, 999999]") == truth::yes);
static_assert(same_reads("(d0)[s0, s1] -> (d0 * 4 + s0 * 2 + s1), domain: d0 in [0, 3], s0 in [0, 1], s1 in [0, 1]",
                         "(d0)[s0] -> (d0 * 4 + s0), domain: d0 in [0, 3], s0 in [0, 3]") == truth::yes);

// ---- turned round

static_assert(inverts("(d0, d1) -> (d0 * 8 + d1), domain: d0 in [0, 3], d1 in [0, 7]",
                      "(d0) -> (d0 floordiv 8, d0 mod 8), domain: d0 in [0, 31]"));
static_assert(turns("(d0, d1) -> (d1), domain: d0 in [0, 4], d1 in [0, 7]",
                    "(d0)[s0] -> (s0, d0), domain: d0 in [0, 7], s0 in [0, 4]"));
static_assert(rescales("(d0)[s0] -> (d0 + s0), domain: d0 in [0, 3], s0 in [0, 20], s0 mod 4 in [3, 3]",
                       "(d0)[s0] -> (d0 + s0 * 4 + 3), domain: d0 in [0, 3], s0 in [0, 4]"));

}  // namespace
