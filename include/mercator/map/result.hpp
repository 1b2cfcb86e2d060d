// A value or why there is none: what can go wrong with maps at run time, without exceptions.
#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>

namespace mercator {

/// Why there is no map. Line and column, from 1, say where in the text; both are 0 where no text is to blame.
struct map_error {
  /// The line, from 1; 0 where no text is to blame.
  int line = 0;
  /// The column in bytes, from 1.
  int column = 0;
  /// What is wrong.
  std::string message;
};

/// A T or an error. Asking for the one that is not there is a mistake of the caller: an assertion in debug
/// builds.
template <class T>
class result {
 public:
  /// A value.
  result(T value) : value_(std::move(value)) {}
  /// Why there is none.
  result(map_error error) : error_(std::move(error)) {}

  /// Whether there is a value.
  bool has_value() const { return value_.has_value(); }
  /// Whether there is a value.
  explicit operator bool() const { return has_value(); }

  /// The value, which must be there.
  const T& operator*() const& {
    assert(has_value());
    return *value_;
  }
  /// The value, which must be there.
  T&& operator*() && {
    assert(has_value());
    return *std::move(value_);
  }
  /// The value, which must be there.
  const T* operator->() const {
    assert(has_value());
    return &*value_;
  }
  /// Why there is no value; there must be none.
  const map_error& error() const {
    assert(!has_value());
    return error_;
  }

 private:
  std::optional<T> value_;
  map_error error_;
};

}  // namespace mercator
