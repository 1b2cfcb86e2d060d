// The inverse of a map from those of its cases, at run time.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "mercator/map/runtime_building.hpp"
#include "mercator/symbolic/case_splits.hpp"
#include "mercator/symbolic/joined_cases.hpp"
#include "mercator/symbolic/operations.hpp"
#include "mercator/symbolic/solve_quotients.hpp"

namespace mercator::detail {

/// Splits a map into cases until each is solved, and joins their inverses: first into few, then into more. That their
/// domains, the images of the cases, are disjoint is proved, or every point is followed to its image and back: then the
/// map is injective.
class inverting_by_cases {
 public:
  explicit inverting_by_cases(const map_limits& limits) : limits_(limits) {}

  /// The inverse, an error that names two points with the same results, or nothing.
  std::optional<result<runtime_map>> invert(const runtime_map& m) {
    if (find_equal_images(m)) return not_injective(equal_[0].data(), equal_[1].data(), m.counts().variables());
    is_cut_ = true;
    for (int levels = 1; levels <= most_levels && is_cut_; ++levels) {
      is_cut_ = false;
      if (!split(m, levels)) continue;
      if (inverse_.size() > 1) return join(m);
      if (inverse_.size() == 1) return finished(m);
      break;
    }
    return {};
  }

 private:
  static constexpr int most_levels = 5;
  static constexpr int most_ways = 3;            // to split one map
  static constexpr int most_solved = 6000;       // nodes of maps, in all searches
  static constexpr int few_points = 16;          // that are looked at to solve a map
  static constexpr i64 most_compared = 1 << 13;  // points, with each other
  static constexpr i64 most_points = 1 << 18;    // that are followed
  static constexpr int few_nodes = 40;           // are simplified in a few milliseconds
  static constexpr std::size_t many_cases = 12;  // conditions are not chosen of more, or of
  static constexpr int many_nodes = 300;         // in all cases

  /// Finds two points of a part of the domain, with few values of every variable, that have the same results: then
  /// nothing need be tried.
  bool find_equal_images(const runtime_map& m) {
    const map_counts n = m.counts();
    interval box[symbolic::limits::variables];
    i64 at[symbolic::limits::variables];
    for (int v = 0; v < n.variables(); ++v) box[v] = m.variable(v);
    shorten(box, n.variables());
    for (int v = 0; v < n.variables(); ++v) at[v] = box[v].lo;
    std::vector<std::pair<std::vector<i64>, std::vector<i64>>> pairs;  // image and point
    do {
      std::vector<i64> image(static_cast<std::size_t>(n.results));
      if (!symbolic::evaluate_inside(*m.tree_, at, image.data())) continue;
      image.insert(image.end(), at + n.dimensions + n.ranges, at + n.variables());
      pairs.emplace_back(std::move(image), std::vector<i64>(at, at + n.variables()));
    } while (symbolic::next_point(at, box, 0, n.variables()));
    std::sort(pairs.begin(), pairs.end());
    const auto found =
        std::adjacent_find(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) { return a.first == b.first; });
    if (found == pairs.end()) return false;
    equal_[0] = found->second;
    equal_[1] = (found + 1)->second;
    return true;
  }

  /// Leaves a box few points: every interval as many values as the others, or all that it has.
  static void shorten(interval* box, int variables) {
    for (i64 most = i64{1} << 14; most > 1; most -= most / 8 + 1) {
      i64 points = 1;
      for (int v = 0; v < variables; ++v) points = saturating_mul(points, std::min(box[v].count(), most));
      if (points > most_compared) continue;
      for (int v = 0; v < variables; ++v)
        if (box[v].count() > most) box[v].hi = box[v].lo + most - 1;
      return;
    }
    for (int v = 0; v < variables; ++v) box[v].hi = box[v].lo;
  }

  // ---- cases

