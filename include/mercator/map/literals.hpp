// The literals: "(d0) -> (d0 * 2), domain: d0 in [0, 3]"_map is a map as it is written, 8_c a constant.
#pragma once

#include "mercator/core/text.hpp"
#include "mercator/map/notation.hpp"
#include "mercator/map/simplify.hpp"
#include "mercator/map/syntax_error.hpp"
#include "mercator/symbolic/parse.hpp"

namespace mercator {

namespace packing {

/// The map of a text; the broken rule and its place where there is one.
template <int Words>
constexpr packed<Words> pack_text(const char* text, int length) {
  symbolic::map_tree t;
  const symbolic::parse_error error = symbolic::parse(text, length, t);
  if (!error) return pack<Words>(t);
  packed<Words> none(status::failed);
  none.reason = static_cast<int>(error.rule);
  none.offset = error.offset;
  return none;
}

template <class Literal, int Words>
struct text_source {
  static constexpr packed<Words> value = pack_text<Words>(Literal::written.data(), Literal::length);
};

/// Characters of the text, from First on.
template <class Literal, int First, class Count>
struct text_near;

template <class Literal, int First, int... K>
struct text_near<Literal, First, raising::numbers<K...>> {
  using type = near<Literal::written[First + K]...>;
};

/// What is shown of a text from an offset on: a few characters, without the white space before them.
struct excerpt {
  int first, count;

  constexpr excerpt(const char* text, int length, int offset) : first(offset), count(0) {
    while (first < length && (text[first] == ' ' || text[first] == '\n')) ++first;
    while (count < 12 && first + count < length) ++count;
  }
};

/// The type of the map that a text says.
template <text Written>
struct map_literal {
  static constexpr const auto& written = Written;
  static constexpr int length = static_cast<int>(Written.size());
  static constexpr int words = length > usual_words ? length : usual_words;  ///< more than nearly every text takes

  template <class Source>
  struct failure {
    static constexpr excerpt shown{written.data(), length, Source::value.offset};
    static constexpr auto position = symbolic::position_of(written.data(), Source::value.offset);
    using shown_text = typename text_near<map_literal, shown.first, raising::count_to<shown.count>>::type;
    using type = typename syntax_error_of<symbolic::parse_rule{Source::value.reason}, position.column, shown_text,
                                          position.line>::type;
  };

  using type = typename raising::map_as_written<fitting<map_literal, text_source, words>>::type;
};

/// The same map, its type deduced: nvcc would go on calling it map_literal<…>::type, and cannot spell the text in that.
template <class Dims, class Ranges, class Runtimes, class Results, class Where>
constexpr indexing_map<Dims, Ranges, Runtimes, Results, Where> without_alias(
    indexing_map<Dims, Ranges, Runtimes, Results, Where> map) {
  return map;
}

}  // namespace packing

inline namespace literals {

/// A map as it is written, from text.
template <text Written>
constexpr auto operator""_map() {
  return packing::without_alias(typename packing::map_literal<Written>::type{});
}

using boost::hana::literals::operator""_c;

}  // namespace literals

}  // namespace mercator
