// Random einsums: an equation's text with shapes that fit it.
#pragma once

#include <doctest/doctest.h>

#include "test/einsum/einsum_reference.hpp"
#include "test/support/random.hpp"

namespace mercator_test {

/// An einsum of up to `most_operands` operands, with sizes up to `most` and not too many products.
inline einsum_case random_einsum(random_numbers& random, int most_operands, i64 most = 4) {
  for (;;) {
    einsum_case c;
    const int operands = random.between(1, most_operands), names = random.between(1, most > 4 ? 3 : 6);
    const std::string letters = random.one_in(4) ? "ZbAqXz" : "ijklmn";
    i64 size[6] = {}, unnamed_size[2] = {};
    for (i64& n : size) n = random.one_in(40) ? 0 : random.in(1, most);
    for (i64& n : unnamed_size) n = random.in(1, 3);
    const bool dots = random.one_in(5);
    int times[6] = {};
    for (int k = 0; k < operands; ++k) {
      if (k > 0) c.text += random.one_in(8) ? " , " : ",";
      const int rank = random.between(0, 4);
      extents shape;
      int own[6] = {};
      const int dots_at = dots && !random.one_in(3) ? random.between(0, rank) : -1;
      for (int d = 0; d <= rank; ++d) {
        if (d == dots_at) {
          c.text += "...";
          for (int u = random.between(0, 2); u > 0; --u)
            shape.size[shape.rank++] = random.one_in(5) ? 1 : unnamed_size[u - 1];
        }
        if (d == rank) break;
        const int l = random.below(names);
        if (own[l] > 0 && !random.one_in(4)) continue;
        c.text += letters[static_cast<std::size_t>(l)];
        const i64 n = own[l] > 0 ? shape.size[own[l] - 1] : random.one_in(10) ? 1 : size[l];  // one for a diagonal
        shape.size[shape.rank++] = n;
        if (own[l] == 0) own[l] = shape.rank;
        ++times[l];
      }
      c.shapes.push_back(shape);
    }
    const bool any_dots = c.text.find('.') != std::string::npos;
    if (!random.one_in(4)) {
      c.text += random.one_in(8) ? " -> " : "->";
      std::string output;
      for (int l = 0; l < names; ++l)
        if (times[l] > 0 && random.one_in(2))
          output.insert(output.begin() + random.between(0, static_cast<int>(output.size())),
                        letters[static_cast<std::size_t>(l)]);
      if (any_dots) output.insert(static_cast<std::size_t>(random.between(0, static_cast<int>(output.size()))), "...");
      c.text += output;
    }
    mercator::einsum_ir::problem p;
    if (c.bind(p)) {
      FAIL_CHECK("no einsum: ", c.text);
      continue;
    }
    i64 products = 1;
    for (int l = 0; l < p.labels; ++l) products *= p.size[l];
    if (products <= (most > 4 ? 400000 : 20000)) return c;
  }
}

}  // namespace mercator_test
