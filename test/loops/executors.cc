// Loops and algorithms on the threads of a pool and of OpenMP: the results are those of one thread.
#include <cstdio>
#include <vector>

#include <mercator/loops.hpp>
#include <mercator/mercator.hpp>
#include <mercator/ops.hpp>
#include "examples/executors.hpp"

using namespace mercator;

namespace {

constexpr shape<67, 130> whole;
constexpr auto turned = ops::transpose(whole, perm<1, 0>{});
constexpr auto rows = ops::reduce(whole, ops::axes<1>{});
constexpr auto product =
    ops::dot(whole, turned.output(), ops::lhs_contracting_dims<1>{}, ops::rhs_contracting_dims<0>{});
constexpr auto padded = ops::pad(whole, ops::low<1, 2>{}, ops::high<2, 1>{});

std::vector<float> numbers(std::size_t count) {
  std::vector<float> out(count);
  for (std::size_t k = 0; k < count; ++k) out[k] = static_cast<float>(k * 7919 % 101);
  return out;
}

/// What all of them write under a policy, one after the other.
template <class How>
std::vector<float> all_of(How how) {
  const std::vector<float> in = numbers(static_cast<std::size_t>(whole.elements));
  std::vector<float> out;
  const tensor_view from(in.data(), whole);
  const auto add = [&](auto shape_of_output, auto write) {
    using output = decltype(shape_of_output);
    std::vector<float> to(static_cast<std::size_t>(output::elements));
    write(tensor_view<float, output>(to.data()));
    out.insert(out.end(), to.begin(), to.end());
  };
  add(turned.output(),
      [&](auto to) { for_each(how, turned.output_to_input<0>(), [&](auto at, auto read) { to[at] += from[read]; }); });
  add(rows.output(),
      [&](auto to) { for_each(how, rows.output_to_input<0>(), [&](auto at, auto read) { to(at[0]) += from[read]; }); });
  add(turned.output(), [&](auto to) { copy(how, turned.output_to_input<0>(), from, to); });
  add(whole, [&](auto to) {
    transform(how, to, lane::plus{}, through(identity(whole), from), through(identity(whole), from));
  });
  add(whole, [&](auto to) { fill(how, to, 3.0f); });
  add(rows.output(), [&](auto to) { reduce(how, to, 0.0f, lane::plus{}, through(rows.output_to_input<0>(), from)); });
  add(rows.output(), [&](auto to) {
    std::vector<int> index(static_cast<std::size_t>(rows.output().elements));
    arg_reduce(how, to, tensor_view(index.data(), rows.output()), lane::above{},
               through(rows.output_to_input<0>(), from));
    for (std::size_t k = 0; k < index.size(); ++k) to(static_cast<i64>(k)) += static_cast<float>(index[k]);
  });
  add(product.output(), [&](auto to) {
    contract(how, to, 0.0f, lane::multiply_add{}, through(product.output_to_input<0>(), from),
             through(product.output_to_input<1>(), tensor_view(in.data(), turned.output())));
  });
  add(padded.output(), [&](auto to) {
    for_each(how, ops::pieces(padded), [&](auto operand, auto at, auto read) {
      if constexpr (operand.value == 0) to[at] += from[read];
    });
  });
  add(padded.output(), [&](auto to) { assemble(how, ops::pieces(padded), to, from, 5.0f); });
  return out;
}

}  // namespace

int main() {
  const std::vector<float> expected = all_of(in_order);
  const auto check = [&](const char* name, auto& executor) {
    const bool same = all_of(parallel(executor)) == expected && all_of(parallel(executor, unordered)) == expected;
    if (!same) std::printf("%s: the results differ\n", name);
    return same;
  };
  thread_pool one(1), three(3);
  openmp threads;
  const bool all = check("a thread", one) && check("three threads", three) && check("OpenMP", threads);
  std::puts(all ? "the same" : "different");
  return all ? 0 : 1;
}
