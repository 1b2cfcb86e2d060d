// How many different results a map has: counted by structure, not one by one.
#pragma once

#include "mercator/analysis/domain.hpp"
#include "mercator/analysis/image_lines.hpp"
#include "mercator/analysis/runs.hpp"

namespace mercator::analysis {

/// The different results of a map, and of those the different keys: its first results. A group is what has the
/// same keys; the first keys may be outer keys, which many groups have.
struct image_count {
  bool known = false;
  i64 elements = 1;         ///< different results, keys included
  i64 groups = 1;           ///< different keys
  i64 worst = 1;            ///< the most different results in a group
  i64 sum_of_worst = 1;     ///< over the different outer keys: the most different results in one of their groups
  bool all_apart = true;    ///< no two points were found to have the same results
  bool apart_known = true;  ///< and there are none
  bool collision = false;   ///< first and second are two points of the domain with the same results: digits
  i64 first[limits::variables] = {}, second[limits::variables] = {};
};

namespace detail {

/// Counts the image of one part of a map, by runs.
class part_image {
 public:
  /// `by_groups`: one group after the other, where keys are variables. `sizes`, where there is one, takes theirs.
  constexpr part_image(const map_form& m, const image_lines& lines, const domain_parts& domain, variable_set part,
                       scratch room, i64 budget, bool by_groups, group_sizes* sizes)
      : m_(m), runs_(m), sizes_(sizes) {
    variable_set not_long = domain.within_atoms();
    variable_set in_keys = 0;
    for (int level = 0; level < image_lines::levels; ++level)
      for (int k = 0; k < lines.count(); ++k) {
        const variable_set s = domain.sets().line(lines[k]);
        if (lines.level(k) != level || (s & part) == 0) continue;
        line_[count_++] = lines[k];
        outer_ += level == 0;
        keys_ += level <= 1;
        not_long |= level == 0 ? s : domain.sets().within_atoms(lines[k]);
        if (level <= 1) in_keys |= s;
      }
    if (in_keys != 0) not_long |= both_keys_and_others(domain.sets());
    if (by_groups) {
      grouped_ = outer_ > 0 ? outer_ : keys_;
      if (!take_group_variables(in_keys)) return;
      not_long |= in_keys;
    }
    runs_.choose(part, not_long, in_keys);
    domain.constrain(runs_, part);
    read_steps();
    run_table table(room, count_, keys_, outer_, along_keys_);
    fits_ = runs_.runs() <= budget && fill(table);
  }

  constexpr bool fits() const { return fits_; }
  constexpr const run_counts& counts() const { return counts_; }
  constexpr bool all_apart() const { return !collision_; }
  constexpr const i64* first() const { return first_; }
  constexpr const i64* second() const { return second_; }

 private:
  /// Variables that stand in a key and in another line: along them groups change together with what is in them.
  constexpr variable_set both_keys_and_others(const variable_sets& sets) const {
    variable_set keys = 0, others = 0;
    for (int k = 0; k < count_; ++k) (k < keys_ ? keys : others) |= sets.line(line_[k]);
    return keys & others;
  }

  /// The variables that the groups are told apart by, each a line of its own.
  constexpr bool take_group_variables(variable_set& out) const {
    out = 0;
    for (int k = 0; k < grouped_; ++k) {
      const int i = m_.p.begin[line_[k]];
      if (m_.p.length[line_[k]] != 1 || !m_.p.is_variable(m_.p.atom[i])) return false;
      out |= one_variable(m_.p.atom[i]);
    }
    return out != 0;
  }

  constexpr void read_steps() {
    const int v = runs_.long_variable();
    for (int k = 0; k < count_; ++k) {
      step_[k] = v < 0 ? 0 : m_.p.coefficient_of(line_[k], v);
      if (step_[k] != 0 && pivot_ < 0) pivot_ = k;
    }
    along_keys_ = pivot_ >= 0 && pivot_ < keys_;
  }

