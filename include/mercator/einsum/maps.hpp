// The maps of an einsum, on values: of each operand both ways, and the canonical flow from an operand to the
// output.
#pragma once

#include "mercator/einsum/problem.hpp"
#include "mercator/ops/reduce.hpp"
#include "mercator/ops/reshape.hpp"
#include "mercator/ops/transpose.hpp"

namespace mercator::einsum_ir {

using ops::map_writer;

/// Labels in some order, each once.
struct label_list {
  int count = 0;                         ///< how many
  unsigned char label[max_labels] = {};  ///< their numbers

  /// One more, at the end.
  constexpr void add(int l) { label[count++] = static_cast<unsigned char>(l); }
  /// More, at the end.
  constexpr void add(const label_list& more) {
    for (int k = 0; k < more.count; ++k) add(more.label[k]);
  }
  constexpr int operator[](int k) const { return label[k]; }
  /// The place of the label; count where it is not there.
  constexpr int find(int l) const {
    int k = 0;
    while (k < count && label[k] != l) ++k;
    return k;
  }
  /// The same without their order.
  constexpr label_set set() const {
    label_set s = 0;
    for (int k = 0; k < count; ++k) s |= just(label[k]);
    return s;
  }
};

/// Whether they are the same labels in the same order.
constexpr bool operator==(const label_list& a, const label_list& b) {
  if (a.count != b.count) return false;
  for (int k = 0; k < a.count; ++k)
    if (a.label[k] != b.label[k]) return false;
  return true;
}

/// The labels of a set in ascending order.
constexpr label_list ascending(label_set s) {
  label_list out;
  for (int l = 0; s != 0; ++l, s >>= 1)
    if ((s & 1) != 0) out.add(l);
  return out;
}

/// Makes an einsum of the labels of another, which are numbered in order of appearance again. `names`: the
/// numbers that they have there.
class renumbering {
 public:
  label_list names;

  constexpr void add(int name, i64 extent, bool stretched) {
    const int label = names.find(name);
    if (label == names.count) {
      names.add(name);
      made_.size[label] = 1;
      made_.labels = names.count;
    }
    if (extent != 1) made_.size[label] = extent;
    made_.add_label(label, stretched);
  }
  constexpr void end_operand() { made_.end_term(made_.operands++); }

  /// The einsum with these labels, `count` of them, for its output.
  constexpr problem to(const unsigned char* output, int count) {
    for (int i = 0; i < made_.length; ++i) made_.stretched[i] = made_.stretched[i] && made_.size[made_.label[i]] != 1;
    for (int k = 0; k < count; ++k) made_.add_label(names.find(output[k]), false);
    made_.end_term(made_.operands);
    return made_;
  }

 private:
  problem made_;
};

/// The labels of a term that are in the set, in its order, a repeated one where it comes first.
constexpr label_list labels_of(const problem& p, int term, label_set among) {
  label_list out;
  for (int i = p.begin[term]; i < p.end(term); ++i)
    if (contains(among, p.label[i])) {
      out.add(p.label[i]);
      among &= ~just(p.label[i]);
    }
  return out;
}

/// The sizes of labels.
constexpr extents sizes_of(const problem& p, const label_list& list) {
  extents out;
  for (int k = 0; k < list.count; ++k) out.size[out.rank++] = p.size[list[k]];
  return out;
}

/// The variables of an operand's map: a dimension for each of the output, a range for each contracted label,
/// ascending.
struct variables_of_labels {
  int place[max_labels] = {};

  constexpr variables_of_labels(const problem& p, map_writer& out) {
    for (int l = 0; l < p.labels; ++l) place[l] = none;
    int next = 0;
    for (int i = p.begin[p.operands]; i < p.length; ++i) {
      out.add_dimension(p.size[p.label[i]]);
      place[p.label[i]] = next++;
    }
    for (int l = 0; l < p.labels; ++l)
      if (place[l] == none) {
        out.add_range(p.size[l]);
        place[l] = next++;
      }
  }

