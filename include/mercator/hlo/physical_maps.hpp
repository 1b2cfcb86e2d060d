// Maps between the places of elements in memory, by the layouts that the shapes have. Tiles are not looked at.
#pragma once

#include "mercator/hlo/operation_maps.hpp"

namespace mercator::hlo_ir {

/// What the indices of arrays are in a map.
enum class index_form : unsigned char {
  logical,   ///< those of the shape
  physical,  ///< those of its dimensions from the major-most to the minor-most, on both sides
  memory     ///< the results are the one place in memory, counted in elements; dimensions are logical
};

/// A map from the indices of one array to those of another in that form, into out, which is fresh. What there
/// is no such map for is said; else nullptr.
constexpr const char* in_form(const hlo_module& m, const sourced_map& map, const shape& from, const shape& to,
                              index_form form, sourced_map& out) {
  symbolic::pool p;
  symbolic::map_form dimensions(p);
  sourced_map first(dimensions);
  const numbers layout = operation_maps::detail::layout_of(m, from);
  if (form == index_form::physical)
    ops::values::physical_to_logical(dimensions, m.sizes(from), layout);
  else
    ops::values::elementwise(dimensions, m.sizes(from));
  first.indices = from.rank;
  if (const char* missing = compose(first, map, out)) return missing;
  if (form == index_form::logical) return nullptr;
  const numbers order = operation_maps::detail::layout_of(m, to);
  int line[extents::max_rank] = {};
  for (int k = 0; k < to.rank; ++k) line[k] = out.m.result[k];
  if (form == index_form::physical) {
    for (int k = 0; k < to.rank; ++k) out.m.result[k] = line[ops::values::physical_dimension(order, k)];
    return nullptr;
  }
  const int place =
      out.m.known_empty ? out.m.p.number(0) : ops::values::place_in_memory(out.m.p, line, m.sizes(to), order);
  int others[symbolic::limits::results];
  const int rest = out.m.results - to.rank;
  for (int k = 0; k < rest; ++k) others[k] = out.m.result[to.rank + k];
  out.m.results = 0;
  out.m.add_result(place);
  for (int k = 0; k < rest; ++k) out.m.add_result(others[k]);
  out.indices = 1;
  return nullptr;
}

}  // namespace mercator::hlo_ir
