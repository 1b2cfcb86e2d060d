// Reports of instructions: what they say of operands against every access of every thread, and their pages.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "mercator/draw/facts.hpp"
#include "mercator/hlo/parsed_module.hpp"
#include "test/hlo/random_module.hpp"
#include "test/support/forms.hpp"
#include "test/support/xml.hpp"

using mercator::extents;
using mercator::i64;
using mercator::runtime_map;
using namespace mercator_test;

namespace {

/// Module texts with two operands at most, and layouts.
class random_kernels {
 public:
  explicit random_kernels(std::uint64_t seed) : r_(seed) {}

  std::string next() {
    const std::string a = n(1, 6), b = n(1, 40), c = n(1, 5);
    const std::string type = r_.one_of<std::string>({"f32", "f32", "bf16", "f64", "s8"});
    const auto array = [&](const std::string& sizes) {
      const int rank = 1 + static_cast<int>(std::count(sizes.begin(), sizes.end(), ','));
      std::vector<std::string> order;
      for (int k = rank - 1; k >= 0; --k) order.push_back(std::to_string(k));
      if (r_.one_in(2) && rank > 1) std::swap(order[0], order[static_cast<std::size_t>(r_.between(1, rank - 1))]);
      std::string layout;
      for (const std::string& d : order) layout += (layout.empty() ? "" : ",") + d;
      return type + "[" + sizes + "]{" + layout + "} ";
    };
    const std::string x = "x = " + array(a + "," + b + "," + c) + "parameter(0)\n";
    switch (r_.below(6)) {
      case 0:
        return x + "t = " + array(b + "," + a + "," + c) + "transpose(x), dimensions={1,0,2}\n";
      case 1:
        return x + "t = " + array(a + "," + b + "," + c) + "reverse(x), dimensions={1}\n";
      case 2:
        return x + "t = " + array(a + "," + b + "," + c) + "add(x, x)\n";
      case 3:
        return "add { p = " + type + "[] parameter(0) q = " + type + "[] parameter(1) ROOT s = " + type +
               "[] add(p, q) }\nENTRY e {\n" + x + "z = " + type + "[] constant(0)\nROOT t = " + array(a + "," + c) +
               "reduce(x, z), dimensions={1}, to_apply=add\n}\n";
      case 4:
        return x + "y = " + array(b + "," + c) + "parameter(1)\nat = s32[] parameter(2)\n" +
               "t = " + array("1," + b + "," + c) + "dynamic-slice(x, at, at, at), dynamic_slice_sizes={1," + b + "," +
               c + "}\n";
      default:
        return "f {\n" + x + "y = " + array(b + "," + a + "," + c) + "transpose(x), dimensions={1,0,2}\n" +
               "ROOT z = " + array(std::to_string(std::stoi(a) * std::stoi(b)) + "," + c) +
               "reshape(y)\n}\nENTRY e {\n" + x +
               "ROOT t = " + array(std::to_string(std::stoi(a) * std::stoi(b)) + "," + c) +
               "fusion(x), kind=kLoop, calls=f\n}\n";
    }
  }

 private:
  std::string n(i64 lo, i64 hi) { return std::to_string(r_.in(lo, hi)); }
  random_numbers r_;
};

using hlo_shape = mercator::hlo_ir::shape;

/// The place of an element in memory, by the definition of a layout.
i64 place(const mercator::hlo_ir::hlo_module& m, const hlo_shape& s, const point& index) {
  const auto sizes = m.sizes(s), order = m.minor_to_major(s);
  i64 out = 0, distance = 1;
  for (int k = 0; k < s.rank; ++k) {
    const int d = order.count == 0 ? s.rank - 1 - k : static_cast<int>(order[k]);
    out += index[static_cast<std::size_t>(d)] * distance;
    distance *= sizes[d];
  }
  return out;
}

/// Sums and the most over the groups.
struct totals {
  i64 groups = 0, total = 0, worst = 0;

