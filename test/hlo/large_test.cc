// A dump of a training step as large as real ones: every layer's forward and backward pass, with metadata.
#include <doctest/doctest.h>

#include <algorithm>

#include "mercator/hlo/listing.hpp"
#include "test/hlo/module_of.hpp"
#include "test/hlo/train_step.hpp"
#include "test/support/growth.hpp"

using mercator_test::module_of;
namespace hlo = mercator::hlo_ir;

namespace {

class step_writer {
 public:
  /// A training step of so many layers; each is 100 instructions.
  explicit step_writer(int layers) {
    text_ = "HloModule pjit_train_step, is_scheduled=true, num_partitions=8\n\n";
    text_ += "%add (x: f32[], y: f32[]) -> f32[] {\n  %x = f32[] parameter(0)\n  %y = f32[] parameter(1)\n";
    text_ += "  ROOT %sum = f32[] add(f32[] %x, f32[] %y)\n}\n\n";
    for (int k = 0; k < layers; ++k) fusion(k);
    text_ += "ENTRY %main (param.0: bf16[1024,2048]) -> bf16[1024,2048] {\n";
    text_ += "  %param.0 = bf16[1024,2048]{1,0} parameter(0), sharding={devices=[8,1]<=[8]}\n";
    last_ = "param.0";
    for (int k = 0; k < layers; ++k) layer(k);
    text_ += "  ROOT %copy.0 = bf16[1024,2048]{1,0} copy(bf16[1024,2048]{1,0} %" + last_ + ")\n}\n";
  }

  static int instructions(int layers) { return 5 + 100 * layers; }
  const std::string& text() const { return text_; }

 private:
  static constexpr const char* shape = "bf16[1024,2048]{1,0:T(8,128)(2,1)}";

  void fusion(int k) {
    const std::string n = std::to_string(k);
    text_ += "%fused_computation." + n + " (param_0." + n + ": bf16[1024,2048]) -> bf16[1024,2048] {\n";
    text_ += "  %param_0." + n + " = " + shape + " parameter(0)\n";
    std::string last = "param_0." + n;
    for (int i = 0; i < 19; ++i) {
      const std::string name = "multiply." + n + "." + std::to_string(i);
      text_ += std::string(i == 18 ? "  ROOT %" : "  %") + name + " = " + shape + " multiply(" + shape + " %" + last +
               ", " + shape + " %param_0." + n + "), metadata={op_name=\"jit(train_step)/layer_" + n + "/mlp/mul\"}\n";
      last = name;
    }
    text_ += "}\n\n";
  }

  void line(const std::string& name, const std::string& operation, const std::string& attributes, int layer) {
    const std::string n = std::to_string(layer);
    text_ += "  %" + name + " = " + shape + " " + operation + "(" + shape + " %" + last_ + ", " + shape + " %param.0)" +
             attributes + ", metadata={op_type=\"" + operation +
             "\" op_name=\"jit(train_step)/jit(main)/transformer/while/body/layer_" + n + "/attention/" + operation +
             "\" source_file=\"model/layers.py\" source_line=" + n + "}\n";
    last_ = name;
  }

  void layer(int k) {
    const std::string n = std::to_string(k);
    for (int i = 0; i < 79; ++i) line("add." + n + "." + std::to_string(i), "add", "", k);
    text_ += "  %fusion." + n + " = " + shape + " fusion(" + shape + " %" + last_ +
             "), kind=kLoop, calls=%fused_computation." + n +
             ", backend_config={\"window_config\":{\"kernel_window_bounds\":[]},\"estimated_cycles\":\"3812\"}\n";
    last_ = "fusion." + n;
  }

  std::string text_;
  std::string last_;
};

void read(const std::string& text) {
  const hlo::parsed_module m(text.c_str(), static_cast<int>(text.size()));
  REQUIRE(m);
}

}  // namespace

