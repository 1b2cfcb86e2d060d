// The engine's arrays at run time: allocated once a thread, and not on its stack, for which they are too large.
#pragma once

#include <cassert>
#include <memory>
#include <utility>

#include "mercator/symbolic/form.hpp"

namespace mercator {

/// Room for a T that is made anew each time it is asked for. Nothing is destroyed: T has nothing to release.
template <class T>
class reusable {
 public:
  reusable() {}
  reusable(const reusable&) = delete;
  reusable& operator=(const reusable&) = delete;
  ~reusable() {}

  template <class... Arguments>
  T& make(Arguments&&... arguments) {
    static_assert(std::is_trivially_destructible_v<T>);
    return *std::construct_at(&value_, std::forward<Arguments>(arguments)...);
  }

 private:
  union {
    T value_;
  };
};

/// What one operation works with. A thread has one; memory that is not touched is not resident.
class workspace {
 public:
  static workspace& of_this_thread() {
    static thread_local const std::unique_ptr<workspace> one(new workspace);
    return *one;
  }

  static constexpr int spare_tree = 2, spare_form = 3;  ///< two trees and a form of simplification on its way

  /// An empty tree, or an empty form, in slot number `slot`. What the slot held before is gone.
  symbolic::map_tree& tree(int slot) { return trees_[slot].make(); }
  symbolic::map_form& form(int slot) { return forms_[slot].make(pools_[slot].make()); }

 private:
  reusable<symbolic::map_tree> trees_[spare_tree + 2];
  reusable<symbolic::pool> pools_[spare_form + 1];
  reusable<symbolic::map_form> forms_[spare_form + 1];
};

}  // namespace mercator
