// The ways to invert a map by its periods, one after the other, at run time.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "mercator/map/workspace.hpp"
#include "mercator/symbolic/inverse_by_period.hpp"
#include "mercator/symbolic/inverse_by_table.hpp"
#include "mercator/symbolic/step_chains.hpp"

namespace mercator::detail {

/// Looks for the inverse of a map in the ways that have the fewest residues.
class inverting_by_period {
 public:
  /// The form's domain is simplified; the tree is the map as it is written. Both stand in the workspace.
  inverting_by_period(symbolic::map_form& m, const symbolic::map_tree& written)
      : m_(m), written_(written), ways_(m), steps_(std::make_unique<symbolic::period_lattice>(m)) {}

  /// The inverse in a tree of the workspace, or null.
  const symbolic::map_tree* invert() {
    std::vector<found> some;
    for (unsigned k = 0; k < ways_.count(); ++k)
      if (take(k) && steps_->points() <= most_rows) some.push_back({steps_->points(), k});
    std::sort(some.begin(), some.end());
    const symbolic::pool::mark before = m_.p.checkpoint();
    for (const found& f : some) {
      if (tables_ == most_tables) break;
      m_.p.restore(before);
      take(f.way);
      for (const bool by_digits : {false, true})
        if (const symbolic::map_tree* const out = invert_in_way(by_digits)) return out;
    }
    return nullptr;
  }

 private:
  static constexpr int most_rows = 2048;
  static constexpr int most_tables = 8;  // that are too large

  struct found {
    i64 rows;
    unsigned way;
    bool operator<(const found& o) const { return rows != o.rows ? rows < o.rows : way < o.way; }
  };

  bool take(unsigned way) { return ways_.make(way, most_rows, way_) && steps_->find(way_); }

  const symbolic::map_tree* invert_in_way(bool by_digits) {
    workspace& w = workspace::of_this_thread();
    symbolic::map_form& residues = w.form(1);
    symbolic::map_tree &classes = w.tree(workspace::spare_tree), &out = w.tree(1);
    const auto by = std::make_unique<symbolic::inverse_by_period>(m_, way_, *steps_, by_digits);
    if ((by_digits && !by->has_digits()) || !by->make_residues(residues)) return nullptr;
    using table = symbolic::inverse_by_table<most_rows, true, symbolic::step_chains>;
    const symbolic::inversion made = std::make_unique<table>(residues, by->numbers(), classes)->make(most_rows);
    tables_ += made != symbolic::inversion::not_injective;
    return made == symbolic::inversion::done && by->write(classes, written_, out) ? &out : nullptr;
  }

  symbolic::map_form& m_;
  const symbolic::map_tree& written_;
  symbolic::period_ways ways_;
  symbolic::period_way way_;
  std::unique_ptr<symbolic::period_lattice> steps_;
  int tables_ = 0;
};

}  // namespace mercator::detail
