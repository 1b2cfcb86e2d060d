// The attributes of HLO operations: those that are read, and in which form they are kept.
#pragma once

#include "mercator/hlo/word_table.hpp"

namespace mercator::hlo_ir {

/// How the value of an attribute is written, and what is kept of it as lists of numbers. All lists of an
/// attribute are of the same length.
enum class attribute_form : unsigned char {
  text,                 ///< none: as it is written
  numbers,              ///< {1,2}, 3, true (1) or false (0): one list
  slice,                ///< {[2:128:2],[1:3]}: slice_list
  padding,              ///< 1_2_0x0_0: padding_list
  window,               ///< {size=3x3 stride=2x2 pad=1_1x0_0}: window_list; see hlo_module::reversed_dimensions
  dim_labels,           ///< bf01_oi01->bf01: dim_labels_list
  pairs,                ///< {{0,1},{1,0}}: one list, each target after its source
  replica_groups,       ///< {{0,1},{2,3}}: see replica_groups.hpp
  iota_replica_groups,  ///< [2,2]<=[2,2]T(1,0): see replica_groups.hpp
  computations,         ///< %name or {%a, %b}: one list, of places among the module's computations
  instructions,         ///< {%a, %b}: one list, of places among the module's instructions
};

/// Which list of a slice.
enum slice_list : int { slice_starts, slice_limits, slice_strides };
/// Which list of a padding.
enum padding_list : int { padding_low, padding_high, padding_interior };
/// All are there, with 1 for strides and dilations and 0 for the others where they are not written.
enum window_list : int {
  window_size,
  window_stride,
  window_pad_low,
  window_pad_high,
  window_lhs_dilate,
  window_rhs_dilate,
  window_rhs_reversal
};
/// Each list has the places of the dimensions b and f (of the right-hand side i and o), then of the spatial
/// ones.
enum dim_labels_list : int { dim_labels_lhs, dim_labels_rhs, dim_labels_output };

// KEY(enumerator, as it is written, form)
// clang-format off
#define MERCATOR_HLO_ATTRIBUTES(KEY)                                                                          \
  KEY(dimensions, "dimensions", numbers)                                                                      \
  KEY(dimension, "dimension", numbers)                                                                        \
  KEY(index, "index", numbers)                                                                                \
  KEY(iota_dimension, "iota_dimension", numbers)                                                              \
  KEY(slice, "slice", slice)                                                                                  \
  KEY(padding, "padding", padding)                                                                            \
  KEY(window, "window", window)                                                                               \
  KEY(dim_labels, "dim_labels", dim_labels)                                                                   \
  KEY(feature_group_count, "feature_group_count", numbers)                                                    \
  KEY(batch_group_count, "batch_group_count", numbers)                                                        \
  KEY(lhs_contracting_dims, "lhs_contracting_dims", numbers)                                                  \
  KEY(rhs_contracting_dims, "rhs_contracting_dims", numbers)                                                  \
  KEY(lhs_batch_dims, "lhs_batch_dims", numbers)                                                              \
  KEY(rhs_batch_dims, "rhs_batch_dims", numbers)                                                              \
  KEY(lhs_ragged_dims, "lhs_ragged_dims", numbers)                                                            \
  KEY(rhs_group_dims, "rhs_group_dims", numbers)                                                              \
  KEY(dynamic_slice_sizes, "dynamic_slice_sizes", numbers)                                                    \
  KEY(offset_dims, "offset_dims", numbers)                                                                    \
  KEY(collapsed_slice_dims, "collapsed_slice_dims", numbers)                                                  \
  KEY(start_index_map, "start_index_map", numbers)                                                            \
  KEY(operand_batching_dims, "operand_batching_dims", numbers)                                                \
  KEY(start_indices_batching_dims, "start_indices_batching_dims", numbers)                                    \
  KEY(index_vector_dim, "index_vector_dim", numbers)                                                          \
  KEY(slice_sizes, "slice_sizes", numbers)                                                                    \
  KEY(indices_are_sorted, "indices_are_sorted", numbers)                                                      \
  KEY(unique_indices, "unique_indices", numbers)                                                              \
  KEY(update_window_dims, "update_window_dims", numbers)                                                      \
  KEY(inserted_window_dims, "inserted_window_dims", numbers)                                                  \
  KEY(scatter_dims_to_operand_dims, "scatter_dims_to_operand_dims", numbers)                                  \
  KEY(input_batching_dims, "input_batching_dims", numbers)                                                    \
  KEY(scatter_indices_batching_dims, "scatter_indices_batching_dims", numbers)                                \
  KEY(to_apply, "to_apply", computations)                                                                     \
  KEY(calls, "calls", computations)                                                                           \
  KEY(body, "body", computations)                                                                             \
  KEY(condition, "condition", computations)                                                                   \
  KEY(branch_computations, "branch_computations", computations)                                               \
  KEY(true_computation, "true_computation", computations)                                                     \
  KEY(false_computation, "false_computation", computations)                                                   \
  KEY(called_computations, "called_computations", computations)                                               \
  KEY(select, "select", computations)                                                                         \
  KEY(scatter, "scatter", computations)                                                                       \
  KEY(control_predecessors, "control-predecessors", instructions)                                             \
  KEY(replica_groups, "replica_groups", replica_groups)                                                       \
  KEY(source_target_pairs, "source_target_pairs", pairs)                                                      \
  KEY(channel_id, "channel_id", numbers)                                                                      \
  KEY(use_global_device_ids, "use_global_device_ids", numbers)                                                \
  KEY(constrain_layout, "constrain_layout", numbers)                                                          \
  KEY(is_stable, "is_stable", numbers)                                                                        \
  KEY(left_side, "left_side", numbers)                                                                        \
  KEY(lower, "lower", numbers)                                                                                \
  KEY(unit_diagonal, "unit_diagonal", numbers)                                                                \
  KEY(fft_length, "fft_length", numbers)                                                                      \
  KEY(exponent_bits, "exponent_bits", numbers)                                                                \
  KEY(mantissa_bits, "mantissa_bits", numbers)                                                                \
  KEY(feature_index, "feature_index", numbers)                                                                \
  KEY(k, "k", numbers)                                                                                        \
  KEY(kind, "kind", text)                                                                                     \
  KEY(direction, "direction", text)                                                                           \
  KEY(comparison_direction, "comparison_direction", text)                                                     \
  KEY(transpose_a, "transpose_a", text)                                                                       \
  KEY(fft_type, "fft_type", text)                                                                             \
  KEY(custom_call_target, "custom_call_target", text)                                                         \
  KEY(backend_config, "backend_config", text)                                                                 \
  KEY(sharding, "sharding", text)                                                                             \
  KEY(metadata, "metadata", text)                                                                             \
  KEY(frontend_attributes, "frontend_attributes", text)
// clang-format on

/// `other` is an attribute that the text names and this list does not.
enum class attribute_key : unsigned char {
#define MERCATOR_HLO_ENUMERATOR(NAME, TEXT, FORM) NAME,
  MERCATOR_HLO_ATTRIBUTES(MERCATOR_HLO_ENUMERATOR)
#undef MERCATOR_HLO_ENUMERATOR
      other
};

namespace detail {

inline constexpr const char* attribute_names[] = {
#define MERCATOR_HLO_NAME(NAME, TEXT, FORM) TEXT,
    MERCATOR_HLO_ATTRIBUTES(MERCATOR_HLO_NAME)
#undef MERCATOR_HLO_NAME
};

inline constexpr attribute_form attribute_forms[] = {
#define MERCATOR_HLO_FORM(NAME, TEXT, FORM) attribute_form::FORM,
    MERCATOR_HLO_ATTRIBUTES(MERCATOR_HLO_FORM)
#undef MERCATOR_HLO_FORM
        attribute_form::text};

inline constexpr word_table<256> attribute_table{attribute_names};

}  // namespace detail
#undef MERCATOR_HLO_ATTRIBUTES

/// "" for others.
constexpr const char* name_of(attribute_key key) {
  return key == attribute_key::other ? "" : detail::attribute_names[static_cast<int>(key)];
}

/// The form of an attribute of an operation that is known.
constexpr attribute_form form_of(attribute_key key) { return detail::attribute_forms[static_cast<int>(key)]; }

/// The key of that name; `other` where there is none.
constexpr attribute_key find_attribute(const char* text, word w) {
  return static_cast<attribute_key>(detail::attribute_table.find(text, w, static_cast<int>(attribute_key::other)));
}

/// An attribute of an instruction.
struct attribute {
  attribute_key key;    ///< which one it is
  attribute_form form;  ///< what its value is
  int lists;            ///< how many lists of numbers, or groups of replicas
  int first;            ///< the place of the first list's first number; the other lists follow it
  int count;            ///< the numbers of each list
  int name_begin;       ///< offset in the text of its name
  int name_length;      ///< characters of its name
  int value_begin;      ///< the value as it is written, without the quotes of a text
  int value_length;     ///< characters of the value
};

}  // namespace mercator::hlo_ir
