// The order in which an einsum of many operands is contracted, two at a time.
#pragma once

#include "mercator/einsum/maps.hpp"

namespace mercator::einsum_ir {

/// What contractions cost: multiplications with an addition each, then elements of the tensors between. Sums
/// before a contraction cost the same in every order, and are not counted.
struct path_cost {
  i64 multiply_adds = 0;
  i64 intermediate = 0;

  constexpr bool operator<(const path_cost& b) const {
    return multiply_adds != b.multiply_adds ? multiply_adds < b.multiply_adds : intermediate < b.intermediate;
  }
};

constexpr path_cost operator+(path_cost a, path_cost b) {
  return {clamped_add(a.multiply_adds, b.multiply_adds), clamped_add(a.intermediate, b.intermediate)};
}

/// Contraction number t makes tensor operands + t of two tensors: the operands come first, the output last. The
/// labels of a tensor made stand in `labels`, from begin[t] on.
struct contraction_path {
  int steps = 0;
  int first[max_operands] = {}, second[max_operands] = {};
  int begin[max_operands + 1] = {};
  unsigned char labels[max_operands * max_rank] = {};
  path_cost cost;
  bool optimal = true;
  bool too_wide =
      false;  ///< every order that was tried makes a tensor of more than max_rank labels; there are no steps
};

/// Whether no tensor can have these labels.
constexpr bool is_too_wide(label_set s) {
  int count = 0;
  for (; s != 0; s &= s - 1) ++count;
  return count > max_rank;
}

/// The products of the sizes of labels, some labels at a time; a size of 0 counts as 1.
class product_table {
 public:
  constexpr explicit product_table(const problem& p) {
    for (int from = 0; from < p.labels; from += at_a_time) {
      i64* const entry = product_[chunks_++];
      entry[0] = 1;
      for (int k = 0; k < at_a_time; ++k) {
        const i64 size = from + k < p.labels && p.size[from + k] > 1 ? p.size[from + k] : 1;
        for (int s = 0; s < 1 << k; ++s) entry[(1 << k) + s] = entry[s] * size;
      }
    }
  }

  constexpr i64 operator()(label_set s) const {
    i64 product = product_[0][s & mask];
    for (int c = 1; c < chunks_; ++c) product *= product_[c][(s >>= at_a_time) & mask];
    return product;
  }

 private:
  static constexpr int at_a_time = 7;
  static constexpr label_set mask = (1 << at_a_time) - 1;

  int chunks_ = 0;
  i64 product_[max_labels / at_a_time + 1][mask + 1] = {{1}};
};

/// Up to this many operands the path is the cheapest there is; beyond, each step is the one that looks best.
inline constexpr int optimal_operands = 10;

class path_finder {
 public:
  constexpr explicit path_finder(const problem& p) : p_(p), kept_(p.set(p.operands)), products_(p) {}

  constexpr contraction_path find() {
    if (p_.operands > optimal_operands)
      greedy();
    else if (p_.operands > 1)
      optimal();
    if (out_.too_wide) out_.steps = 0;
    out_.optimal = p_.operands <= optimal_operands;
    for (int t = 0; t < out_.steps; ++t) write_labels(t);
    return out_;
  }

 private:
  // ---- every way to halve each set of operands, small sets first

  static constexpr unsigned sets = 1u << optimal_operands;
  static constexpr path_cost none_{i64_max - 1,
                                   i64_max};  ///< less than the size of what is too wide: that is passed over

  struct table {
    label_set all[sets], kept[sets];  ///< of the operands together; after their contraction
    i64 size[sets];                   ///< of what is kept
    i64 multiply_adds[sets], intermediate[sets];
    unsigned half[sets];

    constexpr table() {}
  };

  constexpr void optimal() {
    table t;
    const unsigned whole = (1u << p_.operands) - 1;
    t.all[0] = 0;
    for (unsigned s = 1; s <= whole; ++s) {
      int lowest = 0;
      while ((s >> lowest & 1) == 0) ++lowest;
      t.all[s] = t.all[s & (s - 1)] | p_.set(lowest);
    }
    for (unsigned s = 1; s <= whole; ++s) {
      t.kept[s] = t.all[s] & (kept_ | t.all[whole ^ s]);
      t.size[s] = p_.labels > max_rank && is_too_wide(t.kept[s]) ? i64_max : products_(t.kept[s]);
    }
    for (unsigned s = 1; s <= whole; ++s) {
      path_cost cost = (s & (s - 1)) == 0 ? path_cost{} : find_half(t, s);
      if (s == whole) out_.cost = cost;
      if (cost.multiply_adds == none_.multiply_adds) {
        out_.too_wide = s == whole;
        t.size[s] = i64_max;
        cost = {};
      }
      const bool between = s != whole && (s & (s - 1)) != 0;
      t.multiply_adds[s] = cost.multiply_adds;
      t.intermediate[s] = between ? clamped_add(cost.intermediate, t.size[s]) : cost.intermediate;
    }
    if (!out_.too_wide) emit(t, whole);
  }

  /// The cheapest way to halve a set, and its cost without what it makes.
  constexpr path_cost find_half(table& t, unsigned s) const {
    const unsigned rest = s & (s - 1);
    path_cost best = none_;
    unsigned best_half = rest;
    // The half without the lowest operand: each way to halve once. This is what compile time goes into.
    for (unsigned half = rest; half != 0; half = (half - 1) & rest) {
      const unsigned other = s ^ half;
      const i64 room = best.multiply_adds - t.multiply_adds[half] - t.multiply_adds[other];
      if (t.size[half] > room || t.size[other] > room) continue;
      const i64 products = products_(t.kept[half] | t.kept[other]);
      if (products > room) continue;
      const path_cost cost{best.multiply_adds - room + products, t.intermediate[half] + t.intermediate[other]};
      if (!(cost < best)) continue;
      best = cost;
      best_half = half;
    }
    t.half[s] = best_half;
    return best;
  }

