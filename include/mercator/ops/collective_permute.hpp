// Collective-permute: replicas send their operands to one another. As in all collectives, the maps have the
// number of the replica that the element is on after its indices, and the number of the replica that they are
// for is rt0.
#pragma once

#include "mercator/ops/collectives.hpp"

namespace mercator::ops {

namespace values {

/// A function given by (argument, value) pairs, as an integer combination of its argument and steps.
class table {
 public:
  /// `swapped`: the pairs are (value, argument). The arguments are distinct.
  constexpr table(numbers pairs, bool swapped) : pairs_(pairs), swapped_(swapped) {}

  constexpr i64 argument(int k) const { return pairs_[2 * k + swapped_]; }
  constexpr interval arguments() const {
    interval out = nothing;
    for (int k = 0; k < pairs_.count / 2; ++k) {
      const i64 x = argument(k);
      out = k == 0 ? interval{x, x} : interval{x < out.lo ? x : out.lo, x > out.hi ? x : out.hi};
    }
    return out;
  }

  /// The value at the argument that is that variable, which lies in arguments(); the domain is cut to where
  /// there is one. Pair by pair, however far apart they are.
  constexpr int value(map_writer& out, int variable) const {
    const interval all = arguments();
    symbolic::pool& p = out.pool();
    int k = after(all.lo - 1);
    int line = p.shift(variable, mapped(k) - all.lo), known = p.number(1);
    for (i64 x = all.lo; x < all.hi && !p.full;) {
      const int next = after(x);
      const i64 to = argument(next), jump = mapped(next) - mapped(k) - (to - x);
      const bool gap = to > x + 1;
      if (gap) known = p.add(known, step(p, variable, x + 1, all), -1);
      if (jump != 0) line = p.add(line, step(p, variable, to, all), jump);
      if (gap) known = p.add(known, step(p, variable, to, all));
      k = next;
      x = to;
    }
    out.require(known, {1, 1});
    return line;
  }

 private:
  constexpr i64 mapped(int k) const { return pairs_[2 * k + !swapped_]; }

  /// The pair with the least argument above x, which some pair has.
  constexpr int after(i64 x) const {
    int best = -1;
    for (int k = 0; k < pairs_.count / 2; ++k)
      if (argument(k) > x && (best < 0 || argument(k) < argument(best))) best = k;
    return best;
  }

  /// 1 where the variable is at least x, else 0.
  static constexpr int step(symbolic::pool& p, int variable, i64 x, interval all) {
    const i64 size = all.hi - all.lo + 1;
    return symbolic::floordiv(p, p.shift(variable, size - x), size);
  }

  numbers pairs_;
  bool swapped_;
};

/// (source, target) pairs of replicas, flat.
constexpr const char* collective_permute_requires(numbers pairs) {
  if (pairs.count % 2 != 0) return "pairs of a source and a target";
  for (int k = 0; k < pairs.count; ++k) {
    if (pairs[k] < 0 || pairs[k] > 1'000'000) return "numbers of replicas from 0 to a million";
    for (int j = k % 2; j < k; j += 2)
      if (pairs[j] == pairs[k]) return "pairs in which no replica is a source twice or a target twice";
  }
  return nullptr;
}

/// From the element on replica rt0, a target, to that on its source, or back. Replicas that are no target read
/// nothing.
constexpr void collective_permute(symbolic::map_form& m, numbers operand, numbers pairs, direction way) {
  const table other(pairs, way == direction::output_to_input);
  map_writer out(m, operand);
  out.add_runtime(other.arguments());
  if (out.known_empty()) return out.add_empty_results(operand.count + 1);
  for (int k = 0; k < operand.count; ++k) out.add_result(out.variable(k));
  out.add_result(other.value(out, out.variable(operand.count)));
}

}  // namespace values

/// source_target_pairs<0, 1, 1, 2>: replica 0 sends to replica 1, and 1 to 2.
template <i64... Numbers>
struct source_target_pairs : number_list<Numbers...> {};

template <class Operand, class Pairs>
struct collective_permute_requires_source_target_pairs {
  static constexpr bool holds() {
    if constexpr (detail::are_shapes<Operand> && detail::is_list<source_target_pairs, Pairs>)
      return detail::met(values::collective_permute_requires(Pairs::value));
    return false;
  }
  static_assert(holds(),
                "mercator: collective_permute requires a shape and source_target_pairs<source, target, …> in which no "
                "replica is a source twice or a target twice; got the types shown here");
  using output = Operand;
};

/// collective_permute(shape<8, 4>{}, source_target_pairs<0, 1, 1, 0>{}): replicas send their operands to one
/// another.
template <class Operand, class Pairs>
struct collective_permute
    : counted_operation<collective_permute<Operand, Pairs>,
                        typename collective_permute_requires_source_target_pairs<Operand, Pairs>::output, 1> {
  MERCATOR_HD constexpr collective_permute(Operand, Pairs) {}

  static constexpr void build_output_to_input(symbolic::map_form& m, int) {
    values::collective_permute(m, Operand::value, Pairs::value, direction::output_to_input);
  }
  static constexpr void build_input_to_output(symbolic::map_form& m, int) {
    values::collective_permute(m, Operand::value, Pairs::value, direction::input_to_output);
  }
  static constexpr runtime_source build_source(symbolic::map_form& m, direction, int, int) {
    return values::own_replica_source(m, Operand::value, 0, 1);
  }
};

}  // namespace mercator::ops
