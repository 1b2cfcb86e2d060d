// The spelling of a result: the cheapest of what display finds, what was written and what its values call for.
#pragma once

#include "mercator/symbolic/cost.hpp"
#include "mercator/symbolic/rereading.hpp"
#include "mercator/symbolic/small_function.hpp"

namespace mercator::symbolic {

/// Whether the search for spellings may have ended early for want of room.
constexpr bool is_crowded(const pool& p) { return p.terms >= pool::max_terms / 2 || p.lines >= pool::max_lines / 2; }

class result_speller {
 public:
  constexpr result_speller(pool& p, display& d, const map_tree* written) : p_(p), d_(d), written_(written) {}

  /// The cheapest spelling of result i, of which not all are variables; `found` is what display finds, if it is
  /// another line. The line changes where its values call for another. What is written stands where it is
  /// cheaper, or as cheap and not the only spelling of its kind.
  constexpr int spell(int& line, int i, int found) {
    best_ = as_written_ = no_line;
    cost_ = unlimited;
    if (is_crowded(p_)) {
      consider(d_.spell(line), line, line);
      if (written_ != nullptr) consider_written(i, line, line);
    } else if (p_.ambiguous && !is_flat(p_, line)) {
      spell_nested(line, i);
    } else {
      spell_flat(line, i, found == line ? d_.spell(line) : found);
    }
    return best_;
  }

  /// Whether the spelling is what was written, and nothing that was found: it may be read back as another line.
  constexpr bool stays_as_written() const { return best_ != no_line && best_ == as_written_; }
  /// Whether lines that are not the result's have been spelled.
  constexpr bool tried_values() const { return tried_values_; }

 private:
  static constexpr int unlimited = 1 << 30;
  static constexpr int few_quotients = 3;
  static constexpr int few_values = 20;
  static constexpr int good = 3 * costs::division;  ///< what costs less by its values is not spelled otherwise

  /// By its values first, where these call for few quotients: the search for spellings of nests is long.
  constexpr void spell_nested(int& line, int i) {
    const int given = line;
    if (written_ != nullptr) consider_written(i, given, line);
    small_function f(p_);
    const bool small = divides(given) && f.tabulate(given, small_function::max_values);
    const bool promising = small && f.quotients() < few_quotients;
    if (promising) try_forms(f, line);
    if (!promising || cost_ >= good) consider(d_.spell(given), given, line);
    if (small && !promising) try_forms(f, line);
  }

  constexpr bool divides(int line) const {
    for (int i = p_.end(line) - 1; i >= p_.begin[line] && !p_.is_variable(p_.atom[i]); --i)
      if (p_.kind[p_.atom[i]] == atom_kind::quotient || divides(p_.operand[p_.atom[i]])) return true;
    return false;
  }

  constexpr void spell_flat(int& line, int i, int found) {
    const int given = line;
    best_ = found;
    cost_ = d_.cost_if_fits(best_);
    if (cost_ <= costs::division) return;
    if (cost_ > costs::division + 1 && !d_.is_one_division(found)) {
      const int values = values_worth(given);
      if (values != 0) try_values(line, values);
    }
    if (written_ == nullptr ||
        (d_.has_one_division(best_) && cost_ <= mercator::symbolic::cost(*written_, written_->result[i])))
      return;
    consider_written(i, given, line);
  }

  /// It wins where costs are the same, so that what was found once stays, however much room was left.
  constexpr void consider_written(int i, int form, int& line) {
    const int found = best_;
    if (found != no_line && !d_.is_plain(found)) ++cost_;
    as_written_ = written_spelling(p_, d_, *written_).spell(written_->result[i]);
    consider(as_written_, form, line);
    if (found != no_line && as_written_ != no_line && p_.same(found, as_written_)) as_written_ = no_line;
  }

  constexpr void consider(int spelled, int form, int& line) {
    const int cost = spelled == no_line ? unlimited : d_.cost_if_fits(spelled);
    if (cost >= cost_) return;
    cost_ = cost;
    best_ = spelled;
    line = form;
  }

  /// How many values of a line are looked at for a spelling that is cheaper than the best: many where that is a
  /// sum of divisions, few where it is one, and none where there are more.
  constexpr int values_worth(int line) const {
    const int last = p_.end(best_) - 1;
    if (p_.length[best_] > 1 && d_.is_node(p_.atom[last - 1])) return small_function::max_values;
    const int numerator = p_.operand[p_.atom[p_.end(line) - 1]], first = p_.begin[numerator], a = p_.atom[first];
    if (p_.hi[a] - few_values > p_.lo[a]) return 0;
    const i64 step = p_.has_only_variables(numerator) ? p_.content(numerator) : magnitude(p_.coefficient[first]);
    return term_bounds(p_, numerator).count() <= saturating_mul(few_values, step) ? few_values : 0;
  }

  constexpr void try_values(int& line, int most) {
    small_function f(p_);
    if (f.tabulate(line, most)) try_forms(f, line);
  }

  /// And what the line that was found has for values: its argument may be another.
  constexpr void try_forms(small_function& f, int& line) {
    const int given = line;
    try_forms_once(f, line);
    if (line != given && f.tabulate(line, small_function::max_values)) try_forms_once(f, line);
  }

  constexpr void try_forms_once(small_function& f, int& line) {
    const int quotients = f.quotients();
    if (quotients * costs::division + (quotients < few_quotients ? 0 : 4) >= cost_) return;
    f.for_each_form([&](int form) {
      tried_values_ = true;
      const int spelled = p_.overflow || p_.full ? no_line : d_.spell(form);
      const bool fits = !p_.overflow && !p_.full;
      p_.overflow = false;
      if (!fits) return;
      consider(spelled, form, line);
      if (line == form) p_.ambiguous = true;
    });
  }

  pool& p_;
  display& d_;
  const map_tree* written_;
  int best_ = no_line, as_written_ = no_line, cost_ = unlimited;
  bool tried_values_ = false;
};

}  // namespace mercator::symbolic
