// GPU grids: which elements of a shape a thread works on, as a map; loops within a kernel; tiles in shared
// memory.
#pragma once

#include "mercator/core/checked.hpp"
#include "mercator/loops/narrow.hpp"
#include "mercator/map/shape.hpp"
#include "mercator/map/simplify.hpp"

namespace mercator {

/// How a shape's elements, in row-major order, are dealt out: blocks of Threads threads; each thread takes
/// Unroll vectors of Vector elements that follow one another, Threads vectors apart, so that neighbouring
/// threads have neighbouring vectors.
template <int Threads, int Unroll = 1, int Vector = 1>
struct grid {
  static_assert(Threads > 0 && Unroll > 0 && Vector > 0,
                "mercator: grid<Threads, Unroll, Vector> requires numbers above 0");
  /// Threads of a block, elements of a thread a block apart, and elements side by side.
  static constexpr int threads = Threads, unroll = Unroll, vector = Vector;
  /// Elements of a block.
  static constexpr i64 elements_per_block = i64{Threads} * Unroll * Vector;
};

namespace loops {

struct dealing {
  i64 threads, blocks, unroll, vector;
};

constexpr i64 blocks_of(i64 elements, i64 per_block) { return ceil_div(elements, per_block); }

constexpr void build_grid(symbolic::map_form& m, const extents& shape, const dealing& d) {
  m.add_dimension({0, d.threads - 1});
  m.add_dimension({0, d.blocks - 1});
  m.add_range({0, d.unroll - 1});
  m.add_range({0, d.vector - 1});
  symbolic::pool& p = m.p;
  const i64 step[4] = {d.vector, d.threads * d.unroll * d.vector, d.threads * d.vector, 1};
  int line = p.number(0);
  for (int v = 0; v < 4; ++v)
    if (!p.range(v).is_point()) line = p.add(line, p.single(v), step[v]);
  const i64 elements = shape.elements();
  if (elements != d.blocks * step[1]) m.add_constraint(line, {0, elements - 1});
  i64 inner = elements;
  for (int k = 0; k < shape.rank; ++k) {
    if (elements == 0) {
      m.add_result(p.number(0));
      continue;
    }
    inner /= shape[k];
    const int above = symbolic::floor_divide(p, line, inner);
    // The last block's elements beyond the shape are ruled out by the constraint, not by the first index.
    m.add_result(k == 0 ? above : symbolic::mod(p, above, shape[k]));
  }
}

}  // namespace loops

/// The map from (thread, block)[unrolled, place in the vector] to the indices of a shape's elements. `blocks`
/// is the number of blocks to launch; where the shape does not divide by what a block takes, the last one's
/// threads are bounded by a constraint.
template <class Shape, class Grid>
struct grid_map : recipe<grid_map<Shape, Grid>> {
  static_assert(Shape::elements <= i64{1} << 60, "mercator: grid_map requires a shape of at most 2^60 elements");
  /// The shape whose elements are shared out.
  using shape = Shape;
  /// How they are.
  using grid = Grid;
  static constexpr map_counts counts{2, 2, 0, Shape::rank};
  /// How many blocks there are.
  static constexpr i64 blocks = loops::blocks_of(Shape::elements, Grid::elements_per_block);
  /// Whether the blocks have no elements to spare: no bound check is needed.
  static constexpr bool is_even = Shape::elements == blocks * Grid::elements_per_block;
  /// Whether all numbers in evaluating the map fit 32 bits.
  static constexpr bool is_narrow = blocks * Grid::elements_per_block < (i64{1} << 31);
  /// The narrowest of int and i64 that counts the elements.
  using index = std::conditional_t<is_narrow, int, i64>;

  /// From the shape and the grid, of which only the types count.
  MERCATOR_HD constexpr grid_map(Shape = {}, Grid = {}) {}

