// contract against evaluating the maps at every point, in layouts and sizes that take each way through its
// blocks: in order with a combination that tells every order from every other, in any order with small whole
// numbers.
#include <sys/mman.h>

#include <cstdint>

#include <doctest/doctest.h>

#include "mercator/einsum/literal.hpp"
#include "mercator/ops/dot.hpp"
#include "test/loops/drawn_maps.hpp"

using namespace mercator;
using namespace mercator_test;

namespace {

/// visit(output, places in the operands) for every product, in the order of the ranges.
template <class Left, class Right, class A, class B, class Out, class Visit>
void every_product(Left left, Right, A a, B b, Out out, Visit visit) {
  using right_map = simplified_t<Right>;
  every_point(left, [&](const auto& at, const auto& read) {
    const expr::point p{at.indices, at.indices + right_map::counts.dimensions, nullptr};
    visit(place_in(out, at), place_in(a, read), place_in(b, spelled_map<right_map>::at_point(p)));
  });
}

template <class T, class How, class Combine, class Left, class Right, class A, class B, class Out>
void check_maps(const char* what, How how, T initial, Combine combine, Left left_map, Right right_map, A a, B b,
                Out out) {
  const auto left = filled<T>(a, small_number<T>), right = filled<T>(b, small_number<T>);
  std::vector<T> expected(static_cast<std::size_t>(Out::elements), initial), to(expected.size(), T{77});
  every_product(left_map, right_map, a, b, out, [&](std::size_t at, std::size_t x, std::size_t y) {
    expected[at] = combine(expected[at], left[x], right[y]);
  });
  contract(how, tensor_view<T, Out>(to.data()), initial, combine,
           through(left_map, tensor_view<const T, A>(left.data())),
           through(right_map, tensor_view<const T, B>(right.data())));
  CHECK_MESSAGE(to == expected, what);
}

template <text Equation, class T, class How, class Combine, class A, class B>
void check(How how, T initial, Combine combine, A a, B b) {
  constexpr auto e = einsum<Equation>(A{}, B{});
  check_maps(Equation.c_str(), how, initial, combine, e.template output_to_input<0>(), e.template output_to_input<1>(),
             a, b, e.output());
}

template <text Equation, class A, class B>
void check_all(A a, B b) {
  const auto ordered = [](auto sum, auto x, auto y) { return sum * 31 + x * y + x * 5; };  // x and y are not alike
  check<Equation, std::uint32_t>(in_order, 5, ordered, a, b);
  check<Equation, float>(reassociate, 0.5f, lane::multiply_add{}, a, b);
}

/// What a chain of drawn operations makes, times a matrix that is read backwards, along a drawn dimension.
template <unsigned Seed>
void check_chain() {
  using in = drawn_input_t<Seed>;
  using chain = drawn_chain<Seed, 2, in>;
  using made = typename chain::output;
  constexpr int axis = static_cast<int>(drawn(Seed, 41, 0, made::rank - 1));
  constexpr auto back = ops::reverse(shape<made::size(axis), drawn_size(Seed, 42, 40)>{}, ops::axes<0, 1>{});
  constexpr auto product =
      ops::dot(made{}, back.output(), ops::lhs_contracting_dims<axis>{}, ops::rhs_contracting_dims<0>{});
  const auto with = [&](auto how, auto initial, auto combine) {
    check_maps("a chain", how, initial, combine, product.template output_to_input<0>() >> chain::map(),
               product.template output_to_input<1>() >> back.template output_to_input<0>(), in{}, back.output(),
               product.output());
  };
  with(in_order, std::uint32_t{5}, [](auto sum, auto x, auto y) { return sum * 31 + x * y + x * 5; });
  with(reassociate, 0.5f, lane::multiply_add{});
}

}  // namespace

TEST_CASE("chains of drawn operations by matrices that are read backwards") {
  for_each_seed<6>([]<unsigned Seed>() { check_chain<Seed>(); });
}

TEST_CASE("panels as they lie, packed, and of fewer columns than lanes") {
  check_all<"ij,jk->ik">(shape<19, 40>{}, shape<40, 70>{});
  check_all<"ij,kj->ik">(shape<19, 40>{}, shape<70, 40>{});
  check_all<"ji,kj->ik">(shape<37, 6>{}, shape<35, 37>{});
  check_all<"ij,kj->ik">(shape<8, 7>{}, shape<3, 7>{});
  check_all<"ij,jk->ki">(shape<13, 9>{}, shape<9, 11>{});
}

TEST_CASE("few rows, and more that is written than computed") {
  check_all<"ij,jk->ik">(shape<2, 30>{}, shape<30, 45>{});
  check_all<"ij,kj->ik">(shape<3, 20>{}, shape<40, 20>{});
  check_all<"i,j->ij">(shape<9>{}, shape<157>{});
  check_all<"ij,jk->ik">(shape<21, 3>{}, shape<3, 45>{});
}

