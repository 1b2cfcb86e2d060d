// The text of a map, as a value of fixed size.
#pragma once

#include "mercator/core/text.hpp"
#include "mercator/map/simplify.hpp"
#include "mercator/symbolic/print.hpp"

namespace mercator {

namespace detail {

constexpr std::size_t printed_size(written::writer write) {
  symbolic::map_tree t;
  write(t);
  return symbolic::printed_size(t);
}

template <std::size_t N>
constexpr text<N> printed(written::writer write) {
  symbolic::map_tree t;
  write(t);
  text<N> out;
  buffer_sink sink{out.data()};
  symbolic::print(sink, t);
  return out;
}

template <class Map>
inline constexpr auto map_text = printed<printed_size(&spelled_map<Map>::write)>(&spelled_map<Map>::write);

}  // namespace detail

/// The canonical text of a map: of a spelled-out map as it is written, of any other simplified. It lives forever.
inline constexpr struct to_string_verb {
  template <IndexingMap Map>
  constexpr const auto& operator()(Map) const {
    return detail::map_text<raised_t<Map>>;
  }
  template <ValueMap Map>
  auto operator()(const Map& m) const {
    return m.to_string();
  }
} to_string{};

/// Prints a map to a stream, where the user has included one.
template <class Stream, IndexingMap Map>
  requires requires(Stream& os, const char* first) { os.write(first, 1); }
Stream& operator<<(Stream& os, Map map) { return os << to_string(map); }

}  // namespace mercator
