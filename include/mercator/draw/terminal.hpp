// Pictures of maps for terminals.
#pragma once

#include "mercator/draw/picture.hpp"

namespace mercator {

namespace drawing {

/// A grid with the numbers of the source's elements: of several that go to one place the first, and a +; a .
/// where there is none.
inline std::string grid_text(const grid& g) {
  std::size_t width = 1, names = 0;
  const auto label = [](const cell& c) {
    if (!c.exists) return std::string(".");
    return std::to_string(c.labels[0]) + (c.labels.size() > 1 ? "+" : "");
  };
  for (const cell& c : g.cells)
    if (label(c).size() > width) width = label(c).size();
  for (i64 r = 0; r < g.shown_rows && g.shown_columns > 0; ++r)
    if (g.row_name(r).size() > names) names = g.row_name(r).size();
  std::string out = g.title + "\n";
  for (i64 r = 0; r < g.shown_rows; ++r) {
    const std::string name = g.shown_columns > 0 ? g.row_name(r) : "";
    out += std::string(names - name.size(), ' ') + name + (names > 0 ? " |" : "|");
    for (i64 c = 0; c < g.shown_columns; ++c) {
      const std::string text = label(g.at(r, c));
      out += std::string(width + 1 - text.size(), ' ') + text;
    }
    out += "\n";
  }
  return out;
}

}  // namespace drawing

/// A picture of a map in characters.
inline std::string draw_text(const runtime_map& m, const picture_options& options = {}) {
  const drawing::picture p(m, options);
  std::string out =
      p.map().to_string() + "\n\n" + drawing::grid_text(p.source()) + "\n" + drawing::grid_text(p.target());
  for (const std::string& note : p.notes()) out += note + "\n";
  return out;
}

/// The same of a static map.
template <IndexingMap Map>
std::string draw_text(Map m, const picture_options& options = {}) {
  return draw_text(runtime_map(m), options);
}

}  // namespace mercator
