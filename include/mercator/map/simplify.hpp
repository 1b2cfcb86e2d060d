// Simplification of static maps: the value is computed once, and raised to a type where someone asks for it.
#pragma once

#include "mercator/map/compose.hpp"
#include "mercator/map/raise.hpp"
#include "mercator/map/word_writer.hpp"
#include "mercator/symbolic/settle.hpp"

namespace mercator {

namespace packing {

/// The simplified form as words. The form is used up. `written` is what it was lowered from, if it was.
template <int Words>
constexpr packed<Words> pack_simplified(symbolic::map_form& m, const symbolic::map_tree* written = nullptr) {
  symbolic::map_tree t;
  if (m.unfit) return packed<Words>(status::unfit);
  if (!m.p.full && !m.p.overflow) symbolic::simplify_fully(m, t, written);
  if (m.p.full || t.full) return packed<Words>(status::too_large);
  if (m.p.overflow) return packed<Words>(status::overflow);
  return pack<Words>(t);
}

/// Spelled results of a plain map, simplified until they are settled.
template <int Words>
constexpr packed<Words> pack_settled(symbolic::map_form& m, symbolic::detail::spelled_results& results) {
  symbolic::map_tree t;
  symbolic::tree_writer to(t);
  to.begin(m);
  results.write(to);
  if (m.p.full || t.full) return packed<Words>(status::too_large);
  symbolic::settle(results.known() == symbolic::certainty::one_spelling ? &m : nullptr, t);
  return pack<Words>(t);
}

/// The simplified form of a plain map as words, without a tree where it is settled. False where the map is not plain or
/// does not fit so: then the form may be simplified all the same.
template <int Words>
constexpr bool write_simplified(symbolic::map_form& m, packed<Words>& out) {
  if (!symbolic::is_plain(m)) return false;
  word_writer to(out.word, Words);
  if (all_stand(m)) {
    to.begin(m);
    for (int i = 0; i < m.results; ++i) to.add_as_it_stands(m.p, m.result[i]);
  } else {
    symbolic::display d(m.p);
    symbolic::arrangement order(m.p, d);
    symbolic::detail::spelled_results results(m, d, order, nullptr);
    if (!m.p.all_small || m.p.full || m.p.overflow) return false;
    if (results.known() != symbolic::certainty::settled) {
      out = pack_settled<Words>(m, results);
      return true;
    }
    to.begin(m);
    results.write(to);
    if (m.p.full) return false;
  }
  const bool fits = to.used() <= Words;
  if (!fits) out.state = status::no_room;
  out.counts = {m.dims, m.ranges, m.runtimes, m.results};
  out.key = fits ? key_of(out.counts, 0, to.from_zero()) : no_key;
  out.used = to.used();
  return true;
}

template <int Words, class Build>
constexpr packed<Words> build_simplified(const Build& build) {
  symbolic::pool p;
  symbolic::map_form m(p);
  build(m);
  packed<Words> out;
  if (!write_simplified(m, out)) out = pack_simplified<Words>(m);
  return out;
}

/// The same of a map that is spelled out.
template <int Words>
constexpr packed<Words> build_simplified(written::writer write) {
  symbolic::map_tree t;
  write(t);
  symbolic::pool p;
  symbolic::map_form m(p);
  written::lower_checked(t, m);
  return pack_simplified<Words>(m, &t);
}

/// How many words are tried first. Nearly every simplified map fits; one that does not is computed again.
inline constexpr int usual_words = 96;

/// What to do about a value: use it, make more room, or report.
template <status State>
struct outcome;

/// The class whose `value` is the packed value of a map: Source<Map, Words>, with as many words as it takes.
/// Map is what errors name.
template <class Map, template <class, int> class Source, int Words = usual_words>
using fitting = typename outcome<Source<Map, Words>::value.state>::template type<Map, Source, Words>;

template <>
struct outcome<status::good> {
  template <class Map, template <class, int> class Source, int Words>
  using type = Source<Map, Words>;
};

template <>
struct outcome<status::no_room> {
  template <class Map, template <class, int> class Source, int Words>
  using type = Source<Map, Source<Map, Words>::value.used>;
};

/// In the place of a value that there is none of, so that the error is the only one.
template <class Error, class Value>
struct nothing_after {
  static constexpr Value value{};
  static_assert(sizeof(Error) != 0);
};

template <>
struct outcome<status::overflow> {
  template <class Map, template <class, int> class Source, int Words>
  using type = nothing_after<map_overflows<Map>, std::remove_cvref_t<decltype(Source<Map, 1>::value)>>;
};

template <>
struct outcome<status::too_large> {
  template <class Map, template <class, int> class Source, int Words>
  using type = nothing_after<map_too_large<Map>, std::remove_cvref_t<decltype(Source<Map, 1>::value)>>;
};

template <>
struct outcome<status::unfit> {
  template <class Map, template <class, int> class Source, int Words>
  using type = nothing_after<detail::checked_operations<Map>, std::remove_cvref_t<decltype(Source<Map, 1>::value)>>;
};

/// The map's own class says what an operation of its own that failed asks for.
template <>
struct outcome<status::failed> {
  template <class Map, template <class, int> class Source, int Words>
  using type = nothing_after<typename Map::template failure<Source<Map, Words>>::type,
                             std::remove_cvref_t<decltype(Source<Map, 1>::value)>>;
};

template <class Map, int Words>
struct simplified_source {
  static constexpr packed<Words> value = build_simplified<Words>(detail::construction_of<Map>);
};

template <class First, class Second, int Words>
struct simplified_source<composed<First, Second>, Words> {
  static constexpr packed<Words> value =
      build_simplified<Words>(detail::composition{detail::construction_of<First>, detail::construction_of<Second>});
};

template <class Dims, class Ranges, class Runtimes, class Results, class Where, int Words>
struct simplified_source<indexing_map<Dims, Ranges, Runtimes, Results, Where>, Words> {
  static constexpr packed<Words> value =
      build_simplified<Words>(&spelled_map<indexing_map<Dims, Ranges, Runtimes, Results, Where>>::write);
};

}  // namespace packing

namespace raising {

/// The map of a value that is not as it should be: with as many words as it takes, or an error.
template <class C>
struct map_of_fitting;

template <class Map, template <class, int> class Source, int Words>
struct map_of_fitting<Source<Map, Words>> {
  using type = map<packing::fitting<Map, Source, Words>>;
};

template <>
struct map_of_key<packing::no_key> {
  template <class C>
  using type = typename map_of_fitting<C>::type;
};

}  // namespace raising

/// The simplified value of a map, packed: `value`.
template <class Map>
using simplified_value = packing::fitting<Map, packing::simplified_source>;

/// The indexing_map of a map's simplified value. Nearly all are as they should be: those are raised at once.
template <class Map>
struct simplified {
  /// The value that it is raised from, in nearly all cases.
  using usual_value = packing::simplified_source<Map, packing::usual_words>;
  /// The type.
  using type = typename raising::map_of_key<usual_value::value.key>::template type<usual_value>;
};

/// The map itself if it is spelled out, else its simplified type. Evaluating a map does this.
template <class Map>
struct raised : simplified<Map> {};

template <class Dims, class Ranges, class Runtimes, class Results, class Where>
struct raised<indexing_map<Dims, Ranges, Runtimes, Results, Where>> {
  using type = indexing_map<Dims, Ranges, Runtimes, Results, Where>;
};

/// The type that raised<Map> says.
template <class Map>
using raised_t = typename raised<Map>::type;

/// The canonical form of a map: cheapest results found, tightest domain. The same type afterwards implies
/// equal.
inline constexpr struct simplify_verb {
  template <IndexingMap Map>
  constexpr auto operator()(Map) const {
    return simplified_t<Map>{};
  }
  template <ValueMap Map>
  Map operator()(const Map& m) const {
    return m.simplify();
  }
} simplify{};

}  // namespace mercator
