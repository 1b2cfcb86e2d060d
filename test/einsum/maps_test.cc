// The maps of random einsums, at every point: of operands, of the canonical flow and of the steps of plans.
#include <memory>

#include "mercator/einsum/path.hpp"
#include "mercator/einsum/steps.hpp"
#include "mercator/symbolic/compose.hpp"
#include "mercator/symbolic/decide.hpp"
#include "mercator/symbolic/operations.hpp"
#include "test/arguments.hpp"
#include "test/einsum/random_einsum.hpp"
#include "test/ops/relation.hpp"

namespace ir = mercator::einsum_ir;
namespace symbolic = mercator::symbolic;
using symbolic::map_form;
using symbolic::pool;
using namespace mercator_test;

namespace {

/// A map on lines of its own.
struct owned_map {
  std::unique_ptr<pool> lines = std::make_unique<pool>();
  std::unique_ptr<map_form> form = std::make_unique<map_form>(*lines);

  template <class Build>
  explicit owned_map(Build build) {
    build(*form);
  }
};

/// Second after first.
owned_map composed(owned_map& first, owned_map& second) {
  return owned_map([&](map_form& m) { symbolic::compose(*first.form, *second.form, m); });
}

/// Whether the maps are equal; decided as == does, without looking at points.
bool are_equal(owned_map& a, owned_map& b) {
  static symbolic::map_tree x, y;
  x = {};
  y = {};
  symbolic::simplify(*a.form, x);
  symbolic::simplify(*b.form, y);
  REQUIRE_FALSE((x.full || y.full || a.lines->full || b.lines->full));
  const symbolic::verdict v = symbolic::decide_equal(x, y, 0);
  return v.is == symbolic::truth::yes;
}

owned_map operand_map(const ir::problem& p, int operand) {
  return owned_map([&](map_form& m) { ir::operand_output_to_input(m, p, operand); });
}

/// The indices of a place, row-major.
index indices(i64 place, const extents& shape) {
  index at(static_cast<std::size_t>(shape.rank));
  for (int k = shape.rank - 1; k >= 0; --k) {
    at[static_cast<std::size_t>(k)] = place % shape[k];
    place /= shape[k];
  }
  return at;
}

}  // namespace

TEST_CASE("operands' maps read what the definition multiplies") {
  random_numbers random(11);
  for (int k = 0; k < static_cast<int>(argument("cases", 300)); ++k) {
    const einsum_case c = random_einsum(random, 3);
    const einsum_reference reference(c);
    ir::problem p;
    REQUIRE_FALSE(c.bind(p));
    for (int o = 0; o < p.operands; ++o) {
      owned_map map = operand_map(p, o);
      CHECK(map.form->dims == p.output_rank());
      CHECK(map.form->dims + map.form->ranges == p.labels);
      // Every product, however often.
      std::multiset<std::pair<index, index>> expected, got;
      relation turned;
      reference.for_each_product([&](i64 to, const std::vector<i64>& places, const std::map<char, i64>&) {
        const index out = indices(to, p.output_shape());
        const index in = indices(places[static_cast<std::size_t>(o)], c.shapes[static_cast<std::size_t>(o)]);
        expected.emplace(out, in);
        turned.emplace(in, out);
      });
      for_each_point(*map.form, [&](const index& at, const index& results) {
        got.emplace(index(at.begin(), at.begin() + map.form->dims), results);
      });
      CHECK_MESSAGE(got == expected, c.text);
      owned_map back([&](map_form& m) { ir::operand_input_to_output(m, p, o); });
      relation reached;
      if (!back.form->known_empty) {
        static symbolic::map_tree unused;
        index sizes;
        for (int v = 0; v < back.form->variables(); ++v) sizes.push_back(back.form->p.range(v).hi + 1);
        for_each_index(sizes, [&](const index& at) {
          for (int i = 0; i < back.form->constraints; ++i)
            if (!back.form->constraint_range[i].contains(value_of(back.form->p, back.form->constraint[i], at))) return;
          index results;
          for (int i = 0; i < back.form->results; ++i)
            results.push_back(value_of(back.form->p, back.form->result[i], at));
          CHECK(reached.emplace(index(at.begin(), at.begin() + back.form->dims), results).second);
        });
      }
      CHECK_MESSAGE(reached == turned, c.text);
    }
  }
}