  template <class Groups>
  explicit totals(const Groups& g) {
    for (const auto& [key, members] : g) {
      const i64 size = static_cast<i64>(members.size());
      ++groups;
      total += size;
      worst = size > worst ? size : worst;
    }
  }
};

/// Whether the elements that a thread takes at once are all there, neighbours, aligned, and at most 16 bytes.
bool are_vectors(const mercator::hlo_ir::hlo_module& m, const hlo_shape& output, const hlo_shape& operand,
                 const map_tree& t, i64 element_bytes, i64 width) {
  std::map<point, std::map<i64, i64>> of;
  for_each_pair(t, [&](const point& at, const point& index) {
    const i64 number = place(m, output, point(at.begin(), at.begin() + t.dims));
    point key(at.begin() + t.dims, at.end());
    key.push_back(number / width);
    of[key][number % width] = place(m, operand, index);
  });
  for (const auto& [key, places] : of) {
    const i64 first = places.begin()->second;
    if (static_cast<i64>(places.size()) != width || first % width != 0) return false;
    for (const auto& [k, x] : places)
      if (x != first + k) return false;
  }
  return width * element_bytes <= 16 && (width & (width - 1)) == 0;
}

void check(const std::string& text, const mercator::facts_options& options, int& compared, int& vectors) {
  const mercator::hlo_ir::parsed_module m(text.c_str(), static_cast<int>(text.size()));
  REQUIRE(m);
  const auto& root = m->root(m->entry_computation());
  const mercator::instruction_facts facts = facts_of(*m, root, options);
  REQUIRE(facts.error == "");
  const hlo_shape& output = m->shape_of(root);
  for (const mercator::operand_facts& o : facts.operands) {
    const hlo_shape& operand = m->shape_of(m->operand(root, o.number));
    REQUIRE(o.unknown == "");
    REQUIRE(o.maps.size() == 1);
    const mercator::map_facts& f = o.maps[0];
    const auto t = std::make_unique<map_tree>();
    f.map->write(*t);
    std::map<point, std::set<point>> whole, by_tile, by_element;
    std::map<point, std::set<i64>> requests, sectors, lines, all_sectors, all_lines;
    i64 loads = 0;
    const bool at_once = are_vectors(*m, output, operand, *t, o.element_bytes, options.vector);
    vectors += at_once && options.vector > 1;
    for_each_pair(*t, [&](const point& at, const point& index) {
      ++loads;
      const point out(at.begin(), at.begin() + t->dims), runtime(at.end() - t->runtimes, at.end());
      point tile = runtime, element = out;
      for (int d = 0; d < t->dims; ++d) tile.push_back(out[static_cast<std::size_t>(d)] / facts.tile[d]);
      element.insert(element.end(), runtime.begin(), runtime.end());
      whole[runtime].insert(index);
      by_tile[tile].insert(index);
      by_element[element].insert(index);
      const i64 number = place(*m, output, out), first = place(*m, operand, index) * o.element_bytes;
      const i64 vector = number / options.vector, thread = vector % options.threads,
                unrolled = vector / options.threads % options.unroll, block = vector / options.threads / options.unroll;
      point request{thread / 32, block, unrolled, at_once ? 0 : number % options.vector};
      request.insert(request.end(), at.begin() + t->dims, at.end());  // ranges are requests of their own
      requests[request].insert(first);
      for (i64 byte = first; byte < first + o.element_bytes; ++byte) {
        sectors[request].insert(byte / 32);
        lines[request].insert(byte / 128);
        all_sectors[runtime].insert(byte / 32);
        all_lines[runtime].insert(byte / 128);
      }
    });
    REQUIRE(o.reads.known);
    CHECK(o.reads.read == totals(whole).worst);
    CHECK(o.reads.different == totals(whole).total);
    CHECK(o.reads.loads == loads);
    CHECK(o.reads.tiles == totals(by_tile).groups);
    CHECK(o.reads.read_by_tiles == totals(by_tile).total);
    CHECK(o.by_element.read_by_tiles == totals(by_element).total);
    REQUIRE(o.reads.worst_known);
    CHECK(o.reads.worst_tile == totals(by_tile).worst);
    REQUIRE(o.memory_unknown == "");
    REQUIRE(o.sectors.known);
    CHECK(o.sectors.worst == totals(all_sectors).worst);
    CHECK(o.lines.worst == totals(all_lines).worst);
    REQUIRE(f.accesses.known);
    CHECK(f.accesses.requests == totals(requests).groups);
    CHECK(f.accesses.elements == totals(requests).total);
    CHECK(f.accesses.sectors == totals(sectors).total);
    CHECK(f.accesses.worst_sectors == totals(sectors).worst);
    CHECK(f.accesses.lines == totals(lines).total);
    CHECK(f.accesses.worst_lines == totals(lines).worst);
    ++compared;
  }
  const std::string page = report_page(facts, options);
  CHECK(page.starts_with("<!DOCTYPE html>\n"));
  CHECK(xml_checker(page.substr(page.find('\n') + 1)).problem() == "");
  for (const char* loads : {"src=", "href=", "url("}) CHECK(page.find(loads) == std::string::npos);
  CHECK(page == report_page(facts, options));
}

mercator::instruction_facts facts(const std::string& text, const mercator::facts_options& options = {}) {
  const mercator::hlo_ir::parsed_module m(text.c_str(), static_cast<int>(text.size()));
  REQUIRE(m);
  return facts_of(*m, m->root(m->entry_computation()), options);
}

}  // namespace

