// An einsum as a type: its maps, its canonical flow, its plan, the contractions it is made of.
#pragma once

#include <utility>

#include "mercator/einsum/path.hpp"
#include "mercator/einsum/steps.hpp"
#include "mercator/map/compose.hpp"
#include "mercator/map/identity.hpp"
#include "mercator/map/operations.hpp"
#include "mercator/ops/typed.hpp"

namespace mercator {

/// The labels of an einsum, named in order of appearance, '...' written out: einsum_labels<'a', 'b', ',', 'b',
/// 'c', '-', '>', 'a', 'c'>.
template <char... Characters>
struct einsum_labels {
  static constexpr char text[sizeof...(Characters) + 1] = {Characters..., '\0'};
  static constexpr int length = sizeof...(Characters);
};

template <class Labels, class... Shapes>
struct einsum_of;

namespace einsum_ir {

/// The einsum of an equation that fits the shapes.
constexpr problem problem_of(const char* text, int length, const ops::numbers* shapes, int count) {
  equation e;
  problem p;
  if (!parse(text, length, e)) static_cast<void>(bind(e, shapes, count, p));
  return p;
}

/// The characters of an equation, for a pack.
struct equation_text {
  int length = 0;
  char character[max_length + max_operands + 3] = {};

  constexpr void put(char c) { character[length++] = c; }
  constexpr void write(const char* first, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) put(first[k]);
  }
};

/// The normalised equation as text.
constexpr equation_text text_of(const problem& p) {
  equation_text out;
  print(out, p);
  return out;
}

template <class Source, class Places>
struct spelled;
template <class Source, int... Places>
struct spelled<Source, std::integer_sequence<int, Places...>> {
  using type = einsum_labels<Source::value.character[Places]...>;
};

/// The einsum_labels of Source::value, an equation_text.
template <class Source>
using labels_type = typename spelled<Source, std::make_integer_sequence<int, Source::value.length>>::type;

/// How many variables and results a map that is built has.
constexpr map_counts counts_of(mercator::detail::builder build) {
  symbolic::pool p;
  symbolic::map_form m(p);
  build(m);
  return {m.dims, m.ranges, m.runtimes, m.results};
}

// Made where somebody asks: an einsum whose maps alone are wanted does not pay for them.
/// The plan of an einsum of two operands.
template <class Einsum>
inline constexpr matmul_plan plan_of = plan_matmul(Einsum::value);
/// The order of contractions of an einsum of more operands.
template <class Einsum>
inline constexpr contraction_path path_of = find_path(Einsum::value);

template <class Einsum, int Operand, flow Step>
struct flow_map : recipe<flow_map<Einsum, Operand, Step>> {
  static constexpr void build(symbolic::map_form& m) { flow_output_to_input(m, Einsum::value, Operand, Step); }
  static constexpr map_counts counts = counts_of(&build);
};

/// The steps of an operand.
template <class Einsum>
constexpr side_steps steps_of(int operand) {
  return side_steps(Einsum::value, plan_of<Einsum>, plan_of<Einsum>.side_of(operand));
}

template <class Einsum, int Operand, step Step>
struct step_map : recipe<step_map<Einsum, Operand, Step>> {
  static constexpr void build(symbolic::map_form& m) { steps_of<Einsum>(Operand).build(m, Step); }
  static constexpr map_counts counts = counts_of(&build);
};

template <class Einsum, int Operand>
struct folding_map : recipe<folding_map<Einsum, Operand>> {
  static constexpr void build(symbolic::map_form& m) { steps_of<Einsum>(Operand).build_folding(m); }
  static constexpr map_counts counts = counts_of(&build);
};

/// The maps of the steps that do something, composed.
template <class Einsum, int Operand, int Step, class Before>
constexpr auto composed_steps(Before before) {
  if constexpr (Step == steps) {
    return before;
  } else {
    constexpr step what = static_cast<step>(Step);
    if constexpr (!steps_of<Einsum>(Operand).is_needed(what))
      return composed_steps<Einsum, Operand, Step + 1>(before);
    else
      return composed_steps<Einsum, Operand, Step + 1>(before >> step_map<Einsum, Operand, what>{});
  }
}

template <class Einsum, int T>
struct contraction_source {
  static constexpr problem build() {
    label_list names;
    return contraction_of(Einsum::value, path_of<Einsum>, T, names);
  }
  static constexpr problem whole = build();
  static constexpr equation_text value = text_of(whole);

