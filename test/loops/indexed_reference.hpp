// HLO's gather and scatter as its documentation says them, index by index, without maps.
#pragma once

#include <vector>

#include "mercator/ops/gather.hpp"
#include "mercator/ops/scatter.hpp"

namespace mercator_test {

using mercator::i64;
using mercator::ops::numbers;
using index = std::vector<i64>;

inline std::size_t place(i64 k) { return static_cast<std::size_t>(k); }

inline std::size_t offset_of(numbers shape, const index& at) {
  i64 offset = 0;
  for (int k = 0; k < shape.count; ++k) offset = offset * shape[k] + at[place(k)];
  return place(offset);
}

/// Calls visit(index) for every index of a shape in row-major order.
template <class Visit>
void for_each_index(numbers shape, Visit visit) {
  index at(place(shape.count), 0);
  for (int k = 0; k < shape.count; ++k)
    if (shape[k] == 0) return;
  for (;;) {
    visit(at);
    int k = shape.count - 1;
    for (; k >= 0 && ++at[place(k)] == shape[k]; --k) at[place(k)] = 0;
    if (k < 0) return;
  }
}

/// The parts of an index that are not along, and that are along, some dimensions.
inline index without(const index& at, numbers dims) {
  index out;
  for (std::size_t k = 0; k < at.size(); ++k)
    if (!dims.contains(static_cast<i64>(k))) out.push_back(at[k]);
  return out;
}
inline index only(const index& at, numbers dims) {
  index out;
  for (int k = 0; k < dims.count; ++k) out.push_back(at[place(dims[k])]);
  return out;
}

/// The start of a slice in the operand, for the batch index `batch`, not clamped.
template <class Int>
index start_of(const index& batch, numbers operand, numbers indices_shape, const Int* indices, numbers index_map,
               numbers operand_batching, numbers indices_batching, i64 vector_dim) {
  index start(place(operand.count), 0);
  for (int i = 0; i < index_map.count; ++i) {
    index at = batch;
    if (vector_dim < indices_shape.count) at.insert(at.begin() + vector_dim, i);
    start[place(index_map[i])] = static_cast<i64>(indices[offset_of(indices_shape, at)]);
  }
  for (int i = 0; i < operand_batching.count; ++i) {
    const i64 along = indices_batching[i];
    start[place(operand_batching[i])] = batch[place(along > vector_dim ? along - 1 : along)];
  }
  return start;
}

/// The place in a slice, with zeros along the dimensions that the slice does not keep.
inline index expanded(const index& kept, int rank, numbers dropped, numbers batching) {
  index out;
  std::size_t next = 0;
  for (int k = 0; k < rank; ++k) out.push_back(dropped.contains(k) || batching.contains(k) ? 0 : kept[next++]);
  return out;
}

template <class T, class Int>
std::vector<T> gathered(const mercator::ops::values::gather& g, numbers output, const T* operand, const Int* indices) {
  std::vector<T> out;
  for_each_index(output, [&](const index& at) {
    index from = start_of(without(at, g.offset_dims), g.operand, g.indices, indices, g.start_index_map,
                          g.operand_batching_dims, g.start_indices_batching_dims, g.index_vector_dim);
    const index inside =
        expanded(only(at, g.offset_dims), g.operand.count, g.collapsed_slice_dims, g.operand_batching_dims);
    for (int k = 0; k < g.operand.count; ++k) {
      i64& start = from[place(k)];
      const i64 last = g.operand[k] - g.slice_sizes[k];
      if (!g.operand_batching_dims.contains(k)) start = start < 0 ? 0 : start > last ? last : start;
      start += inside[place(k)];
    }
    out.push_back(operand[offset_of(g.operand, from)]);
  });
  return out;
}

template <class T, class Int, class Combine>
void scattered(const mercator::ops::values::scatter& s, T* operand, const Int* indices, const T* updates,
               Combine combine) {
  // the sizes of the windows
  index window;
  for (int k = 0, i = 0; k < s.operand.count; ++k) {
    const bool kept = !s.inserted_window_dims.contains(k) && !s.input_batching_dims.contains(k);
    window.push_back(kept ? s.updates[static_cast<int>(s.update_window_dims[i])] : 1);
    i += kept;
  }
  for_each_index(s.updates, [&](const index& at) {
    index to =
        start_of(without(at, s.update_window_dims), s.operand, s.indices, indices, s.scatter_dims_to_operand_dims,
                 s.input_batching_dims, s.scatter_indices_batching_dims, s.index_vector_dim);
    const index inside =
        expanded(only(at, s.update_window_dims), s.operand.count, s.inserted_window_dims, s.input_batching_dims);
    for (int k = 0; k < s.operand.count; ++k) {
      if (to[place(k)] < 0 || to[place(k)] > s.operand[k] - window[place(k)]) return;
      to[place(k)] += inside[place(k)];
    }
    T& element = operand[offset_of(s.operand, to)];
    element = combine(element, updates[offset_of(s.updates, at)]);
  });
}

}  // namespace mercator_test