TEST_CASE("random kernels, layouts, grids and tiles, against all accesses") {
  random_kernels kernels(61);
  random_numbers random(62);
  int compared = 0, vectors = 0;
  for (int k = 0; k < 400; ++k) {
    const std::string text = kernels.next();
    CAPTURE(text);
    mercator::facts_options options;
    options.threads = random.one_of<int>({32, 64, 128});
    options.unroll = random.one_of<int>({1, 1, 2});
    options.vector = random.one_of<int>({1, 1, 4, 2, 3});
    check(text, options, compared, vectors);
  }
  CHECK(compared >= 400);
  CHECK(vectors > 20);
}

TEST_CASE("any module has a report, or an error that says why") {
  random_numbers random(63);
  int reported = 0, maps = 0;
  for (int k = 0; k < 150; ++k) {
    const random_module module(random);
    CAPTURE(module.text);
    const mercator::hlo_ir::parsed_module m(module.text.c_str(), static_cast<int>(module.text.size()));
    REQUIRE(m);
    mercator::facts_options options;
    options.whole = random.one_in(2);
    const auto f = facts_of(*m, m->root(m->entry_computation()), options);
    if (!f.error.empty()) continue;
    ++reported;
    for (const mercator::operand_facts& o : f.operands) {
      maps += static_cast<int>(o.maps.size());
      if (o.unknown.empty() && o.reads.known) CHECK(o.reads.read <= o.reads.elements);
    }
    CHECK(xml_checker(report_page(f, options).substr(16)).problem() == "");
    CHECK(report_text(f, options).starts_with(f.name + ": " + f.operation));
  }
  MESSAGE(reported << " reports of " << maps << " maps");
  CHECK(reported > 100);
}

TEST_CASE("what is unknown says why") {
  const auto gathered = facts(
      "t = f32[50,8] parameter(0)\nids = s32[12,1] parameter(1)\n"
      "g = f32[12,8] gather(t, ids), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, "
      "index_vector_dim=1, slice_sizes={1,8}\n");
  CHECK(gathered.operands[0].unknown == "rt0 is read anew for each element: what it is decides");
  CHECK(gathered.operands[1].reads.read == 12);
  const auto solved = facts("a = f32[4,4] parameter(0)\nc = f32[4,4] cholesky(a)\n");
  CHECK(solved.operands[0].unknown == "there is no map");
  CHECK(report_text(solved).find("map: unknown (cholesky has no map)") != std::string::npos);
  const auto narrow = facts("a = s4[4,4] parameter(0)\nc = s4[4,4] negate(a)\n");
  CHECK(narrow.operands[0].memory_unknown == "its elements are no whole number of bytes");
  CHECK(narrow.operands[0].reads.read == 16);
  const auto tiled = facts("a = f32[16,256]{1,0:T(8,128)} parameter(0)\nc = f32[16,256]{1,0} negate(a)\n");
  CHECK(tiled.operands[0].memory_unknown == "a layout has tiles");
  mercator::facts_options options;
  options.tile = {1, {4}};
  CHECK(facts("a = f32[4,4] parameter(0)\nc = f32[4,4] negate(a)\n", options).error ==
        "the tile has 1 sizes, where the output has 2 dimensions");
  options.tile = {2, {4, 0}};
  CHECK(facts("a = f32[4,4] parameter(0)\nc = f32[4,4] negate(a)\n", options).error ==
        "a size of the tile is less than 1");
  options = {};
  for (const int threads : {0, 1024}) {
    options.threads = threads;
    options.unroll = options.vector = 999'999'999;
    CHECK(facts("a = f32[4,4] parameter(0)\nc = f32[4,4] negate(a)\n", options).error ==
          "a block of the grid has no elements, or more than fit 32 bits");
  }
  CHECK(facts("a = f32[4,4] parameter(0)\nt = token[] after-all()\n").error ==
        "its output is no array of a known number of elements");
}

