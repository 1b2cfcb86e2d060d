// What the digits of a box do in a sum of products, and the blocks that it is cut into.
#pragma once

#include "mercator/loops/strided.hpp"
#include "mercator/loops/vector.hpp"

namespace mercator::loops::detail {

constexpr void add_digit(box& b, const digit& d) { b.loop[b.digits++] = d; }

constexpr void swap_operands(box& b) {
  for (int k = 0; k < b.digits; ++k) {
    const i64 stride = b.loop[k].stride[1];
    b.loop[k].stride[1] = b.loop[k].stride[2];
    b.loop[k].stride[2] = stride;
  }
}

}  // namespace mercator::loops::detail

namespace mercator::loops {
inline namespace MERCATOR_VECTORS {

/// C[outer…, inner…, m, n] = sums over depth… of A[outer…, inner…, m, depth…] * B[outer…, depth…, n]. The
/// digits' strides are in the order C, A, B.
struct product {
  bool swapped = false;     ///< A is operand 2, and B operand 1
  bool has_columns = false; ///< n lies side by side in C, and in A it does so too or stands still
  digit m = {}, n = {};     ///< rows and columns of register tiles; of one turn where there are none
  box outer = {};           ///< the other digits that are kept, but for
  box inner = {};           ///< those along which B stands still, and
  box depth = {};           ///< the digits that are summed over, in order; at least one

  constexpr i64 rows() const { return inner.points() * m.count; }
};

constexpr product product_of(const box& b) {
  box kept, summed;
  kept.operands = summed.operands = b.operands;
  for (int k = 0; k < b.digits; ++k)
    if (b.loop[k].count != 1) detail::add_digit(b.loop[k].stride[0] != 0 ? kept : summed, b.loop[k]);
  kept = normal(kept);
  summed = merged(summed);

  product out;
  int n = kept.digits - 1;
  while (n >= 0 && kept.loop[n].stride[0] != 1) --n;
  if (n >= 0) {
    const i64 a = kept.loop[n].stride[1], c = kept.loop[n].stride[2];
    out.swapped = c == 0 || (a != 0 && a != 1 && c == 1);
    if (out.swapped) {
      detail::swap_operands(kept);
      detail::swap_operands(summed);
    }
    const digit& d = kept.loop[n];
    out.has_columns = d.stride[2] != 0 && (d.stride[1] == 0 || d.stride[1] == 1);
  }
  int m = -1;
  for (int k = 0; k < kept.digits && out.has_columns; ++k)
    if (k != n && kept.loop[k].stride[2] == 0 && (m < 0 || kept.loop[k].count > kept.loop[m].count)) m = k;

  for (int k = 0; k < kept.digits; ++k) {
    const digit& d = kept.loop[k];
    if (k == m)
      out.m = d;
    else if (k == n && out.has_columns)
      out.n = d;
    else
      detail::add_digit(d.stride[2] == 0 && out.has_columns ? out.inner : out.outer, d);
  }
  if (summed.digits == 0) detail::add_digit(summed, {});
  out.depth = summed;
  return out;
}

/// How a product is cut up: tiles of rows and vectors are held in registers, a panel of B's columns in the first
/// cache, a block of A's rows in the second.
struct product_blocks {
  int width = 1;             ///< lanes of a vector
  int rows = 1, vectors = 1; ///< of a tile
  i64 row_block = 1;         ///< rows that a panel is used for, one panel after another
  int chunked = 0;           ///< the digit of depth that is cut up
  i64 chunk = 1;             ///< into parts of so many turns
  i64 chunk_depth = 1;       ///< products that a part sums up
  bool one_part = false;     ///< there is one
  bool packs = false;        ///< panels are copied to rows one after the other
  bool writes = false;       ///< more than it computes: row by row
};

inline constexpr i64 first_cache_bytes = 32768, second_cache_bytes = 262144;

/// Of elements of so many bytes, at most `width` in a vector.
constexpr product_blocks blocks_of(const product& p, int width, i64 bytes) {
  product_blocks out;
  out.width = width;
  const i64 lane_vectors = p.n.count < width ? 1 : p.n.count / width, depth = p.depth.points();
  const bool side_by_side = p.n.stride[2] == 1;
  out.packs = !side_by_side;
  out.writes = side_by_side && depth <= 4;
  const int most_rows = vector_bytes == 64 ? 8 : 6;
  out.rows = out.writes ? 1 : p.m.count < most_rows ? static_cast<int>(p.m.count) : most_rows;
  const int most_vectors = out.rows == 1 ? 8 : out.rows == 2 || (out.rows <= 4 && vector_bytes == 64) ? 4 : 2;
  out.vectors = lane_vectors < most_vectors ? static_cast<int>(lane_vectors) : most_vectors;

  const i64 most_depth = first_cache_bytes / (out.vectors * width * bytes);
  out.chunked = p.depth.digits - 1;
  while (out.chunked > 0 && out.chunk_depth * p.depth.loop[out.chunked].count <= most_depth)
    out.chunk_depth *= p.depth.loop[out.chunked--].count;
  const i64 turns = p.depth.loop[out.chunked].count, most_turns = most_depth / out.chunk_depth;
  const i64 parts = (turns + most_turns - 1) / most_turns;
  out.chunk = (turns + parts - 1) / parts;
  out.chunk_depth *= out.chunk;
  out.one_part = out.chunk_depth == depth;

  const i64 most_rows_of_block = second_cache_bytes / (out.chunk_depth * bytes * p.inner.points());
  out.row_block = out.writes ? 1 : most_rows_of_block / out.rows * out.rows;
  if (out.row_block < out.rows) out.row_block = out.rows;
  if (out.row_block > p.m.count) out.row_block = p.m.count;
  return out;
}

/// The first digits of a box; and those from number `first` on, of which that one has so many turns.
constexpr box first_digits(box b, int count) {
  b.digits = count;
  return b;
}
constexpr box part_of(const box& b, int first, i64 turns) {
  box out = b;
  out.digits = b.digits - first;
  for (int k = 0; k < out.digits; ++k) out.loop[k] = b.loop[first + k];
  out.loop[0].count = turns;
  return out;
}

/// How many rows go in tiles of so many: what is left then is none, or fills tiles of 4 where it can.
constexpr i64 rows_of_tiles(i64 count, int rows) {
  for (i64 t = count / rows; t > 0 && t + 2 > count / rows; --t)
    if ((count - t * rows) % 4 == 0) return t * rows;
  return count / rows * rows;
}

/// The smallest power of two from 2 on that is at least n.
constexpr int covering_width(i64 n) {
  int w = 2;
  while (w < n) w *= 2;
  return w;
}

}  // namespace MERCATOR_VECTORS
}  // namespace mercator::loops
