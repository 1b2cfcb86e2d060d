// Maps in Boost.Hana's containers: maps of different types compare as ==, so that hana::equal and hana::contains work.
#pragma once

#include "mercator/map/boost_hana.hpp"
#include "mercator/map/equal.hpp"

namespace boost::hana {

template <>
struct equal_impl<mercator::map_tag, mercator::map_tag> {
  template <class F, class G>
  static constexpr auto apply(const F&, const G&) {
    return bool_c<mercator::equal_v<F, G>>;
  }
};

}  // namespace boost::hana