TEST_CASE("sums that are cut into parts") {
  check_all<"ij,jk->ik">(shape<9, 2100>{}, shape<2100, 34>{});
  check_all<"ijl,klj->ik">(shape<5, 3, 1100>{}, shape<17, 1100, 3>{});
  check_all<"iabc,abck->ik">(shape<3, 5, 100, 7>{}, shape<5, 100, 7, 18>{});
}

TEST_CASE("rows in blocks, of which many share a cache's sets") {
  check_all<"ij,jk->ik">(shape<70, 16384>{}, shape<16384, 2>{});
  check_all<"ibk,bjk->ibj">(shape<40, 2, 64>{}, shape<2, 20, 64>{});
}

TEST_CASE("operands that stand still along batch dimensions, and columns of both operands") {
  check_all<"abcd,bed->abce">(shape<3, 2, 5, 8>{}, shape<2, 19, 8>{});
  check_all<"abcd,cde->abe">(shape<2, 3, 4, 5>{}, shape<4, 5, 18>{});
  check_all<"bij,kj->bkij">(shape<2, 3, 20>{}, shape<4, 20>{});
  check_all<"kmj,kj->mj">(shape<6, 3, 39>{}, shape<6, 39>{});
  check_all<"kj,jk->j">(shape<6, 37>{}, shape<37, 6>{});
  check_all<"ij,ij->ij">(shape<5, 33>{}, shape<5, 33>{});
}

TEST_CASE("matrices with vectors, dot products") {
  check_all<"ij,j->i">(shape<37, 45>{}, shape<45>{});
  check_all<"ji,j->i">(shape<45, 37>{}, shape<45>{});
  check_all<"j,kij->ki">(shape<70>{}, shape<2, 5, 70>{});
  check_all<"bi,bi->b">(shape<7, 51>{}, shape<7, 51>{});
  check_all<"bji,bji->b">(shape<3, 4, 5>{}, shape<3, 4, 5>{});
  check_all<"i,i->">(shape<1030>{}, shape<1030>{});
  check_all<"i,i->">(shape<3>{}, shape<3>{});
}

TEST_CASE("other types, parallel") {
  check<"ij,kj->ik", double>(reassociate, 1.0, lane::multiply_add{}, shape<11, 21>{}, shape<13, 21>{});
  check<"ij,j->i", std::int32_t>(reassociate, 1, lane::multiply_add{}, shape<11, 21>{}, shape<21>{});
  check<"ij,kj->ik", short>(in_order, short{1}, lane::multiply_add{}, shape<11, 21>{}, shape<43, 21>{});
  check<"ij,jk->ik", std::int64_t>(
      in_order, 1, [](std::int64_t c, std::int64_t x, std::int64_t y) { return c * 3 + x * y; }, shape<5, 9>{},
      shape<9, 6>{});
  two_threads executor;
  check<"bij,bkj->bik", float>(parallel(executor), 0.0f, lane::multiply_add{}, shape<3, 20, 9>{}, shape<3, 21, 9>{});
  check<"ij,j->i", float>(parallel(executor, reassociate), 0.0f, lane::multiply_add{}, shape<40, 9>{}, shape<9>{});
}

namespace {

/// Elements in front of a page that must not be read.
template <class T, i64 Elements>
class before_a_wall {
 public:
  before_a_wall() {
    pages_ =
        static_cast<char*>(mmap(nullptr, bytes + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    REQUIRE(pages_ != MAP_FAILED);
    REQUIRE(mprotect(pages_ + bytes, page, PROT_NONE) == 0);
    for (i64 k = 0; k < Elements; ++k) data()[k] = 1;
  }
  before_a_wall(const before_a_wall&) = delete;
  before_a_wall& operator=(const before_a_wall&) = delete;
  ~before_a_wall() { munmap(pages_, bytes + page); }
  T* data() const { return reinterpret_cast<T*>(pages_ + bytes) - Elements; }

 private:
  static constexpr std::size_t page = 4096, bytes = (Elements * sizeof(T) + page - 1) / page * page;
  char* pages_;
};

template <text Equation, class A, class B>
void check_walls(A a, B b, float sum) {
  constexpr auto e = einsum<Equation>(A{}, B{});
  using out_shape = decltype(e.output());
  const before_a_wall<float, A::elements> left;
  const before_a_wall<float, B::elements> right;
  const before_a_wall<float, out_shape::elements> to;
  einsum<Equation>.contract(tensor_view(to.data(), out_shape{}), tensor_view(left.data(), a),
                            tensor_view(right.data(), b));
  for (i64 k = 0; k < out_shape::elements; ++k) CHECK(to.data()[k] == sum);
}

}  // namespace

TEST_CASE("nothing behind the last element is read or written") {
  check_walls<"ij,jk->ik">(shape<5, 7>{}, shape<7, 21>{}, 7);
  check_walls<"ij,kj->ik">(shape<9, 21>{}, shape<35, 21>{}, 21);
  check_walls<"kj,jk->j">(shape<5, 37>{}, shape<37, 5>{}, 5);
  check_walls<"ij,j->i">(shape<19, 23>{}, shape<23>{}, 23);
  check_walls<"bi,bi->b">(shape<3, 5>{}, shape<3, 5>{}, 5);
}
