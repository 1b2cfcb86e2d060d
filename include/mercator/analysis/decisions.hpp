// All combinations of choices, one after the other.
#pragma once

namespace mercator::analysis {

/// A way through all combinations of choices: pick() says which of so many options is taken; after next() the
/// same picks are answered otherwise.
class decisions {
 public:
  static constexpr int most = 48;

  constexpr int pick(int options) {
    if (at_ == most) {
      full_ = true;
      return 0;
    }
    if (at_ == count_) {
      taken_[count_] = 0;
      options_[count_++] = options;
    }
    return taken_[at_++];
  }
  /// False where all combinations were seen.
  constexpr bool next() {
    at_ = 0;
    while (count_ > 0 && ++taken_[count_ - 1] == options_[count_ - 1]) --count_;
    return count_ > 0;
  }
  constexpr bool full() const { return full_; }

 private:
  int at_ = 0, count_ = 0;
  bool full_ = false;
  int taken_[most], options_[most];
};

}  // namespace mercator::analysis