 private:
  static constexpr int none = -1;
};

/// The elements of an operand that an element of the output is summed over.
constexpr void operand_output_to_input(symbolic::map_form& m, const problem& p, int operand) {
  map_writer out(m);
  const variables_of_labels v(p, out);
  for (int i = p.begin[operand]; i < p.end(operand); ++i)
    out.add_result(p.stretched[i] ? out.pool().number(0) : out.variable(v.place[p.label[i]]));
}

/// The elements of the output that an element of an operand is a factor of. Labels of the output that choose no
/// element of the operand are ranges, in the output's order. Off a diagonal there are none.
constexpr void operand_input_to_output(symbolic::map_form& m, const problem& p, int operand) {
  map_writer out(m);
  const int output = p.operands, from = p.begin[operand];
  const label_set own = p.set(operand);
  for (int i = from; i < p.end(operand); ++i) out.add_dimension(p.extent(i));
  for (int i = p.begin[output]; i < p.length; ++i)
    if (!contains(own, p.label[i])) out.add_range(p.size[p.label[i]]);
  // A size of 0 elsewhere, of a label that is contracted, leaves nothing.
  if (product_of(p, p.contracted()) == 0 && !out.known_empty()) m.known_empty = true;
  const auto place = [&](int label) {
    int i = from;
    while (p.label[i] != label || p.stretched[i]) ++i;
    return i - from;
  };
  for (int i = p.begin[output], range = p.rank(operand); i < p.length; ++i)
    out.add_result(out.variable(contains(own, p.label[i]) ? place(p.label[i]) : range++));
  for (int i = from; i < p.end(operand); ++i) {
    if (p.stretched[i] || place(p.label[i]) == i - from) continue;
    const int first = out.variable(place(p.label[i])), again = out.variable(i - from);
    out.add_constraint(out.pool().add(again, first, -1), {0, 0});
  }
}

/// From the indices of `own` labels, each once, to those of the operand's dimensions.
constexpr void diagonal(symbolic::map_form& m, const problem& p, int operand, const label_list& own) {
  map_writer out(m, sizes_of(p, own));
  for (int i = p.begin[operand]; i < p.end(operand); ++i)
    out.add_result(p.stretched[i] ? out.pool().number(0) : out.variable(own.find(p.label[i])));
}

/// The canonical flow, from the output back to an operand. Its composition is the operand's map.
enum class flow : unsigned char {
  permute,   ///< the output's dimensions in ascending order of labels
  sum,       ///< contracted labels come back: one dimension for each label of the einsum
  multiply,  ///< the others' labels have size 1 in the operand
  expand,    ///< without them
  align,     ///< the operand's order of labels
  diagonal,  ///< repeated labels come back
};
/// How many steps the flow has.
inline constexpr int flow_steps = 6;

/// A step of the canonical flow as a map from its output to its input, into a fresh form.
constexpr void flow_output_to_input(symbolic::map_form& m, const problem& p, int operand, flow step) {
  namespace values = ops::values;
  const label_list every = ascending(p.all()), own = labels_of(p, operand, p.set(operand));
  const label_list aligned = ascending(own.set());
  extents expanded = sizes_of(p, every);
  for (int l = 0; l < p.labels; ++l)
    if (!contains(own.set(), l)) expanded.size[l] = 1;
  i64 list[max_labels + 1] = {};
  switch (step) {
    case flow::permute: {
      const label_list kept = ascending(p.set(p.operands));
      for (int i = p.begin[p.operands], k = 0; i < p.length; ++i) list[k++] = kept.find(p.label[i]);
      return values::transpose_output_to_input(m, sizes_of(p, kept), {list, kept.count});
    }
    case flow::sum: {
      const label_list summed = ascending(p.contracted());
      for (int k = 0; k < summed.count; ++k) list[k] = summed[k];
      return values::reduce_output_to_input(m, sizes_of(p, every), {list, summed.count});
    }
    case flow::multiply: {
      map_writer out(m, sizes_of(p, every));
      for (int l = 0; l < p.labels; ++l)
        out.add_result(contains(own.set(), l) ? out.variable(l) : out.pool().number(0));
      return;
    }
    case flow::expand:
      return values::reshape(m, expanded, sizes_of(p, aligned));
    case flow::align:
      for (int k = 0; k < own.count; ++k) list[aligned.find(own[k])] = k;
      return values::transpose_output_to_input(m, sizes_of(p, own), {list, own.count});
    case flow::diagonal:
      return diagonal(m, p, operand, own);
  }
}

}  // namespace mercator::einsum_ir
