// An operation's map written behind another map is the composition of the two.
#include <functional>
#include <memory>

#include "mercator/ops/elementwise.hpp"
#include "mercator/ops/pad.hpp"
#include "mercator/ops/reshape.hpp"
#include "mercator/ops/reverse.hpp"
#include "mercator/ops/slice.hpp"
#include "mercator/ops/transpose.hpp"
#include "mercator/symbolic/compose.hpp"
#include "test/arguments.hpp"
#include "test/ops/draw.hpp"

namespace values = mercator::ops::values;
using mercator::extents;
using mercator::interval;
using mercator::detail::construction;
using mercator::ops::numbers;
using mercator::symbolic::map_form;
using mercator::symbolic::pool;
using namespace mercator_test;

namespace {

using build = std::function<void(map_form&)>;

/// A map with so many results, which reach beyond the sizes now and then; or with an empty domain.
void build_first(map_form& m, draws random, const index& sizes) {
  const int variables = static_cast<int>(random(1, 2));
  for (int v = 0; v < variables; ++v) {
    const i64 lo = random(-3, 3);
    m.add_dimension(interval{lo, lo + random(random.one_in(30) ? -1 : 0, 5)});
  }
  for (const i64 size : sizes) {
    if (m.known_empty) {
      m.add_result(m.p.number(0));
      continue;
    }
    int line = m.p.number(random(-1, size));
    for (int v = 0; v < variables; ++v)
      if (random.one_in(2) && !m.p.range(v).is_point()) line = m.p.plus(line, v, random(-2, 3));
    if (random.one_in(3)) line = mercator::symbolic::mod(m.p, line, random(2, 7));
    if (random.one_in(5)) line = mercator::symbolic::floordiv(m.p, line, random(2, 3));
    m.add_result(line);
  }
  if (!m.known_empty && random.one_in(4)) m.add_constraint(m.result[0], {0, 3});
}

/// One of the maps of an operation, and the sizes that it starts from.
build random_second(draws& random, index& from) {
  const auto rank = static_cast<std::size_t>(random(1, 3));
  const index shape = random.shape(rank, 6);
  from = shape;
  const bool back = random.one_in(2);
  switch (random(0, 5)) {
    case 0:
      return [=](map_form& m) { values::elementwise(m, by_reference(shape)); };
    case 1: {
      const index permutation = random.permutation(rank);
      for (std::size_t k = 0; k < rank; ++k)
        if (!back) from[k] = shape[static_cast<std::size_t>(permutation[k])];
      return [=](map_form& m) {
        back ? values::transpose_input_to_output(m, by_reference(shape), by_reference(permutation))
             : values::transpose_output_to_input(m, by_reference(shape), by_reference(permutation));
      };
    }
    case 2: {
      const index reversed = random.some(rank);
      return [=](map_form& m) { values::reverse(m, by_reference(shape), by_reference(reversed)); };
    }
    case 3: {
      index to = shape;
      const auto k = static_cast<std::size_t>(random(0, static_cast<i64>(rank) - 1));
      if (to[k] % 2 == 0 && to[k] > 0) {
        to[k] /= 2;
        to.insert(to.begin() + static_cast<std::ptrdiff_t>(k) + random(0, 1), 2);
      }
      if (to.size() > 1 && random.one_in(2)) {
        to[0] *= to[1];
        to.erase(to.begin() + 1);
      }
      if (back) from = to;
      return [=](map_form& m) {
        back ? values::reshape(m, by_reference(to), by_reference(shape))
             : values::reshape(m, by_reference(shape), by_reference(to));
      };
    }
    case 4: {
      index start, limit, stride;
      for (const i64 size : shape) {
        start.push_back(random(0, size));
        limit.push_back(random(start.back(), size));
        stride.push_back(random(1, 3));
      }
      for (std::size_t k = 0; k < rank; ++k)
        if (!back) from[k] = mercator::ceil_div(limit[k] - start[k], stride[k]);
      return [=](map_form& m) {
        back ? values::slice_input_to_output(m, by_reference(shape), by_reference(start), by_reference(limit),
                                             by_reference(stride))
             : values::slice_output_to_input(m, by_reference(start), by_reference(limit), by_reference(stride));
      };
    }
    default: {
      const index low = random.list(rank, -1, 2), high = random.list(rank, 0, 2), interior = random.list(rank, 0, 2);
      const numbers operand = by_reference(shape);
      if (!values::is_pad(operand, by_reference(low), by_reference(high), by_reference(interior)))
        return [=](map_form& m) { values::elementwise(m, by_reference(shape)); };
      for (std::size_t k = 0; k < rank; ++k)
        if (!back) from[k] = values::padded_dimension{shape[k], low[k], high[k], interior[k] + 1}.output_size();
      return [=](map_form& m) {
        back ? values::pad_input_to_output(m, by_reference(shape), by_reference(low), by_reference(high),
                                           by_reference(interior))
             : values::pad_output_to_input(m, by_reference(shape), by_reference(low), by_reference(high),
                                           by_reference(interior));
      };
    }
  }
}

extents to_extents(const index& list) { return mercator::ops::to_extents(by_reference(list)); }

/// A reshape or a transpose to indices of sizes that are those given or near them, which stay where they are.
build random_first_of_shapes(draws& random, index sizes) {
  for (i64& size : sizes)
    if (random.one_in(4)) size = std::max<i64>(size + random(-1, 1), 0);
  const extents to = to_extents(sizes);
  if (random.one_in(2)) {
    index from = sizes;
    if (from.size() > 1 && random.one_in(2)) {
      from[0] *= from[1];
      from.erase(from.begin() + 1);
    } else {
      from = {to.elements()};
    }
    const auto shapes = std::make_shared<std::pair<extents, extents>>(to_extents(from), to);
    return [=](map_form& m) { values::reshape_of_lists(m, shapes->first, shapes->second); };
  }
  const auto operand = std::make_shared<extents>(to);
  const extents permutation = to_extents(random.permutation(sizes.size()));
  return [=](map_form& m) { values::transpose_of_lists(m, *operand, permutation); };
}

struct form {
  pool p;
  map_form m{p};
};

construction reshape_from_lists(const index& from, const index& to) {
  return {.operand = construction::from_lists,
          .can_follow = true,
          .of_lists = &values::reshape_of_lists,
          .first = to_extents(from),
          .second = to_extents(to)};
}
construction transpose_from_lists(const index& operand, const index& permutation) {
  return {.operand = construction::from_lists,
          .can_follow = true,
          .of_lists = &values::transpose_of_lists,
          .first = to_extents(operand),
          .second = to_extents(permutation)};
}

/// A shape with as many elements: two dimensions are merged, or one is split by 2.
index regrouped(draws& random, index shape) {
  const auto k = static_cast<std::size_t>(random(0, static_cast<i64>(shape.size()) - 1));
  if (shape[k] % 2 == 0 && random.one_in(2)) {
    shape[k] /= 2;
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(k), 2);
  } else if (k > 0) {
    shape[k - 1] *= shape[k];
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(k));
  }
  return shape;
}

