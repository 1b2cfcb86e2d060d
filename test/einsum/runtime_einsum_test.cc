// Einsums as values at run time.
#include "mercator/einsum/runtime_einsum.hpp"
#include "test/einsum/random_einsum.hpp"

using namespace mercator_test;
using mercator::runtime_einsum;
using mercator::runtime_map;
namespace ir = mercator::einsum_ir;

namespace {

using shapes = std::vector<std::vector<i64>>;

}  // namespace

TEST_CASE("an einsum is read, mapped and carried out") {
  const auto e = runtime_einsum::parse("ijk,lki->li", shapes{{2, 3, 4}, {5, 4, 2}});
  REQUIRE(e);
  CHECK(e->operands() == 2);
  CHECK(e->equation() == "abc,dca->da");
  CHECK(e->output_shape() == std::vector<i64>{5, 2});
  CHECK(e->output_to_input(0).to_string() ==
        "(d0, d1)[s0, s1] -> (d1, s0, s1), domain: d0 in [0, 4], d1 in [0, 1], s0 in [0, 2], s1 in [0, 3]");
  CHECK(e->input_to_output(1).to_string() ==
        "(d0, d1, d2) -> (d0, d2), domain: d0 in [0, 4], d1 in [0, 3], d2 in [0, 1]");
  CHECK(e->cost().multiply_adds == 40);
  std::vector<int> a(24), b(40), out(10, -1), expected(10, 0);
  for (std::size_t k = 0; k < a.size(); ++k) a[k] = static_cast<int>(k * k % 7);
  for (std::size_t k = 0; k < b.size(); ++k) b[k] = static_cast<int>(k % 5);
  for (std::size_t l = 0; l < 5; ++l)
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        for (std::size_t k = 0; k < 4; ++k) expected[l * 2 + i] += a[(i * 3 + j) * 4 + k] * b[(l * 4 + k) * 2 + i];
  const std::vector<const int*> operands{a.data(), b.data()};
  e->contract<int>(out.data(), operands);
  CHECK(out == expected);
}

TEST_CASE("the canonical flow at run time") {
  const auto e = runtime_einsum::parse("ij,jk->ki", shapes{{2, 3}, {3, 4}});
  REQUIRE(e);
  runtime_map whole = e->flow(1, ir::flow::permute);
  for (int k = 1; k < ir::flow_steps; ++k) {
    const auto next = whole.then(e->flow(1, static_cast<ir::flow>(k)));
    REQUIRE(next);
    whole = *next;
  }
  CHECK(same_form(whole, e->output_to_input(1)));
}

TEST_CASE("errors are values") {
  const auto e = runtime_einsum::parse("ij,jk->ik", shapes{{2, 3}, {4, 5}});
  REQUIRE_FALSE(e);
  CHECK(e.error().line == 1);
  CHECK(e.error().column == 4);
  CHECK(e.error().message == "label 'j' has size 4 in operand 1, and size 3 in operand 0");
  CHECK_FALSE(runtime_einsum::parse("ij", shapes{}));
  CHECK_FALSE(runtime_einsum::parse(std::string_view("i\0j", 3), shapes{{2, 3}}));
}

TEST_CASE("plans as text") {
  const auto plan = [](const char* text, const shapes& of) {
    const auto e = runtime_einsum::parse(text, of);
    REQUIRE(e);
    return e->plan();
  };
  CHECK(plan("bhqd,bhkd->bhqk", {{2, 4, 8, 16}, {2, 4, 10, 16}}) ==
        "tensor 2 = tensor 0 x tensor 1: abcd,abed->abce\n"
        "  multiply [2, 4, 8, 16] x [2, 4, 10, 16] -> [2, 4, 8, 10], right_transpose; batch ab, M c, N e, K d\n"
        "multiply-adds 10240, elements between contractions 0, copies 0\n");
  CHECK(plan("ij->ji", {{2, 3}}) == "operand 0: transpose [2, 3] -> [3, 2]\nadditions 0\n");
  std::string chain;
  shapes of;
  for (char c = 'a'; c < 'm'; ++c) {
    chain += std::string(chain.empty() ? "" : ",") + c + static_cast<char>(c + 1);
    of.push_back({2, 2});
  }
  CHECK(plan(chain.c_str(), of).find("not every order was tried") != std::string::npos);
}
