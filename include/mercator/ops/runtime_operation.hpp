// What operations have whose shapes and attributes are known only while running: the shape of the output, and
// the maps of each operand in both directions.
#pragma once

#include <initializer_list>
#include <span>
#include <vector>

#include "mercator/map/runtime_operations.hpp"
#include "mercator/ops/broadcast.hpp"
#include "mercator/ops/source.hpp"

namespace mercator::runtime_ops {

using ops::direction;
/// Sizes, or attributes with a number for each dimension.
using sizes = std::vector<i64>;

/// Where a runtime variable of a map is read: the operand, counted from 0, or ops::runtime_source::own_replica;
/// what a value outside of the variable's interval means; and which element of the operand, from the dimensions
/// and ranges of the map.
struct source {
  /// The operand, counted from 0.
  int operand;
  /// What a value outside of the interval means.
  ops::outside values_outside;
  /// Which element of the operand.
  runtime_map element;
};

/// An operation: as ops' types, output() apart, which is a list here. Operands are counted from 0, as HLO
/// counts them.
class operation {
 public:
  /// The shape of the output.
  sizes output;

  /// How many operands there are.
  int operands() const { return static_cast<int>(relations_.size()) / 2; }

  /// From the indices of the output to those of the elements of the operand that it reads.
  const runtime_map& output_to_input(int operand = 0) const { return of(operand, direction::output_to_input).map; }
  /// From the indices of the operand to those of the elements of the output that depend on it.
  const runtime_map& input_to_output(int operand = 0) const { return of(operand, direction::input_to_output).map; }
  /// The sources of the runtime variables of one of these maps, in the map's order.
  const std::vector<source>& sources(int operand = 0, direction way = direction::output_to_input) const {
    return of(operand, way).sources;
  }

  /// The operation that `build(form, direction, operand)` writes the maps of, as the functions of ops::values
  /// do, and `read(form, direction, operand, variable)` those of the elements that runtime variables are read
  /// from, which gives an ops::runtime_source.
  template <class Build, class Read>
  static result<operation> make(sizes output, int operands, Build build, Read read) {
    operation out;
    out.output = std::move(output);
    for (int k = 0; k < operands; ++k)
      for (const direction way : {direction::output_to_input, direction::input_to_output}) {
        result<runtime_map> map = runtime_map::build([&](symbolic::map_form& m) { build(m, way, k); });
        if (!map) return map.error();
        relation r{*std::move(map), {}};
        for (int v = 0; v < r.map.counts().runtimes; ++v) {
          ops::runtime_source from{0};
          result<runtime_map> element = runtime_map::build([&](symbolic::map_form& m) { from = read(m, way, k, v); });
          if (!element) return element.error();
          r.sources.push_back({from.operand, from.values_outside, *std::move(element)});
        }
        out.relations_.push_back(std::move(r));
      }
    return out;
  }

 private:
  struct relation {
    runtime_map map;
    std::vector<source> sources;
  };

  const relation& of(int operand, direction way) const {
    assert(operand >= 0 && operand < operands());
    return relations_[static_cast<std::size_t>(2 * operand + (way == direction::input_to_output))];
  }

  std::vector<relation> relations_;
};

namespace detail {

inline ops::numbers view(const sizes& list) { return {list.data(), static_cast<int>(list.size())}; }
inline sizes list_of(const extents& e) { return sizes(e.size, e.size + e.rank); }

inline bool is_shape(const sizes& list) {
  if (list.size() > static_cast<std::size_t>(extents::max_rank)) return false;
  for (const i64 n : list)
    if (n < 0 || n > ops::largest_size) return false;
  return element_count(list.data(), static_cast<int>(list.size())) >= 0;
}

/// Of an operation without runtime variables.
inline constexpr auto reads_nothing = [](symbolic::map_form&, direction, int, int) { return ops::runtime_source{0}; };

/// The operation on operands of these shapes, whose output is `output()`, or an error where `missing()` says
/// what it requires and is not given.
template <class Missing, class Output, class Build, class Read>
result<operation> make(const char* name, std::span<const sizes> shapes, Missing missing, Output output, int operands,
                       Build build, Read read) {
  const auto error = [&](const char* what) {
    return map_error{0, 0, std::string("mercator: ") + name + " requires " + what};
  };
  for (const sizes& s : shapes)
    if (!is_shape(s))
      return error(
          "shapes of at most 32 dimensions, with sizes that are not negative and few enough "
          "elements that they can be counted");
  if (const char* what = missing()) return error(what);
  sizes whole = output();
  if (!is_shape(whole)) return error("an output of at most 32 dimensions whose elements can be counted");
  return operation::make(std::move(whole), operands, build, read);
}

template <class Missing, class Output, class Build, class Read = decltype(reads_nothing)>
result<operation> make(const char* name, std::initializer_list<sizes> shapes, Missing missing, Output output,
                       int operands, Build build, Read read = reads_nothing) {
  return make(name, std::span(shapes.begin(), shapes.size()), missing, output, operands, build, read);
}

/// Of an operand that is a scalar.
inline void scalar(symbolic::map_form& m, direction way, ops::numbers output) {
  way == direction::output_to_input ? ops::values::scalar_output_to_input(m, output)
                                    : ops::values::scalar_input_to_output(m, output);
}

inline constexpr bool to_input(direction way) { return way == direction::output_to_input; }

}  // namespace detail

}  // namespace mercator::runtime_ops