  /// Counts the runs. False where they do not fit. A run like the one before gets no row.
  constexpr bool fill(run_table& table) {
    i64 value[limits::variables];
    for (int v = 0; v < m_.variables(); ++v) value[v] = m_.p.lo[v];
    runs_.begin(value);
    i64 rows = 0, number = 0;
    do {
      const interval r = runs_.run(value);
      if (!r.empty()) {
        if (pivot_ < 0 && r.lo < r.hi && !collision_) unused_long_variable(value, r);
        if (rows == table.capacity()) return false;
        write(table, rows, value, r);
        if (rows > 0 && !same_group(table, rows)) {
          close(table, rows);
          rows = 0;
          write(table, rows, value, r);
        }
        table.name(rows) = number;
        if (rows == 0 || !table.same(rows - 1, rows))
          ++rows;
        else if (!collision_)
          repeated(table, rows - 1, number);
      }
      ++number;
    } while (runs_.next(value));
    close(table, rows);
    if (outer_ == 0) counts_.sum_of_worst = counts_.worst;
    return true;
  }

  /// Whether a row is of the same group as those before it, where each group is counted on its own.
  constexpr bool same_group(const run_table& table, i64 row) const {
    for (int k = 0; k < grouped_; ++k)
      if (table.labels(row)[k] != table.labels(row - 1)[k]) return false;
    return true;
  }

  constexpr void close(run_table& table, i64 rows) {
    const run_counts here = table.count(rows, sizes_);
    counts_.add(here);
    if (here.overlap && !collision_) set_collision(table, here);
  }

  /// The lines' values where the long variable has its lowest value, brought to the beginning of the
  /// progression that they are on as it grows, so that runs of one progression have the same labels.
  constexpr void write(run_table& table, i64 row, const i64* value, interval r) const {
    i64* const labels = table.labels(row);
    for (int k = 0; k < count_; ++k) labels[k] = symbolic::detail::line_value(m_.p, line_[k], value);
    i64 shift = 0;
    if (pivot_ >= 0) {
      shift = floor_div(labels[pivot_], step_[pivot_]);
      for (int k = 0; k < count_; ++k) labels[k] -= step_[k] * shift;
    }
    table.first(row) = pivot_ < 0 ? 0 : r.lo + shift;
    table.last(row) = pivot_ < 0 ? 0 : r.hi + shift;
  }

  constexpr void unused_long_variable(const i64* value, interval r) {
    collision_ = true;
    for (int v = 0; v < m_.variables(); ++v) first_[v] = second_[v] = value[v];
    first_[runs_.long_variable()] += r.lo;
    second_[runs_.long_variable()] += r.lo + 1;
  }

  constexpr void repeated(const run_table& table, i64 row, i64 number) {
    collision_ = true;
    point_of(table.name(row), 0, first_);
    point_of(number, 0, second_);
  }

  constexpr void set_collision(const run_table& table, const run_counts& n) {
    collision_ = true;
    point_of(table.name(n.first), n.shared - table.first(n.first), first_);
    point_of(table.name(n.second), n.shared - table.first(n.second), second_);
  }

  /// The point of a run at so many steps from its beginning.
  constexpr void point_of(i64 run, i64 steps, i64* value) const {
    for (int v = 0; v < m_.variables(); ++v) value[v] = m_.p.lo[v];
    runs_.seek(value, run);
    const int v = runs_.long_variable();
    if (v >= 0) value[v] += runs_.run(value).lo + (pivot_ < 0 ? 0 : steps);
  }

  const map_form& m_;
  enumeration runs_;
  group_sizes* sizes_;
  run_counts counts_;
  bool fits_ = false, collision_ = false, along_keys_ = false;
  int count_ = 0, keys_ = 0, outer_ = 0, grouped_ = 0, pivot_ = -1;
  int line_[image_lines::max_lines];
  i64 step_[image_lines::max_lines];
  i64 first_[limits::variables], second_[limits::variables];
};

/// Counts the image of a map over digits.
class image_counter {
 public:
  constexpr image_counter(map_form& m, int keys, int outer, scratch room, i64 budget, group_sizes* sizes)
      : m_(m), lines_(m, keys, outer), room_(room), budget_(budget), sizes_(sizes) {
    if (sizes_) sizes_->add(1, 1);
  }

