// The simplifier: a map in normal form to its canonical tree.
#pragma once

#include "mercator/symbolic/check.hpp"
#include "mercator/symbolic/constraints.hpp"
#include "mercator/symbolic/corner_values.hpp"
#include "mercator/symbolic/order.hpp"
#include "mercator/symbolic/result_speller.hpp"
#include "mercator/symbolic/tree_writer.hpp"

namespace mercator::symbolic {

/// What is known of a simplified map: nothing; that its form has one spelling, however often it is spelled; or that
/// it also has that form when it is simplified again, and so is settled.
enum class certainty : unsigned char { none, one_spelling, settled };

namespace detail {

/// A constraint as it is written: a constant and a common factor that the spelling brings go to the interval.
constexpr int arrange_constraint(pool& p, display& d, arrangement& order, int line, interval& range) {
  int spelled = d.spell(line);
  const i64 k = p.constant[spelled];
  bool exact = true;
  const interval shifted = constraints::without_constant(range, k, exact);
  if (!exact) return order.line(spelled);
  spelled = p.shift(spelled, -k);
  range = shifted;
  const i64 size = p.content(spelled), g = p.length[spelled] == 1 && p.coefficient[p.begin[spelled]] < 0 ? -size : size;
  if (g != 1 && g != 0) {
    range = divide_exact(range, g);
    spelled = g < 0 ? p.scale(p.divided(spelled, -g), -1) : p.divided(spelled, g);
  }
  return order.line(spelled);
}

constexpr void sort_constraints(arrangement& order, int* line, interval* range, int n) {
  for (int i = 1; i < n; ++i)
    for (int j = i; j > 0; --j) {
      const int c = order.compare(line[j], line[j - 1]);
      const interval a = range[j], b = range[j - 1];
      if (c > 0 || (c == 0 && (a.lo > b.lo || (a.lo == b.lo && a.hi >= b.hi)))) break;
      const int x = line[j];
      line[j] = line[j - 1];
      line[j - 1] = x;
      range[j] = b;
      range[j - 1] = a;
    }
}

/// The first coefficient positive, whatever order the atoms were made in.
constexpr void turn_constraint(pool& p, int& line, interval& range) {
  if (p.is_constant(line) || p.coefficient[p.begin[line]] > 0) return;
  line = p.scale(line, -1);
  range = range * -1;
}

constexpr void write_constraints(map_form& m, tree_writer& out) {
  atom_order(m).apply();
  for (int i = 0; i < m.constraints; ++i) turn_constraint(m.p, m.constraint[i], m.constraint_range[i]);
  display d(m.p);
  arrangement order(m.p, d);
  int line[limits::constraints];
  interval range[limits::constraints];
  for (int i = 0; i < m.constraints; ++i) {
    range[i] = m.constraint_range[i];
    line[i] = arrange_constraint(m.p, d, order, m.constraint[i], range[i]);
  }
  sort_constraints(order, line, range, m.constraints);
  out.use(&order);
  for (int i = 0; i < m.constraints; ++i) out.add_constraint(line[i], range[i]);
  out.use(nullptr);
}

/// Whether bounds may find that the line is constant although its normal form is not: where facts are known, or
/// several quotients could cancel.
constexpr bool may_be_constant(const pool& p, int line) {
  if (p.facts != 0) return true;
  if (p.length[line] <= 1 || p.is_variable(p.atom[p.end(line) - 2])) return false;
  return !p.all_small || !corner_values(p).differ(line);
}

/// The box, the constraints, and the results under them, their atoms in the order of content. False where
/// something does not fit.
constexpr bool write_domain(map_form& m, tree_writer& out) {
  if (!simplify_domain(m)) m.become_empty(m.results);
  if (m.p.overflow || m.p.full) return false;
  out.begin(m);
  if (m.constraints != 0) {
    write_constraints(m, out);
    constraints::assume_all_but(m, -1);
    renew(m, false);
  }
  atom_order(m).apply();
  if (m.constraints != 0) constraints::assume_all_but(m, -1);  // their lines have changed
  return true;
}

/// Whether the line is made of variables and at most one quotient of variables, so that facts say all there is to say.
constexpr bool has_one_quotient(const pool& p, int line) {
  const int last = p.end(line) - 1;
  return p.has_only_variables(line) ||
         ((p.length[line] == 1 || p.is_variable(p.atom[last - 1])) && p.has_only_variables(p.operand[p.atom[last]]));
}

/// The results of a map, spelled and arranged.
class spelled_results {
 public:
  constexpr spelled_results(map_form& m, display& d, arrangement& order, const map_tree* written)
      : count_(m.results), order_(order), written_(written) {
    pool& p = m.p;
    const bool quick = written == nullptr && !p.ambiguous, factored = written != nullptr && m.factored;
    bool replaced = false, values = false, plain = !p.ambiguous;
    for (int i = 0; i < m.constraints; ++i) plain = plain && has_one_quotient(p, m.constraint[i]);
    for (int i = 0; i < count_; ++i) {
      int spelled = m.result[i];
      bool linear = p.has_only_variables(spelled);
      if ((p.facts != 0 || !linear) && may_be_constant(p, spelled)) {
        const interval r = bounds(p, spelled);
        if (r.is_point()) {
          spelled = m.result[i] = p.number(r.lo);
          linear = true;
        }
      }
      if (!linear) {
        int& line = m.result[i];
        if (quick) spelled = d.spell(line);
        if (!quick || !d.is_one_division(spelled)) {
          const int given = line;
          result_speller speller(p, d, written);
          spelled = speller.spell(line, i, spelled);
          replaced |= line != given;
          values |= speller.tried_values();
          plain = plain && d.is_plain(spelled) && !speller.stays_as_written();
        }
        plain = plain && (m.constraints == 0 || has_one_quotient(p, line));
      }
      spelled_[i] = spelled;
      line_[i] = p.length[spelled] <= 1 ? spelled : order.line(spelled);
      if (written != nullptr && (factored || is_crowded(p)) && d.cost(spelled) > cost(*written, written->result[i])) {
        line_[i] = no_line;
        replaced = true;
      }
    }
    if (is_crowded(p) || d.is_crowded() || replaced || (values && m.results > 1)) return;
    const bool settled = plain && !p.ambiguous && !d.other_residues && (m.constraints != 0 || !d.moved_terms);
    known_ = settled || are_read_again(m, d) ? certainty::settled : certainty::one_spelling;
  }

