// Tuples of typed maps against maps.
#pragma once

#include <mercator/hlo.hpp>

namespace mercator_test {

template <class Map, class... Maps>
constexpr bool is_among(Map, boost::hana::tuple<Maps...>) {
  return (mercator::equal_v<Map, Maps> || ...);
}

/// Whether the tuple holds these maps, in any order, and no others.
template <class... Maps, class... Expected>
constexpr bool are([[maybe_unused]] boost::hana::tuple<Maps...> maps, Expected... expected) {
  return sizeof...(Maps) == sizeof...(Expected) && (is_among(expected, maps) && ...);
}

}  // namespace mercator_test
