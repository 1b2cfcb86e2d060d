// A map's value in one flat array of words: what outlives a constant evaluation, and what types are raised from.
#pragma once

#include "mercator/map/recipe.hpp"
#include "mercator/symbolic/tree.hpp"

namespace mercator::packing {

/// What a term of a line is. A term is two words: its coefficient and its code, payload * kinds + kind; of the
/// dimensions that a line begins with, the coefficient and the number.
///   variables      payload: the number within its kind
///   constant       coefficient: its value
///   the others     payload: where its record begins
/// Records:
///   floordiv, ceildiv, mod   reference to the operand, divisor
///   min, max                 references to the operands
///   scaled                   reference to the operand
enum class term : int { dimension, range, runtime, constant, floordiv, ceildiv, mod, scaled, min, max };

inline constexpr int kinds = 16;

/// What refers to a line is one word, payload * forms + form. So types are made from as few words as can be: each one
/// that is read costs compile time.
///   lone_dimension   payload: its number
///   lone_term        payload: its code
///   the others       payload: where its terms, and behind them perhaps a constant, begin; dimensions come first.
///                    The form is dimensions * 4096 + other terms * 2 + (is there a constant at the end)
inline constexpr int forms = 1 << 20;
inline constexpr int lone_dimension = 1 << 19, lone_term = lone_dimension + 1;

constexpr i64 form_word(int dimensions, int others, bool constant) {
  return (dimensions << 12) + (others << 1) + constant;
}

/// Why there is no value.
enum class status : unsigned char { good, no_room, overflow, too_large, unfit, failed };

/// The number of constraints that says that the map is known to be empty.
inline constexpr int none_as_known_empty = -1;

/// The key where there is no value.
inline constexpr i64 no_key = -1;

/// The array: intervals (two words a variable), references to the results' lines, constraints (three words each:
/// reference and interval), then lines and records. Names, where kept: the characters of each variable's name stand as
/// words from `names` on, behind where each one begins.
template <int Words>
struct packed {
  map_counts counts{};
  int constraints = 0;
  i64 key = 0;    ///< what raising asks first, in one number: see key_of
  int names = 0;  ///< 0: the default names
  int used = 0;
  status state = status::good;
  int reason = 0, offset = 0;  ///< where it failed: why, and where in a text
  i64 word[static_cast<unsigned>(Words)] = {};

  constexpr packed() = default;
  constexpr explicit packed(status why) : key(no_key), state(why) {}

  constexpr int name_begin(int v) const { return static_cast<int>(word[names + v]); }
  constexpr int name_length(int v) const { return name_begin(v + 1) - name_begin(v); }
};

/// The counts, and whether all variables begin at 0, as one number.
constexpr i64 key_of(const map_counts& n, int constraints, bool from_zero) {
  return n.dimensions + (n.ranges << 7) + (n.runtimes << 14) + (n.results << 21) + (i64{from_zero} << 28) +
         (i64{constraints + 1} << 29);
}

/// Writes a tree into words. What does not fit is counted, and not written.
class packer {
 public:
  constexpr packer(const symbolic::map_tree& t, i64* word, int capacity) : t_(t), word_(word), capacity_(capacity) {}

  constexpr int used() const { return used_; }
  constexpr bool fits() const { return fits_; }
  constexpr bool too_long() const { return too_long_; }
  constexpr bool from_zero() const { return from_zero_; }

  constexpr void intervals() {
    const int variables = t_.variables();
    if (!take(2 * variables)) return;
    for (int v = 0; v < variables; ++v) {
      word_[2 * v] = t_.known_empty ? nothing.lo : t_.box[v].lo;
      word_[2 * v + 1] = t_.known_empty ? nothing.hi : t_.box[v].hi;
      from_zero_ &= word_[2 * v] == 0;
    }
  }

  constexpr void expressions() {
    const int results = used_, constraints = results + t_.results;
    const bool fit = take(t_.results + 3 * t_.constraints);
    for (int k = 0; k < t_.results; ++k) {
      const i64 at = line(t_.result[k]);
      if (fit) word_[results + k] = at;
    }
    for (int k = 0; k < t_.constraints; ++k) {
      const i64 at = line(t_.constraint[k]);
      if (!fit) continue;
      word_[constraints + 3 * k] = at;
      word_[constraints + 3 * k + 1] = t_.constraint_range[k].lo;
      word_[constraints + 3 * k + 2] = t_.constraint_range[k].hi;
    }
  }

  constexpr int names() {
    const int from = used_, variables = t_.variables(), characters = from + variables + 1;
    if (!take(variables + 1 + t_.name_begin[variables])) return 0;
    for (int v = 0; v <= variables; ++v) word_[from + v] = characters + t_.name_begin[v];
    for (int k = 0; k < t_.name_begin[variables]; ++k) word_[characters + k] = t_.name[k];
    return from;
  }

