// The maps of modules as text: what is printed for each kind of instruction, and for what has no map.
#include <doctest/doctest.h>

#include "mercator/hlo/listing.hpp"
#include "test/hlo/module_files.hpp"

using mercator_test::module_of;
using mercator_test::string_sink;
namespace hlo = mercator::hlo_ir;

namespace {

constexpr hlo::direction to_input = hlo::direction::output_to_input;
constexpr hlo::direction to_output = hlo::direction::input_to_output;

/// Reducers for all modules here.
const std::string reducers =
    "add { a = f32[] parameter(0) b = f32[] parameter(1) ROOT s = f32[] add(a, b) }\n"
    "ge { a = f32[] parameter(0) b = f32[] parameter(1) ROOT s = pred[] compare(a, b), direction=GE }\n";

class lines_of {
 public:
  explicit lines_of(const std::string& text) : m_(text) { REQUIRE_MESSAGE(m_, m_.message()); }

  std::string of(const std::string& name, hlo::listing_options options = {}) const {
    string_sink to;
    hlo::listing listing(to, *m_, options);
    const int place = hlo::place_of_instruction(*m_, name.c_str());
    REQUIRE_MESSAGE(place >= 0, name);
    if (!listing.one(m_->instructions[place])) return "no output\n";
    CHECK(!listing.full());
    return to.text;
  }
  std::string of_root(hlo::listing_options options = {}) const {
    string_sink to;
    hlo::listing listing(to, *m_, options);
    return listing.one(m_->root(m_->entry_computation())) ? to.text : "no output\n";
  }
  std::string whole(hlo::listing_options options = {}) const {
    string_sink to;
    hlo::listing listing(to, *m_, options);
    return listing.whole(m_->entry_computation()) ? to.text : "no output\n";
  }
  std::string all() const {
    string_sink to;
    hlo::listing listing(to, *m_, {});
    listing.all();
    return to.text;
  }

 private:
  module_of m_;
};

}  // namespace