/// Checks that second, written behind first, is the composition; the number of its points.
std::size_t check_followed(const build& first, const build& second) {
  const auto composed = std::make_unique<form>(), after = std::make_unique<form>(), followed = std::make_unique<form>();
  first(composed->m);
  composed->m.indices = 0;
  second(after->m);
  REQUIRE(after->m.ranges + after->m.runtimes == 0);
  mercator::symbolic::compose_onto(composed->m, after->m);

  map_form& m = followed->m;
  first(m);
  m.followed = true;
  second(m);
  m.followed = false;
  if (m.known_empty) m.constraints = 0;

  const relation expected = relation_of(composed->m);
  CHECK(relation_of(m) == expected);
  return expected.size();
}

}  // namespace

TEST_CASE("a map written behind another is the composition") {
  draws random(91);
  const long long cases = argument("cases", 3000);
  std::size_t points = 0;
  for (long long k = 0; k < cases; ++k) {
    index from;
    const build second = random_second(random, from);
    const draws seed(static_cast<unsigned>(random(0, 1 << 30)));
    points += check_followed([&](map_form& m) { build_first(m, seed, from); }, second);
  }
  CHECK(points > static_cast<std::size_t>(cases));
}

TEST_CASE("nor is anything lost where the first is trusted to give indices of a shape") {
  draws random(92);
  const long long cases = argument("cases", 3000);
  std::size_t points = 0;
  for (long long k = 0; k < cases; ++k) {
    index from;
    const build second = random_second(random, from);
    points += check_followed(random_first_of_shapes(random, from), second);
  }
  CHECK(points > static_cast<std::size_t>(cases));
}

