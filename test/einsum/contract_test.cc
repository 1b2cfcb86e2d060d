// Einsums of static shapes carried out, against their definition.
#include <string>
#include <utility>

#include <mercator/einsum.hpp>

#include "test/einsum/random_einsum.hpp"

using namespace mercator_test;
using mercator::einsum;
using mercator::shape;
using mercator::tensor_view;

namespace {

template <class T>
std::vector<T> filled(i64 elements, random_numbers& random) {
  std::vector<T> out;
  for (; elements > 0; --elements) out.push_back(static_cast<T>(random.in(-4, 4)));
  return out;
}

template <class T, mercator::text Written, int... K, class... Shapes>
void check_type(std::integer_sequence<int, K...>, Shapes... shapes) {
  constexpr auto e = einsum<Written>(Shapes{}...);
  using output = decltype(e.output());
  static_assert(std::is_empty_v<decltype(e)>);
  static_assert(sizeof...(Shapes) != 2 || sizeof...(K) == 2);
  random_numbers random(5);
  const std::vector<std::vector<T>> operands{filled<T>(Shapes::elements, random)...};
  std::vector<T> to(static_cast<std::size_t>(output::elements), T(99));
  einsum<Written>.contract(tensor_view(to.data(), output{}), tensor_view(operands[K].data(), shapes)...);
  const einsum_case c{std::string(Written), {Shapes::value...}};
  const auto expected =
      einsum_reference(c).result<T>(operands, output::elements, T(0), std::plus<>{}, std::multiplies<>{});
  CHECK_MESSAGE(to == expected, c.text);
}

template <mercator::text Written, class... Shapes>
void check(Shapes... shapes) {
  constexpr auto k = std::make_integer_sequence<int, sizeof...(Shapes)>{};
  check_type<float, Written>(k, shapes...);
  check_type<double, Written>(k, shapes...);
  check_type<std::int32_t, Written>(k, shapes...);
}

struct largest {
  static constexpr float zero() { return -1e30f; }
  static constexpr float add(float a, float b) { return a > b ? a : b; }
  static constexpr float multiply(float a, float b) { return a + b; }
};

}  // namespace

TEST_CASE("one operand: diagonal, trace, sum, transpose") {
  check<"ii->i">(shape<5, 5>{});
  check<"ii">(shape<5, 5>{});
  check<"iji->j">(shape<3, 4, 3>{});
  check<"ij->">(shape<3, 4>{});
  check<"ij->j">(shape<3, 4>{});
  check<"ij->ji">(shape<3, 4>{});
  check<"...i->i...">(shape<2, 3, 4>{});
  check<"->">(shape<>{});
  check<"ij->i">(shape<3, 0>{});
  check<"ij->j">(shape<3, 0>{});
}

TEST_CASE("two operands") {
  check<"i,i->">(shape<7>{}, shape<7>{});
  check<"ij,jk->ik">(shape<17, 40>{}, shape<40, 70>{});
  check<"ij,jk->ki">(shape<17, 40>{}, shape<40, 70>{});
  check<"ji,kj->ik">(shape<40, 17>{}, shape<70, 40>{});
  check<"ij,kj->ik">(shape<9, 150>{}, shape<70, 150>{});
  check<"bij,bkj->bik">(shape<2, 4, 64>{}, shape<2, 33, 64>{});
  check<"ij,ij->ij">(shape<5, 6>{}, shape<5, 6>{});
  check<"ij,ij->ij">(shape<5, 1>{}, shape<1, 6>{});
  check<"...ij,...jk->...ik">(shape<2, 1, 3, 4>{}, shape<5, 4, 6>{});
  check<"ii,ij->j">(shape<4, 4>{}, shape<4, 3>{});
  check<"ij,kl->">(shape<2, 3>{}, shape<4, 5>{});
  check<"ikjl,lkm->mji">(shape<2, 3, 4, 5>{}, shape<5, 3, 2>{});
  check<",ij->ij">(shape<>{}, shape<2, 3>{});
  check<"ij,jk->ik">(shape<2, 0>{}, shape<0, 3>{});
  check<"ij,jk->ik">(shape<2, 3>{}, shape<3, 0>{});
}

TEST_CASE("the seven patterns, attention") {
  check<"a,b->ab">(shape<9>{}, shape<13>{});
  check<"abcd,cde->abe">(shape<2, 3, 4, 5>{}, shape<4, 5, 6>{});
  check<"abcd,bed->abce">(shape<2, 3, 4, 5>{}, shape<3, 6, 5>{});
  check<"abcd,ced->abce">(shape<2, 3, 4, 5>{}, shape<4, 6, 5>{});
  check<"abcd,abed->abce">(shape<2, 3, 4, 5>{}, shape<2, 3, 6, 5>{});
  check<"abcd,abde->abce">(shape<2, 3, 4, 5>{}, shape<2, 3, 5, 6>{});
  check<"abcd,cde->abce">(shape<2, 3, 4, 5>{}, shape<4, 5, 6>{});
  check<"bhqd,bhkd->bhqk">(shape<2, 3, 10, 8>{}, shape<2, 3, 12, 8>{});
  check<"bhqk,bhkd->bhqd">(shape<2, 3, 10, 12>{}, shape<2, 3, 12, 8>{});
}

TEST_CASE("more operands") {
  check<"ij,jk,kl->il">(shape<2, 8>{}, shape<8, 3>{}, shape<3, 9>{});
  check<"ij,jk,kl,lm,mi->">(shape<2, 3>{}, shape<3, 4>{}, shape<4, 5>{}, shape<5, 3>{}, shape<3, 2>{});
  check<"i,i,i->i">(shape<4>{}, shape<1>{}, shape<4>{});
  check<"bi,io,o->bo">(shape<3, 4>{}, shape<4, 5>{}, shape<5>{});
  check<"a,b,c,d,e,f,g,h,i,j,k,l->">(shape<2>{}, shape<1>{}, shape<2>{}, shape<3>{}, shape<2>{}, shape<1>{}, shape<2>{},
                                     shape<1>{}, shape<2>{}, shape<2>{}, shape<3>{}, shape<1>{});
}

TEST_CASE("a given algebra") {
  const float a[] = {1, 5, 2, 7}, b[] = {3, 0, 4, -9};
  float to[4];
  einsum<"ij,jk->ik">.contract(largest{}, tensor_view(to, shape<2, 2>{}), tensor_view(a, shape<2, 2>{}),
                               tensor_view(b, shape<2, 2>{}));
  CHECK(to[0] == 9);   // max(1 + 3, 5 + 4)
  CHECK(to[1] == 1);   // max(1 + 0, 5 - 9)
  CHECK(to[2] == 11);  // max(2 + 3, 7 + 4)
  CHECK(to[3] == 2);   // max(2 + 0, 7 - 9)
}
