// Sets of maps with the sources of their runtime variables, in flat lists.
#pragma once

#include "mercator/hlo/sourced_map.hpp"
#include "mercator/symbolic/reads.hpp"

namespace mercator::hlo_ir {

/// A list in an array of the caller's, who may know how to make a larger one.
template <class Item>
struct growing_list {
  Item* items = nullptr;
  int capacity = 0;
  bool (*grow)(growing_list&) = nullptr;
  int count = 0;
  bool full = false;  ///< something did not fit: what the list holds means nothing

  constexpr Item& operator[](int k) { return items[k]; }
  constexpr const Item& operator[](int k) const { return items[k]; }

  constexpr void push(const Item& item) {
    if (count == capacity && (grow == nullptr || !grow(*this))) {
      full = true;
      return;
    }
    items[count++] = item;
  }
};

/// Why there is no map.
struct missing_map {
  int instruction;      ///< the place of the instruction that has none
  const char* reason;   ///< null: the operation has no maps
  bool is_requirement;  ///< the reason is what the operation requires
};

/// A map of a set.
struct stored_map {
  enum : unsigned char {
    identity,                              ///< of the array that is at hand, whatever its shape
    known,                                 ///< stored as words
    unknown                                ///< `why` says why
  } kind;                                  ///< what is known of it
  bool on_replica = false;                 ///< whether the replica is one more result
  int indices = 0;                         ///< results that are indices of the array
  int first_word = 0;                      ///< of a known map: its tree, then its sources
  int words = 0;                           ///< how many
  missing_map why = {-1, nullptr, false};  ///< of an unknown one
  int next = -1;                           ///< the next map of the set
};

/// The end of a set; the empty set.
inline constexpr int no_map = -1;

/// A map as words: its tree, then its sources.
namespace stored {

inline constexpr int source_words = 6;
inline constexpr int op_base = 16, child_base = 1 << 13;

constexpr void write(growing_list<i64>& words, const symbolic::map_tree& t, const sourced_map& form) {
  const int counts[] = {t.dims, t.ranges, t.runtimes, t.results, t.constraints, t.nodes, t.children};
  for (const int n : counts) words.push(n);
  words.push(t.known_empty);
  for (int v = 0; v < t.variables() && !t.known_empty; ++v) {
    words.push(t.box[v].lo);
    words.push(t.box[v].hi);
  }
  for (int k = 0; k < t.results; ++k) words.push(t.result[k]);
  for (int k = 0; k < t.constraints; ++k) {
    words.push(t.constraint[k]);
    words.push(t.constraint_range[k].lo);
    words.push(t.constraint_range[k].hi);
  }
  for (int k = 0; k < t.nodes; ++k) {
    words.push((i64{t.first[k]} * child_base + t.count[k]) * op_base + static_cast<int>(t.kind[k]));
    words.push(t.value[k]);
  }
  for (int k = 0; k < t.children; ++k) words.push(t.child[k]);
  for (int k = 0; k < t.runtimes; ++k) {
    const source& s = form.sources[k];
    words.push(s.instruction);
    words.push(s.array);
    words.push(static_cast<int>(s.values_outside));
    words.push(s.indices);
    words.push(s.clamp.lo);
    words.push(s.clamp.hi);
  }
}

/// Into a tree that is as it was made.
constexpr void read(const i64* word, symbolic::map_tree& t) {
  int* const counts[] = {&t.dims, &t.ranges, &t.runtimes, &t.results, &t.constraints, &t.nodes, &t.children};
  for (int* const n : counts) *n = static_cast<int>(*word++);
  t.known_empty = *word++ != 0;
  for (int v = 0; v < t.variables() && !t.known_empty; ++v, word += 2) t.box[v] = {word[0], word[1]};
  for (int k = 0; k < t.results; ++k) t.result[k] = static_cast<int>(*word++);
  for (int k = 0; k < t.constraints; ++k, word += 3) {
    t.constraint[k] = static_cast<int>(word[0]);
    t.constraint_range[k] = {word[1], word[2]};
  }
  for (int k = 0; k < t.nodes; ++k, word += 2) {
    t.kind[k] = static_cast<symbolic::op>(word[0] % op_base);
    t.count[k] = static_cast<int>(word[0] / op_base % child_base);
    t.first[k] = static_cast<int>(word[0] / op_base / child_base);
    t.value[k] = word[1];
  }
  for (int k = 0; k < t.children; ++k) t.child[k] = static_cast<int>(*word++);
}

/// Source number k of so many, from the end of the words.
constexpr source read_source(const i64* end, int sources, int k) {
  const i64* const word = end - source_words * (sources - k);
  return {static_cast<int>(word[0]),
          static_cast<int>(word[1]),
          static_cast<outside>(word[2]),
          static_cast<int>(word[3]),
          {word[4], word[5]}};
}

}  // namespace stored

/// Sets of maps: a set is the place of its first map, or `no_map`; each map says which is the next.
class map_store {
 public:
  growing_list<stored_map> maps;  ///< of all sets
  growing_list<i64> words;        ///< of known maps

