// Arranged lines as trees.
#pragma once

#include "mercator/symbolic/arrangement.hpp"
#include "mercator/symbolic/form.hpp"

namespace mercator::symbolic {

/// Writes a simplified map into a tree.
class tree_writer {
 public:
  constexpr explicit tree_writer(map_tree& out) : out_(out) {}

  /// The variables and the box of a map with so many results and constraints, before anything else.
  constexpr void begin(const map_form& m) {
    out_.dims = m.dims;
    out_.ranges = m.ranges;
    out_.runtimes = m.runtimes;
    out_.known_empty = m.known_empty;
    if (m.known_empty) return;
    for (int v = 0, e = m.variables(); v < e; ++v) out_.box[v] = m.p.range(v);
  }
  /// Lines are from now on of this arrangement, or of none.
  constexpr void use(arrangement* lines) {
    lines_ = lines;
    pool_ = lines != nullptr ? &lines->lines() : nullptr;
  }
  /// Lines are from now on sums of variables.
  constexpr void use(const pool& lines) { pool_ = &lines; }
  constexpr void add_constraint(int line, interval range) { out_.add_constraint(node(line), range); }
  constexpr void add_result(int line) {
    const int b = pool_->begin[line];
    out_.add_result(pool_->is_atom(line) && pool_->atom[b] < spelled_lines::node_base ? out_.variable(pool_->atom[b])
                                                                                      : node(line));
  }
  /// A result as another tree has it.
  constexpr void add_copy(const map_tree& from, int n) { out_.add_result(copy(from, n)); }

  constexpr int node(int line) {
    const pool& p = *pool_;
    const int n = p.length[line], b = p.begin[line];
    const i64 k = p.constant[line];
    if (n == 0) return out_.constant(k);
    if (n == 1 && k == 0) return term(b);
    const int count = n + (k != 0), first = out_.reserve(count);
    for (int i = 0; i < n && !out_.full; ++i) out_.child[first + i] = term(b + i);
    if (k != 0 && !out_.full) out_.child[first + n] = out_.constant(k);
    return out_.make_over(op::sum, 0, first, count);
  }

 private:
  constexpr int copy(const map_tree& from, int n) {
    bool needed[limits::nodes];
    int image[limits::nodes];
    for (int i = 0; i < n; ++i) needed[i] = false;
    needed[n] = true;
    for (int i = n; i >= 0; --i)
      for (int k = 0; k < from.count[i] && needed[i]; ++k) needed[from.operand(i, k)] = true;
    for (int i = 0; i <= n && !out_.full; ++i) {
      if (!needed[i]) continue;
      image[i] = out_.make(from.kind[i], from.value[i], from.count[i]);
      for (int k = 0; k < from.count[i] && !out_.full; ++k)
        out_.child[out_.first[image[i]] + k] = image[from.operand(i, k)];
    }
    return out_.full ? 0 : image[n];
  }

  [[gnu::always_inline]] constexpr int term(int i) {
    const i64 factor = pool_->coefficient[i];
    const int a = pool_->atom[i], x = a < spelled_lines::node_base ? out_.variable(a) : compound(a);
    return out_.scaled(x, factor);
  }

  constexpr int compound(int a) {
    if (arrangement::is_group(a)) return node(lines_->group_line(a));
    const spelled_lines& d = lines_->nodes();
    const int n = a - spelled_lines::node_base, first = node(lines_->operand(a));
    const op k = d.node_kind[n];
    if (k == op::floordiv || k == op::mod) return out_.unary(k, first, d.node_divisor[n]);
    return out_.binary(k, first, node(lines_->second_operand(a)));
  }

  map_tree& out_;
  arrangement* lines_ = nullptr;
  const pool* pool_ = nullptr;
};

}  // namespace mercator::symbolic