TEST_CASE("tiles that reach out of an operand are not its tiles") {
  mercator::facts_options options;
  options.tile = extents{2, {4, 4}};
  const auto f = facts(
      "a = f32[4,6] parameter(0)\nb = f32[4,2] parameter(1)\nr = f32[4,8] concatenate(a, b), "
      "dimensions={1}\n",
      options);
  const std::string text = report_text(f, options);
  CHECK(text.find("where o1 in [0, 5], t1 in [1, 6], o1 + t1 in [1, 6]") != std::string::npos);
  CHECK(text.find("No tile lies whole within the map's domain.") != std::string::npos);
  CHECK(text.find("always") == std::string::npos);
}

TEST_CASE("operands without indices, and such as are not read") {
  mercator::facts_options options;
  options.tile = extents{1, {4}};
  options.whole = true;
  const auto f = facts(
      "a = f32[4] parameter(0)\nz = f32[] parameter(1)\nb = f32[2] broadcast(z), dimensions={}\n"
      "c = f32[6] concatenate(a, b), dimensions={0}\nr = f32[3] slice(c), slice={[3:6]}\n",
      options);
  const std::string text = report_text(f, options);
  const std::size_t scalar = text.find("operand 1: f32[] z");
  REQUIRE(scalar != std::string::npos);
  CHECK(text.find("No tile lies whole within the map's domain.", scalar) != std::string::npos);
  CHECK(text.find("tiles of any size: offset (), size (), stride (), where", scalar) != std::string::npos);
  const std::string unread =
      report_text(facts("a = f32[4] parameter(0)\nb = f32[2] parameter(1)\n"
                        "c = f32[6] concatenate(a, b), dimensions={0}\nr = f32[3] slice(c), slice={[1:4]}\n",
                        options),
                  options);
  CHECK(unread.find("tiles of any size: none (the map has no points)", unread.find("operand 1: f32[2] b")) !=
        std::string::npos);
}

TEST_CASE("softmax and the product that follows it in one fusion") {
  const auto f = facts(R"(
  add { a = f32[] parameter(0) b = f32[] parameter(1) ROOT s = f32[] add(a, b) }
  max { a = f32[] parameter(0) b = f32[] parameter(1) ROOT m = f32[] maximum(a, b) }
  attend {
    x = f32[2,64,96] parameter(0)
    v = f32[2,96,32] parameter(1)
    low = f32[] constant(-inf)
    m = f32[2,64] reduce(x, low), dimensions={2}, to_apply=max
    mb = f32[2,64,96] broadcast(m), dimensions={0,1}
    c = f32[2,64,96] subtract(x, mb)
    e = f32[2,64,96] exponential(c)
    zero = f32[] constant(0)
    t = f32[2,64] reduce(e, zero), dimensions={2}, to_apply=add
    tb = f32[2,64,96] broadcast(t), dimensions={0,1}
    d = f32[2,64,96] divide(e, tb)
    ROOT o = f32[2,64,32] dot(d, v), lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2},
      rhs_contracting_dims={1}
  }
  ENTRY e {
    x = f32[2,64,96] parameter(0)
    v = f32[2,96,32] parameter(1)
    ROOT fusion = f32[2,64,32] fusion(x, v), kind=kOutput, calls=attend
  })");
  REQUIRE(f.operands.size() == 2);
  for (const mercator::map_facts& m : f.operands[0].maps) {
    REQUIRE(m.tiles.size() == 1);
    CHECK(m.tiles[0].offset(1, 8, 4, 1, 16, 8) == std::vector<i64>{1, 8, 0});
    CHECK(m.tiles[0].size(1, 8, 4, 1, 16, 8) == std::vector<i64>{1, 16, 96});
  }
  REQUIRE(f.operands[1].maps.size() == 1);
  REQUIRE(f.operands[1].maps[0].tiles.size() == 1);
  CHECK(f.operands[1].maps[0].tiles[0].offset(1, 8, 4, 1, 16, 8) == std::vector<i64>{1, 0, 4});
  CHECK(f.operands[1].maps[0].tiles[0].size(1, 8, 4, 1, 16, 8) == std::vector<i64>{1, 96, 8});
  CHECK(f.operands[0].reads.read == 2 * 64 * 96);
  CHECK(f.tile == extents{3, {1, 32, 32}});
  CHECK(f.operands[0].reads.worst_tile == 32 * 96);
  CHECK(f.operands[0].reads.read_by_tiles == 2 * 64 * 96);
}