  /// Whether something did not fit: what is stored means nothing.
  constexpr bool full() const { return maps.full || words.full; }

  /// Adds a map to a set that does not have it, given as the tree of a simplified form. One without a point
  /// says nothing beside others.
  constexpr void add(int& set, const symbolic::map_tree& t, const sourced_map& form) {
    if (t.known_empty && set != no_map) return;
    stored_map entry{stored_map::known, form.on_replica, form.indices, words.count};
    stored::write(words, t, form);
    entry.words = words.count - entry.first_word;
    if (words.full || holds(set, entry))
      words.count = entry.first_word;
    else
      link(set, entry);
  }

  /// Adds a map without a tree, or one that is there already.
  constexpr void add(int& set, stored_map entry) {
    entry.next = no_map;
    if (!holds(set, entry)) link(set, entry);
  }

  /// Whether it is a known map whose domain has no point.
  constexpr bool is_known_empty(const stored_map& e) const {
    return e.kind == stored_map::known && words[e.first_word + 7] != 0;
  }

  /// How many maps a set has.
  constexpr int size(int set) const {
    int n = 0;
    for (; set != no_map; set = maps[set].next) ++n;
    return n;
  }

  // ---- a known map

  /// Into a tree that is as it was made. Its results are the indices, the replica, then the indices of sources.
  constexpr void read(const stored_map& e, symbolic::map_tree& t) const { stored::read(words.items + e.first_word, t); }
  /// How many runtime variables it has.
  constexpr int runtimes(const stored_map& e) const { return static_cast<int>(words[e.first_word + 2]); }
  /// Where runtime variable k is read.
  constexpr source source_of(const stored_map& e, int k) const {
    return stored::read_source(words.items + e.first_word + e.words, runtimes(e), k);
  }

  /// Onto lines; the form is fresh.
  constexpr void read(const stored_map& e, sourced_map& out) const {
    symbolic::map_tree t;
    read(e, t);
    symbolic::lower(t, out.m);
    out.indices = e.indices;
    out.on_replica = e.on_replica;
    for (int k = 0; k < t.runtimes; ++k) out.sources[k] = source_of(e, k);
  }

 private:
  /// How many points a comparison of maps of different forms may look at.
  static constexpr int points = 500;
  /// Sets that are larger are told apart by their forms alone.
  static constexpr int most_compared = 16;

  constexpr void link(int& set, const stored_map& entry) {
    maps.push(entry);
    if (maps.full) return;
    int* end = &set;
    while (*end != no_map) end = &maps[*end].next;
    *end = maps.count - 1;
  }

  /// A set needs one map that is unknown.
  constexpr bool holds(int set, const stored_map& entry) const {
    bool compares = entry.kind == stored_map::known && size(set) <= most_compared;
    for (; set != no_map; set = maps[set].next) {
      const stored_map& other = maps[set];
      if (other.kind != entry.kind) continue;
      if (entry.kind != stored_map::known) return true;
      if (other.indices != entry.indices || other.on_replica != entry.on_replica) continue;
      if (same_words(other, entry) || (compares && is_same(other, entry))) return true;
    }
    return false;
  }

  constexpr bool same_words(const stored_map& a, const stored_map& b) const {
    if (a.words != b.words) return false;
    for (int k = 0; k < a.words; ++k)
      if (words[a.first_word + k] != words[b.first_word + k]) return false;
    return true;
  }

  /// Whether the maps are the same in another form, perhaps with their ranges in another order.
  constexpr bool is_same(const stored_map& a, const stored_map& b) const {
    for (int k = 0; k < 4; ++k)  // dimensions, ranges, runtime variables, results
      if (words[a.first_word + k] != words[b.first_word + k]) return false;
    for (int k = 0; k < runtimes(a); ++k)
      if (!(source_of(a, k) == source_of(b, k))) return false;
    symbolic::map_tree x, y;
    read(a, x);
    read(b, y);
    const symbolic::verdict v =
        x.ranges > 1 ? symbolic::decide_same_reads(x, y, points) : symbolic::decide_equal(x, y, points);
    return v.is == symbolic::truth::yes;
  }
};

}  // namespace mercator::hlo_ir
