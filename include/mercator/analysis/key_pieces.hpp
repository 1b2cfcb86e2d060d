// Counting piece by piece: a guard, as of the last block of a grid, ties all variables together, but only at the ends
// of a key's values.
#pragma once

#include "mercator/analysis/decide.hpp"
#include "mercator/analysis/image.hpp"
#include "mercator/analysis/key_box.hpp"

namespace mercator::analysis {

namespace detail {

/// A form's constraints, and those of its first results, the keys, that are a variable or (variable + shift) floordiv
/// size.
class guards {
 public:
  constexpr guards(const map_form& m, int keys) : m_(m), keys_(keys < key_box::max_sides ? keys : key_box::max_sides) {
    for (int k = 0; k < keys_ && !m.known_empty; ++k) read(k);
  }

  /// The box, or all that there is for one without sides, in parts: one in which a constraint holds wherever the others
  /// do, and what a key has before and behind it. How many; 0 where there is no such constraint.
  constexpr int cut(const key_box& box, key_box* part) const {
    if (m_.known_empty || keys_ == 0) return 0;
    key_box whole = box;
    whole.sides = keys_;
    for (int k = 0; k < keys_; ++k) {
      const interval known = symbolic::bounds(m_.p, m_.result[k]);
      whole.side[k] = k < box.sides ? intersect(box.side[k], known) : known;
      if (whole.side[k].empty()) return 0;
    }
    i64 most = 0;
    int cut_at = -1;
    interval within;
    for (int i = 0; i < m_.constraints; ++i)
      for (int k = 0; k < keys_; ++k) {
        const i64 c = key_[k].variable < 0 ? 0 : magnitude(m_.p.coefficient_of(m_.constraint[i], key_[k].variable));
        if (c <= most) continue;
        const interval r = holds_within(i, k, whole);
        if (r.empty() || r == whole.side[k]) continue;
        most = c;
        cut_at = k;
        within = r;
      }
    if (cut_at < 0) return 0;
    const interval side = whole.side[cut_at];
    const interval ranges[] = {within, {side.lo, within.lo - 1}, {within.hi + 1, side.hi}};
    int parts = 0;
    for (const interval& r : ranges) {
      if (r.empty()) continue;
      part[parts] = whole;
      part[parts++].side[cut_at] = r;
    }
    return parts;
  }

 private:
  struct key {
    int variable = -1;
    i64 shift = 0, size = 1;
  };

  constexpr void read(int k) {
    const pool& p = m_.p;
    int line = m_.result[k];
    if (p.length[line] != 1 || p.coefficient[p.begin[line]] != 1 || p.constant[line] != 0) return;
    const int a = p.atom[p.begin[line]];
    if (p.is_variable(a)) {
      key_[k].variable = a;
    } else if (p.kind[a] == symbolic::atom_kind::quotient) {
      line = p.operand[a];
      if (p.length[line] != 1 || p.coefficient[p.begin[line]] != 1 || !p.is_variable(p.atom[p.begin[line]])) return;
      key_[k] = {p.atom[p.begin[line]], p.constant[line], p.divisor[a]};
    }
  }

  /// The values of a variable where the keys lie in the box.
  constexpr interval range(int v, const key_box& box) const {
    interval out = m_.p.range(v);
    for (int k = 0; k < keys_; ++k)
      if (key_[k].variable == v)
        out = intersect(
            out, box.side[k] * key_[k].size + interval{0, key_[k].size - 1} + interval{-key_[k].shift, -key_[k].shift});
    return out;
  }

  /// The values of key k, in the box, of whose variable constraint i holds whatever the other variables are.
  constexpr interval holds_within(int i, int k, const key_box& box) const {
    const pool& p = m_.p;
    const int line = m_.constraint[i], x = key_[k].variable;
    interval rest{p.constant[line], p.constant[line]};
    i64 c = 0;
    for (int t = p.begin[line], e = p.end(line); t < e; ++t) {
      const int a = p.atom[t];
      if (!p.is_variable(a) && depends(p, p.operand[a], x)) return nothing;
      if (a == x)
        c = p.coefficient[t];
      else
        rest = rest + (p.is_variable(a) ? range(a, box) : p.range(a)) * p.coefficient[t];
    }
    const interval allowed = m_.constraint_range[i];
    if (c == 0 || rest.empty() || !rest.bounded()) return nothing;
    const interval room{allowed.lo == i64_min ? i64_min : saturating_add(allowed.lo, -rest.lo),
                        allowed.hi == i64_max ? i64_max : saturating_add(allowed.hi, -rest.hi)};
    interval values = range(x, box);
    values = intersect(values, divide_exact(room, c));
    if (values.empty()) return nothing;
    return intersect(box.side[k], whole_values(values, range(x, box), k));
  }

  /// The values of key k all of whose variable's values, of those there are, lie in `values`.
  constexpr interval whole_values(interval values, interval all, int k) const {
    const key& of = key_[k];
    if (of.size == 1) return values + interval{of.shift, of.shift};
    return {values.lo == all.lo ? i64_min : ceil_div(values.lo + of.shift, of.size),
            values.hi == all.hi ? i64_max : floor_div(values.hi + of.shift + 1, of.size) - 1};
  }

  const map_form& m_;
  int keys_;
  key key_[key_box::max_sides];
};

/// The pieces of a box, at most `left`.
template <class Groups>
constexpr image_count count_pieces(const Groups& groups, const key_box& box, int& left, group_sizes* sizes) {
  key_box part[key_box::max_parts];
  const int parts = groups.cut(box, part);
  image_count out{parts > 0, 0, 0, 0, 0};
  out.apart_known = false;
  for (int k = 0; k < parts && out.known; ++k) {
    if (--left < 0) return {};
    group_sizes here;
    image_count n = groups.count(part[k], sizes ? &here : nullptr);
    if (n.known) {
      if (sizes) sizes->add(here);
    } else {
      n = count_pieces(groups, part[k], left, sizes);
    }
    out.known = n.known;
    out.elements = saturating_add(out.elements, n.elements);
    out.groups = saturating_add(out.groups, n.groups);
    out.worst = n.worst > out.worst ? n.worst : out.worst;
    out.sum_of_worst = saturating_add(out.sum_of_worst, n.sum_of_worst);
  }
  return out;
}

}  // namespace detail

/// Leaves of a form the points whose first results lie in the box.
constexpr void restrict_keys(map_form& m, const key_box& box) {
  for (int k = 0; k < box.sides && !m.known_empty; ++k)
    if (!symbolic::lies_in(m.p, m.result[k], box.side[k])) m.add_constraint(m.result[k], box.side[k]);
}

/// What groups.count(box, sizes) counts of the groups whose keys lie in a box, in one of all keys at once or, where
/// that is not known, of the pieces that groups.cut(box, parts) makes of it.
template <class Groups>
constexpr image_count count_in_pieces(const Groups& groups, group_sizes* sizes = nullptr) {
  group_sizes at_once;
  const image_count n = groups.count({}, sizes ? &at_once : nullptr);
  if (sizes && n.known) sizes->add(at_once);
  int left = means::pieces;
  return n.known ? n : detail::count_pieces(groups, {}, left, sizes);
}

}  // namespace mercator::analysis
