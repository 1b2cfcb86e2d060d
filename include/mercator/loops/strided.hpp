// Movements of memory as a value: boxes of digits. A digit is a loop counter with a stride in each operand's
// memory.
#pragma once

#include "mercator/loops/schedule.hpp"
#include "mercator/map/shape.hpp"
#include "mercator/symbolic/compose.hpp"
#include "mercator/symbolic/constraints.hpp"

namespace mercator::loops {

inline constexpr int max_digits = 12;
inline constexpr int max_operands = 8;

/// A loop and what one step of it moves in each operand, in elements.
struct digit {
  i64 count = 1;
  i64 stride[max_operands] = {};
};

/// A nest of such loops, the first outermost, from an element of each operand on.
struct box {
  int digits = 0, operands = 0;
  i64 base[max_operands] = {};
  digit loop[max_digits + 1] = {};  ///< one more for the units of an element

  constexpr i64 points() const {
    i64 count = 1;
    for (int k = 0; k < digits; ++k) count *= loop[k].count;
    return count;
  }
  /// The first and last element that operand k uses.
  constexpr interval reach(int k) const {
    interval r{base[k], base[k]};
    for (int i = 0; i < digits; ++i) {
      const i64 far = (loop[i].count - 1) * loop[i].stride[k];
      (far < 0 ? r.lo : r.hi) += far;
    }
    return r;
  }
};

constexpr i64 distance(i64 stride) { return stride < 0 ? -stride : stride; }

/// The same points, the outermost digit with the longest stride in operand 0, then 1, …; digits that continue
/// one another merged, those of one turn left out. Only the digits from `first` on are moved.
constexpr box in_storage_order(box b, int first = 0) {
  int kept = first;
  for (int k = first; k < b.digits; ++k)
    if (b.loop[k].count != 1) b.loop[kept++] = b.loop[k];
  b.digits = kept;
  const auto before = [&b](const digit& x, const digit& y) {
    for (int o = 0; o < b.operands; ++o)
      if (distance(x.stride[o]) != distance(y.stride[o])) return distance(x.stride[o]) > distance(y.stride[o]);
    return false;
  };
  for (int k = first + 1; k < b.digits; ++k)
    for (int j = k; j > first && before(b.loop[j], b.loop[j - 1]); --j) {
      const digit d = b.loop[j];
      b.loop[j] = b.loop[j - 1];
      b.loop[j - 1] = d;
    }
  return b;
}

constexpr box merged(box b, int first = 0) {
  int kept = first;
  for (int k = first; k < b.digits; ++k) {
    if (b.loop[k].count == 1) continue;
    bool continues = kept > first;
    for (int o = 0; o < b.operands && continues; ++o)
      continues = b.loop[kept - 1].stride[o] == b.loop[k].count * b.loop[k].stride[o];
    digit d = b.loop[k];
    if (continues) d.count *= b.loop[--kept].count;
    b.loop[kept++] = d;
  }
  b.digits = kept;
  return b;
}

constexpr box normal(const box& b) { return merged(in_storage_order(b)); }

/// How many boxes a movement may have before it is done point by point.
inline constexpr int max_boxes = 24;

/// At most Boxes boxes. Not strided: the nest has quotients, bounds or tests that no splitting removes.
template <int Boxes>
struct movement {
  packing::status state = packing::status::good;
  bool strided = true;
  bool ordered = true;  ///< box by box, what one element of operand 0 gets comes in lexicographic order
  int used = 0;         ///< boxes
  box part[static_cast<unsigned>(Boxes)] = {};
};

/// Reads the boxes off a nest's words: every visit is one, along the loops that it stands in.
class box_reader {
 public:
  constexpr box_reader(const i64* word, int operands, box* out, int capacity)
      : word_(word), out_(out), operands_(operands), capacity_(capacity) {}

  /// How many boxes there are; -1 where the nest is not strided.
  constexpr int read() {
    for (int k = 0; k < max_slots; ++k) depth_[k] = 0;
    list(static_cast<int>(word_[0]), 0);
    return strided_ ? boxes_ : -1;
  }

  /// Whether the boxes, one after another, visit what belongs to one element of operand 0 in the nest's order.
  constexpr bool ordered() const { return ordered_; }

 private:
  static constexpr int max_slots = 512;

  constexpr void list(int at, int depth) {
    for (; at != 0 && strided_; at = static_cast<int>(word_[at + 1])) {
      switch (static_cast<step>(word_[at])) {
        case step::loop:
          loop(at, depth);
          break;
        case step::visit:
          visit(at, depth);
          break;
        default:
          strided_ = false;
      }
    }
  }