TEST_CASE("an operand that is read from an offset and directly: of each value of the offset") {
  const auto f = facts(R"(
  f {
    x = f32[6] parameter(0)
    at = s32[] parameter(1)
    part = f32[4] dynamic-slice(x, at), dynamic_slice_sizes={4}
    first = f32[4] slice(x), slice={[0:4]}
    ROOT sum = f32[4] add(part, first)
  }
  ENTRY e {
    x = f32[6] parameter(0)
    at = s32[] parameter(1)
    ROOT fusion = f32[4] fusion(x, at), kind=kLoop, calls=f
  })");
  REQUIRE(f.operands.size() == 2);
  const mercator::operand_facts& x = f.operands[0];
  CHECK(x.reads.loads == 24);
  CHECK(x.reads.different == 4 + 5 + 6);
  const std::string text = report_text(f);
  CHECK(text.find("read: 6 of 6 elements, 24 bytes, each 1.60 times on average") != std::string::npos);
  REQUIRE(x.maps.size() == 2);
  for (const mercator::map_facts& m : x.maps) {
    const i64 values = m.map->counts().runtimes == 0 ? 1 : 3;
    CHECK(m.runtime_values == values);
    CHECK(m.accesses.requests == values);
  }
  CHECK(text.find("requests: 3 requests") == std::string::npos);
  CHECK(text.find("requests: 1 request of a warp") != std::string::npos);
}

TEST_CASE("texts") {
  CHECK(mercator::drawing::requests_text(60, 3) == "20 requests");
  CHECK(mercator::drawing::requests_text(61, 3) == "20.33 requests (on average over the runtime variables' values)");
  CHECK(mercator::drawing::requests_text(1, 0) == "1 request, for all values of the runtime variables together,");
  CHECK(mercator::drawing::quotient_text(7, 2) == "3.50");
  CHECK(mercator::drawing::quotient_text(2, 3) == "0.67");
  CHECK(mercator::drawing::quotient_text(1, 200) == "0.01");
  CHECK(mercator::drawing::quotient_text(1999, 1000) == "2.00");
  CHECK(mercator::drawing::quotient_text(0, 0) == "0.00");
  CHECK(mercator::drawing::quotient_text(mercator::i64_max, 1) == "9223372036854775807.00");
  CHECK(mercator::drawing::quotient_text(1, 3) == "0.33");
  CHECK(mercator::drawing::quotient_text(205, 100) == "2.05");
  CHECK(mercator::drawing::quotient_text(i64{3} << 61, i64{1} << 62) == "1.50");
  const auto reshaped = facts("x = f32[6,10]{1,0} parameter(0)\nr = f32[60]{0} reshape(x)\n");
  CHECK(report_text(reshaped) ==
        "r: reshape\n"
        "  output: f32[60]{0}\n"
        "  grid: 1 block of 128 threads, each with 1 element, the output's elements in the order of memory\n"
        "  tile: [30] of the output\n"
        "\n"
        "operand 0: f32[6,10]{1,0} x\n"
        "  read: 60 of 60 elements, 240 bytes, each 1.00 times on average\n"
        "  read by a tile: 30.00 elements on average, at most 30; an element that is read is read by 1.00 "
        "tiles on "
        "average\n"
        "  read by an element: 1.00 elements on average, at most 1; an element that is read is read by 1.00 "
        "elements of "
        "the output on average\n"
        "  memory: 8 sectors of 32 bytes, 2 lines of 128 bytes\n"
        "\n"
        "  map: (d0) -> (d0 floordiv 10, d0 mod 10), domain: d0 in [0, 59]\n"
        "  coalescing: A warp needs 4 sectors of 32 bytes, as few as hold what it asks for.\n"
        "  requests: 2 requests of a warp, each 4.00 sectors and 1.00 lines on average, at most 4 and 1\n"
        "  operand's tile: A tile of [3, 10] elements. Tile number (d0) -> (d0 * 3, 0), domain: d0 in [0, 1]\n"
        "  tiles of any size: offset (o0 floordiv 10, o0 mod 10), size (1, t0), stride (1, 1), where t0 in [1, "
        "10], "
        "t0 + o0 mod 10 in [1, 10]\n"
        "  tiles of any size: offset (o0 floordiv 10, 0), size (t0 floordiv 10, 10), stride (1, 1), where o0 "
        "in [0, "
        "50], t0 in [10, 60], o0 + t0 in [10, 60], o0 mod 10 in [0, 0], t0 mod 10 in [0, 0]\n");
}