  constexpr certainty known() const { return known_; }

  template <class Writer>
  constexpr void write(Writer& out) {
    out.use(&order_);
    for (int i = 0; i < count_; ++i) out.add_result(line_[i]);
    out.use(nullptr);
  }

  /// A result that is cheaper as it is written stays so: where the search for spellings ended early, or sums are
  /// factored.
  constexpr void write(tree_writer& out) {
    out.use(&order_);
    for (int i = 0; i < count_; ++i) {
      if (line_[i] != no_line)
        out.add_result(line_[i]);
      else
        out.add_copy(*written_, written_->result[i]);
    }
    out.use(nullptr);
  }

 private:
  /// Whether the spelled lines are known to give the results that they were spelled from when they are read again.
  constexpr bool are_read_again(const map_form& m, display& d) const {
    if (m.constraints != 0 || m.p.facts != 0 || !m.p.all_small || m.p.overflow) return false;
    rereading read(m.p, d);
    for (int i = 0; i < count_; ++i)
      if (!read.gives(spelled_[i], m.result[i])) return false;
    return true;
  }

  int count_;
  certainty known_ = certainty::none;
  arrangement& order_;
  const map_tree* written_;
  int spelled_[limits::results];
  int line_[limits::results];  ///< the same, arranged
};

/// The results, behind the domain.
constexpr certainty write_results(map_form& m, tree_writer& to, const map_tree& out, const map_tree* written) {
  display d(m.p);
  arrangement order(m.p, d);
  spelled_results results(m, d, order, written);
  results.write(to);
  if (!m.p.all_small && !m.p.overflow && !m.p.full && !out.full && !out.known_empty && check_range(out))
    m.p.overflow = true;
  return m.known_empty ? certainty::settled : results.known();
}

/// Whether all results are sums of variables that are written as they stand, and what is to be known of the map is
/// known: nothing is cheaper then, and it stays so.
constexpr bool is_linear(const map_form& m) {
  const pool& p = m.p;
  if (m.constraints != 0 || m.known_empty || p.facts != 0 || !p.all_small || p.full || p.overflow) return false;
  bool sums = false;
  for (int i = 0; i < m.results; ++i) {
    const int line = m.result[i];
    if (!p.has_only_variables(line)) return false;
    if (p.length[line] <= 1) continue;
    if (arrangement::has_factor(p, p.begin[line], p.end(line))) return false;
    sums = true;
  }
  return !sums || !m.factored;
}

}  // namespace detail

/// Whether the map has one normal form: no constraints, small numbers, quotients of variables. That is nearly
/// every map of operations. Then its atoms are in the order of content.
constexpr bool is_plain(map_form& m) {
  if (m.constraints != 0 || m.known_empty || m.p.ambiguous || !m.p.all_small) return false;
  atom_order(m).apply();
  return !m.p.ambiguous && !m.p.full && !m.p.overflow;
}

/// The canonical tree of a map: tightest box found, constraints that say something new, sorted, and the
/// cheapest results found. The form is used up. An overflow or lack of room shows in in.p.overflow, in.p.full
/// or out.full, and then the tree means nothing. `written` is what the form was lowered from, where there is
/// such a tree: what costs less as it is written stays so. What is not known to be settled `settle` makes so.
constexpr certainty simplify(map_form& in, map_tree& out, const map_tree* written = nullptr) {
  tree_writer to(out);
  if (detail::is_linear(in)) {
    to.begin(in);
    to.use(in.p);
    for (int i = 0; i < in.results; ++i) to.add_result(in.result[i]);
    return certainty::settled;
  }
  return detail::write_domain(in, to) ? detail::write_results(in, to, out, written) : certainty::settled;
}

}  // namespace mercator::symbolic
