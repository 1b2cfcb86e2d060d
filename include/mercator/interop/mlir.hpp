// MLIR's affine maps as text: affine_map<(d0, d1)[s0] -> (d0 floordiv 4, d1 * 2 + s0)>. They say no domain, which is
// given beside; their symbols are range variables, or the last ones runtime variables.
#pragma once

#include <memory>
#include <span>

#include "mercator/map/literals.hpp"
#include "mercator/map/runtime_map.hpp"

namespace mercator {

namespace interop {

/// What stands in a text before and after the map itself: affine_map< and >, or nothing.
struct affine_map_frame {
  int begin = 0, end = 0;
  bool closed = true;

  constexpr affine_map_frame(const char* text, int length) : end(length) {
    const auto is_space = [&](int at) {
      return text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r';
    };
    int at = 0;
    while (at < length && is_space(at)) ++at;
    for (const char* word = "affine_map"; *word != '\0'; ++word, ++at)
      if (at == length || text[at] != *word) return;
    while (at < length && is_space(at)) ++at;
    if (at == length || text[at] != '<') return;
    begin = at + 1;
    while (end > begin && is_space(end - 1)) --end;
    closed = end > begin && text[end - 1] == '>';
    if (closed) --end;
  }
};

/// The text with nothing but the map itself, at the same places.
constexpr symbolic::parse_error blank_frame(char* text, int length) {
  const affine_map_frame frame(text, length);
  if (!frame.closed) return {symbolic::parse_rule::expected_end, frame.end, 0, 0, 0};
  for (int k = 0; k < length; ++k)
    if ((k < frame.begin || k >= frame.end) && text[k] != '\n') text[k] = ' ';
  return {};
}

/// Reads a map of which only the frame is blank. The box is dimensions, then symbols; of those the last `runtimes` are
/// runtime variables. The counts must be those of the text.
constexpr symbolic::parse_error read_affine_map(const char* text, int length, symbolic::map_tree& out) {
  return symbolic::map_parser(text, length, out).parse_head();
}

constexpr symbolic::parse_error give_domain(const char* text, int length, const interval* box, int runtimes,
                                            symbolic::map_tree& out) {
  for (int v = 0; v < out.variables(); ++v) out.box[v] = box[v];
  out.ranges -= runtimes;
  out.runtimes = runtimes;
  if (const auto failure = symbolic::check_nesting(out))
    return symbolic::detail::error_of(failure, false, text, length);
  if (const auto failure = symbolic::check_range(out)) return symbolic::detail::error_of(failure, true, text, length);
  return {};
}

}  // namespace interop

/// Reads an affine map, with or without the word around it. `box` has an interval for each dimension, then for each
/// symbol; the last `runtimes` symbols become runtime variables, the others ranges. An error says line, column and what
/// is wrong there: MLIR's semi-affine maps, in which variables are multiplied or divide, are none of ours.
inline result<runtime_map> from_affine_map(std::string_view text, std::span<const interval> box, int runtimes = 0,
                                           const map_limits& limits = {}) {
  const int length = static_cast<int>(text.size());
  if (text.size() > static_cast<std::size_t>(limits.characters))
    return detail::too_large("character", length, limits.characters);
  const std::string written(text);
  std::string inner = written;
  const auto t = std::make_unique<symbolic::map_tree>();
  symbolic::parse_error error = interop::blank_frame(inner.data(), length);
  if (!error) error = interop::read_affine_map(inner.data(), length, *t);
  if (error) return detail::error_in(written, error);
  if (t->nodes > limits.nodes) return detail::too_large("node", t->nodes, limits.nodes);
  if (static_cast<std::size_t>(t->variables()) != box.size())
    return map_error{0, 0,
                     "the affine map has " + detail::counted(t->dims, "dimension") + " and " +
                         detail::counted(t->ranges, "symbol") + ", where there are " +
                         detail::counted(static_cast<int>(box.size()), "interval")};
  if (runtimes < 0 || runtimes > t->ranges)
    return map_error{0, 0,
                     "the affine map has " + detail::counted(t->ranges, "symbol") + ", of which " +
                         std::to_string(runtimes) + " cannot be runtime variables"};
  for (const interval& r : box)
    if (r.lo == i64_min || r.hi == i64_max) return map_error{0, 0, "an affine map requires intervals with two ends"};
  error = interop::give_domain(inner.data(), length, box.data(), runtimes, *t);
  if (error) return detail::error_in(written, error);
  return runtime_map(*t);
}

/// An error: the affine map has Dimensions dimensions and Symbols symbols, the domain beside it as many as follow.
template <int Dimensions, int Symbols, int GivenDimensions, int GivenSymbols>
struct affine_map_requires_an_interval_for_each_variable {
  static_assert(
      Dimensions == GivenDimensions && Symbols == GivenSymbols,
      "mercator: affine_map<Text>(dims<...>, ranges<...>, runtimes<...>) requires an interval for each dimension, then "
      "for each symbol; got a text with the first two numbers of them, and the last two of intervals");
};

namespace interop {

template <text Written>
struct affine_map_text {
  static constexpr int length = static_cast<int>(Written.size());
  static constexpr auto inner = [] {
    text<Written.size()> out = Written;
    blank_frame(out.data(), length);
    return out;
  }();
  static constexpr const auto& written = Written;

