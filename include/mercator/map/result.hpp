// A value or why there is none: what can go wrong with maps at run time, without exceptions.
#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>

namespace mercator {

/// Why there is no map. Line and column, from 1, say where in the text; both are 0 where no text is to blame.
struct map_error {
  int line = 0;
  int column = 0;
  std::string message;
};

/// A T or an error. Asking for the one that is not there is a mistake of the caller: an assertion in debug
/// builds.
template <class T>
class result {
 public:
  result(T value) : value_(std::move(value)) {}
  result(map_error error) : error_(std::move(error)) {}

  bool has_value() const { return value_.has_value(); }
  explicit operator bool() const { return has_value(); }

  const T& operator*() const& {
    assert(has_value());
    return *value_;
  }
  T&& operator*() && {
    assert(has_value());
    return *std::move(value_);
  }
  const T* operator->() const {
    assert(has_value());
    return &*value_;
  }
  const map_error& error() const {
    assert(!has_value());
    return error_;
  }

 private:
  std::optional<T> value_;
  map_error error_;
};

}  // namespace mercator
