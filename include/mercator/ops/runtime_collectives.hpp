// Collectives whose shapes and groups are known only while running. Their maps have one result more: the
// replica.
#pragma once

#include "mercator/ops/collective_permute.hpp"
#include "mercator/ops/collectives.hpp"
#include "mercator/ops/runtime_operation.hpp"

namespace mercator::runtime_ops {

/// Each lists the replicas that work together.
using replica_groups = std::vector<sizes>;

namespace detail {

/// What the groups lack, or nullptr; their size.
inline const char* missing_of(const replica_groups& groups, i64& size) {
  sizes flat;
  for (const sizes& g : groups) {
    if (g.size() != groups.front().size()) return "replica groups of one size, at least 1";
    flat.insert(flat.end(), g.begin(), g.end());
  }
  size = groups.empty() ? 0 : static_cast<i64>(groups.front().size());
  return ops::values::replica_groups_requires(view(flat), size);
}

/// A collective along a dimension: what it requires beside the groups, its output, its maps, and how many
/// ranges those have in which rt0 is the replica's own place in its group.
template <class Build>
result<operation> collective(const char* name, const sizes& operand, i64 dimension, const replica_groups& groups,
                             const char* (*requires_more)(ops::numbers, i64, i64),
                             extents (*output)(ops::numbers, i64, i64), Build build, int ranges) {
  const ops::numbers in = view(operand);
  i64 group = 1;
  sizes whole;
  return make(
      name, {operand},
      [&] {
        const char* what = missing_of(groups, group);
        return what != nullptr ? what : requires_more(in, dimension, group);
      },
      [&] { return whole = list_of(output(in, dimension, group)); }, 1,
      [&](symbolic::map_form& m, direction way, int) { build(m, in, dimension, group, way); },
      [&](symbolic::map_form& m, direction way, int, int) {
        return ops::values::own_replica_source(m, to_input(way) ? view(whole) : in, ranges, group);
      });
}

inline extents same_output(ops::numbers operand, i64, i64) { return ops::to_extents(operand); }

}  // namespace detail

/// The operands of a group's replicas, one after the other along a dimension.
inline result<operation> all_gather(const sizes& operand, i64 dimension, const replica_groups& groups) {
  using namespace ops;
  return detail::collective(
      "all_gather", operand, dimension, groups, values::all_gather_requires, values::all_gather_output,
      [](symbolic::map_form& m, numbers in, i64 along, i64 group, direction way) {
        detail::to_input(way) ? values::all_gather_output_to_input(m, in, along, group)
                              : values::all_gather_input_to_output(m, in, along, group);
      },
      1);
}

/// The sum over a group, cut along a dimension, a part for each replica.
inline result<operation> reduce_scatter(const sizes& operand, i64 dimension, const replica_groups& groups) {
  using namespace ops;
  return detail::collective(
      "reduce_scatter", operand, dimension, groups, values::split_requires, values::reduce_scatter_output,
      [](symbolic::map_form& m, numbers in, i64 along, i64 group, direction way) {
        detail::to_input(way) ? values::reduce_scatter_output_to_input(m, in, along, group)
                              : values::reduce_scatter_input_to_output(m, in, along, group);
      },
      1);
}

/// Each replica's operand is cut along a dimension, and part k goes to replica k of the group.
inline result<operation> all_to_all(const sizes& operand, i64 dimension, const replica_groups& groups) {
  using namespace ops;
  return detail::collective(
      "all_to_all", operand, dimension, groups, values::split_requires, detail::same_output,
      [](symbolic::map_form& m, numbers in, i64 along, i64 group, direction) {
        values::all_to_all(m, in, along, group);
      },
      0);
}

/// The sum over a group, for each of its replicas.
inline result<operation> all_reduce(const sizes& operand, const replica_groups& groups) {
  const ops::numbers in = detail::view(operand);
  i64 group = 1;
  return detail::make(
      "all_reduce", {operand}, [&] { return detail::missing_of(groups, group); }, [&] { return operand; }, 1,
      [&](symbolic::map_form& m, direction, int) { ops::values::all_reduce(m, in, group); });
}

/// Pairs, one after the other, of the replica that sends and the one that receives.
inline result<operation> collective_permute(const sizes& operand, const sizes& source_target_pairs) {
  using namespace ops;
  const numbers in = detail::view(operand), pairs = detail::view(source_target_pairs);
  return detail::make(
      "collective_permute", {operand}, [&] { return values::collective_permute_requires(pairs); },
      [&] { return operand; }, 1,
      [&](symbolic::map_form& m, direction way, int) { values::collective_permute(m, in, pairs, way); },
      [&](symbolic::map_form& m, direction, int, int) { return values::own_replica_source(m, in, 0, 1); });
}

}  // namespace mercator::runtime_ops
