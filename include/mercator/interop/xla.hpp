// XLA's indexing maps as text. Its present spelling is that of runtime_map::parse and of "..."_map; here the older ones
// are read too, and an empty map is written as XLA writes it.
#pragma once

#include <optional>

#include "mercator/map/runtime_operations.hpp"

namespace mercator {

namespace interop {

/// The same map as our grammar spells it, with every character in its place:
///   no comma before `domain`, and none between items on lines of their own: commas in the place of white space
///   is_simplified: true at the end: white space
class xla_spelling {
 public:
  explicit xla_spelling(std::string_view text) : text_(text) {
    const std::size_t word = domain_word();
    if (word == std::string::npos) return;
    blank_flag(word);
    comma_after(text_.find_last_not_of(space, word - 1), ')', false);
    for (std::size_t k = text_.find(']', word); k != std::string::npos; k = text_.find(']', k + 1))
      comma_after(k, ']', true);
  }

  const std::string& text() const { return text_; }

 private:
  static constexpr const char* space = " \t\r\n";

  std::size_t domain_word() const {
    const std::size_t arrow = text_.find("->");
    const std::size_t word = arrow == std::string::npos ? arrow : text_.find("domain", arrow);
    return word == std::string::npos || std::string_view(space).find(text_[word - 1]) == std::string_view::npos
               ? std::string::npos
               : word;
  }

  void blank_flag(std::size_t from) {
    const std::size_t flag = text_.find("is_simplified:", from);
    if (flag == std::string::npos) return;
    const std::size_t word = text_.find_first_not_of(space, flag + sizeof("is_simplified:") - 1);
    const std::size_t end = word == std::string::npos ? word : text_.find_last_not_of(space);
    if (word == std::string::npos) return;
    const std::string said = text_.substr(word, end + 1 - word);
    if (said == "true" || said == "false")
      for (std::size_t k = flag; k <= end; ++k) text_[k] = ' ';
  }

  /// A comma in place of the first space after `closing`, where white space and another item follow.
  void comma_after(std::size_t at, char closing, bool on_lines) {
    if (at == std::string::npos || text_[at] != closing) return;
    const std::size_t next = text_.find_first_not_of(space, at + 1);
    if (next == std::string::npos || next == at + 1 || text_[next] == ',') return;
    if (!on_lines || text_.find('\n', at) < next) text_[at + 1] = ',';
  }

  std::string text_;
};

}  // namespace interop

/// Reads an indexing map that XLA printed, today or in earlier years. An error says line, column and what is wrong. The
/// text KNOWN EMPTY says nothing about variables and results: `counts` says how many there are then.
inline result<runtime_map> from_xla(std::string_view text, std::optional<map_counts> counts = {},
                                    const map_limits& limits = {}) {
  constexpr std::string_view empty = "KNOWN EMPTY";
  const std::size_t first = text.find_first_not_of(" \t\r\n"), last = text.find_last_not_of(" \t\r\n");
  if (first != std::string_view::npos && text.substr(first, last + 1 - first) == empty) {
    if (!counts)
      return map_error{1, static_cast<int>(first) + 1,
                       "KNOWN EMPTY requires the numbers of variables and results beside it"};
    return runtime_map::build(
        [&](symbolic::map_form& m) {
          for (int k = 0; k < counts->dimensions; ++k) m.add_dimension(nothing);
          for (int k = 0; k < counts->ranges; ++k) m.add_range(nothing);
          for (int k = 0; k < counts->runtimes; ++k) m.add_runtime(nothing);
          m.become_empty(counts->results);
        },
        limits);
  }
  if (text.size() > static_cast<std::size_t>(limits.characters)) return runtime_map::parse(text, limits);
  const interop::xla_spelling ours(text);
  result<runtime_map> m = runtime_map::parse(ours.text(), limits);
  if (m || m.error().line == 0) return m;
  // Commas may stand in the place of line breaks: the place is that in the text as it was given.
  int offset = 0;
  for (int line = 1; line < m.error().line; ++offset) line += ours.text()[static_cast<std::size_t>(offset)] == '\n';
  const std::string given(text);
  const symbolic::text_position at = symbolic::position_of(given.data(), offset + m.error().column - 1);
  return map_error{at.line, at.column, m.error().message};
}

/// The map as XLA prints it: our canonical text, but for an empty map, of which it says nothing more.
inline std::string to_xla(const runtime_map& m) { return m.is_known_empty() ? "KNOWN EMPTY" : m.to_string(); }

/// The same of a static map.
template <IndexingMap Map>
std::string to_xla(Map map) {
  return to_xla(runtime_map(map));
}

}  // namespace mercator
