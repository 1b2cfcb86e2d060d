// The order of contractions against every order there is.
#include "mercator/einsum/path.hpp"
#include "test/arguments.hpp"
#include "test/einsum/random_einsum.hpp"

namespace ir = mercator::einsum_ir;
using namespace mercator_test;

namespace {

i64 product(const ir::problem& p, ir::label_set s) {
  i64 n = 1;
  for (int l = 0; l < p.labels; ++l)
    if (ir::contains(s, l) && p.size[l] > 1) n *= p.size[l];
  return n;
}

/// Contracting these two of the tensors: what is left, and the cost.
struct contracted {
  std::vector<ir::label_set> left;
  ir::path_cost cost;
};

contracted contract(const ir::problem& p, const std::vector<ir::label_set>& tensors, std::size_t a, std::size_t b) {
  contracted out;
  ir::label_set others = p.set(p.operands);
  for (std::size_t k = 0; k < tensors.size(); ++k)
    if (k != a && k != b) {
      others |= tensors[k];
      out.left.push_back(tensors[k]);
    }
  // Labels of one alone are summed first.
  const ir::label_set x = tensors[a] & (others | tensors[b]), y = tensors[b] & (others | tensors[a]);
  const ir::label_set made = (x | y) & others;
  out.cost = {product(p, x | y), out.left.empty() ? 0 : product(p, made)};
  out.left.push_back(made);
  return out;
}

ir::path_cost cheapest(const ir::problem& p, const std::vector<ir::label_set>& tensors) {
  if (tensors.size() == 1) return {};
  ir::path_cost best{mercator::i64_max, mercator::i64_max};
  for (std::size_t a = 0; a < tensors.size(); ++a)
    for (std::size_t b = a + 1; b < tensors.size(); ++b) {
      const contracted c = contract(p, tensors, a, b);
      const ir::path_cost cost = c.cost + cheapest(p, c.left);
      if (cost < best) best = cost;
    }
  return best;
}

/// What the path costs, by its contractions.
ir::path_cost cost_of(const ir::problem& p, const ir::contraction_path& path) {
  ir::path_cost sum;
  for (int t = 0; t < path.steps; ++t) {
    ir::label_list names;
    const ir::problem q = ir::contraction_of(p, path, t, names);
    ir::label_set x = q.set(0), y = q.set(1);
    x &= y | q.set(2);
    y &= x | q.set(2);
    sum = sum + ir::path_cost{product(q, x | y), t + 1 == path.steps ? 0 : product(q, q.set(2))};
  }
  return sum;
}

bool operator==(const ir::path_cost& a, const ir::path_cost& b) {
  return a.multiply_adds == b.multiply_adds && a.intermediate == b.intermediate;
}

void check_shape(const ir::problem& p, const ir::contraction_path& path) {
  CHECK(path.steps == p.operands - 1);
  std::vector<int> times(static_cast<std::size_t>(2 * p.operands - 1), 0);
  for (int t = 0; t < path.steps; ++t)
    for (const int tensor : {path.first[t], path.second[t]}) {
      CHECK(tensor < p.operands + t);
      ++times[static_cast<std::size_t>(tensor)];
    }
  for (std::size_t k = 0; k + 1 < times.size(); ++k) CHECK(times[k] == 1);
}

}  // namespace

TEST_CASE("the path is the cheapest") {
  random_numbers random(21);
  for (int k = 0; k < static_cast<int>(argument("cases", 500)); ++k) {
    const einsum_case c = random_einsum(random, 6);
    ir::problem p;
    REQUIRE_FALSE(c.bind(p));
    const ir::contraction_path path = ir::find_path(p);
    check_shape(p, path);
    CHECK(path.optimal);
    std::vector<ir::label_set> tensors;
    for (int o = 0; o < p.operands; ++o) tensors.push_back(p.set(o));
    const ir::path_cost best = cheapest(p, tensors);
    CHECK_MESSAGE(path.cost == best, c.text);
    CHECK_MESSAGE(path.cost == cost_of(p, path), c.text);
  }
}

TEST_CASE("a chain of matrices") {
  const auto matrix = [](i64 rows, i64 columns) { return extents{2, {rows, columns}}; };
  const einsum_case c{"ij,jk,kl,lm->im", {matrix(10, 20), matrix(20, 50), matrix(50, 1), matrix(1, 100)}};
  ir::problem p;
  REQUIRE_FALSE(c.bind(p));
  const ir::contraction_path path = ir::find_path(p);
  CHECK(path.cost.multiply_adds == 20 * 50 + 10 * 20 + 10 * 100);  // ((A (B C)) D)
  CHECK(path.cost.intermediate == 20 + 10);
  CHECK(path.first[0] == 1);
  CHECK(path.second[0] == 2);
}

TEST_CASE("more operands than are tried in every order") {
  random_numbers random(22);
  const std::string labels = "abcdefghijklmnopqrstuvwxyz";
  for (int k = 0; k < 50; ++k) {
    const int operands = random.between(11, 24);
    einsum_case c;
    // A chain with some more labels in between.
    for (int o = 0; o < operands; ++o) {
      if (o > 0) c.text += ',';
      c.text += labels.substr(static_cast<std::size_t>(o), 2);
      c.shapes.push_back({2, {2 + o % 3, 2 + (o + 1) % 3}});
    }
    c.text += "->";
    c.text += labels[0];
    c.text += labels[static_cast<std::size_t>(operands)];
    ir::problem p;
    REQUIRE_FALSE(c.bind(p));
    const ir::contraction_path path = ir::find_path(p);
    check_shape(p, path);
    CHECK_FALSE(path.optimal);
    CHECK(path.cost == cost_of(p, path));
    CHECK(path.cost.multiply_adds <= operands * 4 * 4 * 4);  // each contraction is one of small matrices
  }
}

TEST_CASE("no tensor between has more dimensions than a tensor can have") {
  const auto ones = [](int rank) {
    extents shape;
    for (int k = 0; k < rank; ++k) shape.size[shape.rank++] = 1;
    return shape;
  };
  const std::string letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const auto some = [&](int from, int count) {
    return letters.substr(static_cast<std::size_t>(from), static_cast<std::size_t>(count));
  };
  const auto check = [](const einsum_case& c) {
    ir::problem p;
    ir::equation e;
    REQUIRE_FALSE(c.read(e));
    const auto list = c.numbers();
    const ir::rule broken = ir::bind_and_check(e, list.data(), static_cast<int>(list.size()), p).broken;
    if (broken == ir::rule::none) CHECK_FALSE(ir::find_path(p).too_wide);
    return broken;
  };
  // The first two by themselves would make 40; each with its own partner makes few.
  CHECK(check({some(0, 20) + "," + some(20, 20) + "," + some(0, 19) + "," + some(20, 19) + "->tN",
               {ones(20), ones(20), ones(19), ones(19)}}) == ir::rule::none);
  // Each label is in three of four operands: a pair keeps all 40.
  const std::string a = some(0, 10), b = some(10, 10), c = some(20, 10), d = some(30, 10);
  einsum_case wide{a + b + c + "," + a + b + d + "," + a + c + d + "," + b + c + d,
                   {ones(30), ones(30), ones(30), ones(30)}};
  const std::string four = wide.text;
  wide.text = four + "->";
  CHECK(check(wide) == ir::rule::too_many_dimensions_between);
  wide.text = four;
  for (int k = 0; k < 8; ++k) {  // more than are tried in every order
    wide.text += ",a";
    wide.shapes.push_back(ones(1));
  }
  wide.text += "->";
  CHECK(check(wide) == ir::rule::too_many_dimensions_between);
}
