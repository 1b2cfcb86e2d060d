// Pictures of maps as SVG.
#pragma once

#include "mercator/draw/picture.hpp"

namespace mercator {

namespace drawing {

/// A color of the wheel, 0 to 359 degrees, of a lightness from 0 to 100, as #rrggbb; in whole numbers, so that
/// it is the same everywhere.
inline std::string color_text(i64 hue, i64 lightness) {
  const i64 strength = 65 * (lightness < 50 ? 2 * lightness : 200 - 2 * lightness) / 100;  // chroma, in percent
  const i64 phase = hue % 120, middle = strength * (60 - (phase < 60 ? 60 - phase : phase - 60)) / 60;
  const i64 low = lightness - strength / 2;
  i64 rgb[3] = {low, low, low};
  const i64 sixth = hue / 60;
  const int first[] = {0, 1, 1, 2, 2, 0}, second[] = {1, 0, 2, 1, 0, 2};
  rgb[first[sixth]] += strength;
  rgb[second[sixth]] += middle;
  std::string out = "#";
  for (const i64 x : rgb) {
    const i64 byte = x * 255 / 100;
    out += "0123456789abcdef"[byte / 16 % 16];
    out += "0123456789abcdef"[byte % 16];
  }
  return out;
}

/// Groups of a known number go round the wheel once; of an unknown one in steps that keep neighbours apart.
inline std::string color_text(const cell& c) {
  const i64 hue = c.of_groups > 0 ? c.group * 330 / c.of_groups : c.group % 360 * 137 % 360;
  return color_text(hue, c.of_shades > 1 ? 90 - 24 * c.shade / (c.of_shades - 1) : 80);
}

inline std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

/// "7" or "0, 8" or "0, 8, …": what fits a cell.
inline std::string label_text(const cell& c) {
  std::string out;
  for (std::size_t k = 0; k < c.labels.size(); ++k) {
    const std::string next = (k == 0 ? "" : ",") + std::to_string(c.labels[k]);
    if (k > 0 && out.size() + next.size() > 6) return out + ",…";
    out += next;
  }
  return out;
}

/// Writes a picture.
class svg_writer {
 public:
  explicit svg_writer(const picture& p) : p_(p) {}

  std::string text() {
    i64 y = margin;
    for (const std::string& line : wrapped(p_.map().to_string()))
      write_text(margin, y += line_height, line, "start", 13);
    y += margin;
    const i64 left = draw(p_.source(), margin, y), right = margin + left + gap;
    const i64 below_left = y + height(p_.source()), below_right = y + height(p_.target());
    const i64 width = right + draw(p_.target(), right, y) + margin;
    arrow(margin + left, right, y + title_height + cell_height);
    y = below_left > below_right ? below_left : below_right;
    for (const std::string& note : p_.notes()) write_text(margin, y += line_height, note, "start", 12);
    if (!p_.frame_note().empty()) write_text(margin, y += line_height, p_.frame_note(), "start", 12);
    return head(width < widest_text ? widest_text : width, y + margin) + body_ + "</svg>\n";
  }

 private:
  static constexpr i64 margin = 16, gap = 64, cell_width = 56, cell_height = 24, line_height = 18, title_height = 44,
                       row_name_width = 44, widest_text = 760;

  static std::string head(i64 width, i64 height) {
    const std::string w = std::to_string(width), h = std::to_string(height);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + w + "\" height=\"" + h + "\" viewBox=\"0 0 " + w +
           " " + h + "\" font-family=\"Helvetica, Arial, sans-serif\">\n<rect width=\"" + w + "\" height=\"" + h +
           "\" fill=\"#ffffff\"/>\n";
  }

  /// At spaces, so that it fits the width.
  static std::vector<std::string> wrapped(const std::string& text) {
    constexpr std::size_t most = 100;
    std::vector<std::string> out;
    std::size_t begin = 0;
    while (text.size() - begin > most) {
      std::size_t end = text.rfind(' ', begin + most);
      if (end == std::string::npos || end <= begin) end = begin + most;
      out.push_back(text.substr(begin, end - begin));
      begin = end + (text[end] == ' ');
    }
    out.push_back(text.substr(begin));
    return out;
  }