TEST_CASE("windows, scatter, pad, concatenate, dynamic-update-slice") {
  const lines_of m(reducers + R"(ENTRY e {
    x = f32[8,6] parameter(0)
    z = f32[] constant(0)
    s = f32[4,3] parameter(1)
    i = s32[5,1] parameter(2)
    u = f32[5,6] parameter(3)
    k = f32[3,1,1,4] parameter(4)
    img = f32[2,8,8,1] parameter(5)
    o = s32[] parameter(6)
    rw = f32[4,3] reduce-window(x, z), window={size=2x2 stride=2x2}, to_apply=add
    sas = f32[8,6] select-and-scatter(x, s, z), window={size=2x2 stride=2x2}, select=ge, scatter=add
    sc = f32[8,6] scatter(x, i, u), update_window_dims={1}, inserted_window_dims={0},
      scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add
    conv = f32[2,6,8,4] convolution(img, k), window={size=3x1}, dim_labels=b01f_01io->b01f
    pd = f32[10,12] pad(x, z), padding=1_1x0_1_1
    cc = f32[13,6] concatenate(x, u), dimensions={0}
    dus = f32[8,6] dynamic-update-slice(x, s, o, o)
    bc = s8[8,6,4] bitcast-convert(x)
    ROOT t = (f32[4,3], f32[8,6]) tuple(rw, sas)
  })");
  CHECK(m.of("rw") ==
        "operand 0: (d0, d1)[s0, s1] -> (d0 * 2 + s0, d1 * 2 + s1), domain: d0 in [0, 3], d1 in [0, 2], "
        "s0 in [0, 1], s1 in [0, 1]\n"
        "operand 1: (d0, d1) -> (), domain: d0 in [0, 3], d1 in [0, 2]\n");
  CHECK(m.of("sas", {to_output})
            .find("operand 1: (d0, d1)[s0, s1] -> (d0 * 2 + s0, d1 * 2 + s1), domain: "
                  "d0 in [0, 3], d1 in [0, 2], s0 in [0, 1], s1 in [0, 1]\n") != std::string::npos);
  CHECK(m.of("sc") ==
        "operand 0: (d0, d1) -> (d0, d1), domain: d0 in [0, 7], d1 in [0, 5]\n"
        "operand 1: (d0, d1)[s0] -> (s0, 0), domain: d0 in [0, 7], d1 in [0, 5], s0 in [0, 4]\n"
        "operand 2: (d0, d1)[s0]{rt0} -> (s0, d1), domain: d0 in [0, 7], d1 in [0, 5], s0 in [0, 4], "
        "rt0 in [0, 7], d0 - rt0 in [0, 0] ; rt0 = operand 1[(d0, d1)[s0] -> (s0, 0)]\n");
  CHECK(m.of("sc", {to_output}) ==
        "operand 0: (d0, d1) -> (d0, d1), domain: d0 in [0, 7], d1 in [0, 5]\n"
        "operand 1: (d0, d1)[s0, s1] -> (s0, s1), domain: d0 in [0, 4], d1 in [0, 0], s0 in [0, 7], s1 in [0, "
        "5]\n"
        "operand 2: (d0, d1){rt0} -> (rt0, d1), domain: d0 in [0, 4], d1 in [0, 5], rt0 in [0, 7] ; "
        "rt0 = operand 1[(d0, d1) -> (d0, 0)]\n");
  CHECK(m.of("conv") ==
        "operand 0: (d0, d1, d2, d3)[s0] -> (d0, d1 + s0, d2, 0), domain: d0 in [0, 1], d1 in [0, 5], "
        "d2 in [0, 7], d3 in [0, 3], s0 in [0, 2]\n"
        "operand 1: (d0, d1, d2, d3)[s0] -> (s0, 0, 0, d3), domain: d0 in [0, 1], d1 in [0, 5], d2 in [0, 7], "
        "d3 in [0, 3], s0 in [0, 2]\n");
  CHECK(m.of("bc", {to_output}) ==
        "operand 0: (d0, d1)[s0] -> (d0, d1, s0), domain: d0 in [0, 7], d1 in [0, 5], s0 in [0, 3]\n");
  CHECK(m.of("dus") ==
        "operand 0: (d0, d1) -> (d0, d1), domain: d0 in [0, 7], d1 in [0, 5]\n"
        "operand 1: (d0, d1){rt0, rt1} -> (d0 - rt0, d1 - rt1), domain: d0 in [0, 7], d1 in [0, 5], "
        "rt0 in [0, 4], rt1 in [0, 3], d0 - rt0 in [0, 3], d1 - rt1 in [0, 2] ; "
        "rt0 = operand 2[(d0, d1) -> ()], rt1 = operand 2[(d0, d1) -> ()]\n"
        "operand 2: (d0, d1) -> (), domain: d0 in [0, 7], d1 in [0, 5]\n"
        "operand 3: (d0, d1) -> (), domain: d0 in [0, 7], d1 in [0, 5]\n");

  SUBCASE("pieces") {
    CHECK(m.of("pd", {to_input, 0, true}) ==
          "operand 0 piece 0: (d0, d1) -> (d0 - 1, d1 floordiv 2), domain: d0 in [1, 8], d1 in [0, 10], "
          "d1 mod 2 in [0, 0]\n"
          "operand 1 piece 0: (d0, d1) -> (), domain: d0 in [0, 0], d1 in [0, 11]\n"
          "operand 1 piece 1: (d0, d1) -> (), domain: d0 in [9, 9], d1 in [0, 11]\n"
          "operand 1 piece 2: (d0, d1) -> (), domain: d0 in [1, 8], d1 in [11, 11]\n"
          "operand 1 piece 3: (d0, d1) -> (), domain: d0 in [1, 8], d1 in [1, 9], d1 mod 2 in [1, 1]\n");
    CHECK(m.of("cc", {to_input, 0, true}) ==
          "operand 0 piece 0: (d0, d1) -> (d0, d1), domain: d0 in [0, 7], d1 in [0, 5]\n"
          "operand 1 piece 0: (d0, d1) -> (d0 - 8, d1), domain: d0 in [8, 12], d1 in [0, 5]\n");
    const std::string pieces = m.of("dus", {to_input, 0, true});
    CHECK(pieces.find("operand 0 piece 0: (d0, d1){rt0, rt1} -> (d0, d1), domain: d0 in [0, 3], d1 in [0, 5], "
                      "rt0 in [1, 4], rt1 in [0, 3], d0 - rt0 in [-4, -1] ; rt0 = operand 2[(d0, d1) -> ()] "
                      "clamped to [0, 4], rt1 = operand 2[(d0, d1) -> ()]\n") != std::string::npos);
    CHECK(m.of("rw", {to_input, 0, true}) == m.of("rw"));
    CHECK(m.of("pd", {to_output, 0, true}) == m.of("pd", {to_output}));
  }
  SUBCASE("outputs") {
    CHECK(m.of_root({to_input, 1}) == "operand 1: (d0, d1) -> (d0, d1), domain: d0 in [0, 7], d1 in [0, 5]\n");
    CHECK(m.of_root({to_input, 2}) == "no output\n");
    CHECK(m.whole({to_input, 0}) ==
          "operand 0: (d0, d1)[s0, s1] -> (d0 * 2 + s0, d1 * 2 + s1), domain: "
          "d0 in [0, 3], d1 in [0, 2], s0 in [0, 1], s1 in [0, 1]\n");
  }
}