  constexpr void loop(int at, int depth) {
    const i64 slot = word_[at + loop_record::slot];
    if (word_[at + loop_record::lets] != 0 || word_[at + loop_record::bounds] != 0 || depth == max_digits ||
        slot >= max_slots) {
      strided_ = false;
      return;
    }
    depth_[slot] = depth;
    count_[depth] = count_of(at);
    const int first = boxes_;
    list(static_cast<int>(word_[at + loop_record::body]), depth + 1);
    if (boxes_ - first < 2 || count_of(at) == 1) return;
    for (int k = first; k < boxes_; ++k) ordered_ &= out_[k].loop[depth].stride[0] != 0;
  }

  constexpr i64 count_of(int at) const { return word_[at + loop_record::count]; }

  constexpr void visit(int at, int depth) {
    if (boxes_ == capacity_) {
      strided_ = false;
      return;
    }
    box b;
    b.digits = depth;
    b.operands = operands_;
    for (int k = 0; k < depth; ++k) b.loop[k].count = count_[k];
    for (int o = 0; o < operands_; ++o) {
      const int line = static_cast<int>(word_[at + visit_record::line + o]);
      b.base[o] = word_[line];
      for (int i = 0; i < word_[line + 1]; ++i)
        b.loop[depth_[word_[line + 3 + 2 * i]]].stride[o] = word_[line + 2 + 2 * i];
    }
    out_[boxes_++] = b;
  }

