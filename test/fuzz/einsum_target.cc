// An equation from anywhere and, behind the first line break, shapes such as "2,3 3,4": an error with a place in the
// equation, or maps and a plan, whose contraction is the einsum by definition where that is small.
#include <cstddef>
#include <cstdint>

#include "mercator/einsum/runtime_einsum.hpp"
#include "test/einsum/einsum_reference.hpp"
#include "test/fuzz/require.hpp"

using namespace mercator_test;
using mercator::runtime_einsum;

namespace {

constexpr i64 most_products = 2000, most_elements = 2000;

/// A shape a word, the numbers in it apart by whatever is neither digit nor sign.
std::vector<std::vector<i64>> read_shapes(const std::string& text) {
  std::vector<std::vector<i64>> shapes;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == ' ') continue;
    std::vector<i64> shape;
    for (; at < text.size() && text[at] != ' '; ++at) {
      if (text[at] != '-' && std::isdigit(static_cast<unsigned char>(text[at])) == 0) continue;
      char* end = nullptr;
      shape.push_back(std::strtoll(text.c_str() + at, &end, 10));
      if (end > text.c_str() + at) at = static_cast<std::size_t>(end - text.c_str()) - 1;
    }
    shapes.push_back(shape);
  }
  return shapes;
}

void check_contraction(const runtime_einsum& e, const einsum_case& c) {
  const einsum_reference reference(c);
  std::vector<std::vector<unsigned>> operands;
  std::vector<const unsigned*> data;
  for (const extents& shape : c.shapes) {
    std::vector<unsigned> values;
    for (i64 k = shape.elements(); k > 0; --k) values.push_back(static_cast<unsigned>(k * k * 2654435761 % 1000003));
    operands.push_back(std::move(values));
  }
  for (const auto& values : operands) data.push_back(values.data());
  const i64 elements = e.value().output_shape().elements();
  std::vector<unsigned> out(static_cast<std::size_t>(elements), 77);
  e.contract<unsigned>(out.data(), data);
  const auto expected = reference.result<unsigned>(
      operands, elements, 0, [](unsigned a, unsigned b) { return a + b; },
      [](unsigned a, unsigned b) { return a * b; });
  require(out == expected, "a contraction is the einsum by definition", c.text);
}

/// Whether the definition can be tried: few products and elements, and no more unnamed dimensions than digits.
bool is_small(const runtime_einsum& e, const einsum_case& c) {
  i64 products = 1;
  for (int l = 0; l < e.value().labels; ++l) products = mercator::saturating_mul(products, e.value().size[l]);
  const auto few = [](const extents& shape) { return shape.elements() >= 0 && shape.elements() <= most_elements; };
  bool small = products <= most_products && few(e.value().output_shape());
  for (const extents& shape : c.shapes) small = small && shape.rank < 10 && few(shape);
  return small;
}

void check_einsum(const runtime_einsum& e, const std::string& text, const std::vector<std::vector<i64>>& shapes) {
  const auto again = runtime_einsum::parse(e.equation(), shapes);
  require(again && again->equation() == e.equation(), "a normalised equation is its own", e.equation());
  for (int k = 0; k < e.operands(); ++k) {
    const auto rank = static_cast<int>(shapes[static_cast<std::size_t>(k)].size());
    require(e.output_to_input(k).counts().results == rank, "a map has the operand's rank", text);
    require(e.input_to_output(k).counts().dimensions == rank, "a map has the operand's rank", text);
  }
  require(!e.plan().empty(), "an einsum has a plan", text);
  einsum_case c{text, {}};
  for (const auto& shape : shapes)
    c.shapes.push_back(mercator::ops::to_extents({shape.data(), static_cast<int>(shape.size())}));
  if (is_small(e, c)) check_contraction(e, c);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string all(reinterpret_cast<const char*>(bytes), size);
  const std::size_t line = all.find('\n');
  const std::string text = all.substr(0, line);
  const auto shapes = read_shapes(line == std::string::npos ? "" : all.substr(line + 1));
  const auto e = runtime_einsum::parse(text, shapes);
  if (e) {
    check_einsum(*e, text, shapes);
  } else {
    const bool placed = e.error().line == 1 && e.error().column >= 1 &&
                        e.error().column <= static_cast<int>(text.size()) + 1 && !e.error().message.empty();
    require(placed, "an error has a place in the equation", text);
  }
  return 0;
}