TEST_CASE("collectives have the replica as one more result, through fusions too") {
  const lines_of m(R"(HloModule m, replica_count=4
    f {
      p = f32[8,4] parameter(0)
      g = f32[8,16] all-gather(p), replica_groups={{0,1,2,3}}, dimensions={1}
      ROOT s = f32[8,4] slice(g), slice={[0:8], [4:8]}
    }
    twice {
      p = f32[8,4] parameter(0)
      g = f32[8,16] all-gather(p), replica_groups={}, dimensions={1}
      ROOT r = f32[8,4] reduce-scatter(g), replica_groups={}, dimensions={1}, to_apply=sum
    }
    sum { a = f32[] parameter(0) b = f32[] parameter(1) ROOT s = f32[] add(a, b) }
    ENTRY e {
      p = f32[8,4] parameter(0)
      s = f32[8,4] fusion(p), kind=kLoop, calls=f
      t = f32[8,4] fusion(p), kind=kLoop, calls=twice
      start = (f32[8,4], f32[8,16]) all-gather-start(p), replica_groups={}, dimensions={1}
      done = f32[8,16] all-gather-done(start)
      pairs = f32[8,4] collective-permute(p), source_target_pairs={{0,1},{1,2}}
      x = f32[8,4] all-to-all(p), replica_groups={{0,1,2,3}}, dimensions={1}
      ROOT uneven = f32[8,4] all-reduce(p), replica_groups={{0},{1,2,3}}, to_apply=sum
    })");
  CHECK(m.of("s") == "operand 0: (d0, d1) -> (d0, d1, 1), domain: d0 in [0, 7], d1 in [0, 3]\n");
  CHECK(m.of("e/t") ==
        "operand 0: unknown (g: all-gather: it depends on the replica, and is reached through "
        "another one)\n");
  CHECK(m.of("start", {to_input, 0}) == "operand 0: (d0, d1) -> (d0, d1), domain: d0 in [0, 7], d1 in [0, 3]\n");
  CHECK(m.of("start", {to_input, 1}) ==
        "operand 0: (d0, d1) -> (d0, d1 mod 4, d1 floordiv 4), domain: d0 in [0, 7], d1 in [0, 15]\n");
  CHECK(m.of("done") == "operand 0: (d0, d1) -> (d0, d1), domain: d0 in [0, 7], d1 in [0, 15]\n");
  CHECK(m.of("pairs") ==
        "operand 0: (d0, d1){rt0} -> (d0, d1, rt0 - 1), domain: d0 in [0, 7], d1 in [0, 3], "
        "rt0 in [1, 2] ; rt0 = replica[(d0, d1) -> ()]\n");
  CHECK(m.of("x") ==
        "operand 0: (d0, d1){rt0} -> (d0, rt0, d1), domain: d0 in [0, 7], d1 in [0, 3], "
        "rt0 in [0, 3] ; rt0 = place of the replica in its group[(d0, d1) -> ()]\n");
  CHECK(m.of_root() == "operand 0: unknown (all-reduce requires replica groups of one size)\n");
}

