// Whole computations against their meaning: what every element of the root depends on, and the other way.
#include <doctest/doctest.h>

#include "mercator/hlo/constant_values.hpp"
#include "mercator/hlo/outputs.hpp"
#include "mercator/hlo/owned_analysis.hpp"
#include "mercator/symbolic/evaluate.hpp"
#include "test/arguments.hpp"
#include "test/hlo/module_of.hpp"
#include "test/hlo/random_module.hpp"

using mercator::i64;
using mercator_test::count_of;
using mercator_test::element;
using mercator_test::index_of;
using mercator_test::linear;
using mercator_test::module_of;
using mercator_test::random_module;
using mercator_test::sizes_list;
using mercator_test::tensor;
namespace hlo = mercator::hlo_ir;
namespace symbolic = mercator::symbolic;

namespace {

/// A map with its sources, evaluated with the values that the parameters hold.
class evaluated_map {
 public:
  evaluated_map(const hlo::hlo_module& m, const hlo::map_store& store, const hlo::stored_map& map,
                const std::vector<tensor>& parameters)
      : m_(m), parameters_(parameters), own_(map.indices) {
    store.read(map, tree_);
    for (int k = 0; k < tree_.runtimes; ++k) sources_.push_back(store.source_of(map, k));
  }

  /// Calls visit(results) for each read at these dimensions.
  template <class Visit>
  void reads(const sizes_list& dimensions, Visit visit) const {
    if (tree_.known_empty) return;
    REQUIRE(static_cast<int>(dimensions.size()) == tree_.dims);
    i64 point[symbolic::limits::variables] = {};
    for (int v = 0; v < tree_.variables(); ++v)
      point[v] = v < tree_.dims ? dimensions[static_cast<std::size_t>(v)] : tree_.box[v].lo;
    for (int v = 0; v < tree_.dims; ++v)
      if (!tree_.box[v].contains(point[v])) return;
    do {
      if (!set_runtimes(point)) continue;
      i64 results[symbolic::limits::results] = {};
      if (!symbolic::evaluate_inside(tree_, point, results)) continue;
      REQUIRE(elements_exist_);
      visit(sizes_list(results, results + own_));
    } while (next(point));
  }

 private:
  bool next(i64* point) const {
    for (int v = tree_.dims + tree_.ranges - 1; v >= tree_.dims; --v) {
      if (++point[v] <= tree_.box[v].hi) return true;
      point[v] = tree_.box[v].lo;
    }
    return false;
  }

  /// From the last one on, since sources may depend on later ones. False where nothing is read.
  bool set_runtimes(i64* point) const {
    const int first = tree_.dims + tree_.ranges;
    elements_exist_ = true;
    for (int k = tree_.runtimes - 1; k >= 0; --k) {
      i64 results[symbolic::limits::results] = {};
      symbolic::evaluate(tree_, point, results);
      int at = own_;
      for (int j = 0; j < k; ++j) at += sources_[static_cast<std::size_t>(j)].indices;
      const hlo::source& s = sources_[static_cast<std::size_t>(k)];
      const mercator::interval range = s.clamp;
      const i64 value = value_of(s, sizes_list(results + at, results + at + s.indices));
      if (!range.contains(value) && s.values_outside == hlo::outside::skipped) return false;
      point[first + k] = value < range.lo ? range.lo : value > range.hi ? range.hi : value;
    }
    return true;
  }

  i64 value_of(const hlo::source& s, const sizes_list& at) const {
    const hlo::instruction& i = m_.instructions[s.instruction];
    i64 value = 0;
    if (i.op == hlo::opcode::iota)
      return at[static_cast<std::size_t>(m_.number(i, hlo::attribute_key::iota_dimension, 0))];
    if (hlo::scalar_integer(m_, i, value)) return value;
    REQUIRE(i.op == hlo::opcode::parameter);
    const tensor& p = parameters_[static_cast<std::size_t>(i.parameter)];
    REQUIRE(p.is_integer());
    for (std::size_t k = 0; k < at.size(); ++k)
      if (at[k] < 0 || at[k] >= p.sizes[k]) {
        elements_exist_ = false;  // this had better be no point of the domain
        return 0;
      }
    return p.values[static_cast<std::size_t>(linear(p.sizes, at))];
  }

  const hlo::hlo_module& m_;
  const std::vector<tensor>& parameters_;
  int own_;
  symbolic::map_tree tree_;
  std::vector<hlo::source> sources_;
  mutable bool elements_exist_ = true;
};

/// Pairs of an element of the root and one of a parameter.
using dependencies = std::set<std::pair<i64, element>>;

/// What the analysis finds. Sets `unknown` where it finds no map.
dependencies found(const hlo::hlo_module& m, const random_module& random, hlo::direction way, bool& unknown,
                   int& maps) {
  hlo::owned_analysis analysis(m, way);
  const hlo::computation& entry = m.entry_computation();
  analysis.read_computation(entry, hlo::output_place(m, m.root(entry), 0));
  REQUIRE(!analysis.full());
  dependencies out;
  for (int k = 0; k < analysis.found().count; ++k) {
    const hlo::array_maps& at = analysis.found()[k];
    if (at.operand < 0) continue;
    const tensor& parameter = random.parameters[static_cast<std::size_t>(at.operand)];
    for (int e = at.maps; e != hlo::no_map; e = analysis.store().maps[e].next) {
      const hlo::stored_map& map = analysis.store().maps[e];
      unknown = unknown || map.kind != hlo::stored_map::known;
      if (unknown) return out;
      ++maps;
      const evaluated_map evaluated(m, analysis.store(), map, random.parameters);
      const bool to_input = way == hlo::direction::output_to_input;
      const tensor &from = to_input ? random.root : parameter, &to = to_input ? parameter : random.root;
      for (i64 n = 0; n < count_of(from.sizes); ++n)
        evaluated.reads(index_of(from.sizes, n), [&](const sizes_list& results) {
          REQUIRE(results.size() == to.sizes.size());
          for (std::size_t j = 0; j < results.size(); ++j) REQUIRE((results[j] >= 0 && results[j] < to.sizes[j]));
          const i64 other = linear(to.sizes, results);
          out.insert(to_input ? std::pair{n, element{at.operand, other}} : std::pair{other, element{at.operand, n}});
        });
    }
  }
  return out;
}

}  // namespace

TEST_CASE("what an element depends on is what the maps say, both ways") {
  const int modules = static_cast<int>(mercator_test::argument("modules", 1500));
  mercator_test::random_numbers random(static_cast<std::uint64_t>(mercator_test::argument("seed", 1)));
  int unknown_modules = 0, maps = 0;
  for (int k = 0; k < modules; ++k) {
    const random_module generated(random);
    const module_of m(generated.text);
    INFO(generated.text);
    REQUIRE_MESSAGE(m, m.message());
    dependencies expected;
    for (std::size_t n = 0; n < generated.root.reads.size(); ++n)
      for (const element& e : generated.root.reads[n]) expected.insert({static_cast<i64>(n), e});
    for (const hlo::direction way : {hlo::direction::output_to_input, hlo::direction::input_to_output}) {
      bool unknown = false;
      const dependencies seen = found(*m, generated, way, unknown, maps);
      unknown_modules += unknown;
      if (!unknown) REQUIRE(seen == expected);
    }
  }
  MESSAGE(maps << " maps, " << unknown_modules << " of " << 2 * modules << " with unknown ones");
  CHECK(unknown_modules * 20 < modules);
}
