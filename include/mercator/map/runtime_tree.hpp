// A map's tree in one block of exactly its size: what a map at run time keeps.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>

#include "mercator/symbolic/tree.hpp"

namespace mercator {

/// The members have the names of symbolic::map_tree's, so that printing and evaluation take either.
class runtime_tree {
 public:
  int dims, ranges, runtimes, results, constraints, nodes, children;
  int name_characters;
  bool known_empty, named;

  const interval* box = nullptr;
  const interval* constraint_range = nullptr;
  const i64* value = nullptr;
  const int* result = nullptr;
  const int* constraint = nullptr;
  const int* first = nullptr;
  const int* count = nullptr;
  const int* child = nullptr;
  const int* name_begin = nullptr;
  const symbolic::op* kind = nullptr;
  const char* name = nullptr;

  explicit runtime_tree(const symbolic::map_tree& t)
      : dims(t.dims),
        ranges(t.ranges),
        runtimes(t.runtimes),
        results(t.results),
        constraints(t.constraints),
        nodes(t.nodes),
        children(t.children),
        name_characters(t.named ? t.name_begin[t.variables()] : 0),
        known_empty(t.known_empty),
        named(t.named) {
    std::size_t size = 0;
    each_array(*this, t, [&]<class T>(const T*&, const T*, int n) { size += static_cast<std::size_t>(n) * sizeof(T); });
    block_ = std::make_unique<std::byte[]>(size);
    std::byte* at = block_.get();
    each_array(*this, t, [&]<class T>(const T*& mine, const T* theirs, int n) {
      const std::size_t bytes = static_cast<std::size_t>(n) * sizeof(T);
      if (bytes != 0) std::memcpy(at, theirs, bytes);
      mine = reinterpret_cast<const T*>(at);
      at += bytes;
    });
  }
  runtime_tree(const runtime_tree&) = delete;
  runtime_tree& operator=(const runtime_tree&) = delete;

  int variables() const { return dims + ranges + runtimes; }

  /// Gives the map to the engine; `t` must be as it was made.
  void write(symbolic::map_tree& t) const {
    t.dims = dims, t.ranges = ranges, t.runtimes = runtimes;
    t.results = results, t.constraints = constraints, t.nodes = nodes, t.children = children;
    t.known_empty = known_empty, t.named = named;
    each_array(*this, t, []<class T>(const T* mine, T* theirs, int n) {
      if (n != 0) std::memcpy(theirs, mine, static_cast<std::size_t>(n) * sizeof(T));
    });
  }

 private:
  /// Calls f(array of mine, array of theirs, length) for every array, those with the widest elements first.
  template <class Mine, class Theirs, class F>
  static void each_array(Mine& mine, Theirs& theirs, F f) {
    const int variables = mine.variables();
    f(mine.box, theirs.box, mine.known_empty ? 0 : variables);
    f(mine.constraint_range, theirs.constraint_range, mine.constraints);
    f(mine.value, theirs.value, mine.nodes);
    f(mine.result, theirs.result, mine.results);
    f(mine.constraint, theirs.constraint, mine.constraints);
    f(mine.first, theirs.first, mine.nodes);
    f(mine.count, theirs.count, mine.nodes);
    f(mine.child, theirs.child, mine.children);
    f(mine.name_begin, theirs.name_begin, mine.named ? variables + 1 : 0);
    f(mine.kind, theirs.kind, mine.nodes);
    f(mine.name, theirs.name, mine.name_characters);
  }

  std::unique_ptr<std::byte[]> block_;
};

}  // namespace mercator
