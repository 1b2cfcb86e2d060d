// Where every element of an output comes from, for the operations that take it from several operands:
// concatenate, pad and dynamic-update-slice as piecewise maps.
#pragma once

#include <utility>

#include "mercator/map/piecewise.hpp"
#include "mercator/ops/concatenate.hpp"
#include "mercator/ops/dynamic_slice.hpp"
#include "mercator/ops/pad.hpp"

namespace mercator::ops {

namespace values {

// Each function builds piece number j, counted from 0, and gives the operand that it comes from; -1 where there
// are not so many, and then the form is as it was. No piece is empty.

inline constexpr int no_piece = -1;

constexpr int concatenate_piece(symbolic::map_form& m, const numbers* operands, int count, i64 dimension, int j) {
  for (int k = 0; k < count; ++k) {
    if (operands[k].contains(0) || j-- > 0) continue;
    concatenate_output_to_input(m, operands[k], dimension, concatenate_offset(operands, k, dimension));
    return k;
  }
  return no_piece;
}

/// The padding along one dimension, among what the dimensions before it leave to the operand.
struct padding_piece {
  int dimension;
  interval places;
  bool between;  ///< of the places only those between two elements
};

constexpr void build_padding(symbolic::map_form& m, numbers operand, numbers low, numbers high, numbers interior,
                             const padding_piece& padding) {
  map_writer out(m);
  for (int k = 0; k < operand.count; ++k) {
    const padded_dimension d = padded(operand, low, high, interior, k);
    out.add_dimension(k < padding.dimension    ? d.places()
                      : k == padding.dimension ? padding.places
                                               : interval{0, d.output_size() - 1});
  }
  for (int k = 0; k <= padding.dimension; ++k) {
    const i64 step = interior[k] + 1;
    const int offset = out.pool().shift(out.variable(k), -low[k]);
    if (step > 1 && k < padding.dimension) out.require(symbolic::mod(out.pool(), offset, step), {0, 0});
    if (k == padding.dimension && padding.between) out.require(symbolic::mod(out.pool(), offset, step), {1, step - 1});
  }
}

/// Operand 0 is what is padded, operand 1 the padding value. First the operand, then for each dimension the
/// padding before, after and between its elements.
constexpr int pad_piece(symbolic::map_form& m, numbers operand, numbers low, numbers high, numbers interior, int j) {
  bool any_place = true;
  for (int k = 0; k < operand.count; ++k) {
    const padded_dimension d = padded(operand, low, high, interior, k);
    if (d.output_size() == 0) return no_piece;
    any_place = any_place && !d.places().empty();
  }
  if (any_place && j-- == 0) {
    pad_output_to_input(m, operand, low, high, interior);
    return 0;
  }
  for (int k = 0; k < operand.count; ++k) {
    const padded_dimension d = padded(operand, low, high, interior, k);
    const interval places = d.places(), all{0, d.output_size() - 1};
    const bool none = places.empty();
    const padding_piece pieces[] = {{k, none ? all : interval{0, places.lo - 1}, false},
                                    {k, none ? nothing : interval{places.hi + 1, all.hi}, false},
                                    {k, none || d.step == 1 ? nothing : interval{places.lo + 1, places.hi - 1}, true}};
    for (const padding_piece& padding : pieces) {
      if (padding.places.empty() || j-- > 0) continue;
      build_padding(m, operand, low, high, interior, padding);
      return 1;
    }
    if (none) break;
  }
  return no_piece;
}

/// Operand 1 is the update, operand 0 what it is put into. First the update, then for each dimension the
/// operand before and after it. Runtime variables are the offsets, as in the map of the update.
constexpr int dynamic_update_slice_piece(symbolic::map_form& m, numbers operand, numbers update, int j) {
  if (operand.contains(0)) return no_piece;
  if (!update.contains(0) && j-- == 0) {
    dynamic_update_slice_output_to_update(m, operand, update);
    return 1;
  }
  for (int k = 0; k < operand.count; ++k) {
    const i64 room = operand[k] - update[k];
    const bool none = update[k] == 0;
    const interval before{-room, none ? operand[k] - 1 : -1}, after{update[k], operand[k] - 1};
    for (const interval outside_of : {before, none ? nothing : after}) {
      if (room == 0 || outside_of.empty() || j-- > 0) continue;
      map_writer out(m, operand);
      add_offsets(out, operand, update);
      for (int i = 0; i <= k; ++i)
        out.require(out.pool().add(out.variable(i), out.variable(operand.count + i), -1),
                    i < k ? interval{0, update[i] - 1} : outside_of);
      for (int i = 0; i < operand.count; ++i) out.add_result(out.variable(i));
      return 0;
    }
    if (none) break;
  }
  return no_piece;
}

}  // namespace values

/// How an operation's pieces are made: `make(m, number)`.
template <class Operation>
struct pieces_of {
  static_assert(sizeof(Operation) == 0,
                "mercator: pieces(op) requires a concatenate, a pad or a dynamic_update_slice; got the operation shown "
                "here");
};

template <class Axes, class... Operands>
struct pieces_of<concatenate<Axes, Operands...>> {
  static constexpr int make(symbolic::map_form& m, int j) {
    return values::concatenate_piece(m, concatenate<Axes, Operands...>::shapes, sizeof...(Operands), Axes::value[0], j);
  }
};

template <class Operand, class Low, class High, class Interior>
struct pieces_of<pad<Operand, Low, High, Interior>> {
  static constexpr int make(symbolic::map_form& m, int j) {
    return values::pad_piece(m, Operand::value, Low::value, High::value, Interior::value, j);
  }
};

template <class Operand, class Update>
struct pieces_of<dynamic_update_slice<Operand, Update>> {
  static constexpr int make(symbolic::map_form& m, int j) {
    return values::dynamic_update_slice_piece(m, Operand::value, Update::value, j);
  }
};

/// The map of piece number Number of an operation.
template <class Operation, int Number>
struct piece_of : recipe<piece_of<Operation, Number>> {
  /// How many variables of each kind the piece has, and how many results.
  static constexpr map_counts count() {
    symbolic::pool p;
    symbolic::map_form m(p);
    build(m);
    return {m.dims, m.ranges, m.runtimes, m.results};
  }
  /// The operand that it reads, counted from 0.
  static constexpr int operand() {
    symbolic::pool p;
    symbolic::map_form m(p);
    return pieces_of<Operation>::make(m, Number);
  }
  static constexpr map_counts counts = count();
  static constexpr void build(symbolic::map_form& m) { pieces_of<Operation>::make(m, Number); }
};

namespace detail {

template <class Operation>
constexpr int count_pieces() {
  for (int j = 0;; ++j) {
    symbolic::pool p;
    symbolic::map_form m(p);
    if (pieces_of<Operation>::make(m, j) == values::no_piece) return j;
  }
}

template <class Operation, int... Numbers>
constexpr auto pieces(std::integer_sequence<int, Numbers...>) {
  return piecewise_map<piece<piece_of<Operation, Numbers>::operand(), piece_of<Operation, Numbers>>...>{};
}

}  // namespace detail

/// pieces(op): the piecewise map of a concatenate, pad or dynamic_update_slice.
inline constexpr struct pieces_verb {
  template <class Operation>
  constexpr auto operator()(Operation) const {
    return detail::pieces<Operation>(std::make_integer_sequence<int, detail::count_pieces<Operation>()>{});
  }
} pieces{};

}  // namespace mercator::ops
