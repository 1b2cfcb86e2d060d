// The groups of devices that a collective works within.
#pragma once

#include "mercator/hlo/module.hpp"

namespace mercator::hlo_ir {

/// Groups written {{0,1},{2,3}}, or as what a reshape and a transpose make of 0, 1, 2, …: [2,2]<=[2,2]T(1,0).
/// Without groups (`{}`) all devices are one group, whose size the text does not say.
class replica_groups {
 public:
  /// Of an attribute of one of those forms; the module must outlive it.
  constexpr replica_groups(const hlo_module& m, const attribute& a)
      : list_{m.number_list + a.first, a.count},
        iota_(a.form == attribute_form::iota_replica_groups),
        groups_(iota_ ? list_[0] : a.lists) {}

  /// How many groups.
  constexpr i64 groups() const { return groups_; }
  /// How many devices a group has.
  constexpr i64 size(i64 group) const { return iota_ ? list_[1] : list_[start_of(group)]; }

  /// The size of every group; -1 where they differ or there is none.
  constexpr i64 common_size() const {
    const i64 first = groups_ > 0 ? size(0) : -1;
    for (int g = 0, at = 0; !iota_ && g < groups_; ++g, at += 1 + static_cast<int>(list_[at]))
      if (list_[at] != first) return -1;
    return first;
  }

  /// The device number `place` of a group.
  constexpr i64 device(i64 group, i64 place) const {
    if (!iota_) return list_[start_of(group) + 1 + static_cast<int>(place)];
    const int rank = (list_.count - 2) / 2;
    const numbers sizes{list_.first + 2, rank}, permutation{list_.first + 2 + rank, rank};
    i64 rest = group * list_[1] + place, device = 0;
    for (int k = rank - 1; k >= 0; --k) {
      const int dimension = static_cast<int>(permutation[k]);
      i64 stride = 1;
      for (int inner = dimension + 1; inner < rank; ++inner) stride *= sizes[inner];
      device += rest % sizes[dimension] * stride;
      rest /= sizes[dimension];
    }
    return device;
  }

 private:
  /// Where the group's size stands, its devices behind it.
  constexpr int start_of(i64 group) const {
    int at = 0;
    for (; group > 0; --group) at += 1 + static_cast<int>(list_[at]);
    return at;
  }

  numbers list_;
  bool iota_;
  i64 groups_;
};

}  // namespace mercator::hlo_ir
