// How the threads of a grid read or write a tensor: the map from threads to elements, and memory in units.
#pragma once

#include "mercator/analysis/decide.hpp"
#include "mercator/analysis/key_pieces.hpp"
#include "mercator/analysis/memory_units.hpp"

namespace mercator::analysis {

/// An access to memory by a map. Its first dimensions are the thread within the block, th_x first; the others
/// blocks. Range variables are accesses of their own, one after the other, but the last one where `vector` says
/// that a thread takes its values in one access. The results are indices of the operand, or with rank 0 the
/// place in elements.
struct access {
  extents operand;  ///< its shape, in row-major order from a place that all units divide
  int threads = 1;  ///< how many dimensions are the thread's: at most 3
  i64 element_bytes = 4;
  bool vector = false;
  /// What is launched along each of the thread's dimensions, and the values of the last range variable: guards may
  /// have narrowed the map's intervals since it was written. Empty: the map's.
  interval thread[3] = {nothing, nothing, nothing}, elements = nothing;

  static constexpr int warp = 32;
};

/// The access with what a map launches as it is written, where nothing else is said.
constexpr access launched(access a, const map_form& written) {
  for (int d = 0; d < a.threads && d < written.dims; ++d)
    if (a.thread[d].empty()) a.thread[d] = written.p.range(d);
  if (written.ranges > 0) a.elements = written.p.range(written.dims + written.ranges - 1);
  return a;
}

/// The access with a block of those sizes.
constexpr access launched(access a, const extents& block) {
  for (int d = 0; d < a.threads && d < block.rank; ++d) a.thread[d] = {0, block[d] - 1};
  return a;
}

/// Whether the map has dimensions for the threads, a result for each index, and a range for a vector.
constexpr bool fits(const map_tree& t, const access& a) {
  const int rank = a.operand.rank == 0 ? 1 : a.operand.rank;
  return a.threads >= 1 && a.threads <= t.dims && t.results == rank && (!a.vector || t.ranges > 0) &&
         a.element_bytes > 0;
}

/// The thread's dimension with an index beyond what is launched; -1 where there is none.
constexpr int dimension_beyond_block(const map_tree& t, const access& a) {
  digit_form f;
  symbolic::lower(t, f.m);
  if (!symbolic::simplify_domain(f.m)) return -1;
  for (int d = 0; d < a.threads; ++d)
    if (!a.thread[d].empty() && !a.thread[d].contains(f.p.range(d))) return d;
  return -1;
}

/// A form of an access whose results are being replaced. Where elements may lie across units of `unit_bytes`, a further
/// variable counts the pieces of an element that lie in one unit each.
class access_form {
 public:
  constexpr access_form(const map_tree& t, const access& a, i64 unit_bytes = 0)
      : t_(t), a_(a), units_{a.element_bytes, unit_bytes} {
    lower_in_pieces(t, form_.m, units_);
    map_form& m = form_.m;
    if (m.known_empty)
      index_ = p().number(0);
    else
      index_ = a.operand.rank == 0 ? m.result[0] : row_major_place(p(), m.result, a.operand);
    m.results = 0;
  }

  constexpr digit_form& form() { return form_; }
  constexpr pool& p() { return form_.p; }

  constexpr int variable(int v) { return form_.m.known_empty ? p().number(0) : p().variable(v); }
  /// The place in memory, in elements.
  constexpr int element() const { return index_; }
  /// The place in memory, in units.
  constexpr int unit() { return form_.m.known_empty ? index_ : units_.unit(p(), index_, t_.variables()); }

  /// The number of the thread within its block.
  constexpr int thread() {
    int line = p().number(0);
    i64 distance = 1;
    for (int d = 0; d < a_.threads && !form_.m.known_empty; ++d) {
      const interval r = a_.thread[d].empty() ? p().range(d) : a_.thread[d];
      line = p().add(line, p().shift(variable(d), -r.lo), distance);
      if (!checked_mul(distance, r.count(), distance)) p().overflow = true;
    }
    return line;
  }

  /// The variable that is the vector's; -1 where there is none.
  constexpr int vector() const { return a_.vector ? t_.dims + t_.ranges - 1 : -1; }

  /// Results that tell accesses of different warps, or parts of `lanes` lanes, apart. How many.
  constexpr int add_keys(int lanes) {
    map_form& m = form_.m;
    m.add_result(symbolic::floordiv(p(), thread(), lanes));
    for (int v = a_.threads; v < t_.variables(); ++v)
      if (v != vector()) m.add_result(variable(v));
    return m.results;
  }

 private:
  const map_tree& t_;
  const access& a_;
  memory_units units_;
  digit_form form_;
  int index_ = 0;
};

/// How many results are keys.
struct key_counts {
  int all = 0;    ///< the first results
  int outer = 0;  ///< and the first of these, outer ones
};

/// Counts the groups and what is in them of a form whose first `keys` results are keys, the first `outer` of
/// them outer ones; `sizes`, where there is one, takes the sizes of the groups. The form is used up.
constexpr image_count count_form(digit_form& form, int keys, means with, int outer, group_sizes* sizes) {
  digit_form other;
  digit_form& d = split_digits(form, other);
  if (!d.fits() || (!d.m.known_empty && !is_safe(d.m))) return {};
  image_count n = count_image(d.m, keys, true, with.room, with.budget, outer, sizes);
  n.known &= d.fits();
  return n;
}

/// The groups of an access, for count_in_pieces. add(form) adds the results that count to an access_form, keys first,
/// and says how many of these there are, and outer ones.
template <class Add>
class access_groups {
 public:
  constexpr access_groups(const map_tree& t, const access& a, i64 unit_bytes, means with, const Add& add)
      : t_(t), a_(a), unit_bytes_(unit_bytes), with_(with), add_(add) {}

  constexpr image_count count(const key_box& box, group_sizes* sizes) const {
    access_form m(t_, a_, unit_bytes_);
    const key_counts keys = add_(m);
    restrict_keys(m.form().m, box);
    return count_form(m.form(), keys.all, box.sides == 0 ? with_ : with_.of_piece(), keys.outer, sizes);
  }

  constexpr int cut(const key_box& box, key_box* part) const {
    access_form m(t_, a_, unit_bytes_);
    const key_counts keys = add_(m);
    return detail::guards(m.form().m, keys.outer > 0 ? keys.outer : keys.all).cut(box, part);
  }

 private:
  const map_tree& t_;
  const access& a_;
  i64 unit_bytes_;
  means with_;
  const Add& add_;
};

/// Whether a line of the form, which is used up, is 0 on the whole domain.
constexpr truth is_zero(digit_form& form, int line, means with) {
  form.m.results = 0;
  form.m.add_result(line);
  digit_form other;
  digit_form& d = split_digits(form, other);
  if (!d.fits() || (!d.m.known_empty && !is_safe(d.m))) return truth::undecided;
  if (d.m.known_empty) return truth::yes;
  const interval known = symbolic::bounds(d.p, d.m.result[0]);
  if (known == interval{0, 0}) return truth::yes;
  const extremes e = find_extremes(d.m, d.m.result[0], with.budget);
  if (!e.known) return truth::undecided;
  return e.range.empty() || e.range == interval{0, 0} ? truth::yes : truth::no;
}

}  // namespace mercator::analysis