  struct head {
    symbolic::parse_error error;
    int dims = 0, symbols = 0;
  };
  static constexpr head read = [] {
    text<Written.size()> framed = Written;
    symbolic::map_tree t;
    head out{blank_frame(framed.data(), length)};
    if (!out.error) out.error = read_affine_map(inner.data(), length, t);
    if (out.error) return out;
    out.dims = t.dims;
    out.symbols = t.ranges;
    return out;
  }();
};

template <i64 Lo, i64 Hi>
constexpr interval interval_of(in<Lo, Hi>) {
  return {Lo, Hi};
}

template <text Written, int Runtimes, class... Box>
struct affine_map_literal {
  using text_type = affine_map_text<Written>;
  static constexpr int words = text_type::length + packing::usual_words;

  template <int Words>
  static constexpr packing::packed<Words> pack() {
    symbolic::map_tree t;
    symbolic::parse_error error = text_type::read.error;
    constexpr interval box[] = {interval_of(Box{})..., nothing};
    if (!error) error = read_affine_map(text_type::inner.data(), text_type::length, t);
    if (!error) error = give_domain(text_type::inner.data(), text_type::length, box, Runtimes, t);
    if (!error) return packing::pack<Words>(t);
    packing::packed<Words> none(packing::status::failed);
    none.reason = static_cast<int>(error.rule);
    none.offset = error.offset;
    return none;
  }