  constexpr image_count count(bool merging) {
    if (m_.known_empty) {
      out_ = {};
      out_.known = true;
      take(0, 0, 0, 0);
      return out_;
    }
    if (merging && lines_.merge_variables()) out_.apart_known = false;
    merged_ = !out_.apart_known;
    out_.known = !m_.p.full && !m_.p.overflow;
    if (!out_.known) {
      out_.apart_known = false;
      return out_;
    }
    if (merged_ && is_empty()) {
      take(0, 0, 0, 0);
      return out_;
    }
    const domain_parts domain(m_);
    components parts;
    variable_set used = 0, in_lines = 0;
    for (int k = 0; k < lines_.count(); ++k) add(parts, in_lines, domain.sets().line(lines_[k]));
    used = in_lines;
    for (int i = 0; i < m_.constraints; ++i) add(parts, used, domain.sets().line(m_.constraint[i]));
    for (int k = 0; k < parts.count(); ++k) {
      if ((parts[k] & in_lines) != 0)
        count_part(domain, parts[k]);
      else
        count_unseen(domain, parts[k]);
    }
    for (int v = 0; v < m_.variables(); ++v)
      if ((used >> v & 1) == 0 && m_.p.range(v).count() > 1) unused_variable(v);
    if (out_.elements == i64_max) out_.known = false;
    return out_;
  }

 private:
  static constexpr void add(components& parts, variable_set& used, variable_set s) {
    parts.add(s);
    used |= s;
  }

  /// Whether a constraint that lost its variables does not hold.
  constexpr bool is_empty() const {
    for (int i = 0; i < m_.constraints; ++i)
      if (m_.p.is_constant(m_.constraint[i]) && !m_.constraint_range[i].contains(m_.p.constant[m_.constraint[i]]))
        return true;
    return false;
  }

  constexpr void count_part(const domain_parts& domain, variable_set part) {
    if (is_one_line(domain, part)) return;
    if (take_part(domain, part, false) || count_determined(domain, part)) return;
    if (room_.streamed <= budget_ || !take_part(domain, part, true)) out_.known = false;
  }

  constexpr bool take_part(const domain_parts& domain, variable_set part, bool by_groups) {
    group_sizes sizes;
    const part_image image(m_, lines_, domain, part, room_, by_groups ? room_.streamed : budget_, by_groups,
                           sizes_ ? &sizes : nullptr);
    if (!image.fits()) return false;
    const run_counts& n = image.counts();
    multiply(n.elements, n.groups, n.worst, n.sum_of_worst);
    if (sizes_) sizes_->multiply(sizes);
    if (!image.all_apart()) collide(part, image.first(), image.second());
    return true;
  }

  /// The usual case: lines that are one variable each, without constraints.
  constexpr bool is_one_line(const domain_parts& domain, variable_set part) {
    if ((part & (part - 1)) != 0) return false;
    for (int i = 0; i < m_.constraints; ++i)
      if ((domain.sets().line(m_.constraint[i]) & part) != 0) return false;
    int level = 0, v = -1;
    for (int k = 0; k < lines_.count(); ++k) {
      if (domain.sets().line(lines_[k]) != part) continue;
      const int i = m_.p.begin[lines_[k]];
      if (v >= 0 || m_.p.length[lines_[k]] != 1 || !m_.p.is_variable(m_.p.atom[i])) return false;
      v = m_.p.atom[i];
      level = lines_.level(k);
    }
    const i64 n = m_.p.range(v).count();
    take(n, level < 2 ? n : 1, level < 2 ? 1 : n, level == 1 ? 1 : n);
    return true;
  }

