// The operations of HLO.
#pragma once

#include "mercator/hlo/word_table.hpp"

namespace mercator::hlo_ir {

// OP(enumerator, as it is written); a trailing _ keeps off keywords and the macro `complex`.
// clang-format off
#define MERCATOR_HLO_OPCODES(OP)                                                                              \
  OP(abs, "abs") OP(acos, "acos") OP(acosh, "acosh") OP(add, "add") OP(add_dependency, "add-dependency")      \
  OP(after_all, "after-all") OP(all_gather, "all-gather") OP(all_gather_done, "all-gather-done")              \
  OP(all_gather_start, "all-gather-start") OP(all_reduce, "all-reduce")                                       \
  OP(all_reduce_done, "all-reduce-done") OP(all_reduce_start, "all-reduce-start")                             \
  OP(all_to_all, "all-to-all") OP(and_, "and") OP(asin, "asin") OP(asinh, "asinh")                            \
  OP(async_done, "async-done") OP(async_start, "async-start") OP(async_update, "async-update")                \
  OP(atan2, "atan2") OP(atanh, "atanh") OP(batch_norm_grad, "batch-norm-grad")                                \
  OP(batch_norm_inference, "batch-norm-inference") OP(batch_norm_training, "batch-norm-training")             \
  OP(bitcast, "bitcast") OP(bitcast_convert, "bitcast-convert") OP(broadcast, "broadcast") OP(call, "call")   \
  OP(cbrt, "cbrt") OP(ceil, "ceil") OP(cholesky, "cholesky") OP(clamp, "clamp")                               \
  OP(collective_broadcast, "collective-broadcast") OP(collective_permute, "collective-permute")               \
  OP(collective_permute_done, "collective-permute-done")                                                      \
  OP(collective_permute_start, "collective-permute-start") OP(compare, "compare") OP(complex_, "complex")     \
  OP(concatenate, "concatenate") OP(conditional, "conditional") OP(constant, "constant")                      \
  OP(convert, "convert") OP(convolution, "convolution") OP(copy, "copy") OP(copy_done, "copy-done")           \
  OP(copy_start, "copy-start") OP(cosh, "cosh") OP(cosine, "cosine")                                          \
  OP(count_leading_zeros, "count-leading-zeros") OP(custom_call, "custom-call") OP(divide, "divide")          \
  OP(domain, "domain") OP(dot, "dot") OP(dynamic_reshape, "dynamic-reshape")                                  \
  OP(dynamic_slice, "dynamic-slice") OP(dynamic_update_slice, "dynamic-update-slice") OP(erf, "erf")          \
  OP(exponential, "exponential") OP(exponential_minus_one, "exponential-minus-one") OP(fft, "fft")            \
  OP(floor, "floor") OP(fusion, "fusion") OP(gather, "gather") OP(get_dimension_size, "get-dimension-size")   \
  OP(get_tuple_element, "get-tuple-element") OP(imag, "imag") OP(infeed, "infeed") OP(iota, "iota")           \
  OP(is_finite, "is-finite") OP(log, "log") OP(log_plus_one, "log-plus-one") OP(logistic, "logistic")         \
  OP(map, "map") OP(maximum, "maximum") OP(minimum, "minimum") OP(multiply, "multiply")                       \
  OP(negate, "negate") OP(not_, "not") OP(opt_barrier, "opt-barrier") OP(or_, "or") OP(outfeed, "outfeed")    \
  OP(pad, "pad") OP(parameter, "parameter") OP(partition_id, "partition-id") OP(popcnt, "popcnt")             \
  OP(power, "power") OP(ragged_all_to_all, "ragged-all-to-all") OP(ragged_dot, "ragged-dot")                  \
  OP(real, "real") OP(recv, "recv") OP(recv_done, "recv-done") OP(reduce, "reduce")                           \
  OP(reduce_precision, "reduce-precision") OP(reduce_scatter, "reduce-scatter")                               \
  OP(reduce_window, "reduce-window") OP(remainder, "remainder") OP(replica_id, "replica-id")                  \
  OP(reshape, "reshape") OP(reverse, "reverse") OP(rng, "rng") OP(rng_bit_generator, "rng-bit-generator")     \
  OP(rng_get_and_update_state, "rng-get-and-update-state") OP(round_nearest_afz, "round-nearest-afz")         \
  OP(round_nearest_even, "round-nearest-even") OP(rsqrt, "rsqrt") OP(scaled_dot, "scaled-dot")                \
  OP(scatter, "scatter") OP(select, "select") OP(select_and_scatter, "select-and-scatter") OP(send, "send")   \
  OP(send_done, "send-done") OP(set_dimension_size, "set-dimension-size") OP(shift_left, "shift-left")        \
  OP(shift_right_arithmetic, "shift-right-arithmetic") OP(shift_right_logical, "shift-right-logical")         \
  OP(sign, "sign") OP(sine, "sine") OP(sinh, "sinh") OP(slice, "slice") OP(sort, "sort") OP(sqrt, "sqrt")     \
  OP(stochastic_convert, "stochastic-convert") OP(subtract, "subtract") OP(tan, "tan") OP(tanh, "tanh")       \
  OP(topk, "topk") OP(transpose, "transpose") OP(triangular_solve, "triangular-solve") OP(tuple, "tuple")     \
  OP(while_, "while") OP(xor_, "xor")
// clang-format on

/// `unknown` is an operation that the text names and this list does not.
enum class opcode : unsigned char {
#define MERCATOR_HLO_ENUMERATOR(NAME, TEXT) NAME,
  MERCATOR_HLO_OPCODES(MERCATOR_HLO_ENUMERATOR)
#undef MERCATOR_HLO_ENUMERATOR
      unknown
};

namespace detail {

inline constexpr const char* opcode_names[] = {
#define MERCATOR_HLO_NAME(NAME, TEXT) TEXT,
    MERCATOR_HLO_OPCODES(MERCATOR_HLO_NAME)
#undef MERCATOR_HLO_NAME
};

inline constexpr word_table<512> opcode_table{opcode_names};

}  // namespace detail
#undef MERCATOR_HLO_OPCODES

/// "" for unknown ones.
constexpr const char* name_of(opcode op) {
  return op == opcode::unknown ? "" : detail::opcode_names[static_cast<int>(op)];
}

/// The opcode of that name; `unknown` where there is none.
constexpr opcode find_opcode(const char* text, word w) {
  return static_cast<opcode>(detail::opcode_table.find(text, w, static_cast<int>(opcode::unknown)));
}

}  // namespace mercator::hlo_ir
