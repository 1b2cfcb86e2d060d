// Operations that are given what is no shape or attribute of theirs.
#include <mercator/mercator.hpp>
#include <mercator/ops.hpp>
#include <mercator/ops/composed_source.hpp>

using namespace mercator;
using namespace mercator::literals;

//// broadcast_without_axes
// expect: mercator: broadcast requires two shapes and axes; got the types shown here
// expect: perm<1>
constexpr auto wrong = ops::broadcast(shape<3>{}, shape<2, 3>{}, perm<1>{});

//// all_reduce_without_groups
// expect: mercator: all_reduce requires a shape and replica_groups; got the types shown here
// expect: axes<0>
constexpr auto wrong = ops::all_reduce(shape<3>{}, ops::axes<0>{});

//// input_to_output_of_no_operand
// expect: mercator: input_to_output requires the number of an operand, counted from 0
constexpr auto wrong = ops::reverse(shape<3>{}, ops::axes<0>{}).input_to_output<1>();

//// pad_without_high
// expect: mercator: pad requires a shape, low, high and perhaps interior; got the types shown here
constexpr auto wrong = ops::pad(shape<3>{}, ops::low<1>{}, ops::axes<1>{});

//// reshape_of_no_shape
// expect: mercator: reshape requires two shapes; got the types shown here
constexpr auto wrong = ops::reshape(shape<4>{}, perm<4>{});

//// reshape_in_a_composition
// expect: mercator: reshape requires two shapes with the same number of elements, which fits 64 bits; got the shapes
// expect: reshape_requires_as_many_elements
using wrong = simplified_t<composed<ops::output_to_input<ops::reshape<shape<4, 8>, shape<31>>, 0>,
                                    ops::output_to_input<ops::transpose<shape<8, 4>, perm<1, 0>>, 0>>>;
static_assert(sizeof(wrong) == 1);

//// reshape_of_too_many_elements
// expect: mercator: reshape requires two shapes with the same number of elements, which fits 64 bits; got the shapes
using wrong = simplified_t<
    ops::output_to_input<ops::reshape<shape<1099511627776, 1099511627776>, shape<1099511627776, 1048576, 1048576>>, 0>>;
static_assert(sizeof(wrong) == 1);

//// reverse_without_axes
// expect: mercator: reverse requires a shape and axes; got the types shown here
constexpr auto wrong = ops::reverse(shape<3>{}, perm<0>{});

//// transpose_without_perm
// expect: mercator: transpose requires a shape and a perm; got the types shown here
constexpr auto wrong = ops::transpose(shape<3>{}, ops::axes<0>{});

//// slice_of_stride_0
// expect: mercator: slice requires 0 <= start <= limit <= size and stride >= 1
// expect: stride<0>
constexpr auto wrong = ops::slice(shape<10>{}, ops::start<0>{}, ops::limit<10>{}, ops::stride<0>{});

//// source_after_of_other_variables
// expect: mercator: source_after(first, second, source) requires a source of second's dimensions and ranges
constexpr auto first = identity(shape<4>{});
constexpr auto second = "(d0){rt0} -> (d0 + rt0), domain: d0 in [0, 3], rt0 in [0, 4]"_map;
constexpr auto wrong = source_after(first, second, identity(shape<4, 4>{}));

//// source_before_of_other_variables
// expect: mercator: source_before(first, second, source) requires a source of first's dimensions and ranges
constexpr auto first = "(d0){rt0} -> (d0 + rt0), domain: d0 in [0, 3], rt0 in [0, 4]"_map;
constexpr auto second = identity(shape<8>{});
constexpr auto wrong = source_before(first, second, identity(shape<4, 4>{}));

//// pieces_of_other_variables
// expect: mercator: a piecewise map requires pieces with as many variables of each kind
constexpr piecewise_map<piece<0, identity_map<shape<8>>>, piece<1, identity_map<shape<8, 8>>>> both;
static_assert(disjoint(both));

//// pieces_undecided
// expect: pieces_undecided<
// expect: mercator: disjoint(p) and covers(p, shape) require pieces that can be decided on with little work
constexpr auto f = "(d0, d1) -> (d0), domain: d0 in [0, 99999], d1 in [0, 99999], (d0 * 7 + d1 * 5) mod 10007 in [0, 300]"_map;
constexpr auto g = "(d0, d1) -> (d0), domain: d0 in [0, 99999], d1 in [0, 99999], (d0 * 11 + d1 * 3) mod 10009 in [400, 404]"_map;
constexpr piecewise_map<piece<0, decltype(f)>, piece<1, decltype(g)>> both;
static_assert(disjoint(both));

//// disjoint_without_analysis
// expect: mercator: disjoint(f, g) of maps requires <mercator/analysis.hpp>
static_assert(disjoint(identity(shape<4>{}), identity(shape<4>{})));

//// transpose_of_a_number
// expect: transpose
constexpr auto wrong = ops::transpose(4, perm<0>{});