TEST_CASE("maps from lists are those from the same numbers") {
  draws random(92);
  const long long cases = argument("cases", 3000);
  long long done = 0;
  for (long long k = 0; k < cases; ++k) {
    const auto rank = static_cast<std::size_t>(random(1, 4));
    const index operand = random.shape(rank, 6), permutation = random.permutation(rank);
    index turned;
    for (const i64 dimension : permutation) turned.push_back(operand[static_cast<std::size_t>(dimension)]);
    const index before = regrouped(random, turned), after = regrouped(random, operand);

    const auto composed = std::make_unique<form>(), transposed = std::make_unique<form>(),
               reshaped = std::make_unique<form>(), followed = std::make_unique<form>();
    values::reshape(composed->m, by_reference(before), by_reference(turned));
    values::transpose_output_to_input(transposed->m, by_reference(operand), by_reference(permutation));
    mercator::symbolic::compose_onto(composed->m, transposed->m);
    const construction first = reshape_from_lists(before, turned), second = transpose_from_lists(operand, permutation);
    mercator::detail::composition{first, second}(followed->m);
    REQUIRE(!followed->m.unfit);
    CHECK(relation_of(followed->m) == relation_of(composed->m));
    done += !followed->m.known_empty && rank > 2;

    const auto onwards = std::make_unique<form>();
    values::reshape(reshaped->m, by_reference(operand), by_reference(after));
    mercator::symbolic::compose_onto(transposed->m, reshaped->m);
    const construction third = reshape_from_lists(operand, after);
    mercator::detail::composition{second, third}(onwards->m);
    CHECK(relation_of(onwards->m) == relation_of(transposed->m));
  }
  CHECK(done > cases / 10);
}

TEST_CASE("lists that describe no operation are found") {
  draws random(93);
  long long fit = 0, unfit = 0;
  for (int k = 0; k < 20000; ++k) {
    const index a = random.list(static_cast<std::size_t>(random(0, 3)), -1, 4),
                b = random.list(static_cast<std::size_t>(random(0, 3)), -1, 4);
    const bool sizes = mercator::ops::are_sizes(by_reference(a));
    const auto reshaped = std::make_unique<form>(), transposed = std::make_unique<form>(),
               followed = std::make_unique<form>();
    reshape_from_lists(a, b)(reshaped->m);
    CHECK(reshaped->m.unfit == !(sizes && mercator::ops::are_sizes(by_reference(b)) &&
                                 values::is_reshape(by_reference(a), by_reference(b))));
    const construction transpose = transpose_from_lists(a, b);
    transpose(transposed->m);
    const bool permutes = sizes && values::is_permutation(by_reference(b), static_cast<int>(a.size()));
    CHECK(transposed->m.unfit == !permutes);
    if (a.size() == b.size() && sizes) {
      const construction same = reshape_from_lists(a, a);
      mercator::detail::composition{same, transpose}(followed->m);
      CHECK(followed->m.unfit == !permutes);
    }
    (permutes ? fit : unfit)++;
  }
  CHECK(fit > 100);
  CHECK(unfit > 100);
}
