// The maps of operations, as types, against the same maps as text; chains of operations that do nothing.
#include <type_traits>

#include <mercator/mercator.hpp>

namespace {

using namespace mercator;
using namespace mercator::literals;

/// Equal, and one type once simplified.
template <class A, class B>
constexpr bool same(A a, B b) {
  return a == b && std::is_same_v<decltype(simplify(a)), decltype(simplify(b))>;
}

/// One direction after the other comes back to where it was: to the operand, and where it is onto, to the
/// output.
template <class Operation>
constexpr bool inverse_directions(Operation op) {
  constexpr auto to_input = op.template output_to_input<0>();
  constexpr auto to_output = op.template input_to_output<0>();
  return same(to_input >> to_output, identity(op.output())) && same(inverse(to_input), to_output);
}

template <class Operation, class Shape>
constexpr bool is_bijection(Operation op, Shape operand) {
  return inverse_directions(op) &&
         same(op.template input_to_output<0>() >> op.template output_to_input<0>(), identity(operand));
}

// ---- elementwise

constexpr auto add = ops::elementwise(shape<10, 20>{}, shape<10, 20>{});
static_assert(same(add.output_to_input<0>(), "(d0, d1) -> (d0, d1), domain: d0 in [0, 9], d1 in [0, 19]"_map));
static_assert(same(add.input_to_output<1>(), "(d0, d1) -> (d0, d1), domain: d0 in [0, 9], d1 in [0, 19]"_map));
static_assert(std::is_same_v<decltype(add.output()), shape<10, 20>>);
static_assert(std::is_empty_v<decltype(add)>);
static_assert(is_bijection(add, shape<10, 20>{}));

constexpr auto select = ops::elementwise(shape<>{}, shape<10, 20>{}, shape<10, 20>{});
static_assert(same(select.output_to_input<0>(), "(d0, d1) -> (), domain: d0 in [0, 9], d1 in [0, 19]"_map));
static_assert(same(select.input_to_output<0>(), "()[s0, s1] -> (s0, s1), domain: s0 in [0, 9], s1 in [0, 19]"_map));
static_assert(same(select.output_to_input<2>(), identity(shape<10, 20>{})));
static_assert(same(ops::elementwise(shape<>{}).output_to_input<0>(), identity(shape<>{})));
static_assert(same(ops::elementwise(shape<3, 0>{}).output_to_input<0>(), identity(shape<3, 0>{})));

// ---- broadcast

constexpr auto rows = ops::broadcast(shape<20>{}, shape<10, 20, 30>{}, ops::axes<1>{});
static_assert(same(rows.output_to_input<0>(),
                   "(d0, d1, d2) -> (d1), domain: d0 in [0, 9], d1 in [0, 19], d2 in [0, 29]"_map));
static_assert(same(rows.input_to_output<0>(),
                   "(d0)[s0, s1] -> (s0, d0, s1), domain: d0 in [0, 19], s0 in [0, 9], s1 in [0, 29]"_map));
static_assert(same(ops::broadcast(shape<>{}, shape<2>{}, ops::axes<>{}).output_to_input<0>(),
                   "(d0) -> (), domain: d0 in [0, 1]"_map));
static_assert(same(ops::broadcast(shape<4, 3>{}, shape<3, 4>{}, ops::axes<1, 0>{}).output_to_input<0>(),
                   "(d0, d1) -> (d1, d0), domain: d0 in [0, 2], d1 in [0, 3]"_map));

// ---- transpose

constexpr auto turned = ops::transpose(shape<3, 12288, 6, 128>{}, perm<0, 2, 3, 1>{});
static_assert(same(turned.output_to_input<0>(),
                   "(d0, d1, d2, d3) -> (d0, d3, d1, d2),"
                   " domain: d0 in [0, 2], d1 in [0, 5], d2 in [0, 127], d3 in [0, 12287]"_map));
static_assert(same(turned.input_to_output<0>(),
                   "(d0, d1, d2, d3) -> (d0, d2, d3, d1),"
                   " domain: d0 in [0, 2], d1 in [0, 12287], d2 in [0, 5], d3 in [0, 127]"_map));
static_assert(std::is_same_v<decltype(turned)::output_shape, shape<3, 6, 128, 12288>>);
static_assert(is_bijection(turned, shape<3, 12288, 6, 128>{}));
static_assert(is_bijection(ops::transpose(shape<>{}, perm<>{}), shape<>{}));
static_assert(is_bijection(ops::transpose(shape<4, 0>{}, perm<1, 0>{}), shape<4, 0>{}));

// ---- reverse

constexpr auto reversed = ops::reverse(shape<1, 17, 9, 9>{}, ops::axes<1, 2>{});
static_assert(same(reversed.output_to_input<0>(),
                   "(d0, d1, d2, d3) -> (d0, -d1 + 16, -d2 + 8, d3),"
                   " domain: d0 in [0, 0], d1 in [0, 16], d2 in [0, 8], d3 in [0, 8]"_map));
static_assert(same(reversed.input_to_output<0>(), reversed.output_to_input<0>()));
static_assert(is_bijection(reversed, shape<1, 17, 9, 9>{}));

// ---- slice

constexpr auto part =
    ops::slice(shape<10, 20, 50>{}, ops::start<5, 3, 0>{}, ops::limit<10, 20, 50>{}, ops::stride<1, 7, 2>{});
static_assert(same(part.output_to_input<0>(),
                   "(d0, d1, d2) -> (d0 + 5, d1 * 7 + 3, d2 * 2),"
                   " domain: d0 in [0, 4], d1 in [0, 2], d2 in [0, 24]"_map));
static_assert(same(part.input_to_output<0>(),
                   "(d0, d1, d2) -> (d0 - 5, (d1 - 3) floordiv 7, d2 floordiv 2), domain: d0 in [5, 9], d1 in [3, 17],"
                   " d2 in [0, 48], (d1 - 3) mod 7 in [0, 0], d2 mod 2 in [0, 0]"_map));
static_assert(std::is_same_v<decltype(part.output()), shape<5, 3, 25>>);
static_assert(same(part.output_to_input<0>() >> part.input_to_output<0>(), identity(part.output())));
static_assert(std::is_same_v<decltype(ops::slice(shape<9>{}, ops::start<2>{}, ops::limit<7>{}).output()), shape<5>>);
static_assert(same(ops::slice(shape<9>{}, ops::start<7>{}, ops::limit<7>{}).output_to_input<0>(),
                   "(d0) -> (0), domain: KNOWN EMPTY"_map));

// ---- reshape

constexpr auto collapse = ops::reshape(shape<4, 8>{}, shape<32>{});
static_assert(same(collapse.output_to_input<0>(), "(d0) -> (d0 floordiv 8, d0 mod 8), domain: d0 in [0, 31]"_map));
static_assert(same(collapse.input_to_output<0>(), "(d0, d1) -> (d0 * 8 + d1), domain: d0 in [0, 3], d1 in [0, 7]"_map));
static_assert(is_bijection(collapse, shape<4, 8>{}));

constexpr auto expand = ops::reshape(shape<32>{}, shape<4, 8>{});
static_assert(same(expand.output_to_input<0>(), collapse.input_to_output<0>()));
static_assert(same(expand.input_to_output<0>(), collapse.output_to_input<0>()));

constexpr auto generic = ops::reshape(shape<4, 8>{}, shape<2, 4, 4>{});
static_assert(same(generic.output_to_input<0>(),
                   "(d0, d1, d2) -> (d0 * 2 + d1 floordiv 2, d2 + (d1 mod 2) * 4),"
                   " domain: d0 in [0, 1], d1 in [0, 3], d2 in [0, 3]"_map));
static_assert(same(generic.input_to_output<0>(),
                   "(d0, d1) -> (d0 floordiv 2, d1 floordiv 4 + (d0 mod 2) * 2, d1 mod 4),"
                   " domain: d0 in [0, 3], d1 in [0, 7]"_map));
static_assert(is_bijection(generic, shape<4, 8>{}));

constexpr auto independent = ops::reshape(shape<4, 8, 12>{}, shape<32, 3, 4>{});
static_assert(same(independent.output_to_input<0>(),
                   "(d0, d1, d2) -> (d0 floordiv 8, d0 mod 8, d1 * 4 + d2),"
                   " domain: d0 in [0, 31], d1 in [0, 2], d2 in [0, 3]"_map));
static_assert(same(independent.input_to_output<0>(),
                   "(d0, d1, d2) -> (d0 * 8 + d1, d2 floordiv 4, d2 mod 4),"
                   " domain: d0 in [0, 3], d1 in [0, 7], d2 in [0, 11]"_map));
static_assert(is_bijection(independent, shape<4, 8, 12>{}));

static_assert(same(ops::reshape(shape<>{}, shape<1, 1>{}).output_to_input<0>(),
                   "(d0, d1) -> (), domain: d0 in [0, 0], d1 in [0, 0]"_map));
static_assert(same(ops::reshape(shape<1, 1>{}, shape<>{}).output_to_input<0>(), "() -> (0, 0)"_map));
static_assert(same(ops::reshape(shape<4, 0>{}, shape<0, 7, 3>{}).output_to_input<0>(),
                   "(d0, d1, d2) -> (0, 0), domain: KNOWN EMPTY"_map));

// ---- pad

constexpr auto padded = ops::pad(shape<4, 4>{}, ops::low<1, 4>{}, ops::high<4, 8>{}, ops::interior<1, 0>{});
static_assert(same(padded.output_to_input<0>(),
                   "(d0, d1) -> ((d0 - 1) floordiv 2, d1 - 4),"
                   " domain: d0 in [1, 7], d1 in [4, 7], (d0 - 1) mod 2 in [0, 0]"_map));
static_assert(same(padded.input_to_output<0>(),
                   "(d0, d1) -> (d0 * 2 + 1, d1 + 4), domain: d0 in [0, 3], d1 in [0, 3]"_map));
static_assert(same(padded.output_to_input<1>(), "(d0, d1) -> (), domain: d0 in [0, 11], d1 in [0, 15]"_map));
static_assert(same(padded.input_to_output<1>(), "()[s0, s1] -> (s0, s1), domain: s0 in [0, 11], s1 in [0, 15]"_map));
static_assert(std::is_same_v<decltype(padded.output()), shape<12, 16>>);
static_assert(same(padded.input_to_output<0>() >> padded.output_to_input<0>(), identity(shape<4, 4>{})));

constexpr auto cut = ops::pad(shape<9, 9>{}, ops::low<-2, 1>{}, ops::high<3, -4>{});
static_assert(same(cut.output_to_input<0>(), "(d0, d1) -> (d0 + 2, d1 - 1), domain: d0 in [0, 6], d1 in [1, 5]"_map));
static_assert(same(cut.input_to_output<0>(), "(d0, d1) -> (d0 - 2, d1 + 1), domain: d0 in [2, 8], d1 in [0, 4]"_map));
static_assert(std::is_same_v<decltype(cut.output()), shape<10, 6>>);

// ---- chains

// A reshape and back, by way of a shape that does not divide it.
constexpr auto there = ops::reshape(shape<10, 10, 10>{}, shape<50, 20>{});
constexpr auto back = ops::reshape(there.output(), shape<10, 10, 10>{});
static_assert(same(back.output_to_input<0>() >> there.output_to_input<0>(), identity(shape<10, 10, 10>{})));

// A reshape of a transpose, in one step and in two.
constexpr auto heads = ops::transpose(shape<64, 48, 32, 16>{}, perm<0, 2, 1, 3>{});
constexpr auto merged = ops::reshape(heads.output(), shape<64, 32, 768>{});
constexpr auto merged_map = merged.output_to_input<0>() >> heads.output_to_input<0>();
static_assert(same(merged_map,
                   "(d0, d1, d2) -> (d0, d2 floordiv 16, d1, d2 mod 16),"
                   " domain: d0 in [0, 63], d1 in [0, 31], d2 in [0, 767]"_map));
constexpr auto flat = ops::reshape(merged.output(), shape<64 * 32 * 768>{});
constexpr auto flat_at_once = ops::reshape(heads.output(), shape<64 * 32 * 768>{});
static_assert(same(flat.output_to_input<0>() >> merged_map,
                   flat_at_once.output_to_input<0>() >> heads.output_to_input<0>()));

// What is reversed after a transpose may as well be reversed before it.
static_assert(same(ops::reverse(shape<8, 4>{}, ops::axes<0>{}).output_to_input<0>() >>
                       ops::transpose(shape<4, 8>{}, perm<1, 0>{}).output_to_input<0>(),
                   ops::transpose(shape<4, 8>{}, perm<1, 0>{}).output_to_input<0>() >>
                       ops::reverse(shape<4, 8>{}, ops::axes<1>{}).output_to_input<0>()));

// A slice of a slice is a slice.
static_assert(
    same(ops::slice(shape<9>{}, ops::start<1>{}, ops::limit<9>{}, ops::stride<3>{}).output_to_input<0>() >>
             ops::slice(shape<20>{}, ops::start<2>{}, ops::limit<20>{}, ops::stride<2>{}).output_to_input<0>(),
         ops::slice(shape<20>{}, ops::start<4>{}, ops::limit<20>{}, ops::stride<6>{}).output_to_input<0>()));

// Cutting off what was padded changes nothing.
static_assert(same(ops::slice(shape<12>{}, ops::start<3>{}, ops::limit<8>{}).output_to_input<0>() >>
                       ops::pad(shape<5>{}, ops::low<3>{}, ops::high<4>{}).output_to_input<0>(),
                   identity(shape<5>{})));

// A sum of what is broadcast goes round the other way.
static_assert(same(rows.input_to_output<0>() >> rows.output_to_input<0>(),
                   "(d0)[s0, s1] -> (d0), domain: d0 in [0, 19], s0 in [0, 9], s1 in [0, 29]"_map));

// What follows a reshape may take fewer indices than that gives, or have dimensions of one.
static_assert(same(ops::reshape(shape<4, 8>{}, shape<32>{}).output_to_input<0>() >>
                       ops::transpose(shape<9, 3>{}, perm<1, 0>{}).output_to_input<0>(),
                   "(d0) -> (d0 mod 8, d0 floordiv 8), domain: d0 in [0, 23]"_map));
static_assert(same(ops::reshape(shape<4, 1, 8>{}, shape<2, 16>{}).output_to_input<0>() >>
                       ops::transpose(shape<8, 4, 1>{}, perm<1, 2, 0>{}).output_to_input<0>(),
                   "(d0, d1) -> (d1 mod 8, d0 * 2 + d1 floordiv 8, 0), domain: d0 in [0, 1], d1 in [0, 15]"_map));
// The indices that a chain of three passes on are those of its second, not of its first.
static_assert(same((ops::reshape(shape<4, 8>{}, shape<32>{}).output_to_input<0>() >>
                    ops::slice(shape<20, 30>{}, ops::start<3, 5>{}, ops::limit<7, 13>{}).output_to_input<0>()) >>
                       ops::transpose(shape<10, 5>{}, perm<1, 0>{}).output_to_input<0>(),
                   "(d0) -> (d0 mod 8 + 5, d0 floordiv 8 + 3), domain: d0 in [0, 15], d0 mod 8 in [0, 4]"_map));

}  // namespace
