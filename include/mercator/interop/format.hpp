// Maps, points, intervals and texts for std::format where the standard library has it, and for streams elsewhere. A map
// is written in its canonical text, with the width, fill and alignment of a string.
#pragma once

#include <string>
#include <string_view>
#include <version>

#include "mercator/core/interval.hpp"
#include "mercator/map/coord.hpp"
#include "mercator/map/text.hpp"

#ifdef __cpp_lib_format
#include <format>
#endif

namespace mercator {

namespace interop {

template <int N, class T>
std::string written(const coord<N, T>& point) {
  std::string out = "(";
  for (int k = 0; k < N; ++k) out += (k == 0 ? "" : ", ") + std::to_string(point[k]);
  return out + ")";
}

inline std::string written(interval range) {
  return "[" + std::to_string(range.lo) + ", " + std::to_string(range.hi) + "]";
}

template <IndexingMap Map>
std::string_view written(Map map) {
  return to_string(map);
}

template <ValueMap Map>
std::string written(const Map& map) {
  return to_string(map);
}

template <std::size_t N>
std::string_view written(const text<N>& t) {
  return t;
}

/// What std::format and streams take here. Maps and texts have an operator<< of their own.
template <class T>
concept Writable = requires(const T& value) {
  interop::written(value);
};

template <class T>
concept Point = requires(const T& value) {
  []<int N, class Integer>(const coord<N, Integer>&) {}(value);
};

}  // namespace interop

/// Prints a point as (1, 2).
template <class Stream, interop::Point Coord>
  requires requires(Stream& os, const char* first) { os.write(first, 1); }
Stream& operator<<(Stream& os, const Coord& point) {
  const std::string text = interop::written(point);
  os.write(text.data(), static_cast<std::ptrdiff_t>(text.size()));
  return os;
}

/// Prints an interval as [0, 9].
template <class Stream>
  requires requires(Stream& os, const char* first) { os.write(first, 1); }
Stream& operator<<(Stream& os, interval range) {
  const std::string text = interop::written(range);
  os.write(text.data(), static_cast<std::ptrdiff_t>(text.size()));
  return os;
}

}  // namespace mercator

#ifdef __cpp_lib_format
template <mercator::interop::Writable T>
struct std::formatter<T, char> : std::formatter<std::string_view, char> {
  template <class Context>
  auto format(const T& value, Context& context) const {
    return std::formatter<std::string_view, char>::format(mercator::interop::written(value), context);
  }
};
#endif
