// Einsums as types: maps, plans and paths, proved while compiling.
#include <type_traits>

#include <mercator/einsum.hpp>
#include <mercator/mercator.hpp>

namespace {

using namespace mercator;
using namespace mercator::literals;
using einsum_ir::flow;
using einsum_ir::step;

/// The canonical flow of an operand, composed.
template <int Operand, class Einsum>
constexpr auto canonical(Einsum e) {
  return e.template flow<Operand, flow::permute>() >> e.template flow<Operand, flow::sum>() >>
         e.template flow<Operand, flow::multiply>() >> e.template flow<Operand, flow::expand>() >>
         e.template flow<Operand, flow::align>() >> e.template flow<Operand, flow::diagonal>();
}

/// The flow and the plan of both operands are the einsum.
template <class Einsum>
constexpr bool is_proved(Einsum e) {
  return canonical<0>(e) == e.template output_to_input<0>() && canonical<1>(e) == e.template output_to_input<1>() &&
         e.template composed_steps<0>() == e.template output_to_input<0>() &&
         e.template composed_steps<1>() == e.template output_to_input<1>();
}

/// How many transposes, reshapes, broadcasts and sums the plan has, and how many of them copy.
struct step_count {
  int steps, copies;
};

template <class Einsum>
constexpr step_count count_steps(Einsum) {
  step_count n{0, 0};
  for (int side = 0; side < 2; ++side) {
    const einsum_ir::side_steps s(Einsum::value, Einsum::plan(), side);
    for (int k = 0; k < einsum_ir::steps; ++k) {
      const step what = static_cast<step>(k);
      const bool of_output = what == step::output_transpose || what == step::output_reshape;
      if (what == step::multiply || (of_output && side == 1)) continue;
      n.steps += s.is_needed(what);
      n.copies += s.moves_data(what);
    }
  }
  return n;
}

// ---- the seven patterns of TPU-MLIR's front end: a line each, in its order

template <class Einsum>
constexpr bool has_plan(Einsum e, int most, step_count expected) {
  const step_count n = count_steps(e);
  return is_proved(e) && n.steps == expected.steps && n.copies == expected.copies && n.copies <= most &&
         n.steps <= most;
}

//                                                                         its conversion, ours: views and
//                                                                         copies, copies
static_assert(has_plan(einsum<"a,b->ab">(shape<10>{}, shape<12>{}), 2, {2, 0}));
static_assert(has_plan(einsum<"abcd,cde->abe">(shape<2, 3, 4, 5>{}, shape<4, 5, 6>{}), 3, {3, 0}));
static_assert(has_plan(einsum<"abcd,bed->abce">(shape<2, 3, 4, 5>{}, shape<3, 6, 5>{}), 2, {1, 0}));
static_assert(has_plan(einsum<"abcd,ced->abce">(shape<2, 3, 4, 5>{}, shape<4, 6, 5>{}), 4, {4, 0}));
static_assert(has_plan(einsum<"abcd,abed->abce">(shape<2, 3, 4, 5>{}, shape<2, 3, 6, 5>{}), 0, {0, 0}));
static_assert(has_plan(einsum<"abcd,abde->abce">(shape<2, 3, 4, 5>{}, shape<2, 3, 5, 6>{}), 0, {0, 0}));
static_assert(has_plan(einsum<"abcd,cde->abce">(shape<2, 3, 4, 5>{}, shape<4, 5, 6>{}), 4, {4, 0}));

// ---- attention: nothing is copied

constexpr auto scores = einsum<"bhqd,bhkd->bhqk">(shape<2, 4, 8, 16>{}, shape<2, 4, 10, 16>{});
static_assert(has_plan(scores, 0, {0, 0}));
static_assert(!scores.plan().side[0].transposed && scores.plan().side[1].transposed);
constexpr auto context = einsum<"bhqk,bhkd->bhqd">(shape<2, 4, 8, 10>{}, shape<2, 4, 10, 16>{});
static_assert(has_plan(context, 0, {0, 0}));
static_assert(!context.plan().side[0].transposed && !context.plan().side[1].transposed);

// ---- where something has to be copied

constexpr auto crossed = einsum<"abcd,dceb->ae">(shape<2, 3, 4, 5>{}, shape<5, 4, 6, 3>{});
static_assert(is_proved(crossed) && count_steps(crossed).copies == 1);
constexpr auto summed = einsum<"ijk,lki->li">(shape<2, 3, 4>{}, shape<5, 4, 2>{});
static_assert(is_proved(summed) && count_steps(summed).copies == 1);
static_assert(summed.output() == shape<5, 2>{});
static_assert(summed.output_to_input<0>() ==
              "(d0, d1)[s0, s1] -> (d1, s0, s1), domain: d0 in [0, 4], d1 in [0, 1], s0 in [0, 2], s1 in [0, 3]"_map);
static_assert(summed.output_to_input<1>() ==
              "(d0, d1)[s0, s1] -> (d0, s1, d1), domain: d0 in [0, 4], d1 in [0, 1], s0 in [0, 2], s1 in [0, 3]"_map);
static_assert(summed.input_to_output<0>() ==
              "(d0, d1, d2)[s0] -> (s0, d0), domain: d0 in [0, 1], d1 in [0, 2], d2 in [0, 3], s0 in [0, 4]"_map);

// What is multiplied then has the same output, and copies nothing.
template <class Einsum>
constexpr bool is_packed_well(Einsum e) {
  return e.packed().output() == e.output() && count_steps(e.packed()).copies == 0 && is_proved(e.packed());
}
static_assert(is_packed_well(crossed) && is_packed_well(summed) && is_packed_well(scores));
static_assert(is_packed_well(einsum<"iij,jkk->ki">(shape<3, 3, 4>{}, shape<4, 5, 5>{})));
static_assert(einsum<"ij,ij->j">(shape<1, 4>{}, shape<5, 4>{}).packed().output_to_input<0>() ==
              "(d0)[s0] -> (0, d0), domain: d0 in [0, 3], s0 in [0, 0]"_map);
static_assert(summed.packed().output_to_input<0>() ==
              "(d0, d1)[s0] -> (d1, s0), domain: d0 in [0, 4], d1 in [0, 1], s0 in [0, 3]"_map);

// ---- sizes of 1 and 0, diagonals, scalars

static_assert(is_proved(einsum<"...ij,...jk->...ik">(shape<2, 1, 3, 4>{}, shape<5, 4, 6>{})));
static_assert(is_proved(einsum<"ij,ij->ij">(shape<5, 1>{}, shape<1, 6>{})));
static_assert(is_proved(einsum<"iij,jkk->ki">(shape<3, 3, 4>{}, shape<4, 5, 5>{})));
static_assert(is_proved(einsum<"ij,jk->ik">(shape<2, 0>{}, shape<0, 3>{})));
static_assert(is_proved(einsum<",->">(shape<>{}, shape<>{})));
static_assert(is_proved(einsum<"ij,kl->">(shape<2, 3>{}, shape<4, 5>{})));
constexpr auto trace = einsum<"ii">(shape<4, 4>{});
static_assert(canonical<0>(trace) == trace.output_to_input<0>());
static_assert(trace.output_to_input<0>() == "()[s0] -> (s0, s0), domain: s0 in [0, 3]"_map);
static_assert(trace.input_to_output<0>() ==
              "(d0, d1) -> (), domain: d0 in [0, 3], d1 in [0, 3], d1 - d0 in [0, 0]"_map);
static_assert(einsum<"ij->ji">(shape<4, 8>{}).output_to_input<0>() ==
              ops::transpose(shape<4, 8>{}, perm<1, 0>{}).output_to_input<0>());

// ---- equations that differ by names are one type

template <class A, class B>
constexpr bool is_same(A, B) {
  return std::is_same_v<A, B>;
}
static_assert(is_same(einsum<"ij,jk->ik">(shape<2, 3>{}, shape<3, 4>{}),
                      einsum<"dk , kv -> dv">(shape<2, 3>{}, shape<3, 4>{})));
static_assert(is_same(einsum<"ij,jk->ik">(shape<2, 3>{}, shape<3, 4>{}),
                      einsum<"ij,jk">(shape<2, 3>{}, shape<3, 4>{})));
static_assert(is_same(einsum<"bij,bjk->bik">(shape<7, 2, 3>{}, shape<7, 3, 4>{}),
                      einsum<"...xy,...yz->...xz">(shape<7, 2, 3>{}, shape<7, 3, 4>{})));
static_assert(!is_same(einsum<"ij,jk->ik">(shape<2, 3>{}, shape<3, 4>{}),
                       einsum<"ij,jk->ki">(shape<2, 3>{}, shape<3, 4>{})));
static_assert(std::is_empty_v<std::remove_const_t<decltype(summed)>>);

// ---- more operands: the order of contractions, and the maps of what is between

constexpr auto chain = einsum<"ij,jk,kl,lm->im">(shape<10, 20>{}, shape<20, 50>{}, shape<50, 1>{}, shape<1, 100>{});
static_assert(chain.path().steps == 3 && chain.path().cost.multiply_adds == 2200 &&
              chain.path().cost.intermediate == 30);
constexpr auto first = chain.contraction<0>();   // jk,kl->jl
constexpr auto second = chain.contraction<1>();  // ij,jl->il
constexpr auto third = chain.contraction<2>();   // il,lm->im
static_assert(is_same(first, einsum<"jk,kl->jl">(shape<20, 50>{}, shape<50, 1>{})));
static_assert(is_proved(first) && is_proved(second) && is_proved(third));
// From the output back to operand 1; the einsum's own ranges are j, k and l, those here k, j and l.
constexpr auto to_operand_1 = third.output_to_input<0>() >> second.output_to_input<1>() >> first.output_to_input<0>();
static_assert(to_operand_1 ==
              "(d0, d1)[s0, s1, s2] -> (s1, s0), domain: d0 in [0, 9], d1 in [0, 99], s0 in [0, 49], "
              "s1 in [0, 19], s2 in [0, 0]"_map);
static_assert(chain.output_to_input<1>() ==
              "(d0, d1)[s0, s1, s2] -> (s0, s1), domain: d0 in [0, 9], d1 in [0, 99], "
              "s0 in [0, 19], s1 in [0, 49], s2 in [0, 0]"_map);

// As many operands as every order is tried of, within what compilers do by default.
constexpr auto ring = einsum<"abA,bcB,cdC,deD,efE,fgA,ghB,hiC,ijD,jaE->">(
    shape<2, 3, 4>{}, shape<3, 4, 5>{}, shape<4, 5, 6>{}, shape<5, 6, 7>{}, shape<6, 7, 2>{}, shape<7, 8, 4>{},
    shape<8, 9, 5>{}, shape<9, 2, 6>{}, shape<2, 3, 7>{}, shape<3, 2, 2>{});
static_assert(ring.path().steps == 9 && ring.path().optimal);
static_assert(einsum<"a,a,a,a,a,a,a,a,a,a->a">(shape<7>{}, shape<7>{}, shape<7>{}, shape<7>{}, shape<7>{}, shape<7>{},
                                               shape<7>{}, shape<7>{}, shape<7>{}, shape<7>{})
                  .path()
                  .cost.multiply_adds == 63);

}  // namespace
