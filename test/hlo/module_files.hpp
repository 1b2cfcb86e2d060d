// The modules in test/hlo/modules.
#pragma once

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "test/hlo/module_of.hpp"
#include "test/hlo/well_formed.hpp"

namespace mercator_test {

inline constexpr const char* module_names[] = {
    "argmax",
    "async_pairs",
    "attention",
    "bare",
    "batch_norm",
    "batched_gather",
    "cholesky",
    "collective_zoo",
    "conditional",
    "constants",
    "conv_backward",
    "conv_block",
    "cross_entropy",
    "custom_calls",
    "depthwise_conv",
    "dynamic_shapes",
    "elementwise",
    "embedding_lookup",
    "fft",
    "flash_loop",
    "infeed",
    "kv_cache",
    "layer_norm",
    "moe_dispatch",
    "pipeline",
    "quantized_matmul",
    "reduce_windows",
    "resize",
    "rng",
    "rotary",
    "scatter",
    "select_and_scatter",
    "sharded_train_step",
    "sort",
    "source_tables",
    "tpu_layouts",
    "tuples",
    "while_loop",
};

/// Tests run where the repository's root, or Bazel's picture of it, is the current folder.
inline std::string read_module(const std::string& name) {
  std::ifstream file("test/hlo/modules/" + name + ".hlo", std::ios::binary);
  REQUIRE_MESSAGE(file, name);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline void check_well_formed(const hlo::hlo_module& m) { CHECK(is_well_formed(m)); }

}  // namespace mercator_test
