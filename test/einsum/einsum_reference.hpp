// An einsum as text and shapes, and what it means by definition.
#pragma once

#include <cctype>
#include <map>
#include <string>
#include <vector>

#include "mercator/einsum/problem.hpp"

namespace mercator_test {

using mercator::extents;
using mercator::i64;

struct einsum_case {
  std::string text;
  std::vector<extents> shapes;

  std::vector<mercator::ops::numbers> numbers() const {
    return std::vector<mercator::ops::numbers>(shapes.begin(), shapes.end());
  }
  mercator::einsum_ir::error read(mercator::einsum_ir::equation& e) const {
    return mercator::einsum_ir::parse(text.c_str(), static_cast<int>(text.size()), e);
  }
  mercator::einsum_ir::error bind(mercator::einsum_ir::problem& p) const {
    mercator::einsum_ir::equation e;
    if (const auto error = read(e)) return error;
    const auto list = numbers();
    return mercator::einsum_ir::bind(e, list.data(), static_cast<int>(list.size()), p);
  }
};

/// An einsum by its definition, from its text alone: every index of every label, in whatever order. Ellipsis
/// dimensions count from the right.
class einsum_reference {
 public:
  explicit einsum_reference(const einsum_case& c) : case_(c) {
    const std::string text = without_spaces(c.text);
    const std::size_t arrow = text.find("->");
    std::string inputs = text.substr(0, arrow);
    for (std::size_t comma; (comma = inputs.find(',')) != std::string::npos; inputs.erase(0, comma + 1))
      written_.push_back(inputs.substr(0, comma));
    written_.push_back(inputs);
    for (std::size_t k = 0; k < written_.size(); ++k) {
      labels_.push_back(expanded(written_[k], c.shapes[k].rank));
      for (int d = 0; d < c.shapes[k].rank; ++d) {
        i64& size = size_.emplace(labels_[k][static_cast<std::size_t>(d)], 1).first->second;
        if (c.shapes[k][d] != 1) size = c.shapes[k][d];
      }
    }
    std::string output;
    if (arrow != std::string::npos) {
      output = text.substr(arrow + 2);
    } else {
      std::map<char, int> times;
      for (const std::string& w : written_)
        for (const char x : w) ++times[x];
      if (times.count('.') != 0) output = "...";
      for (const auto& [x, n] : times)
        if (x != '.' && n == 1) output += x;
    }
    int unnamed = 0;
    for (std::size_t k = 0; k < written_.size(); ++k) {
      const int own = c.shapes[k].rank - named(written_[k]);
      if (written_[k].find('.') != std::string::npos && own > unnamed) unnamed = own;
    }
    output_ = expanded(output, named(output) + (output.find('.') != std::string::npos ? unnamed : 0));
    std::string all = output_;
    for (const auto& [x, n] : size_)
      if (all.find(x) == std::string::npos) all += x;
    order_ = all;
  }

  /// visit(place in the output, places in the operands) for every product.
  template <class Visit>
  void for_each_product(Visit visit) const {
    std::map<char, i64> at;
    for (const auto& [x, n] : size_) {
      if (n == 0) return;
      at[x] = 0;
    }
    std::vector<i64> places(labels_.size());
    for (;;) {
      i64 to = 0;
      for (const char x : output_) to = to * size_.at(x) + at[x];
      for (std::size_t k = 0; k < labels_.size(); ++k) {
        places[k] = 0;
        for (int d = 0; d < case_.shapes[k].rank; ++d)
          places[k] = places[k] * case_.shapes[k][d] +
                      (case_.shapes[k][d] == 1 ? 0 : at[labels_[k][static_cast<std::size_t>(d)]]);
      }
      visit(to, places, at);
      std::size_t k = order_.size();
      while (k > 0 && ++at[order_[k - 1]] == size_.at(order_[k - 1])) at[order_[--k]] = 0;
      if (k == 0) return;
    }
  }

  /// Sums of products.
  template <class T, class Add, class Multiply>
  std::vector<T> result(const std::vector<std::vector<T>>& operands, i64 elements, T zero, Add add,
                        Multiply multiply) const {
    std::vector<T> out(static_cast<std::size_t>(elements), zero);
    for_each_product([&](i64 to, const std::vector<i64>& places, const std::map<char, i64>&) {
      T product = operands[0][static_cast<std::size_t>(places[0])];
      for (std::size_t k = 1; k < places.size(); ++k)
        product = multiply(product, operands[k][static_cast<std::size_t>(places[k])]);
      T& sum = out[static_cast<std::size_t>(to)];
      sum = add(sum, product);
    });
    return out;
  }

  const std::string& output() const { return output_; }
  const std::string& operand(std::size_t k) const { return labels_[k]; }
  i64 size(char label) const { return size_.at(label); }

 private:
  static std::string without_spaces(const std::string& text) {
    std::string out;
    for (const char c : text)
      if (std::isspace(static_cast<unsigned char>(c)) == 0) out += c;
    return out;
  }
  static int named(const std::string& written) {
    int count = 0;
    for (const char x : written) count += x != '.';
    return count;
  }
  /// A digit, '0' from the right, for each dimension of the ellipsis.
  static std::string expanded(const std::string& written, int rank) {
    const std::size_t dots = written.find("...");
    if (dots == std::string::npos) return written;
    std::string unnamed;
    for (int d = rank - named(written); d > 0; --d) unnamed += static_cast<char>('0' + d - 1);
    return written.substr(0, dots) + unnamed + written.substr(dots + 3);
  }

  einsum_case case_;
  std::vector<std::string> written_, labels_;
  std::string output_, order_;
  std::map<char, i64> size_;
};

}  // namespace mercator_test