 private:
  static constexpr int max_terms = 128;

  /// Room for some more words, from the old used_ on.
  constexpr bool take(int words) {
    used_ += words;
    if (used_ > capacity_) fits_ = false;
    return fits_;
  }

  /// The reference to the line of a node, which stands behind all that it refers to.
  constexpr i64 line(int node) {
    i64 coefficient[max_terms], code[max_terms];
    int count = 0;
    if (t_.kind[node] == symbolic::op::sum)
      collect(node, coefficient, code, count);
    else
      code[count++] = term_of(node, coefficient[0]);
    if (too_long_) return 0;
    const bool constant = code[count - 1] == static_cast<int>(term::constant);
    if (count == 1 && !constant && coefficient[0] == 1)
      return code[0] % kinds == static_cast<int>(term::dimension) ? code[0] / kinds * forms + lone_dimension
                                                                  : code[0] * forms + lone_term;
    if (constant) --count;
    int dimensions = 0;
    while (dimensions < count && code[dimensions] % kinds == static_cast<int>(term::dimension))
      code[dimensions++] /= kinds;
    const i64 reference = i64{used_} * forms + form_word(dimensions, count - dimensions, constant);
    int at = used_;
    if (!take(2 * count + constant)) return reference;
    for (int k = 0; k < count; ++k) {
      word_[at++] = coefficient[k];
      word_[at++] = code[k];
    }
    if (constant) word_[at] = coefficient[count];
    return reference;
  }

  /// A sum's terms, those of sums in it too.
  constexpr void collect(int node, i64* coefficient, i64* code, int& count) {
    for (int k = t_.first[node], e = k + t_.count[node]; k < e; ++k) {
      const int n = t_.child[k];
      if (t_.kind[n] == symbolic::op::sum) {
        collect(n, coefficient, code, count);
      } else if (count == max_terms) {
        too_long_ = true;
      } else {
        code[count] = term_of(n, coefficient[count]);
        ++count;
      }
    }
  }

  constexpr i64 term_of(int node, i64& coefficient) {
    coefficient = 1;
    symbolic::op kind = t_.kind[node];
    if (kind == symbolic::op::product) {
      coefficient = t_.value[node];
      node = t_.operand(node);
      kind = t_.kind[node];
      if (kind == symbolic::op::sum || kind == symbolic::op::product || kind == symbolic::op::constant)
        return code(term::scaled, record(line(node)));
    }
    const i64 value = t_.value[node];
    switch (kind) {
      case symbolic::op::variable:
        if (value < t_.dims) return code(term::dimension, value);
        return value < t_.dims + t_.ranges ? code(term::range, value - t_.dims)
                                           : code(term::runtime, value - t_.dims - t_.ranges);
      case symbolic::op::floordiv:
        return code(term::floordiv, record(line(t_.operand(node)), value));
      case symbolic::op::ceildiv:
        return code(term::ceildiv, record(line(t_.operand(node)), value));
      case symbolic::op::mod:
        return code(term::mod, record(line(t_.operand(node)), value));
      case symbolic::op::min:
        return code(term::min, extremum(node));
      case symbolic::op::max:
        return code(term::max, extremum(node));
      default:
        coefficient = value;
        return code(term::constant, 0);
    }
  }

  static constexpr i64 code(term kind, i64 payload) { return payload * kinds + static_cast<int>(kind); }

  constexpr int extremum(int node) {
    const i64 first = line(t_.operand(node));
    return record(first, line(t_.operand(node, 1)));
  }

  /// Where a record of one word, or of two, begins.
  constexpr int record(i64 word) {
    const int begin = used_;
    if (take(1)) word_[begin] = word;
    return begin;
  }
  constexpr int record(i64 first, i64 second) {
    const int begin = record(first);
    record(second);
    return begin;
  }

  const symbolic::map_tree& t_;
  i64* word_;
  int capacity_;
  int used_ = 0;
  bool fits_ = true;
  bool from_zero_ = true;
  bool too_long_ = false;  ///< a line has more terms than lines may have
};

/// The tree as words.
template <int Words>
constexpr packed<Words> pack(const symbolic::map_tree& t) {
  packed<Words> out;
  packer p(t, out.word, Words);
  p.intervals();
  p.expressions();
  if (t.named) out.names = p.names();
  if (p.too_long()) return packed<Words>(status::too_large);
  if (!p.fits()) out.state = status::no_room;
  out.counts = {t.dims, t.ranges, t.runtimes, t.results};
  out.constraints = t.known_empty ? none_as_known_empty : t.constraints;
  out.key = p.fits() ? key_of(out.counts, out.constraints, p.from_zero()) : no_key;
  out.used = p.used();
  return out;
}

}  // namespace mercator::packing
