// An attention layer, from its einsums: that nothing is copied on the way is proved while compiling.
#include <cmath>
#include <cstdio>
#include <vector>

#include <mercator/einsum.hpp>

using mercator::einsum;
using mercator::shape;
using mercator::tensor_view;

namespace {

constexpr int batch = 2, heads = 4, length = 32, depth = 16, width = heads * depth;

using hidden = shape<batch, length, width>;
using weight = shape<width, heads, depth>;
using by_head = shape<batch, heads, length, depth>;
using pairs = shape<batch, heads, length, length>;
using back = shape<heads, depth, width>;

constexpr auto scores = einsum<"bhqd,bhkd->bhqk">(by_head{}, by_head{});
constexpr auto context = einsum<"bhqk,bhkd->bqhd">(pairs{}, by_head{});

// The plans multiply the operands where they lie, and are the einsums: their steps compose to the einsums'
// maps.
static_assert(scores.plan().data_moves() == 0 && context.plan().data_moves() == 0);
static_assert(scores.plan().side[1].transposed);
static_assert(scores.composed_steps<0>() == scores.output_to_input<0>());
static_assert(scores.composed_steps<1>() == scores.output_to_input<1>());
static_assert(context.composed_steps<0>() == context.output_to_input<0>());
static_assert(context.composed_steps<1>() == context.output_to_input<1>());

/// A tensor in memory of its own.
template <class Shape>
struct tensor {
  std::vector<float> values = std::vector<float>(Shape::elements);

  auto to() { return tensor_view(values.data(), Shape{}); }
  auto from() const { return tensor_view(values.data(), Shape{}); }
  float operator()(auto... at) const { return from()(at...); }
};

template <class Shape>
tensor<Shape> example(unsigned seed) {
  tensor<Shape> t;
  for (float& x : t.values) {
    seed = seed * 1664525u + 1013904223u;
    x = (static_cast<float>(seed >> 8) / static_cast<float>(1u << 24) - 0.5f) / 2;
  }
  return t;
}

void softmax(tensor<pairs>& t) {
  for (float *row = t.values.data(), *end = row + pairs::elements; row != end; row += length) {
    float sum = 0;
    for (int k = 0; k < length; ++k) sum += row[k] = std::exp(row[k] / std::sqrt(static_cast<float>(depth)));
    for (int k = 0; k < length; ++k) row[k] /= sum;
  }
}

tensor<hidden> attention(const tensor<hidden>& x, const tensor<weight>& wq, const tensor<weight>& wk,
                         const tensor<weight>& wv, const tensor<back>& wo) {
  tensor<by_head> q, k, v;
  einsum<"bsw,whd->bhsd">.contract(q.to(), x.from(), wq.from());
  einsum<"bsw,whd->bhsd">.contract(k.to(), x.from(), wk.from());
  einsum<"bsw,whd->bhsd">.contract(v.to(), x.from(), wv.from());
  tensor<pairs> p;
  einsum<"bhqd,bhkd->bhqk">.contract(p.to(), q.from(), k.from());
  softmax(p);
  tensor<decltype(context.output())> c;
  einsum<"bhqk,bhkd->bqhd">.contract(c.to(), p.from(), v.from());
  tensor<hidden> out;
  einsum<"bqhd,hdw->bqw">.contract(out.to(), c.from(), wo.from());
  return out;
}

/// One element of the same layer in plain loops.
double by_hand(const tensor<hidden>& x, const tensor<weight>& wq, const tensor<weight>& wk, const tensor<weight>& wv,
               const tensor<back>& wo, int b, int query, int out) {
  double sum = 0;
  for (int h = 0; h < heads; ++h) {
    std::vector<double> share(length);
    double total = 0;
    for (int key = 0; key < length; ++key) {
      double score = 0;
      for (int d = 0; d < depth; ++d) {
        double q = 0, k = 0;
        for (int w = 0; w < width; ++w) {
          q += x(b, query, w) * wq(w, h, d);
          k += x(b, key, w) * wk(w, h, d);
        }
        score += q * k;
      }
      total += share[static_cast<std::size_t>(key)] = std::exp(score / std::sqrt(static_cast<double>(depth)));
    }
    for (int key = 0; key < length; ++key)
      for (int d = 0; d < depth; ++d) {
        double v = 0;
        for (int w = 0; w < width; ++w) v += x(b, key, w) * wv(w, h, d);
        sum += share[static_cast<std::size_t>(key)] / total * v * wo(h, d, out);
      }
  }
  return sum;
}

}  // namespace

int main() {
  const auto x = example<hidden>(1);
  const auto wq = example<weight>(2), wk = example<weight>(3), wv = example<weight>(4);
  const auto wo = example<back>(5);
  const auto y = attention(x, wq, wk, wv, wo);
  double worst = 0;
  for (int b = 0; b < batch; ++b)
    for (const int at : {0, 7, length - 1})
      for (const int w : {0, 33, width - 1})
        worst = std::fmax(worst, std::fabs(y(b, at, w) - by_hand(x, wq, wk, wv, wo, b, at, w)));
  std::printf("attention [%d, %d, %d], %d heads: y[0, 0, 0] = %.4f\n", batch, length, width, heads,
              static_cast<double>(y(0, 0, 0)));
  std::printf("plain loops differ by %s\n", worst < 1e-5 ? "less than 1e-5" : "more than 1e-5");
  return worst < 1e-5 ? 0 : 1;
}
