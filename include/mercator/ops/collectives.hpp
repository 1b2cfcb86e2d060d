// Collectives: operations between replicas. Their maps have one result more, after the indices: the number of
// the replica that the element is on, within the group of replicas that work together; of a collective-permute,
// its number among all. Where a map depends on the replica that it is for, that replica's own number is runtime
// variable rt0.
#pragma once

#include "mercator/ops/typed.hpp"

namespace mercator::ops {

namespace values {

/// Groups of replicas, one after the other, each of that size.
constexpr const char* replica_groups_requires(numbers replicas, i64 size) {
  if (size < 1 || replicas.count == 0 || replicas.count % size != 0) return "replica groups of one size, at least 1";
  for (int k = 0; k < replicas.count; ++k)
    if (replicas[k] < 0 || numbers{replicas.first, k}.contains(replicas[k]))
      return "replica groups that name no replica twice";
  return nullptr;
}

constexpr const char* all_gather_requires(numbers operand, i64 dimension, i64 group) {
  if (dimension < 0 || dimension >= operand.count) return "a dimension of the operand";
  const i64 size = saturating_mul(operand[static_cast<int>(dimension)], group);
  return group >= 1 && size <= largest_size ? nullptr : "an output of at most 2^60 elements along the dimension";
}

constexpr extents all_gather_output(numbers operand, i64 dimension, i64 group) {
  extents out = to_extents(operand);
  out.size[dimension] *= group;
  return out;
}

/// From the whole to the part, which is on the replica that holds it.
constexpr void all_gather_output_to_input(symbolic::map_form& m, numbers operand, i64 dimension, i64 group) {
  map_writer out(m, all_gather_output(operand, dimension, group));
  if (out.known_empty()) return out.add_empty_results(operand.count + 1);
  const int along = static_cast<int>(dimension), index = out.variable(along);
  const i64 part = operand[along];
  for (int k = 0; k < operand.count; ++k)
    out.add_result(k == along ? symbolic::mod(out.pool(), index, part) : out.variable(k));
  out.add_result(symbolic::floordiv(out.pool(), index, part));
}

/// From the part on replica rt0 to the whole, which every replica s0 has.
constexpr void all_gather_input_to_output(symbolic::map_form& m, numbers operand, i64 dimension, i64 group) {
  map_writer out(m, operand);
  out.add_range(group);
  out.add_runtime(group - 1);
  const int along = static_cast<int>(dimension);
  for (int k = 0; k < operand.count; ++k)
    out.add_result(k == along && operand[k] > 0
                       ? out.pool().add(out.variable(k), out.variable(operand.count + 1), operand[k])
                       : out.variable(k));
  out.add_result(out.variable(operand.count));
}

constexpr const char* split_requires(numbers operand, i64 dimension, i64 group) {
  if (dimension < 0 || dimension >= operand.count) return "a dimension of the operand";
  return group >= 1 && operand[static_cast<int>(dimension)] % group == 0 ? nullptr
                                                                         : "a dimension that the group divides";
}

/// Each replica of the group keeps one part of what all of them reduce.
constexpr extents reduce_scatter_output(numbers operand, i64 dimension, i64 group) {
  extents out = to_extents(operand);
  out.size[dimension] /= group;
  return out;
}

constexpr void reduce_scatter_output_to_input(symbolic::map_form& m, numbers operand, i64 dimension, i64 group) {
  all_gather_input_to_output(m, reduce_scatter_output(operand, dimension, group), dimension, group);
}
constexpr void reduce_scatter_input_to_output(symbolic::map_form& m, numbers operand, i64 dimension, i64 group) {
  all_gather_output_to_input(m, reduce_scatter_output(operand, dimension, group), dimension, group);
}

/// Every replica has what all of them reduce: this is the map both ways, s0 being the other replica.
constexpr void all_reduce(symbolic::map_form& m, numbers operand, i64 group) {
  map_writer out(m, operand);
  out.add_range(group);
  for (int k = 0; k <= operand.count; ++k) out.add_result(out.variable(k));
}

/// Part r of the dimension goes to replica r, where it becomes the part with the number of the replica that it
/// is from: this is the map both ways.
constexpr void all_to_all(symbolic::map_form& m, numbers operand, i64 dimension, i64 group) {
  map_writer out(m, operand);
  out.add_runtime(group - 1);
  if (out.known_empty()) return out.add_empty_results(operand.count + 1);
  const int along = static_cast<int>(dimension), index = out.variable(along);
  const i64 part = operand[along] / group;
  for (int k = 0; k < operand.count; ++k)
    out.add_result(k == along
                       ? out.pool().add(symbolic::mod(out.pool(), index, part), out.variable(operand.count), part)
                       : out.variable(k));
  out.add_result(symbolic::floordiv(out.pool(), index, part));
}

/// The form on tuples: operand r goes to replica r, where it becomes the output with the number of the replica
/// that it is from. The map from an output to an operand, and back with the two numbers exchanged: it is for
/// one replica alone.
constexpr void all_to_all_of_tuples(symbolic::map_form& m, numbers sizes, int from, int to) {
  map_writer out(m, sizes);
  out.add_runtime(interval{to, to});
  for (int k = 0; k < sizes.count; ++k) out.add_result(out.variable(k));
  out.add_result(out.pool().number(from));
}

/// The source of rt0 in any of these maps: the replica that it is for.
constexpr runtime_source own_replica_source(symbolic::map_form& m, numbers sizes, int ranges, i64 group) {
  map_writer out(m, sizes);
  for (int k = 0; k < ranges; ++k) out.add_range(group);
  return {runtime_source::own_replica, outside::skipped};
}

}  // namespace values

/// One group of replicas that work together.
template <i64... Numbers>
struct replica_group : number_list<Numbers...> {};

template <class... Groups>
struct replica_groups_require_groups_of_one_size {
  static constexpr bool holds() {
    if constexpr ((detail::is_list<replica_group, Groups> && ...) && sizeof...(Groups) > 0) {
      i64 flat[(0 + ... + Groups::value.count) + 1] = {};
      int count = 0;
      bool same = true;
      for (const numbers group : {Groups::value...}) {
        same = same && group.count * static_cast<int>(sizeof...(Groups)) == (0 + ... + Groups::value.count);
        for (int k = 0; k < group.count; ++k) flat[count++] = group[k];
      }
      return same &&
             values::replica_groups_requires({flat, count}, count / static_cast<int>(sizeof...(Groups))) == nullptr;
    }
    return false;
  }
  static_assert(holds(),
                "mercator: replica_groups require replica_group<…>s of one size that name no replica twice; got those "
                "shown here");
  static constexpr i64 size = holds() ? (0 + ... + Groups::value.count) / static_cast<i64>(sizeof...(Groups)) : 1;
};

/// replica_groups<replica_group<0, 1>, replica_group<2, 3>>: replicas 0 and 1 work together, and 2 and 3.
template <class... Groups>
struct replica_groups {
  /// Replicas of a group.
  static constexpr i64 size = replica_groups_require_groups_of_one_size<Groups...>::size;
};

namespace detail {

template <class Groups>
inline constexpr i64 group_size = 0;
template <class... Groups>
inline constexpr i64 group_size<replica_groups<Groups...>> = replica_groups<Groups...>::size;

using collective_check = const char* (*)(numbers, i64, i64);
using collective_output = extents (*)(numbers, i64, i64);

constexpr extents same_output(numbers operand, i64, i64) { return to_extents(operand); }

}  // namespace detail

template <detail::collective_check Check, detail::collective_output Output, class Operand, class Axes, class Groups>
struct collective_requires_an_axis_and_replica_groups {
  /// Replicas of a group.
  static constexpr i64 group = detail::group_size<Groups>;