  /// Adds the inverses of a map's cases, or nothing where one has none.
  bool split(const runtime_map& m, int levels) {
    const std::size_t before = inverse_.size();
    int ways = levels > 0 ? most_ways : 0;
    is_cut_ |= levels == 0;
    for (int way = 0; way < ways; ++way) {
      i64 cases = 1, number = 0;
      while (number < cases && add_case(m, levels, way, number, ways, cases)) ++number;
      if (number == cases && way < ways) return true;
      inverse_.resize(before, m);
    }
    return false;
  }

  /// Adds the inverses of one case; says how many there are of it, and how many ways to split the map.
  bool add_case(const runtime_map& m, int levels, int way, i64 number, int& ways, i64& cases) {
    workspace& w = workspace::of_this_thread();
    symbolic::map_form &whole = w.form(0), &part = w.form(1);
    m.lower(whole);
    if (fits(whole)) symbolic::simplify_domain(whole);
    if (!fits(whole)) return false;
    const symbolic::case_splits splits(whole);
    ways = std::min(ways, splits.count());
    if (way >= ways) return false;
    cases = splits.cases(way);
    splits.extract(way, number, part);
    const int scaled = splits.scaled_variable(way);
    const i64 factor = splits.factor(way), residue = splits.residue(way, number);
    symbolic::map_tree& out = w.tree(1);
    if (!simplify_form(part, out)) return false;
    std::size_t next = inverse_.size();
    if (!add(runtime_map(out, true), levels - 1)) return false;
    for (; scaled >= 0 && next < inverse_.size(); ++next) rescale(inverse_[next], scaled, factor, residue);
    return true;
  }

  /// Adds the inverse of a map, or those of its cases.
  bool add(const runtime_map& m, int levels) {
    if (m.is_known_empty()) return true;
    if ((solved_ += m.tree_->nodes) > most_solved) return false;
    result<runtime_map> whole = solve(m);
    if (!whole) return split(m, levels);
    if (!whole->is_known_empty()) inverse_.push_back(*std::move(whole));
    return true;
  }

  /// The inverse by few steps.
  result<runtime_map> solve(const runtime_map& m) const {
    return m.turned(
        [](symbolic::map_form& form, symbolic::map_form& out) {
          const symbolic::solving_budget few{few_points, few_points};
          return symbolic::inverse<symbolic::quotient_equations>(form, out, few) ? nullptr : "";
        },
        nullptr, limits_);
  }

  /// A result is a multiple of what it was, and more.
  static void rescale(runtime_map& m, int result, i64 factor, i64 more) {
    symbolic::map_tree& out = workspace::of_this_thread().tree(1);
    m.tree_->write(out);
    out.result[result] = out.scaled(out.result[result], factor);
    if (more != 0) out.result[result] = out.binary(symbolic::op::sum, out.result[result], out.constant(more));
    m = runtime_map(out);
  }

  // ---- joined

  std::optional<runtime_map> join(const runtime_map& m) {
    const map_counts n = inverse_[0].counts();
    const runtime_map simple = m.simplify();
    for (int v = 0; v < n.variables(); ++v) {
      box_[v] = nothing;
      for (const runtime_map& part : inverse_) box_[v] = hull(box_[v], part.variable(v));
    }
    const bool are_apart = tell_apart();
    workspace& w = workspace::of_this_thread();
    symbolic::map_tree& out = w.tree(1);
    const auto joined = std::make_unique<symbolic::joined_cases>(n.dimensions, n.runtimes, box_, out);
    for (std::size_t k = 0; k < inverse_.size(); ++k) {
      symbolic::map_tree& part = w.tree(0);
      inverse_[k].write(part);
      joined->add(part, telling_[k]);
    }
    for (int v = 0; v < n.results; ++v) joined->add_result(v, simple.variable(v));
    if (!fills_box(simple)) joined->require_one();
    if (out.full || symbolic::check_range(out)) return {};
    inverse_ = {runtime_map(out)};
    return are_apart || leads_back(simple, inverse_[0]) ? finished(m) : std::nullopt;
  }

