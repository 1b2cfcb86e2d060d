// The dump of a training step of a transformer, of any size, in the style of real ones: forward and backward
// pass, fusions, collectives, embeddings, and operations that have no maps.
#pragma once

#include <string>

namespace mercator_test {

class train_step {
 public:
  explicit train_step(int layers) {
    text_ = "HloModule pjit_train_step, is_scheduled=true, replica_count=1, num_partitions=8\n\n";
    reducer("add", "add");
    reducer("max", "maximum");
    for (int k = 0; k < layers; ++k) fusions(k);
    text_ +=
        "while_body {\n  %p = (s32[], f32[64,64]) parameter(0)\n  ROOT %t = (s32[], f32[64,64]) "
        "copy(%p)\n}\n\n";
    text_ += "while_condition {\n  %p = (s32[], f32[64,64]) parameter(0)\n  ROOT %c = pred[] constant(false)\n}\n\n";
    text_ += "ENTRY %main {\n";
    line("x.0", big, "parameter(0)", "", 0);
    line("table", "bf16[50257,512]{1,0}", "parameter(1)", "", 0);
    line("ids", "s32[1024,1]{1,0}", "parameter(2)", "", 0);
    line("step", "s32[]", "parameter(3)", "", 0);
    line("zero", "f32[]", "constant(0)", "", 0);
    line("izero", "s32[]", "constant(0)", "", 0);
    for (int k = 0; k < layers; ++k) layer(k);
    text_ += "  ROOT %result = " + big + " copy(" + big + " %x." + std::to_string(layers) + ")\n}\n";
  }

  const std::string& text() const { return text_; }

 private:
  void reducer(const std::string& name, const std::string& op) {
    text_ += "%" + name + " (x: f32[], y: f32[]) -> f32[] {\n  %x = f32[] parameter(0)\n  %y = f32[] parameter(1)\n" +
             "  ROOT %r = f32[] " + op + "(f32[] %x, f32[] %y)\n}\n\n";
  }

  void line(const std::string& name, const std::string& shape, const std::string& operation,
            const std::string& attributes, int layer) {
    const std::string n = std::to_string(layer);
    text_ += "  %" + name + " = " + shape + " " + operation + attributes +
             ", metadata={op_name=\"jit(train_step)/jit(main)/transformer/layer_" + n +
             "/attention/einsum\" source_file=\"model/layers.py\" source_line=" + n + "}\n";
  }

  /// A softmax and a normalisation.
  void fusions(int k) {
    const std::string n = std::to_string(k);
    text_ += "%softmax." + n + " {\n";
    line("x", "f32[8,1024,64]{2,1,0}", "parameter(0)", "", k);
    line("low", "f32[]", "constant(-inf)", "", k);
    line("m", "f32[8,1024]{1,0}", "reduce(%x, %low)", ", dimensions={2}, to_apply=%max", k);
    line("mb", "f32[8,1024,64]{2,1,0}", "broadcast(%m)", ", dimensions={0,1}", k);
    line("c", "f32[8,1024,64]{2,1,0}", "subtract(%x, %mb)", "", k);
    line("e", "f32[8,1024,64]{2,1,0}", "exponential(%c)", "", k);
    line("z", "f32[]", "constant(0)", "", k);
    line("s", "f32[8,1024]{1,0}", "reduce(%e, %z)", ", dimensions={2}, to_apply=%add", k);
    line("sb", "f32[8,1024,64]{2,1,0}", "broadcast(%s)", ", dimensions={0,1}", k);
    text_ += "  ROOT %d = f32[8,1024,64]{2,1,0} divide(%e, %sb)\n}\n\n";
    text_ += "%residual." + n + " {\n";
    line("a", big, "parameter(0)", "", k);
    line("b", "bf16[8,1024,64]{2,1,0}", "parameter(1)", "", k);
    line("t", "bf16[1024,8,64]{2,1,0}", "transpose(%b)", ", dimensions={1,0,2}", k);
    line("r", big, "reshape(%t)", "", k);
    text_ += "  ROOT %sum = " + big + " add(%a, %r)\n}\n\n";
  }

