// for_each(pieces, body): a piecewise map's pieces, each as loops of its own. Host code only.
#pragma once

#include <type_traits>

#include "mercator/loops/for_each_policy.hpp"
#include "mercator/map/piecewise.hpp"

namespace mercator {

namespace loops {

/// A body for the points of a piece, which says the operand.
template <int Operand, class Body>
struct body_of_operand {
  Body& body;

  template <class From, class To>
  [[gnu::always_inline]] constexpr void operator()(const From& from, const To& to) const {
    body(std::integral_constant<int, Operand>{}, from, to);
  }
};

}  // namespace loops

/// Calls body(operand, from, to) for every point of every piece, piece by piece, so that no branch on the
/// operand is left: operand is an integral constant, the number of the piece's operand. With a policy first,
/// each piece is walked as for_each(policy, map, body) does.
template <Policy How, class... Piece, class Body>
void for_each(How how, piecewise_map<Piece...>, Body&& body) {
  (for_each(how, Piece{}, loops::body_of_operand<Piece::operand, std::remove_reference_t<Body>>{body}), ...);
}

/// for_each(pieces, body): the pieces one after the other, each in the order of its domain.
template <class... Piece, class Body>
void for_each(piecewise_map<Piece...> pieces, Body&& body) {
  for_each(in_order, pieces, body);
}

}  // namespace mercator