  template <class Source>
  struct failure {
    static constexpr packing::excerpt shown{Written.data(), text_type::length, Source::value.offset};
    static constexpr auto position = symbolic::position_of(Written.data(), Source::value.offset);
    using shown_text = typename packing::text_near<text_type, shown.first, raising::count_to<shown.count>>::type;
    using type = typename syntax_error_of<symbolic::parse_rule{Source::value.reason}, position.column, shown_text,
                                          position.line>::type;
  };
};

template <class Literal, int Words>
struct affine_map_source {
  static constexpr packing::packed<Words> value = Literal::template pack<Words>();
};

template <class Literal>
using affine_map_value = packing::fitting<Literal, affine_map_source, Literal::words>;

}  // namespace interop

/// affine_map<"affine_map<(d0)[s0] -> (d0 * 4 + s0)>">(dims<in<0, 7>>{}, ranges<in<0, 3>>{}): the affine map of a text
/// on the domain beside it, as it is written. Symbols are ranges, then runtime variables.
template <text Written>
struct affine_map_verb {
  template <i64... DLo, i64... DHi, i64... SLo, i64... SHi, i64... RLo, i64... RHi>
  constexpr auto operator()(dims<in<DLo, DHi>...>, ranges<in<SLo, SHi>...> = {}, runtimes<in<RLo, RHi>...> = {}) const {
    constexpr int symbols = sizeof...(SLo) + sizeof...(RLo);
    constexpr const auto& read = interop::affine_map_text<Written>::read;
    if constexpr (!read.error && (read.dims != sizeof...(DLo) || read.symbols != symbols))
      return affine_map_requires_an_interval_for_each_variable<read.dims, read.symbols, sizeof...(DLo), symbols>{};
    else
      return packing::without_alias(
          typename raising::map_as_written<interop::affine_map_value<interop::affine_map_literal<
              Written, sizeof...(RLo), in<DLo, DHi>..., in<SLo, SHi>..., in<RLo, RHi>...>>>::type{});
  }
};

/// The function object.
template <text Written>
inline constexpr affine_map_verb<Written> affine_map{};

namespace interop {

/// The tree with divisors above 0 only, as MLIR asks for: a floordiv -k is (-a) floordiv k, a mod -k is -((-a) mod k).
/// False where a result is made of what no affine map has.
inline bool with_positive_divisors(const symbolic::map_tree& t, symbolic::map_tree& out) {
  using symbolic::op;
  const auto image = std::make_unique<int[]>(static_cast<std::size_t>(t.nodes) + 1);
  const auto used = std::make_unique<bool[]>(static_cast<std::size_t>(t.nodes) + 1);
  for (int k = 0; k < t.results; ++k) used[static_cast<std::size_t>(t.result[k])] = true;
  for (int n = t.nodes - 1; n >= 0; --n)
    for (int k = 0; k < t.count[n]; ++k)
      used[static_cast<std::size_t>(t.operand(n, k))] |= used[static_cast<std::size_t>(n)];
  for (int n = 0; n < t.nodes; ++n) {
    if (!used[static_cast<std::size_t>(n)]) continue;
    const op kind = t.kind[n];
    const i64 value = t.value[n];
    int& made = image[static_cast<std::size_t>(n)];
    const auto operand = [&](int k) { return image[static_cast<std::size_t>(t.operand(n, k))]; };
    if (kind == op::min || kind == op::max) return false;
    if (kind == op::constant || kind == op::variable) {
      made = out.make(kind, value, 0);
    } else if (kind == op::sum) {
      made = out.make(kind, 0, t.count[n]);
      for (int k = 0; k < t.count[n] && !out.full; ++k) out.child[out.first[made] + k] = operand(k);
    } else if (kind == op::product || value > 0) {
      made = out.unary(kind, operand(0), value);
    } else {
      made = out.unary(kind, out.unary(op::product, operand(0), -1), -value);
      if (kind == op::mod) made = out.unary(op::product, made, -1);
    }
  }
  for (int k = 0; k < t.results; ++k) out.add_result(image[static_cast<std::size_t>(t.result[k])]);
  return !out.full;
}

}  // namespace interop

/// The results of a map as an affine map; ranges and runtime variables are its symbols. The domain is not in it. An
/// error for min and max in a result, which no affine map has.
inline result<std::string> to_affine_map(const runtime_map& m) {
  const auto t = std::make_unique<symbolic::map_tree>(), out = std::make_unique<symbolic::map_tree>();
  m.write(*t);
  t->constraints = 0;
  out->dims = t->dims;
  out->ranges = t->ranges + t->runtimes;
  out->known_empty = t->known_empty;
  out->named = t->named;
  for (int v = 0; t->named && v <= t->variables(); ++v) out->name_begin[v] = t->name_begin[v];
  for (int k = 0; t->named && k < t->name_begin[t->variables()]; ++k) out->name[k] = t->name[k];
  if (!interop::with_positive_divisors(*t, *out))
    return map_error{0, 0, "an affine map has no min and no max, and at most 4096 terms"};
  std::string text = "affine_map<";
  detail::string_sink sink{text};
  symbolic::printer<detail::string_sink, symbolic::map_tree>(sink, *out).head();
  return text + ">";
}

/// The same of a static map.
template <IndexingMap Map>
result<std::string> to_affine_map(Map map) {
  return to_affine_map(runtime_map(map));
}

}  // namespace mercator