  static constexpr void build(symbolic::map_form& m) {
    loops::build_grid(m, Shape::value, {Grid::threads, blocks, Grid::unroll, Grid::vector});
  }
};

template <class Shape, class Grid>
grid_map(Shape, Grid) -> grid_map<Shape, Grid>;

namespace loops {

#ifdef __CUDACC__
#pragma nv_exec_check_disable
#endif
/// body(indices) where the element is one of the shape.
template <class Map, class Body>
MERCATOR_HD constexpr void visit_element(Body& body, typename Map::index thread, typename Map::index block,
                                         int unrolled, int place) {
  using map = simplified_t<Map>;
  using index = typename Map::index;
  const index dimensions[] = {thread, block}, ranges[] = {index{unrolled}, index{place}};
  const narrow_point<index> at{dimensions, ranges, nullptr};
  if constexpr (Map::is_even)
    body(at.results_of(map{}));
  else if (at.is_in(map{}))
    body(at.results_of(map{}));
}

}  // namespace loops

/// Within a kernel, or for a thread that is simulated: body(indices) for every element of one thread, the
/// unrolled vectors in order. Nothing is tested where the shape divides. Indices are 32 bits wide where they
/// fit.
#ifdef __CUDACC__
#pragma nv_exec_check_disable
#endif
template <class Shape, class Grid, class Body>
MERCATOR_HD constexpr void for_each_thread(grid_map<Shape, Grid>, typename grid_map<Shape, Grid>::index thread,
                                           typename grid_map<Shape, Grid>::index block, Body&& body) {
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (int unrolled = 0; unrolled < Grid::unroll; ++unrolled)
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
    for (int place = 0; place < Grid::vector; ++place)
      loops::visit_element<grid_map<Shape, Grid>>(body, thread, block, unrolled, place);
}

/// The same once for each vector: body(indices of its first element). The vectors divide the shape's last
/// dimension.
#ifdef __CUDACC__
#pragma nv_exec_check_disable
#endif
template <class Shape, class Grid, class Body>
MERCATOR_HD constexpr void for_each_vector(grid_map<Shape, Grid>, typename grid_map<Shape, Grid>::index thread,
                                           typename grid_map<Shape, Grid>::index block, Body&& body) {
  static_assert(Shape::rank > 0 && Shape::size(Shape::rank - 1) % Grid::vector == 0,
                "mercator: for_each_vector requires a last dimension that the grid's vectors divide");
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (int unrolled = 0; unrolled < Grid::unroll; ++unrolled)
    loops::visit_element<grid_map<Shape, Grid>>(body, thread, block, unrolled, 0);
}

/// Count values of T that one instruction loads or stores: Count * sizeof(T) is 2, 4, 8 or 16, and the address
/// a multiple of it.
template <class T, int Count>
struct alignas(Count* static_cast<int>(sizeof(T))) aligned_vector {
  T value[static_cast<unsigned>(Count)];

  MERCATOR_HD constexpr T& operator[](int k) { return value[k]; }
  MERCATOR_HD constexpr const T& operator[](int k) const { return value[k]; }
};

/// Elements side by side in one access; they must be aligned to all of their bytes.
template <int Count, class T>
MERCATOR_HD inline aligned_vector<T, Count> load_vector(const T* from) {
  return *reinterpret_cast<const aligned_vector<T, Count>*>(from);
}
/// The same the other way.
template <int Count, class T>
MERCATOR_HD inline void store_vector(T* to, const aligned_vector<T, Count>& v) {
  *reinterpret_cast<aligned_vector<T, Count>*>(to) = v;
}

/// A tile of Rows x Columns in shared memory, each row with Padding elements behind it: with an odd row length
/// neither rows nor columns of 4-byte elements meet in a bank. at(row, column) is the place.
template <int Rows, int Columns, int Padding = 1>
struct padded_tile {
  /// Elements to allocate.
  static constexpr int elements = Rows * (Columns + Padding);

  /// The place of an element in the tile's memory, counted in elements.
  MERCATOR_HD static constexpr int at(int row, int column) { return row * (Columns + Padding) + column; }
};

/// The same without padding: the column is exchanged by the row's number (exclusive or), which keeps vectors of
/// Vector elements together. Columns / Vector is a power of two.
template <int Rows, int Columns, int Vector = 1>
struct swizzled_tile {
  /// Elements to allocate, and vectors of a row.
  static constexpr int elements = Rows * Columns, vectors = Columns / Vector;
  static_assert(Columns % Vector == 0 && (vectors & (vectors - 1)) == 0,
                "mercator: swizzled_tile<Rows, Columns, Vector> requires Columns / Vector to be a power of two");

  /// The place of an element in the tile's memory, counted in elements.
  MERCATOR_HD static constexpr int at(int row, int column) {
    return row * Columns + ((column / Vector) ^ (row % vectors)) * Vector + column % Vector;
  }
};

}  // namespace mercator
