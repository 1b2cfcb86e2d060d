// What analyses are asked about: static maps, by their builders, and maps at run time, which write themselves.
#pragma once

#include "mercator/analysis/covering.hpp"
#include "mercator/analysis/monotonic.hpp"
#include "mercator/map/equal.hpp"

namespace mercator {

/// A map that is known at run time: it writes itself into a tree, and is no static map.
template <class Map>
concept RuntimeMap = !IndexingMap<Map> && requires(const Map& m, symbolic::map_tree& tree) {
  m.write(tree);
};

namespace analysis {

/// What a constant evaluation may spend, so that compilers need no flag.
struct static_means {
  static constexpr int words = 16384;
  static constexpr i64 budget = 1024;
  static constexpr int steps = 24;
  static constexpr i64 budget_of_step = 48;
  static constexpr int atoms = 4;
  static constexpr int sets = 63;

  static constexpr means with(i64* room) { return {{room, words, 0}, budget, steps, budget_of_step, atoms, sets}; }
};

/// What an analysis at run time may spend.
inline constexpr i64 runtime_budget = 200'000;
inline constexpr i64 runtime_words = 4'000'000;
inline constexpr i64 runtime_streamed = 8'000'000;
inline constexpr int runtime_steps = 4096;
inline constexpr int runtime_atoms = 12;
inline constexpr int runtime_sets = 1024;

/// Calls question(tree, means) on a static map's simplified tree. What does not fit gives a value-initialised
/// answer.
template <class Answer, class Question>
constexpr Answer ask(mercator::detail::builder build, Question question) {
  map_tree t;
  equality::simplified_tree(build, t);
  if (t.full) return Answer{};
  i64 room[static_means::words];
  return question(t, static_means::with(room));
}

/// Arrays of numbers or trees on the heap; <memory> would bring the names of POSIX with it.
template <class T>
class on_heap {
 public:
  explicit on_heap(i64 count) : first_(new T[static_cast<std::size_t>(count)]) {}
  on_heap(const on_heap&) = delete;
  on_heap& operator=(const on_heap&) = delete;
  ~on_heap() { delete[] first_; }

  T* get() const { return first_; }
  T& operator*() const { return *first_; }

 private:
  T* first_;
};

/// Room is made once a thread.
inline means runtime_means() {
  static thread_local const on_heap<i64> room(runtime_words);
  return {{room.get(), runtime_words, runtime_streamed},
          runtime_budget,
          runtime_steps,
          runtime_budget,
          runtime_atoms,
          runtime_sets};
}

/// Calls question(tree, means) on a map's tree at run time.
template <RuntimeMap Map, class Question>
auto ask(const Map& m, Question question) {
  const on_heap<map_tree> t(1);
  m.write(*t);
  return question(*t, runtime_means());
}

}  // namespace analysis

}  // namespace mercator