  static i64 height(const grid& g) { return title_height + g.shown_rows * cell_height + line_height; }

  void write_text(i64 x, i64 y, const std::string& words, const char* anchor, int size) {
    body_ += "<text x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" font-size=\"" +
             std::to_string(size) + "\" text-anchor=\"" + anchor + "\" fill=\"#202020\">" + escaped(words) +
             "</text>\n";
  }

  /// The width that a grid takes.
  i64 draw(const grid& g, i64 x, i64 y) {
    const i64 names = g.box.size() > 1 ? row_name_width : 0;
    write_text(x + names, y + 14, g.title, "start", 13);
    for (i64 c = 0; c < g.shown_columns && !g.box.empty(); ++c)
      write_text(x + names + c * cell_width + cell_width / 2, y + title_height - 6,
                 std::to_string(g.index(0, c).back()), "middle", 10);
    for (i64 r = 0; r < g.shown_rows; ++r) {
      const i64 top = y + title_height + r * cell_height;
      if (names > 0 && g.shown_columns > 0) write_text(x + names - 6, top + 16, g.row_name(r), "end", 10);
      for (i64 c = 0; c < g.shown_columns; ++c) draw(g.at(r, c), x + names + c * cell_width, top);
    }
    for (i64 r = 0; r < g.shown_rows; ++r)  // frames last: neighbours would cover them
      for (i64 c = 0; c < g.shown_columns; ++c)
        if (g.at(r, c).touched) frame(x + names + c * cell_width, y + title_height + r * cell_height);
    const i64 width = names + g.shown_columns * cell_width;
    return width < 160 ? 160 : width;
  }

  void draw(const cell& c, i64 x, i64 y) {
    body_ += "<rect x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" width=\"" +
             std::to_string(cell_width) + "\" height=\"" + std::to_string(cell_height) + "\" fill=\"" +
             (c.exists ? color_text(c) : "#f2f2f2") + "\" stroke=\"#808080\"/>\n";
    if (c.exists) write_text(x + cell_width / 2, y + 16, label_text(c), "middle", 11);
  }

  void frame(i64 x, i64 y) {
    body_ += "<rect x=\"" + std::to_string(x + 2) + "\" y=\"" + std::to_string(y + 2) + "\" width=\"" +
             std::to_string(cell_width - 4) + "\" height=\"" + std::to_string(cell_height - 4) +
             "\" fill=\"none\" stroke=\"#000000\" stroke-width=\"2\"/>\n";
  }

  void arrow(i64 from, i64 to, i64 y) {
    const std::string a = std::to_string(from + 12), b = std::to_string(to - 20), c = std::to_string(to - 12),
                      mid = std::to_string(y);
    body_ += "<line x1=\"" + a + "\" y1=\"" + mid + "\" x2=\"" + b + "\" y2=\"" + mid +
             "\" stroke=\"#404040\" stroke-width=\"2\"/>\n";
    body_ += "<path d=\"M " + b + " " + std::to_string(y - 5) + " L " + c + " " + mid + " L " + b + " " +
             std::to_string(y + 5) + " z\" fill=\"#404040\"/>\n";
  }

  const picture& p_;
  std::string body_;
};

}  // namespace drawing

/// A picture of a map as SVG: its dimensions and its results as grids; elements of one color and number are
/// mapped to each other. The same map gives the same text.
inline std::string draw(const runtime_map& m, const picture_options& options = {}) {
  const drawing::picture p(m, options);
  return drawing::svg_writer(p).text();
}

/// The same of a static map.
template <IndexingMap Map>
std::string draw(Map m, const picture_options& options = {}) {
  return draw(runtime_map(m), options);
}

}  // namespace mercator