TEST_CASE("twenty thousand instructions") {
  const step_writer step(200);
  const module_of m(step.text());
  REQUIRE_MESSAGE(m, m.message());
  CHECK(step.text().size() > 4000000);
  CHECK(m->counts.instructions == step_writer::instructions(200));
  CHECK(m->counts.computations == 202);
  CHECK(m->counts.attributes > 20000 - 300);
}

TEST_CASE("four times the text takes about four times the time, and under two seconds") {
  const std::string once = step_writer(100).text(), more = step_writer(400).text();
  const auto seen = mercator_test::measure_growth([&] { read(once); }, [&] { read(more); });
  MESSAGE(once.size() << " bytes in " << seen.small * 1e3 << " ms, " << more.size() << " in " << seen.large * 1e3
                      << " ms");
  CHECK(seen.in_proportion());
  CHECK(seen.large < 2);
}

TEST_CASE("the maps of all instructions of a training step take under two seconds") {
  const std::string text = mercator_test::train_step(440).text();
  REQUIRE(text.size() > 4000000);
  mercator_test::string_sink to;
  bool full = true;
  int instructions = 0;
  const double taken = mercator_test::seconds([&] {
    const module_of m(text);
    REQUIRE_MESSAGE(m, m.message());
    instructions = m->counts.instructions;
    hlo::listing listing(to, *m, {});
    listing.all();
    full = listing.full();
  });
  MESSAGE(text.size() << " bytes, " << instructions << " instructions, " << to.text.size() << " bytes of maps in "
                      << taken * 1e3 << " ms");
  CHECK(!full);
  CHECK(taken < 2);
  const auto lines = std::count(to.text.begin(), to.text.end(), '\n');
  CHECK(lines > 30000);
  std::string::size_type unknown = 0;
  int unknown_lines = 0;
  while ((unknown = to.text.find("unknown (", unknown)) != std::string::npos) ++unknown, ++unknown_lines;
  CHECK(unknown_lines == 440 * 6);  // custom-call (of two operands), while, cholesky, triangular-solve (of two)
}

TEST_CASE("one long line of everything") {
  const int many = 200000;
  std::string tuple = "t = (", numbers = "a = s32[] copy(p), dimensions={", constant = "c = s32[1] constant({";
  for (int k = 0; k < many; ++k) {
    tuple += k == 0 ? "s32[]" : ", s32[]";
    numbers += k == 0 ? "0" : ",0";
    constant += k == 0 ? "0" : ", 0";
  }
  std::string same = ") tuple(p";
  for (int k = 1; k < many; ++k) same += ", p";
  const std::string text = "p = s32[] parameter(0)\n" + tuple + same + ")\n" + numbers + "}\n" + constant + "})\n";
  CHECK(mercator_test::seconds([&] { read(text); }) < 1);
  const module_of m(text);
  REQUIRE_MESSAGE(m, m.message());
  CHECK(m->shapes[1].elements == many);
  CHECK(m->counts.operands == many + 1);
  CHECK(m->attributes[0].count == many);
}

TEST_CASE("a long chain of small computations") {
  const int many = 50000;
  std::string text = "f0 { p = f32[] parameter(0) }\n";
  for (int k = 1; k < many; ++k) {
    const std::string n = std::to_string(k), before = std::to_string(k - 1);
    text += "f" + n + " { p = f32[] parameter(0) ROOT r = f32[] call(p), to_apply=f" + before + " }\n";
  }
  const std::string last = std::to_string(many - 1);
  text += "ENTRY e { p = f32[] parameter(0) ROOT r = f32[] call(p), to_apply=f" + last + " }\n";
  CHECK(mercator_test::seconds([&] { read(text); }) < 1);
  const std::string circle = "f0 { p = f32[] parameter(0) r = f32[] call(p), to_apply=f" + last + text.substr(27);
  CHECK(module_of(circle).message() == "1:1: 'f0' calls itself, perhaps through others");
}