TEST_CASE("what has no map says why") {
  const lines_of m(reducers + R"(
    f {
      p = f32[20,20] parameter(0)
      q = f32[4,4] parameter(1)
      r = f32[4,3] parameter(2)
      lhs = f32[4,3] triangular-solve(q, r), left_side=true, lower=true
      rhs = f32[4,3] slice(p), slice={[0:20:6], [0:5:2]}
      ROOT both = f32[4,3] add(lhs, rhs)
    }
    ENTRY e {
      p = f32[20,20] parameter(0)
      q = f32[4,4] parameter(1)
      r = f32[4,3] parameter(2)
      odd = f32[4,4] frobnicate(q, r)
      wrong = f32[4,4] transpose(q), dimensions={0,0}
      other = f32[4,3] transpose(r), dimensions={1,0}
      larger = f32[5,4] copy(q)
      none = f32[2] custom-call(), custom_call_target="x"
      token = token[] after-all()
      dynamic = f32[?,4] negate(q)
      short = f32[4,4] fusion(q), kind=kLoop, calls=f
      ROOT out = f32[4,3] fusion(p, q, r), kind=kLoop, calls=f
    })");
  CHECK(m.of_root() ==
        "operand 0: (d0, d1) -> (d0 * 6, d1 * 2), domain: d0 in [0, 3], d1 in [0, 2]\n"
        "operand 1: unknown (lhs: triangular-solve has no map)\n"
        "operand 2: unknown (lhs: triangular-solve has no map)\n");
  CHECK(m.of("odd") == "operand 0: unknown (frobnicate has no map)\noperand 1: unknown (frobnicate has no map)\n");
  CHECK(m.of("wrong") == "operand 0: unknown (transpose requires a permutation of the dimensions)\n");
  CHECK(m.of("other") ==
        "operand 0: unknown (transpose requires an output of the shape that follows from its operands)\n");
  CHECK(m.of("larger") == "operand 0: unknown (copy requires the shape that its operand has)\n");
  CHECK(m.of("none") == "no operand: unknown (custom-call has no map)\n");
  CHECK(m.of("token") == "no operand: unknown (after-all has no map)\n");
  CHECK(m.of("dynamic") == "operand 0: unknown (negate requires dimensions with a bound)\n");
  CHECK(m.of("short") == "operand 0: unknown (fusion requires a computation of its operands and its output)\n");
}

TEST_CASE("what reads nothing") {
  const lines_of m("p = f32[3] parameter(0)\ni = s32[2,4] iota(), iota_dimension=1\nROOT c = f32[2] constant({1, 2})");
  CHECK(m.of("i") == "no operand: (d0, d1) -> (), domain: d0 in [0, 1], d1 in [0, 3]\n");
  CHECK(m.of("i", {to_output}) == "no operand: ()[s0, s1] -> (s0, s1), domain: s0 in [0, 1], s1 in [0, 3]\n");
  CHECK(m.of_root() == "no operand: (d0) -> (), domain: d0 in [0, 1]\n");
  CHECK(m.whole() == "");
  const lines_of without("a = s32[3] iota(), iota_dimension=0\nROOT b = s32[3] add(a, a)");
  CHECK(without.whole() == "no operand: (d0) -> (), domain: d0 in [0, 2]\n");
  CHECK(without.of_root() ==
        "operand 0: (d0) -> (d0), domain: d0 in [0, 2]\noperand 1: (d0) -> (d0), domain: d0 in [0, 2]\n");
}

TEST_CASE("sources through nested fusions, and what is read inside them") {
  const lines_of m(R"(
    inner {
      table = f32[9,4] parameter(0)
      at = s32[] parameter(1)
      zero = s32[] constant(0)
      twice = s32[] add(at, at)
      a = f32[2,4] dynamic-slice(table, at, zero), dynamic_slice_sizes={2,4}
      b = f32[2,4] dynamic-slice(table, twice, zero), dynamic_slice_sizes={2,4}
      ROOT r = f32[2,4] add(a, b)
    }
    outer {
      ids = s32[5] parameter(0)
      table = f32[9,4] parameter(1)
      third = s32[1] slice(ids), slice={[2:3]}
      at = s32[] reshape(third)
      ROOT r = f32[2,4] fusion(table, at), kind=kLoop, calls=inner
    }
    ENTRY e {
      ids = s32[5] parameter(0)
      table = f32[9,4] parameter(1)
      ROOT r = f32[2,4] fusion(ids, table), kind=kLoop, calls=outer
    })");
  const std::string domain = "domain: d0 in [0, 1], d1 in [0, 3], rt0 in [0, 7]";
  const std::string map = "(d0, d1){rt0} -> (d0 + rt0, d1), " + domain + " ; rt0 = ";
  CHECK(m.of_root() ==
        "operand 0: (d0, d1) -> (2), domain: d0 in [0, 1], d1 in [0, 3]\n"
        "operand 1: " +
            map +
            "twice[(d0, d1) -> ()]\n"
            "operand 1: " +
            map + "operand 0[(d0, d1) -> (2)]\n");
  CHECK(m.of("outer/r") == "operand 0: " + map +
                               "twice[(d0, d1) -> ()]\n"
                               "operand 0: " +
                               map +
                               "operand 1[(d0, d1) -> ()]\n"
                               "operand 1: (d0, d1) -> (), domain: d0 in [0, 1], d1 in [0, 3]\n");
}

