// The maps of collectives: the replica is one more result, as its place in the group, or as its number for
// collective-permute.
#pragma once

#include "mercator/hlo/operation_maps.hpp"
#include "mercator/ops/collective_permute.hpp"
#include "mercator/ops/collectives.hpp"

namespace mercator::hlo_ir::operation_maps {

namespace detail {

/// Whether there are as many operands as outputs, and the operand asked for is an array as the output is.
constexpr bool is_one_to_one(map_request& r) {
  return (r.i.operands == r.outputs() || r.lacks("an output for each operand")) && r.has_arrays();
}

/// Whether the larger size along the dimension is the smaller one times the size of the groups.
constexpr bool check_groups(map_request& r, i64 larger, i64 smaller, i64& group) {
  group = r.group_size();
  if (r.named_groups() == nullptr && smaller > 0 && larger % smaller == 0) group = larger / smaller;
  if (group < 1) return r.lacks("replica groups of one size");
  return saturating_mul(smaller, group) == larger || r.lacks("sizes that fit the replica groups");
}

/// All-gather, whose output has the dimension of all replicas of the group together, or reduce-scatter, whose
/// operand has it: one is the other turned round.
constexpr relation resized(map_request& r, bool gathers) {
  if (!is_one_to_one(r)) return relation::unknown;
  if (r.operand != r.output) return relation::none;
  const numbers operand = r.own_sizes(), output = r.output_sizes();
  const numbers part = gathers ? operand : output, whole = gathers ? output : operand;
  const i64 dimension = r.dimension();
  i64 group = 1;
  if (dimension < 0 || dimension >= operand.count || output.count != operand.count)
    return r.no_map("a dimension of the operand");
  const int along = static_cast<int>(dimension);
  if (!check_groups(r, whole[along], part[along], group)) return relation::unknown;
  const char* missing = gathers ? values::all_gather_requires(operand, dimension, group)
                                : values::split_requires(operand, dimension, group);
  if (missing != nullptr) return r.no_map(missing);
  if (!(numbers(values::all_gather_output(part, dimension, group)) == whole)) return r.no_map(other_output);
  const bool from_whole = r.to_input() == gathers;
  from_whole ? values::all_gather_output_to_input(r.out.m, part, dimension, group)
             : values::all_gather_input_to_output(r.out.m, part, dimension, group);
  if (!from_whole) r.add_replica_source(0, source::place_in_group);
  return r.built(true);
}

}  // namespace detail

constexpr relation all_gather(map_request& r) { return detail::resized(r, true); }
constexpr relation reduce_scatter(map_request& r) { return detail::resized(r, false); }

constexpr relation all_reduce(map_request& r) {
  if (!detail::is_one_to_one(r)) return relation::unknown;
  if (r.operand != r.output) return relation::none;
  if (!(r.own_sizes() == r.output_sizes())) return r.no_map(other_output);
  const i64 group = r.group_size();
  if (group < 1) return r.no_map("replica groups of one size");
  values::all_reduce(r.out.m, r.own_sizes(), group);
  return r.built(true);
}

/// With a dimension an array is split along it; without one there is an operand for each replica of the group.
constexpr relation all_to_all(map_request& r) {
  if (!detail::is_one_to_one(r)) return relation::unknown;
  const i64 group = r.group_size();
  if (!(r.own_sizes() == r.output_sizes())) return r.no_map(other_output);
  if (r.m.find(r.i, attribute_key::dimensions) != nullptr) {
    if (r.operand != r.output) return relation::none;
    if (const char* missing = values::split_requires(r.own_sizes(), r.dimension(), group)) return r.no_map(missing);
    values::all_to_all(r.out.m, r.own_sizes(), r.dimension(), group);
    r.add_replica_source(0, source::place_in_group);
    return r.built(true);
  }
  if (group != r.i.operands) return r.no_map("an operand for each replica of a group");
  const int from = r.to_input() ? r.output : r.operand, to = r.to_input() ? r.operand : r.output;
  values::all_to_all_of_tuples(r.out.m, r.own_sizes(), from, to);
  r.add_replica_source(0, source::place_in_group);
  r.out.sources[0].values_outside = outside::skipped;
  return r.built(true);
}

constexpr relation collective_permute(map_request& r) {
  if (!detail::is_one_to_one(r)) return relation::unknown;
  if (r.operand != r.output) return relation::none;
  const numbers pairs = r.list(attribute_key::source_target_pairs);
  if (!(r.own_sizes() == r.output_sizes())) return r.no_map(other_output);
  if (const char* missing = values::collective_permute_requires(pairs)) return r.no_map(missing);
  values::collective_permute(r.out.m, r.own_sizes(), pairs, r.way);
  r.add_replica_source(0, source::replica);
  return r.built(true);
}

}  // namespace mercator::hlo_ir::operation_maps