  /// The only inverse, simplified where that does not take long; nothing where it has bounds that do not fit, or is
  /// larger than a map or its text may be.
  std::optional<runtime_map> finished(const runtime_map& m) const {
    symbolic::map_tree& out = workspace::of_this_thread().tree(1);
    inverse_[0].write(out);
    const bool simplifies = out.nodes <= few_nodes || symbolic::check_range(out);
    runtime_map whole = simplifies ? inverse_[0].simplify() : inverse_[0];
    whole.write(out);
    if (symbolic::check_range(out) || out.nodes > limits_.nodes || !symbolic::fits_text(out) ||
        symbolic::check_nesting(out))
      return {};
    return std::move(whole).clamping(m.clamps());
  }

  /// Finds few conditions of every domain that no point of another meets. False where that is not known of all.
  bool tell_apart() {
    bool known = true;
    int nodes = 0;
    for (const runtime_map& part : inverse_) nodes += part.tree_->nodes;
    const bool choose = inverse_.size() <= many_cases && nodes <= many_nodes;
    for (std::size_t k = 0; k < inverse_.size(); ++k) {
      telling_.emplace_back(true);
      symbolic::domain_conditions& telling = telling_.back();
      known = known && is_alone(k, telling);
      if (!known || !choose) continue;
      for (int c = inverse_[k].counts().variables() * 2 + inverse_[k].constraints() - 1; c >= 0; --c) {
        telling.holds[c] = false;
        telling.holds[c] = !is_alone(k, telling);
      }
    }
    return known;
  }

  /// Whether it is known that these conditions of a domain are met in no other.
  bool is_alone(std::size_t k, const symbolic::domain_conditions& conditions) const {
    workspace& w = workspace::of_this_thread();
    for (std::size_t other = 0; other < inverse_.size(); ++other) {
      if (other == k) continue;
      symbolic::map_form &x = w.form(0), &y = w.form(1);
      symbolic::map_tree& tree = w.tree(0);
      inverse_[k].write(tree);
      conditions.apply(box_, tree);
      symbolic::lower(tree, x);
      inverse_[other].lower(y);
      if (!fits(x) || !fits(y)) return false;
      x.results = y.results = 0;
      symbolic::append_results(x, y);
      if (!fits(x) || symbolic::simplify_domain(x) || !fits(x)) return false;
    }
    return true;
  }

  /// Whether there are as many points as the box of their images has.
  bool fills_box(const runtime_map& m) const {
    i64 points = 1, images = 1;
    for (int v = 0; v < m.counts().variables(); ++v) points = saturating_mul(points, m.variable(v).count());
    for (int v = 0; v < inverse_[0].counts().variables(); ++v) images = saturating_mul(images, box_[v].count());
    return m.constraints() == 0 && points == images && points != i64_max;
  }

  /// Whether every point comes back from its image, where there are few enough to look at.
  static bool leads_back(const runtime_map& m, const runtime_map& inverse) {
    const map_counts n = m.counts();
    const int sources = n.dimensions + n.ranges;
    interval box[symbolic::limits::variables];
    i64 at[symbolic::limits::variables], back[symbolic::limits::results];
    i64 image[symbolic::limits::results + symbolic::limits::variables];
    i64 points = 1;
    for (int v = 0; v < n.variables(); ++v) {
      box[v] = m.variable(v);
      at[v] = box[v].lo;
      points = saturating_mul(points, box[v].count());
    }
    if (points > most_points) return false;
    do {
      if (!symbolic::evaluate_inside(*m.tree_, at, image)) continue;
      std::copy(at + sources, at + n.variables(), image + n.results);
      if (!symbolic::evaluate_inside(*inverse.tree_, image, back) || !std::equal(at, at + sources, back)) return false;
    } while (symbolic::next_point(at, box, 0, n.variables()));
    return true;
  }

  const map_limits& limits_;
  std::vector<runtime_map> inverse_;                  // of cases
  std::vector<symbolic::domain_conditions> telling_;  // which of them it is
  interval box_[symbolic::limits::variables];         // of all their domains
  std::vector<i64> equal_[2];                         // points with the same results
  bool is_cut_ = false;                               // more levels would be another search
  int solved_ = 0;
};

}  // namespace mercator::detail