TEST_CASE("the canonical flow composes to the operands' maps") {
  random_numbers random(12);
  for (int k = 0; k < static_cast<int>(argument("cases", 500)); ++k) {
    const einsum_case c = random_einsum(random, 4);
    ir::problem p;
    REQUIRE_FALSE(c.bind(p));
    for (int o = 0; o < p.operands; ++o) {
      const auto part = [&](int step) {
        return owned_map([&](map_form& m) { ir::flow_output_to_input(m, p, o, static_cast<ir::flow>(step)); });
      };
      owned_map whole = part(0);
      for (int step = 1; step < ir::flow_steps; ++step) {
        owned_map next = part(step);
        whole = composed(whole, next);
      }
      owned_map expected = operand_map(p, o);
      CHECK_MESSAGE(are_equal(whole, expected), c.text);
    }
  }
}

namespace {

void check_plan(const ir::problem& p, const std::string& text) {
  const ir::matmul_plan plan = ir::plan_matmul(p);
  const ir::label_set every = plan.batch.set() | plan.m.set() | plan.n.set();
  CHECK(every == p.set(2));
  for (int s = 0; s < 2; ++s) {
    const ir::side_steps steps(p, plan, s);
    const auto part = [&](int step) {
      return owned_map([&](map_form& m) { steps.build(m, static_cast<ir::step>(step)); });
    };
    owned_map whole = part(0);
    int moves = 0;
    for (int step = 0; step < ir::steps; ++step) {
      const ir::step what = static_cast<ir::step>(step);
      moves += steps.moves_data(what);
      owned_map next = part(step);
      CHECK(next.form->dims == steps.output(what).rank);
      CHECK(next.form->results == steps.input(what).rank);
      if (!steps.is_needed(what)) {  // it is the identity
        owned_map identity([&](map_form& m) {
          mercator::ops::map_writer out(m, steps.output(what));
          for (int d = 0; d < steps.output(what).rank; ++d) out.add_result(out.variable(d));
        });
        owned_map again = part(step);
        CHECK_MESSAGE(are_equal(again, identity), text);
      }
      if (step > 0) whole = composed(whole, next);
    }
    CHECK(moves == plan.side[s].packed);
    symbolic::ranges_to_dimensions(*whole.form);
    owned_map folding([&](map_form& m) { steps.build_folding(m); });
    owned_map proved = composed(folding, whole);
    symbolic::dimensions_to_ranges(*proved.form, p.labels - p.output_rank());
    owned_map expected = operand_map(p, plan.side[s].operand);
    CHECK_MESSAGE(are_equal(proved, expected), text);
  }
}

}  // namespace

TEST_CASE("the steps of plans compose to the operands' maps") {
  random_numbers random(13);
  int plans = 0, moving = 0;
  while (plans < static_cast<int>(argument("cases", 500))) {
    const einsum_case c = random_einsum(random, 4);
    ir::problem p;
    REQUIRE_FALSE(c.bind(p));
    if (p.operands < 2) continue;
    const ir::contraction_path path = ir::find_path(p);
    CHECK(path.steps == p.operands - 1);
    for (int t = 0; t < path.steps; ++t, ++plans) {
      ir::label_list names;
      const ir::problem q = ir::contraction_of(p, path, t, names);
      check_plan(q, c.text);
      moving += ir::plan_matmul(q).data_moves() > 0;
    }
  }
  CHECK(moving > plans / 20);
  CHECK(moving < plans / 2);
}

TEST_CASE("contractions of a path compose to the operands' maps") {
  random_numbers random(14);
  for (int k = 0; k < static_cast<int>(argument("cases", 300)); ++k) {
    const einsum_case c = random_einsum(random, 5);
    ir::problem p;
    REQUIRE_FALSE(c.bind(p));
    if (p.operands < 2) continue;
    const ir::contraction_path path = ir::find_path(p);
    for (int o = 0; o < p.operands; ++o) {
      // From the output back: the contraction that takes a tensor comes after the one that makes it.
      std::vector<std::pair<int, int>> chain;  // contraction, side
      for (int tensor = o, t = 0; t < path.steps; ++t) {
        if (path.first[t] != tensor && path.second[t] != tensor) continue;
        chain.emplace(chain.begin(), t, path.first[t] == tensor ? 0 : 1);
        tensor = p.operands + t;
      }
      REQUIRE(!chain.empty());
      REQUIRE(chain.front().first == path.steps - 1);
      std::unique_ptr<owned_map> whole;
      for (const auto& [t, side] : chain) {
        ir::label_list names;
        owned_map next = operand_map(ir::contraction_of(p, path, t, names), side);
        whole = std::make_unique<owned_map>(whole ? composed(*whole, next) : std::move(next));
      }
      // What is summed elsewhere is no range of the composition: the same elements are read.
      const auto pairs = [&](map_form& m) { return relation_of(m, reads::any_number_of_times); };
      owned_map expected = operand_map(p, o);
      if (whole->form->known_empty || expected.form->known_empty) continue;
      CHECK_MESSAGE(pairs(*whole->form) == pairs(*expected.form), c.text);
    }
  }
}