  /// The contractions that make the tensor of a set of operands; its number.
  constexpr int emit(const table& t, unsigned s) {
    if ((s & (s - 1)) == 0) {
      int operand = 0;
      while ((s >> operand & 1) == 0) ++operand;
      return operand;
    }
    const int a = emit(t, s ^ t.half[s]), b = emit(t, t.half[s]);
    return add(a, b);
  }

  constexpr int add(int a, int b) {
    out_.first[out_.steps] = a;
    out_.second[out_.steps] = b;
    return p_.operands + out_.steps++;
  }

  // ---- the pair that makes least of most, again and again

  constexpr void greedy() {
    int tensor[max_operands] = {}, count = p_.operands;
    label_set set[max_operands] = {};
    for (int k = 0; k < count; ++k) {
      tensor[k] = k;
      set[k] = p_.set(k);
    }
    while (count > 1) {
      label_set twice = 0, thrice = 0, once = 0;
      for (int k = 0; k < count; ++k) {
        thrice |= twice & set[k];
        twice |= once & set[k];
        once |= set[k];
      }
      for (int k = 0; k < count; ++k) set[k] &= twice | kept_;
      const auto made = [&](int a, int b) {
        return (set[a] & set[b] & (thrice | kept_)) | ((set[a] ^ set[b]) & (twice | kept_));
      };
      int best_a = 0, best_b = 0;
      i64 best_growth = i64_max, best_products = i64_max;
      for (int a = 0; a < count; ++a)
        for (int b = a + 1; b < count; ++b) {
          const i64 taken = clamped_add(product_of(p_, set[a]), product_of(p_, set[b]));
          const i64 growth = clamped_add(product_of(p_, made(a, b)), -taken);
          const i64 products = product_of(p_, set[a] | set[b]);
          if (growth > best_growth || (growth == best_growth && products >= best_products)) continue;
          if (p_.labels > max_rank && is_too_wide(made(a, b))) continue;
          best_growth = growth;
          best_products = products;
          best_a = a;
          best_b = b;
        }
      out_.too_wide = best_a == best_b;
      if (out_.too_wide) return;
      const label_set result = made(best_a, best_b);
      out_.cost =
          out_.cost + path_cost{product_of(p_, set[best_a] | set[best_b]), count > 2 ? product_of(p_, result) : 0};
      tensor[best_a] = add(tensor[best_a], tensor[best_b]);
      set[best_a] = result;
      --count;
      for (int k = best_b; k < count; ++k) {
        tensor[k] = tensor[k + 1];
        set[k] = set[k + 1];
      }
    }
  }

  // ---- the labels of tensors between

  constexpr label_list labels(int tensor, label_set among) const {
    if (tensor < p_.operands) return labels_of(p_, tensor, among & p_.set(tensor));
    label_list list;
    for (int i = out_.begin[tensor - p_.operands]; i < out_.begin[tensor - p_.operands + 1]; ++i)
      if (contains(among, out_.labels[i])) list.add(out_.labels[i]);
    return list;
  }

  constexpr label_set set_of(int tensor) const { return labels(tensor, ~label_set{0}).set(); }

  /// What contraction t makes: the labels of its first tensor that something later has, then those of its
  /// second; the output's in the output's order.
  constexpr void write_labels(int t) {
    label_list list = labels_of(p_, p_.operands, kept_);
    if (t + 1 < out_.steps) {
      label_set later = kept_;
      for (int k = 0; k < p_.operands + t; ++k)
        if (!is_used_up(k, t)) later |= set_of(k);
      list = labels(out_.first[t], later);
      list.add(labels(out_.second[t], later & ~list.set()));
    }
    int at = out_.begin[t];
    for (int k = 0; k < list.count; ++k) out_.labels[at++] = list.label[k];
    out_.begin[t + 1] = at;
  }

  /// Whether a contraction up to number t takes the tensor.
  constexpr bool is_used_up(int tensor, int t) const {
    for (int k = 0; k <= t; ++k)
      if (out_.first[k] == tensor || out_.second[k] == tensor) return true;
    return false;
  }

  const problem& p_;
  label_set kept_;
  product_table products_;
  contraction_path out_;
};

constexpr contraction_path find_path(const problem& p) { return path_finder(p).find(); }

/// Reads shapes into an equation's einsum, one that can be contracted.
constexpr error bind_and_check(const equation& e, const ops::numbers* shapes, int count, problem& out) {
  const error wrong = bind(e, shapes, count, out);
  if (wrong || out.operands < 3 || out.labels <= max_rank || !find_path(out).too_wide) return wrong;
  return {rule::too_many_dimensions_between, 0, 0, 0, 0, 0, max_rank};
}

/// Contraction number t of a path as an einsum of two operands; labels are numbered in order of appearance
/// again. `names`: the numbers that they have in the whole.
constexpr problem contraction_of(const problem& p, const contraction_path& path, int t, label_list& names) {
  renumbering out;
  for (const int tensor : {path.first[t], path.second[t]}) {
    if (tensor < p.operands)
      for (int i = p.begin[tensor]; i < p.end(tensor); ++i) out.add(p.label[i], p.extent(i), p.stretched[i]);
    else
      for (int i = path.begin[tensor - p.operands]; i < path.begin[tensor - p.operands + 1]; ++i)
        out.add(path.labels[i], p.size[path.labels[i]], false);
    out.end_operand();
  }
  names = out.names;
  return out.to(path.labels + path.begin[t], path.begin[t + 1] - path.begin[t]);
}

}  // namespace mercator::einsum_ir
