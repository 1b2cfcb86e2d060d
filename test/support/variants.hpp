// Maps made of maps: the same in another spelling, or a little different.
#pragma once

#include <memory>

#include "test/support/forms.hpp"

namespace mercator_test {

/// The simplified map, or one in which a node n is n floordiv c * c + n mod c.
inline std::unique_ptr<map_tree> respelled(const map_tree& t, random_numbers& random) {
  if (random.one_in(2) || t.nodes == 0) return simplified(t);
  auto out = std::make_unique<map_tree>(t);
  if (t.known_empty) return out;
  int& changed = t.results > 0 ? out->result[random.below(t.results)] : out->constraint[random.below(t.constraints)];
  const i64 c = random.in(2, 9);
  const int digit = out->unary(op::mod, changed, c);
  changed = out->binary(op::sum, out->unary(op::product, out->unary(op::floordiv, changed, c), c), digit);
  return out;
}

/// The map with one constant, factor, divisor or end of an interval changed by one. Now and then it is still
/// the same.
inline std::unique_ptr<map_tree> changed(const map_tree& t, random_numbers& random) {
  auto out = std::make_unique<map_tree>(t);
  if (t.known_empty) return out;
  const i64 by = random.one_of<i64>({1, -1});
  if (random.one_in(4) && t.variables() > 0) {
    interval& r = out->box[random.below(t.variables())];
    (random.one_in(2) ? r.lo : r.hi) += by;
  } else if (random.one_in(4) && t.constraints > 0) {
    out->constraint_range[random.below(t.constraints)].hi += by;
  } else {
    for (int n = t.nodes > 0 ? random.below(t.nodes) : 0; n < t.nodes; ++n) {
      if (t.kind[n] == op::variable || t.kind[n] == op::sum || t.kind[n] >= op::min) continue;
      if (t.value[n] + by != 0) out->value[n] += by;
      break;
    }
  }
  return out;
}

}  // namespace mercator_test