  const i64* word_;
  box* out_;
  int operands_, capacity_, boxes_ = 0;
  bool strided_ = true, ordered_ = true;
  int depth_[max_slots];
  i64 count_[max_digits];
};

/// What an algorithm works on: the output's shape and, for each operand, its map and shape. The maps'
/// dimensions are the output's; their ranges are common to all.
struct access {
  extents output;
  int operands = 0;  ///< without the output
  void (*map[max_operands])(symbolic::map_form&) = {};
  extents shape[max_operands] = {};
};

/// Why there is no movement, beside what packing::status says.
enum class access_fault : unsigned char { none, outside_output, outside_operand, other_variables };

/// How far apart neighbours along dimension k of a row-major tensor stand; 0 in one without elements, whose other sizes
/// may be any.
constexpr i64 row_major_stride(const extents& shape, int k) {
  if (shape.elements() == 0) return 0;
  i64 stride = 1;
  for (int inner = k + 1; inner < shape.rank; ++inner) stride *= shape[inner];
  return stride;
}

namespace detail {

/// Where an element stands in a row-major tensor; sets `outside` where an index may leave its dimension.
constexpr int place(symbolic::pool& p, const int* index, const extents& shape, bool& outside) {
  int line = p.number(0);
  for (int k = 0; k < shape.rank; ++k) {
    if (!symbolic::lies_in(p, index[k], {0, shape[k] - 1})) outside = true;
    if (const i64 stride = row_major_stride(shape, k); stride != 0) line = p.add(line, index[k], stride);
  }
  return line;
}

/// A map's constraints, on the form's variables, whose box they tighten: what they exclude is not read.
constexpr void add_constraints(symbolic::map_form& m, const symbolic::map_form& own) {
  if (own.constraints == 0) return;
  symbolic::substitution s(m.p, own.p);
  for (int v = 0; v < m.variables(); ++v) s.replace(v, m.p.variable(v));
  for (int k = 0; k < own.constraints; ++k) m.add_constraint(s.line(own.constraint[k]), own.constraint_range[k]);
  symbolic::simplify_domain(m);
}

/// Adds the place in operand o, and its map's constraints.
constexpr access_fault add_operand(symbolic::map_form& m, const access& a, int o) {
  symbolic::pool lines;
  symbolic::map_form own(lines);
  a.map[o](own);
  if (own.results != a.shape[o].rank) return access_fault::other_variables;
  add_constraints(m, own);
  if (m.known_empty) return access_fault::none;
  symbolic::substitution s(m.p, lines);
  for (int v = 0; v < m.variables(); ++v) s.replace(v, m.p.variable(v));
  int index[symbolic::limits::results];
  for (int k = 0; k < own.results; ++k) index[k] = s.line(own.result[k]);
  symbolic::constraints::assume_all_but(m, -1);
  bool outside = false;
  m.add_result(place(m.p, index, a.shape[o], outside));
  m.p.facts = 0;
  m.p.congruences = false;
  return outside ? access_fault::outside_operand : access_fault::none;
}

/// Variables and their intervals: those that all operands' maps allow.
constexpr access_fault add_variables(symbolic::map_form& m, const access& a) {
  interval range[symbolic::limits::variables];
  int variables = a.output.rank;
  for (int k = 0; k < variables; ++k) range[k] = {0, a.output[k] - 1};
  bool inside = true;
  for (int o = 0; o < a.operands; ++o) {
    symbolic::pool lines;
    symbolic::map_form own(lines);
    a.map[o](own);
    m.known_empty |= own.known_empty;
    m.p.full |= lines.full;
    m.p.overflow |= lines.overflow;
    if (own.dims != a.output.rank || own.runtimes != 0) return access_fault::other_variables;
    if (o == 0)
      for (; variables < own.variables(); ++variables) range[variables] = everything;
    if (own.variables() != variables) return access_fault::other_variables;
    for (int v = 0; v < variables; ++v) {
      inside =
          inside && (v >= own.dims || own.known_empty || range[v].contains(own.p.range(v)) || own.p.range(v).empty());
      range[v] = intersect(range[v], own.p.range(v));
    }
  }
  for (int v = 0; v < variables; ++v) v < a.output.rank ? m.add_dimension(range[v]) : m.add_range(range[v]);
  return inside || a.operands > 1 ? access_fault::none : access_fault::outside_output;
}

}  // namespace detail

/// A form whose results are the places, in elements, of each point in the output and in each operand.
constexpr access_fault build_places(symbolic::map_form& m, const access& a) {
  access_fault fault = detail::add_variables(m, a);
  if (fault != access_fault::none || m.known_empty || m.p.full || m.p.overflow) return fault;
  int index[extents::max_rank + 1];
  for (int k = 0; k < a.output.rank; ++k) index[k] = m.p.variable(k);
  bool outside = false;
  m.add_result(detail::place(m.p, index, a.output, outside));
  for (int o = 0; o < a.operands && fault == access_fault::none; ++o) fault = detail::add_operand(m, a, o);
  return fault;
}

/// All dimensions as one: their row-major number. False where the domain is not a whole box, or has ranges.
constexpr bool fuse_dimensions(const symbolic::map_form& m, symbolic::map_form& to) {
  if (m.constraints != 0 || m.known_empty || m.dims < 2) return false;
  i64 size[symbolic::limits::variables], count = 1;
  for (int v = 0; v < m.variables(); ++v) {
    size[v] = m.p.range(v).count();
    if (v < m.dims && !checked_mul(count, size[v], count)) return false;
  }
  to.add_dimension({0, count - 1});
  for (int v = m.dims; v < m.variables(); ++v) to.add_range(m.p.range(v));
  int image[symbolic::limits::variables];
  i64 inner = 1;
  for (int v = m.dims - 1; v >= 0; inner *= size[v--]) {
    const int above = symbolic::floor_divide(to.p, to.p.single(0), inner);
    image[v] = to.p.shift(v == 0 ? above : symbolic::mod(to.p, above, size[v]), m.p.lo[v]);
  }
  for (int v = m.dims; v < m.variables(); ++v)
    image[v] = m.p.range(v).is_point() ? to.p.number(m.p.lo[v]) : to.p.single(v - m.dims + 1);
  symbolic::substitution s(to.p, m.p, image);
  for (int k = 0; k < m.results; ++k) to.add_result(s.line(m.result[k]));
  return true;
}

/// The boxes of a form of places; -1 where it is not strided. The form is used up.
constexpr int read_boxes(symbolic::map_form& m, box* out, int capacity, packing::status& state, bool& ordered) {
  const int operands = m.results;
  nest_writer words;
  scheduler walk(words, {true, 0});
  walk.run(m);
  if (m.p.overflow || walk.overflow()) state = packing::status::overflow;
  if (m.p.full || words.full) return -1;
  box_reader reader(words.word, operands, out, capacity);
  const int boxes = reader.read();
  ordered = reader.ordered();
  return boxes;
}

/// The movement of an access: along its dimensions, or along their row-major number where that takes fewer
/// boxes.
template <int Boxes>
constexpr movement<Boxes> make_movement(const access& a) {
  movement<Boxes> out;
  symbolic::pool p;
  symbolic::map_form m(p);
  if (build_places(m, a) != access_fault::none) {
    out.state = packing::status::failed;
    return out;
  }
  if (m.known_empty) return out;
  if (p.full || p.overflow) {
    out.state = p.full ? packing::status::too_large : packing::status::overflow;
    return out;
  }
  symbolic::pool q;
  symbolic::map_form fused(q);
  bool affine = true;
  for (int k = 0; k < m.results; ++k) affine = affine && p.has_only_variables(m.result[k]);
  const bool can_fuse = !affine && fuse_dimensions(m, fused);
  box first[max_boxes], second[max_boxes];
  int boxes = read_boxes(m, first, max_boxes, out.state, out.ordered);
  const box* best = first;
  if (boxes != 0 && boxes != 1 && can_fuse && !q.full && !q.overflow) {
    bool ordered = true;
    const int others = read_boxes(fused, second, max_boxes, out.state, ordered);
    if (others >= 0 && (boxes < 0 || others < boxes)) {
      boxes = others;
      out.ordered = ordered;
      best = second;
    }
  }
  out.strided = boxes >= 0;
  out.used = boxes < 0 ? 1 : boxes;
  if (boxes > Boxes) out.state = packing::status::no_room;
  for (int k = 0; k < boxes && k < Boxes; ++k) out.part[k] = best[k];
  return out;
}

}  // namespace mercator::loops