  /// Where every variable of the part is a line of its own, no points fall together.
  constexpr bool count_determined(const domain_parts& domain, variable_set part) {
    variable_set single = 0;
    bool keys = false;
    for (int k = 0; k < lines_.count(); ++k) {
      const variable_set s = domain.sets().line(lines_[k]);
      if ((s & part) == 0) continue;
      keys |= lines_.level(k) < 2;
      const int i = m_.p.begin[lines_[k]];
      if (m_.p.length[lines_[k]] == 1 && m_.p.is_variable(m_.p.atom[i])) single |= s;
    }
    if (single != part) out_.apart_known = false;
    const count_of points = single != part || keys ? count_of{} : count_points_in(m_, domain, part, budget_);
    if (points.known) take(points.value, 1, points.value, points.value);
    return points.known;
  }

  /// Variables that no line has, under constraints: there is a point, or the domain is empty.
  constexpr void count_unseen(const domain_parts& domain, variable_set part) {
    enumeration runs(m_);
    domain.choose(runs, part);
    i64 value[limits::variables], first[limits::variables], second[limits::variables];
    for (int v = 0; v < m_.variables(); ++v) value[v] = m_.p.lo[v];
    runs.begin(value);
    int points = 0;
    i64 steps = 0;
    do {
      const interval r = runs.run(value);
      for (i64 x = r.lo; x <= r.hi && points < 2; ++x, ++points)
        for (int v = 0; v < m_.variables(); ++v)
          (points == 0 ? first : second)[v] = value[v] + (v == runs.long_variable() ? x : 0);
      if (++steps > budget_) {
        if (points == 0) out_.known = false;
        if (points < 2) out_.apart_known = false;
        break;
      }
    } while (points < 2 && runs.next(value));
    if (points == 0 && out_.known) take(0, 0, 0, 0);
    if (points == 2) collide(part, first, second);
  }

  constexpr void unused_variable(int v) {
    i64 first[limits::variables], second[limits::variables];
    for (int u = 0; u < m_.variables(); ++u) first[u] = second[u] = m_.p.lo[u];
    ++second[v];
    collide(one_variable(v), first, second);
  }

  /// Groups of one size.
  constexpr void take(i64 elements, i64 groups, i64 worst, i64 sum_of_worst) {
    multiply(elements, groups, worst, sum_of_worst);
    if (!sizes_) return;
    group_sizes sizes;
    if (groups > 0) sizes.add(worst, groups);
    sizes_->multiply(sizes);
  }

  constexpr void multiply(i64 elements, i64 groups, i64 worst, i64 sum_of_worst) {
    out_.elements = saturating_mul(out_.elements, elements);
    out_.groups = saturating_mul(out_.groups, groups);
    out_.worst = saturating_mul(out_.worst, worst);
    out_.sum_of_worst = saturating_mul(out_.sum_of_worst, sum_of_worst);
  }

  /// Two points that differ in one part only and fall together: the rest is any point.
  constexpr void collide(variable_set part, const i64* first, const i64* second) {
    out_.all_apart = false;
    if (out_.collision || merged_) return;
    for (int v = 0; v < m_.variables(); ++v) out_.first[v] = first[v];
    if (find_point(m_, part, budget_, out_.first) != truth::yes) return;
    for (int v = 0; v < m_.variables(); ++v) out_.second[v] = (part >> v & 1) != 0 ? second[v] : out_.first[v];
    out_.collision = true;
  }

  map_form& m_;
  image_lines lines_;
  scratch room_;
  i64 budget_;
  group_sizes* sizes_;
  bool merged_ = false;
  image_count out_;
};

}  // namespace detail

/// The image of a map over digits, whose first `keys` results are keys, the first `outer` of them outer ones;
/// the form is used up. `merging` counts more maps, and without telling whether points fall together. Looks at
/// up to `budget` runs of each part. `sizes`, where there is one, takes the sizes of the groups.
constexpr image_count count_image(map_form& m, int keys, bool merging, scratch room, i64 budget, int outer = 0,
                                  group_sizes* sizes = nullptr) {
  return detail::image_counter(m, keys, outer, room, budget, sizes).count(merging);
}

}  // namespace mercator::analysis