TEST_CASE("a fusion of shared subexpressions") {
  std::string text = "f {\n  v0 = f32[64,64] parameter(0)\n";
  for (int k = 1; k <= 200; ++k) {
    const std::string a = "v" + std::to_string(k - 1), n = "v" + std::to_string(k);
    text += k % 3 == 0 ? "  t" + n + " = f32[64,64] transpose(" + a + "), dimensions={1,0}\n  " + n +
                             " = f32[64,64] add(" + a + ", t" + n + ")\n"
                       : "  " + n + " = f32[64,64] multiply(" + a + ", " + a + ")\n";
  }
  text += "}\nENTRY e {\n  p = f32[64,64] parameter(0)\n  ROOT r = f32[64,64] fusion(p), kind=kLoop, calls=f\n}\n";
  CHECK(lines_of(text).of_root() ==
        "operand 0: (d0, d1) -> (d0, d1), domain: d0 in [0, 63], d1 in [0, 63]\n"
        "operand 0: (d0, d1) -> (d1, d0), domain: d0 in [0, 63], d1 in [0, 63]\n");
}

TEST_CASE("more maps than are kept are unknown") {
  std::string text = "f {\n  v0 = f32[5000] parameter(0)\n";
  int size = 5000, step = 1;
  for (int k = 1; k <= 10; ++k, step *= 2) {
    const std::string a = "v" + std::to_string(k - 1), n = std::to_string(k), old = std::to_string(size);
    size -= step;
    const std::string shape = "f32[" + std::to_string(size) + "]";
    text += "  l" + n + " = " + shape + " slice(" + a + "), slice={[0:" + std::to_string(size) + "]}\n  r" + n + " = " +
            shape + " slice(" + a + "), slice={[" + std::to_string(step) + ":" + old + "]}\n  v" + n + " = " + shape +
            " add(l" + n + ", r" + n + ")\n";
  }
  text += "}\nENTRY e {\n  p = f32[5000] parameter(0)\n  ROOT r = f32[" + std::to_string(size) +
          "] fusion(p), kind=kLoop, calls=f\n}\n";
  const std::string said = lines_of(text).of_root();
  CHECK(said.find("unknown (l2: slice: more than 256 maps meet here)") != std::string::npos);
}

TEST_CASE("maps as values") {
  const module_of m(
      "p = f32[8] parameter(0)\no = s32[] parameter(1)\nd = f32[3] dynamic-slice(p, o), "
      "dynamic_slice_sizes={3}");
  hlo::owned_analysis analysis(*m, to_input);
  const hlo::instruction& root = m->root(m->entry_computation());
  analysis.read_instruction(root, root.shape);
  REQUIRE(analysis.found().count == 2);
  CHECK(analysis.found()[0].operand == 0);
  const hlo::stored_map& e = analysis.store().maps[analysis.found()[0].maps];
  REQUIRE(e.kind == hlo::stored_map::known);
  const mercator::runtime_map map = analysis.map(e);
  CHECK(map.to_string() == "(d0){rt0} -> (d0 + rt0), domain: d0 in [0, 2], rt0 in [0, 5]");
  CHECK(map(2, 4) == std::vector<mercator::i64>{6});
  CHECK(analysis.store().source_of(e, 0).instruction == 1);
}

TEST_CASE("every module is listed, both ways and whole") {
  for (const char* name : mercator_test::module_names) {
    const module_of m(mercator_test::read_module(name));
    INFO(name);
    REQUIRE_MESSAGE(m, m.message());
    for (const hlo::direction way : {to_input, to_output})
      for (const bool piecewise : {false, true}) {
        string_sink to;
        hlo::listing listing(to, *m, {way, 0, piecewise});
        listing.all();
        listing.whole(m->entry_computation());
        CHECK(!listing.full());
        CHECK(to.text.size() > 0);
      }
  }
}