  void layer(int k) {
    const std::string n = "." + std::to_string(k), x = "%x" + n;
    const std::string heads = "bf16[8,1024,64]{2,1,0}", f_heads = "f32[8,1024,64]{2,1,0}";
    line("wide" + n, "f32[1024,512]{1,0}", "convert(" + big + " " + x + ")", "", k);
    line("scale" + n, "f32[1024,512]{1,0}", "broadcast(f32[] %zero)", ", dimensions={}", k);
    line("mul" + n, "f32[1024,512]{1,0}", "multiply(%wide" + n + ", %scale" + n + ")", "", k);
    line("mean" + n, "f32[1024]{0}", "reduce(%mul" + n + ", %zero)", ", dimensions={1}, to_apply=%add", k);
    line("meanb" + n, "f32[1024,512]{1,0}", "broadcast(%mean" + n + ")", ", dimensions={0}", k);
    line("norm" + n, "f32[1024,512]{1,0}", "subtract(%wide" + n + ", %meanb" + n + ")", "", k);
    line("split" + n, "f32[1024,8,64]{2,1,0}", "reshape(%norm" + n + ")", "", k);
    line("turned" + n, f_heads, "transpose(%split" + n + ")", ", dimensions={1,0,2}", k);
    line("scores" + n, "f32[8,1024,1024]{2,1,0}", "dot(%turned" + n + ", %turned" + n + ")",
         ", lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={2}", k);
    line("probs" + n, f_heads, "fusion(%turned" + n + ")", ", kind=kInput, calls=%softmax" + n, k);
    line("context" + n, f_heads, "dot(%scores" + n + ", %probs" + n + ")",
         ", lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={1}", k);
    line("narrow" + n, heads, "convert(%context" + n + ")", "", k);
    line("embedded" + n, "bf16[1024,512]{1,0}", "gather(%table, %ids)",
         ", offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, "
         "slice_sizes={1,512}",
         k);
    line("half" + n, "bf16[512,512]{1,0}", "slice(%embedded" + n + ")", ", slice={[0:1024:2], [0:512]}", k);
    line("padded" + n, "bf16[1024,512]{1,0}", "pad(%half" + n + ", %bzero" + n + ")", ", padding=0_1_1x0_0", k,
         "bzero" + n);
    line("window" + n, "bf16[64,512]{1,0}", "dynamic-slice(%padded" + n + ", %step, %izero)",
         ", dynamic_slice_sizes={64,512}", k);
    line("cache" + n, "bf16[1024,512]{1,0}", "dynamic-update-slice(%padded" + n + ", %window" + n + ", %step, %izero)",
         "", k);
    line("both" + n, "bf16[2048,512]{1,0}", "concatenate(%cache" + n + ", %embedded" + n + ")", ", dimensions={0}", k);
    line("reduced" + n, "bf16[2048,512]{1,0}", "all-reduce(%both" + n + ")",
         ", channel_id=1, replica_groups=[1,8]<=[8], use_global_device_ids=true, to_apply=%add", k);
    line("gathered" + n, "bf16[2048,4096]{1,0}", "all-gather(%reduced" + n + ")",
         ", channel_id=2, replica_groups=[1,8]<=[8], dimensions={1}, use_global_device_ids=true", k);
    line("opaque" + n, "(bf16[512,512]{1,0}, s8[4194304]{0})", "custom-call(%half" + n + ", %half" + n + ")",
         ", custom_call_target=\"__cublas$gemm\", backend_config={\"alpha_real\":1,\"epilogue\":\"DEFAULT\"}", k);
    line("product" + n, "bf16[512,512]{1,0}", "get-tuple-element(%opaque" + n + ")", ", index=0", k);
    line("bits" + n, "u16[512,512]{1,0}", "bitcast-convert(%product" + n + ")", "", k);
    line("shifted" + n, "u16[512,512]{1,0}", "shift-right-logical(%bits" + n + ", %bits" + n + ")", "", k);
    line("places" + n, "s32[1024,1]{1,0}", "iota()", ", iota_dimension=0", k);
    line("grads" + n, "bf16[50257,512]{1,0}", "scatter(%table, %places" + n + ", %embedded" + n + ")",
         ", update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, "
         "index_vector_dim=1, "
         "to_apply=%add",
         k);
    line("pooled" + n, "f32[512,512]{1,0}", "reduce-window(%wide" + n + ", %zero)",
         ", window={size=2x1 stride=2x1}, to_apply=%add", k);
    line("square" + n, "f32[64,64]{1,0}", "slice(%pooled" + n + ")", ", slice={[0:64], [0:64]}", k);
    line("state" + n, "(s32[], f32[64,64])", "tuple(%step, %square" + n + ")", "", k);
    line("loop" + n, "(s32[], f32[64,64])", "while(%state" + n + ")", ", condition=%while_condition, body=%while_body",
         k);
    line("factor" + n, "f32[64,64]{1,0}", "cholesky(%square" + n + ")", ", lower=true", k);
    line("solved" + n, "f32[64,64]{1,0}", "triangular-solve(%factor" + n + ", %square" + n + ")",
         ", left_side=true, lower=true, transpose_a=NO_TRANSPOSE", k);
    line("order" + n, "f32[64,64]{1,0}", "sort(%solved" + n + ")", ", dimensions={1}, to_apply=%max", k);
    line("x." + std::to_string(k + 1), big, "fusion(" + x + ", %narrow" + n + ")", ", kind=kLoop, calls=%residual" + n,
         k);
  }

  /// The same after a zero of that name.
  void line(const std::string& name, const std::string& shape, const std::string& operation,
            const std::string& attributes, int layer, const std::string& zero) {
    line(zero, "bf16[]", "constant(0)", "", layer);
    line(name, shape, operation, attributes, layer);
  }

  const std::string big = "bf16[1024,512]{1,0}";
  std::string text_;
};

}  // namespace mercator_test
