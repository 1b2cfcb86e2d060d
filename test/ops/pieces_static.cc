// Piecewise maps as types.
#include <mercator/mercator.hpp>
#include <mercator/ops.hpp>

namespace {

using namespace mercator;
using namespace mercator::literals;
namespace hana = boost::hana;

template <int K, class Pieces>
constexpr auto piece_number(Pieces p) {
  return hana::at_c<K>(p.pieces());
}

// ---- concatenate

constexpr auto joined = ops::pieces(ops::concatenate(ops::axes<0>{}, shape<2, 5>{}, shape<0, 5>{}, shape<3, 5>{}));
static_assert(joined.count == 2);
static_assert(piece_number<1>(joined).operand == 2);
static_assert(piece_number<1>(joined) == "(d0, d1) -> (d0 - 2, d1), domain: d0 in [2, 4], d1 in [0, 4]"_map);
static_assert(disjoint(joined) && covers(joined, shape<5, 5>{}) && !covers(joined, shape<6, 5>{}));

// A slice of it drops the pieces that it does not reach.
constexpr auto low_rows =
    ops::slice(shape<5, 5>{}, ops::start<0, 0>{}, ops::limit<2, 5>{}).output_to_input<0>() >> joined;
static_assert(low_rows.count == 1 && covers(low_rows, shape<2, 5>{}));
static_assert(piece_number<0>(low_rows) == identity(shape<2, 5>{}));

// ---- pad

constexpr auto padded =
    ops::pieces(ops::pad(shape<4, 4>{}, ops::low<1, 4>{}, ops::high<4, 8>{}, ops::interior<1, 0>{}));
static_assert(padded.count == 6 && disjoint(padded) && covers(padded, shape<12, 16>{}));
static_assert(
    piece_number<0>(padded) ==
    "(d0, d1) -> ((d0 - 1) floordiv 2, d1 - 4), domain: d0 in [1, 7], d1 in [4, 7], (d0 - 1) mod 2 in [0, 0]"_map);
static_assert(piece_number<1>(padded).operand == 1);
static_assert(piece_number<1>(padded) == "(d0, d1) -> (), domain: d0 in [0, 0], d1 in [0, 15]"_map);
static_assert(piece_number<3>(padded) == "(d0, d1) -> (), domain: d0 in [2, 6], d1 in [0, 15], d0 mod 2 in [0, 0]"_map);

// ---- dynamic-update-slice

constexpr auto updated = ops::pieces(ops::dynamic_update_slice(shape<20, 30>{}, shape<5, 10>{}));
static_assert(updated.count == 5 && disjoint(updated) && covers(updated, shape<20, 30>{}));
static_assert(piece_number<0>(updated).operand == 1 && piece_number<4>(updated).operand == 0);
static_assert(piece_number<0>(updated) ==
              "(d0, d1){rt0, rt1} -> (d0 - rt0, d1 - rt1), domain: d0 in [0, 19], d1 in [0, 29], rt0 in [0, 15],"
              " rt1 in [0, 20], d0 - rt0 in [0, 4], d1 - rt1 in [0, 9]"_map);
static_assert(piece_number<1>(updated) ==
              "(d0, d1){rt0, rt1} -> (d0, d1), domain: d0 in [0, 14], d1 in [0, 29], rt0 in [1, 15], rt1 in [0, 20],"
              " d0 - rt0 in [-15, -1]"_map);

static_assert(ops::pieces(ops::dynamic_update_slice(shape<3>{}, shape<3>{})).count == 1);
static_assert(!covers(piecewise_map<piece<0, decltype(identity(shape<3>{}))>>{}, shape<4>{}));
static_assert(
    !disjoint(piecewise_map<piece<0, decltype(identity(shape<3>{}))>, piece<1, decltype(identity(shape<3>{}))>>{}));

}  // namespace
