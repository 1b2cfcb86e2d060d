// An analysis at run time, with the memory that it needs.
#pragma once

#include <memory>
#include <new>

#include "mercator/hlo/analysis.hpp"
#include "mercator/hlo/outputs.hpp"
#include "mercator/map/runtime_map.hpp"

namespace mercator::hlo_ir {

/// A list that becomes larger when it is full.
template <class Item>
class owned_list {
 public:
  explicit owned_list(growing_list<Item>& list) : list_(list) { list.grow = &grow; }
  owned_list(const owned_list&) = delete;
  owned_list& operator=(const owned_list&) = delete;
  ~owned_list() { delete[] list_.items; }

 private:
  static bool grow(growing_list<Item>& list) {
    constexpr int most = 1 << 29;
    if (list.capacity >= most) return false;
    const int capacity = list.capacity == 0 ? 1024 : 2 * list.capacity;
    Item* const items = new (std::nothrow) Item[static_cast<std::size_t>(capacity)];
    if (items == nullptr) return false;
    for (int k = 0; k < list.count; ++k) items[k] = list.items[k];
    delete[] list.items;
    list.items = items;
    list.capacity = capacity;
    return true;
  }

  growing_list<Item>& list_;
};

/// Refers to the module, which has to outlive it. What was found is forgotten with the next question, so that a
/// module is read one instruction after the other in little memory.
class owned_analysis {
 public:
  /// Of a module, in one direction.
  owned_analysis(const hlo_module& m, direction way)
      : sets_(new int[static_cast<std::size_t>(m.counts.shapes) + 1]),
        states_(new computation_state[static_cast<std::size_t>(m.counts.computations) + 1]),
        stack_(new int[static_cast<std::size_t>(m.counts.computations) + 1]),
        room_{sets_.get(), states_.get(), stack_.get(), {}, {}, {}},
        maps_(room_.store.maps),
        words_(room_.store.words),
        links_(room_.links),
        found_(room_.found),
        analysis_(m, way, room_) {}

  /// See analysis::read_instruction.
  void read_instruction(const instruction& i, int array) {
    forget();
    analysis_.summarise_called_by(i);
    keep();
    analysis_.read_instruction(i, array);
  }
  /// See analysis::read_computation.
  void read_computation(const computation& c, int array) {
    forget();
    analysis_.read_computation(c, array);
    keep();
  }

  /// The maps that were found.
  const map_store& store() const { return room_.store; }
  /// For each array that was reached, its set of maps in the store.
  const growing_list<array_maps>& found() const { return room_.found; }
  /// A known map on its own: its results are the indices, and the replica where it is one of them.
  runtime_map map(const stored_map& e) const {
    const auto t = std::make_unique<symbolic::map_tree>();
    room_.store.read(e, *t);
    t->results = e.indices + e.on_replica;
    return runtime_map(*t, true);
  }
  /// The analysis that it has the memory for.
  const analysis& operator*() const { return analysis_; }
  /// Whether the memory was not enough: then nothing that was found means anything.
  bool full() const { return room_.full(); }

 private:
  void forget() {
    room_.store.maps.count = kept_maps_;
    room_.store.words.count = kept_words_;
  }
  void keep() {
    kept_maps_ = room_.store.maps.count;
    kept_words_ = room_.store.words.count;
  }

  std::unique_ptr<int[]> sets_;
  std::unique_ptr<computation_state[]> states_;
  std::unique_ptr<int[]> stack_;
  analysis_room room_;
  owned_list<stored_map> maps_;
  owned_list<i64> words_;
  owned_list<summary_link> links_;
  owned_list<array_maps> found_;
  analysis analysis_;
  int kept_maps_ = 0, kept_words_ = 0;
};

}  // namespace mercator::hlo_ir