  template <int Term>
  struct shape_source {
    static constexpr extents output = whole.shape(Term);
  };
  using type = einsum_of<labels_type<contraction_source>, ops::computed_shape<shape_source<0>>,
                         ops::computed_shape<shape_source<1>>>;
};

/// An einsum of two operands as its plan multiplies it: operands that are packed are what is packed of them.
constexpr problem packed_problem(const problem& p, const matmul_plan& plan) {
  renumbering out;
  for (int operand = 0; operand < 2; ++operand) {
    const matmul_side& s = plan.side[plan.side_of(operand)];
    if (s.packed)
      for (int k = 0; k < s.order.count; ++k) out.add(s.order[k], p.size[s.order[k]], false);
    else
      for (int i = p.begin[operand]; i < p.end(operand); ++i) out.add(p.label[i], p.extent(i), p.stretched[i]);
    out.end_operand();
  }
  return out.to(p.label + p.begin[2], p.rank(2));
}

template <class Einsum>
struct packed_source {
  static constexpr problem whole = packed_problem(Einsum::value, plan_of<Einsum>);
  static constexpr equation_text value = text_of(whole);

  template <int Term>
  struct shape_source {
    static constexpr extents output = whole.shape(Term);
  };
  using type =
      einsum_of<labels_type<packed_source>, ops::computed_shape<shape_source<0>>, ops::computed_shape<shape_source<1>>>;
};

template <class Labels, class... Shapes>
struct bound {
  static constexpr ops::numbers shapes[sizeof...(Shapes) + 1] = {Shapes::value..., {}};
  static constexpr problem value = problem_of(Labels::text, Labels::length, shapes, sizeof...(Shapes));
};

template <class Labels, class... Shapes>
struct output_source {
  static constexpr extents output = bound<Labels, Shapes...>::value.output_shape();
};

}  // namespace einsum_ir

/// An einsum as an empty type; einsum<"ij,jk->ik">(shapes…) makes one. Equal equations, whatever their labels
/// are called, give one type. Its maps have the dimensions of the output, and a range for each contracted label
/// in order of appearance.
template <class Labels, class... Shapes>
struct einsum_of
    : ops::counted_operation<einsum_of<Labels, Shapes...>,
                             ops::computed_shape<einsum_ir::output_source<Labels, Shapes...>>, sizeof...(Shapes)>,
      einsum_ir::bound<Labels, Shapes...> {
  using einsum_ir::bound<Labels, Shapes...>::value;

  static constexpr void build_output_to_input(symbolic::map_form& m, int operand) {
    einsum_ir::operand_output_to_input(m, value, operand);
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int operand) {
    einsum_ir::operand_input_to_output(m, value, operand);
  }

  /// A step of the canonical flow from the output to an operand: flow<0>(einsum_ir::flow::sum).
  template <int Operand, einsum_ir::flow Step>
  static constexpr einsum_ir::flow_map<einsum_of, Operand, Step> flow() {
    return {};
  }

  // ---- how two operands are multiplied

  /// Of two operands: how they become one batched matrix multiplication.
  static constexpr const einsum_ir::matmul_plan& plan() { return einsum_ir::plan_of<einsum_of>; }

  /// A step of the plan from the output to an operand.
  template <int Operand, einsum_ir::step Step>
  static constexpr einsum_ir::step_map<einsum_of, Operand, Step> step() {
    return {};
  }
  /// From the variables of the operand's map to those of the composed steps.
  template <int Operand>
  static constexpr einsum_ir::folding_map<einsum_of, Operand> folding() {
    return {};
  }
  /// The steps of the plan, composed: equal to the operand's map.
  template <int Operand>
  static constexpr auto composed_steps() {
    constexpr auto steps =
        einsum_ir::composed_steps<einsum_of, Operand, 0>(identity(typename einsum_of::output_shape{}));
    return dimensions_to_ranges<value.labels - value.output_rank()>(folding<Operand>() >> ranges_to_dimensions(steps));
  }
  /// What is multiplied: the einsum of the operands as they are packed.
  static constexpr auto packed() { return typename einsum_ir::packed_source<einsum_of>::type{}; }

  // ---- how more are, two at a time

  /// Of more operands: the order in which pairs are contracted.
  static constexpr const einsum_ir::contraction_path& path() { return einsum_ir::path_of<einsum_of>; }

  /// Contraction number T of the path, an einsum of two operands.
  template <int T>
  static constexpr typename einsum_ir::contraction_source<einsum_of, T>::type contraction() {
    return {};
  }
};

}  // namespace mercator