  static constexpr extents compute() {
    if constexpr (detail::are_shapes<Operand> && detail::is_list<axes, Axes> && group > 0)
      if (Axes::value.count == 1 && Check(Operand::value, Axes::value[0], group) == nullptr)
        return Output(Operand::value, Axes::value[0], group);
    return invalid;
  }
  static constexpr extents output = compute();
  static_assert(
      !is_invalid(output),
      "mercator: all_gather, reduce_scatter and all_to_all require a shape, one axis of it, which the groups' "
      "size divides where it is split, and replica_groups; got those at the end of what is shown here");
};

/// all_gather(shape<128, 128>{}, axes<1>{}, replica_groups<replica_group<0, 1>, replica_group<2, 3>>{}): the
/// operands of a group's replicas one after another along the axis.
template <class Operand, class Axes, class Groups>
struct all_gather
    : counted_operation<all_gather<Operand, Axes, Groups>,
                        computed_shape<collective_requires_an_axis_and_replica_groups<
                            values::all_gather_requires, values::all_gather_output, Operand, Axes, Groups>>,
                        1> {
  MERCATOR_HD constexpr all_gather(Operand, Axes, Groups) {}

  static constexpr void build_output_to_input(symbolic::map_form& m, int) {
    values::all_gather_output_to_input(m, Operand::value, Axes::value[0], Groups::size);
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int) {
    values::all_gather_input_to_output(m, Operand::value, Axes::value[0], Groups::size);
  }
  static constexpr runtime_source build_source(symbolic::map_form& m, direction, int, int) {
    return values::own_replica_source(m, Operand::value, 1, Groups::size);
  }
};

/// reduce_scatter(shape<8, 4>{}, axes<0>{}, replica_groups<replica_group<0, 1>>{}): each replica keeps one part
/// along the axis of what its group reduces.
template <class Operand, class Axes, class Groups>
struct reduce_scatter
    : counted_operation<reduce_scatter<Operand, Axes, Groups>,
                        computed_shape<collective_requires_an_axis_and_replica_groups<
                            values::split_requires, values::reduce_scatter_output, Operand, Axes, Groups>>,
                        1> {
  MERCATOR_HD constexpr reduce_scatter(Operand, Axes, Groups) {}

  static constexpr void build_output_to_input(symbolic::map_form& m, int) {
    values::reduce_scatter_output_to_input(m, Operand::value, Axes::value[0], Groups::size);
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int) {
    values::reduce_scatter_input_to_output(m, Operand::value, Axes::value[0], Groups::size);
  }
  static constexpr runtime_source build_source(symbolic::map_form& m, direction, int, int) {
    return values::own_replica_source(m, reduce_scatter::output_shape::value, 1, Groups::size);
  }
};

/// all_to_all(shape<8, 4>{}, axes<0>{}, replica_groups<replica_group<0, 1>>{}): part r along the axis goes to
/// replica r.
template <class Operand, class Axes, class Groups>
struct all_to_all : counted_operation<all_to_all<Operand, Axes, Groups>,
                                      computed_shape<collective_requires_an_axis_and_replica_groups<
                                          values::split_requires, detail::same_output, Operand, Axes, Groups>>,
                                      1> {
  MERCATOR_HD constexpr all_to_all(Operand, Axes, Groups) {}

  static constexpr void build_output_to_input(symbolic::map_form& m, int) {
    values::all_to_all(m, Operand::value, Axes::value[0], Groups::size);
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int) {
    values::all_to_all(m, Operand::value, Axes::value[0], Groups::size);
  }
  static constexpr runtime_source build_source(symbolic::map_form& m, direction, int, int) {
    return values::own_replica_source(m, Operand::value, 0, Groups::size);
  }
};

template <class Operand, class Groups>
struct all_reduce_requires_replica_groups {
  static_assert(detail::are_shapes<Operand> && detail::group_size<Groups> != 0,
                "mercator: all_reduce requires a shape and replica_groups; got the types shown here");
  using output = Operand;
};

/// all_reduce(shape<8, 4>{}, replica_groups<replica_group<0, 1>>{}): every replica has what its group reduces.
template <class Operand, class Groups>
struct all_reduce : counted_operation<all_reduce<Operand, Groups>,
                                      typename all_reduce_requires_replica_groups<Operand, Groups>::output, 1> {
  MERCATOR_HD constexpr all_reduce(Operand, Groups) {}

  static constexpr void build_output_to_input(symbolic::map_form& m, int) {
    values::all_reduce(m, Operand::value, Groups::size);
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int) {
    values::all_reduce(m, Operand::value, Groups::size);
  }
};

}  // namespace mercator::ops
