// An einsum carried out on memory, with the plan known at run time.
#pragma once

#include "mercator/einsum/packing.hpp"
#include "mercator/einsum/path.hpp"

namespace mercator::einsum_ir {

/// A batched matrix multiplication on memory.
struct strided_matmul {
  int batches = 0;
  stretch batch[max_rank] = {};
  stretch m, n, k;
};

namespace detail {

/// The dimension that a group of labels is; the distance is that of the innermost.
constexpr stretch stretch_of(const problem& p, const label_list& group, const label_strides& out,
                             const label_strides& left, const label_strides& right) {
  stretch s;
  s.size = product_of(p, group.set());
  for (int k = group.count - 1; k >= 0; --k) {
    const int l = group[k];
    if (p.size[l] == 1) continue;
    s.out = out[l];
    s.left = left[l];
    s.right = right[l];
    break;
  }
  return s;
}

}  // namespace detail

/// The multiplication of a plan. Where it has no n, the innermost batch dimension takes its place.
constexpr strided_matmul matmul_of(const problem& p, const matmul_plan& plan) {
  const label_strides out = strides_of(p, 2), &left = plan.side[0].strides, &right = plan.side[1].strides;
  strided_matmul s;
  for (int b = 0; b < plan.batch.count; ++b) {
    label_list one;
    one.add(plan.batch[b]);
    if (p.size[plan.batch[b]] != 1) s.batch[s.batches++] = detail::stretch_of(p, one, out, left, right);
  }
  s.m = detail::stretch_of(p, plan.m, out, left, right);
  s.n = detail::stretch_of(p, plan.n, out, left, right);
  s.k = detail::stretch_of(p, plan.k, out, left, right);
  if (s.n.size == 1 && s.batches > 0) s.n = s.batch[--s.batches];
  return s;
}

// ---- loops

namespace detail {

/// Rows and columns of the output that are summed at a time, and how much of the right operand is packed for
/// them.
inline constexpr int tile_rows = 4, tile_columns = 32, tile_depth = 64;

/// Adds to a tile of the output of so many rows and columns. `right` has rows of tile_columns elements that lie
/// side by side, `distance` apart. The tile begins with zeros where it is the first to be added.
template <int Rows, bool Whole, class T, class Algebra>
constexpr void multiply_tile(const strided_matmul& s, T* __restrict out, const T* __restrict left,
                             const T* __restrict right, i64 distance, i64 depth, int some, bool first,
                             const Algebra& algebra) {
  const int columns = Whole ? tile_columns : some;
  T sum[static_cast<unsigned>(Rows)][static_cast<unsigned>(tile_columns)];
  for (int r = 0; r < Rows; ++r)
    for (int n = 0; n < columns; ++n) sum[r][n] = first ? static_cast<T>(algebra.zero()) : out[r * s.m.out + n];
  for (i64 k = 0; k < depth; ++k, left += s.k.left, right += distance)
    for (int r = 0; r < Rows; ++r) {
      const T x = left[r * s.m.left];
      for (int n = 0; n < columns; ++n) sum[r][n] = algebra.add(sum[r][n], algebra.multiply(x, right[n]));
    }
  for (int r = 0; r < Rows; ++r)
    for (int n = 0; n < columns; ++n) out[r * s.m.out + n] = sum[r][n];
}

template <int Rows, class T, class Algebra>
constexpr void multiply_some(const strided_matmul& s, T* out, const T* left, const T* right, i64 distance, i64 depth,
                             int columns, bool first, const Algebra& algebra) {
  if (columns == tile_columns)
    multiply_tile<Rows, true>(s, out, left, right, distance, depth, columns, first, algebra);
  else
    multiply_tile<Rows, false>(s, out, left, right, distance, depth, columns, first, algebra);
}

template <class T, class Algebra>
constexpr void multiply_rows(const strided_matmul& s, T* out, const T* left, const T* right, i64 distance, i64 depth,
                             int columns, bool first, const Algebra& algebra) {
  i64 m = 0;
  for (; m + tile_rows <= s.m.size; m += tile_rows)
    multiply_some<tile_rows>(s, out + m * s.m.out, left + m * s.m.left, right, distance, depth, columns, first,
                             algebra);
  for (; m < s.m.size; ++m)
    multiply_some<1>(s, out + m * s.m.out, left + m * s.m.left, right, distance, depth, columns, first, algebra);
}

constexpr int columns_from(const strided_matmul& s, i64 n) {
  return s.n.size - n < tile_columns ? static_cast<int>(s.n.size - n) : tile_columns;
}

/// Where a row of the output lies side by side. Rows of the right operand that do not are packed, some at a
/// time.
template <class T, class Algebra>
constexpr void multiply_tiles(const strided_matmul& s, T* out, const T* left, const T* right, const Algebra& algebra) {
  if (s.n.right == 1 && s.k.size < tile_rows) {  // written more than read: row by row
    for (i64 m = 0; m < s.m.size; ++m)
      for (i64 n = 0; n < s.n.size; n += tile_columns)
        multiply_some<1>(s, out + m * s.m.out + n, left + m * s.m.left, right + n, s.k.right, s.k.size,
                         columns_from(s, n), true, algebra);
    return;
  }
  for (i64 n = 0; n < s.n.size; n += tile_columns) {
    const int columns = columns_from(s, n);
    if (s.n.right == 1) {
      multiply_rows(s, out + n, left, right + n, s.k.right, s.k.size, columns, true, algebra);
      continue;
    }
    T packed[static_cast<unsigned>(tile_depth * tile_columns)];
    for (i64 k = 0; k == 0 || k < s.k.size; k += tile_depth) {
      const i64 depth = s.k.size - k < tile_depth ? s.k.size - k : tile_depth;
      const T* const from = right + n * s.n.right + k * s.k.right;
      for (int c = 0; c < columns; ++c)
        for (i64 d = 0; d < depth; ++d) packed[d * tile_columns + c] = from[c * s.n.right + d * s.k.right];
      multiply_rows(s, out + n, left + k * s.k.left, packed, tile_columns, depth, columns, k == 0, algebra);
    }
  }
}

/// Whatever the distances.
template <class T, class Algebra>
constexpr void multiply_values(const strided_matmul& s, T* out, const T* left, const T* right, const Algebra& algebra) {
  for (i64 m = 0; m < s.m.size; ++m)
    for (i64 n = 0; n < s.n.size; ++n) {
      const T* x = left + m * s.m.left + n * s.n.left;
      const T* y = right + m * s.m.right + n * s.n.right;
      T sum = algebra.zero();
      for (i64 k = 0; k < s.k.size; ++k, x += s.k.left, y += s.k.right)
        sum = algebra.add(sum, algebra.multiply(*x, *y));
      out[m * s.m.out + n * s.n.out] = sum;
    }
}

}  // namespace detail

/// Carries out a batched matrix multiplication. Each sum is taken in ascending order of k.
template <class T, class Algebra>
constexpr void multiply(const strided_matmul& s, T* out, const T* left, const T* right, const Algebra& algebra,
                        int batch = 0) {
  if (batch < s.batches) {
    const stretch& b = s.batch[batch];
    for (i64 k = 0; k < b.size; ++k)
      multiply(s, out + k * b.out, left + k * b.left, right + k * b.right, algebra, batch + 1);
    return;
  }
  const bool tiles = s.n.out == 1 && s.n.left == 0 && s.m.right == 0;
  if (tiles && (s.n.right == 1 || s.m.size >= detail::tile_rows))
    detail::multiply_tiles(s, out, left, right, algebra);
  else
    detail::multiply_values(s, out, left, right, algebra);
}

/// The einsum of two operands by a plan. Allocates what the plan packs.
template <class T, class Algebra>
void execute_two(const problem& p, const matmul_plan& plan, const strided_matmul& how, T* out, const T* first,
                 const T* second, const Algebra& algebra) {
  const matmul_side &a = plan.side[0], &b = plan.side[1];
  const prepared_side<T, Algebra> left(p, a, a.operand == 0 ? first : second, algebra);
  const prepared_side<T, Algebra> right(p, b, b.operand == 0 ? first : second, algebra);
  multiply(how, out, left.data(), right.data(), algebra);
}

/// The einsum of any number of operands. Allocates the tensors between contractions, and what plans pack. The
/// elements of out overlap no operand's.
template <class T, class Algebra>
void execute(const problem& p, T* out, const T* const* in, const Algebra& algebra) {
  if (p.operands == 1) return execute_one(p, out, in[0], algebra);
  if (write_empty_sums(p, out, algebra)) return;
  const contraction_path path = find_path(p);
  buffer<T> made[max_operands];
  const auto data = [&](int tensor) { return tensor < p.operands ? in[tensor] : made[tensor - p.operands].data(); };
  for (int t = 0; t < path.steps; ++t) {
    label_list names;
    const problem q = contraction_of(p, path, t, names);
    const bool last = t + 1 == path.steps;
    if (!last) made[t].allocate(q.output_shape().elements());
    const matmul_plan plan = plan_matmul(q);
    execute_two(q, plan, matmul_of(q, plan), last ? out : made[t].data(), data(path.first[t]), data(path.second[t]),
                algebra);
    for (const int tensor : {path.first[t], path.second[t]})
      if (tensor >= p.operands) made[tensor - p.operands].release();
  }
}

}  // namespace mercator::einsum_ir
