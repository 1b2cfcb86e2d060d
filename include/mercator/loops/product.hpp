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
  bool swapped = false;      ///< A is operand 2, and B operand 1
  bool has_columns = false;  ///< n lies side by side in C, and in A it does so too or stands still
  digit m = {}, n = {};      ///< rows and columns of register tiles; of one turn where there are none
  box outer = {};            ///< the other digits that are kept, but for
  box inner = {};            ///< those along which B stands still, and
  box depth = {};            ///< the digits that are summed over, in order; at least one

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

/// How a product is cut up: tiles of rows and vectors are held in registers, a panel of B's columns in the
/// first cache, a block of A's rows in the second.
struct product_blocks {
  int width = 1;              ///< lanes of a vector; 1 where products are taken value by value
  int rows = 1, vectors = 1;  ///< of a tile
  i64 row_block = 1;          ///< rows that one panel after another is used for
  int cut = 0;                ///< the digit of depth that is cut up
  i64 part = 1;               ///< into parts of so many turns
  i64 part_depth = 1;         ///< how many products such a part sums up
  bool one_part = true;       ///< that is all
  bool packs = false;         ///< panels are copied to rows one after the other
  bool writes = false;        ///< more than it computes: row by row
};

/// What is taken of caches that differ between machines.
namespace caches {
inline constexpr i64 first_bytes = 32768, second_bytes = 262144, second_ways = 8, second_way_bytes = 65536;
}

namespace blocking {

constexpr i64 smaller(i64 a, i64 b) { return a < b ? a : b; }

/// As many registers as a multiply-add's latency needs, and the columns for them where there are few rows.
constexpr void choose_tile(product_blocks& out, const product& p) {
  const i64 vectors = p.n.count < out.width ? 1 : p.n.count / out.width;
  const bool many_registers = vector_bytes == 64;
  out.rows = out.writes ? 1 : static_cast<int>(smaller(p.m.count, many_registers ? 8 : 6));
  const int most = out.rows == 1 ? 8 : out.rows == 2 || (out.rows <= 4 && many_registers) ? 4 : 2;
  out.vectors = static_cast<int>(smaller(vectors, most));
}

/// Panels of at most so many rows.
constexpr void cut_depth(product_blocks& out, const box& depth, i64 most) {
  out.cut = depth.digits - 1;
  while (out.cut > 0 && out.part_depth * depth.loop[out.cut].count <= most)
    out.part_depth *= depth.loop[out.cut--].count;
  const i64 turns = depth.loop[out.cut].count, most_turns = most / out.part_depth,
            parts = (turns + most_turns - 1) / most_turns;
  out.part = (turns + parts - 1) / parts;
  out.part_depth *= out.part;
  out.one_part = out.part_depth == depth.points();
}

/// How many rows so many bytes apart the second cache holds: its sets are shared by what is a multiple of a
/// way's size apart.
constexpr i64 rows_in_sets(i64 distance) {
  const i64 power_of_two = smaller(distance & -distance, caches::second_way_bytes);
  return power_of_two <= 0 ? caches::second_way_bytes : caches::second_ways * (caches::second_way_bytes / power_of_two);
}

constexpr i64 row_block_of(const product_blocks& b, const product& p, i64 bytes) {
  const i64 fitting = caches::second_bytes / (b.part_depth * bytes) / p.inner.points(),
            rows = smaller(fitting, rows_in_sets(p.m.stride[1] * bytes)) / b.rows * b.rows;
  return b.writes ? 1 : smaller(rows < b.rows ? b.rows : rows, p.m.count);
}

}  // namespace blocking

/// Of elements of so many bytes, at most `width` in a vector.
constexpr product_blocks blocks_of(const product& p, int width, i64 bytes) {
  product_blocks out;
  out.width = p.has_columns ? width : 1;
  if (out.width == 1) {
    out.part = p.depth.loop[0].count;
    out.part_depth = p.depth.points();
    return out;
  }
  out.packs = p.n.stride[2] != 1;
  out.writes = !out.packs && p.depth.points() <= 4;
  blocking::choose_tile(out, p);
  blocking::cut_depth(out, p.depth, caches::first_bytes / (out.vectors * out.width * bytes));
  out.row_block = blocking::row_block_of(out, p, bytes);
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
