// Maps to and from layouts of nested modes as CuTe writes them: shape and strides, (4,(2,8)):(2,(1,8)).
#pragma once

#include <memory>

#include "mercator/core/text.hpp"
#include "mercator/interop/strides.hpp"
#include "mercator/map/literals.hpp"

namespace mercator {

/// Sizes and strides, nested alike, as plain data: those of the leaves from left to right, and how many parentheses
/// open before each and close after it. What stands within the outermost parentheses are the modes, each a dimension of
/// the map. An index along a mode counts its leaves up with the leftmost fastest.
struct nested_layout {
  /// Sizes that a layout has room for, those of all modes together.
  static constexpr int max_leaves = 32;

  /// How many sizes there are.
  int leaves = 0;
  /// The sizes, from left to right.
  i64 size[max_leaves] = {};
  /// The strides, in elements.
  i64 stride[max_leaves] = {};
  /// Parentheses that open before each.
  int opened[max_leaves] = {};
  /// Parentheses that close behind each.
  int closed[max_leaves] = {};

  /// One more size and stride, of which there must be room.
  constexpr void add(i64 leaf_size, i64 leaf_stride, int before = 0, int after = 0) {
    size[leaves] = leaf_size;
    stride[leaves] = leaf_stride;
    opened[leaves] = before;
    closed[leaves++] = after;
  }

  friend constexpr bool operator==(const nested_layout& a, const nested_layout& b) {
    if (a.leaves != b.leaves) return false;
    for (int k = 0; k < a.leaves; ++k)
      if (a.size[k] != b.size[k] || a.stride[k] != b.stride[k] || a.opened[k] != b.opened[k] ||
          a.closed[k] != b.closed[k])
        return false;
    return true;
  }
};

/// A layout, and the place of its first element, which its text does not say.
struct placed_layout {
  bool exists = false;  ///< whether the map is one
  /// Sizes and strides.
  nested_layout layout;
  /// The place of the first element.
  i64 offset = 0;
};

namespace interop {

/// What the text of a layout breaks.
enum class layout_rule : unsigned char {
  none,
  expected_size,
  expected_stride,
  expected_closing,
  expected_colon,
  expected_end,
  other_nesting,
  negative_size,
  integer_too_large,
  too_many_leaves,
};

constexpr const char* describe(layout_rule rule) {
  switch (rule) {
    case layout_rule::none:
      return "no error";
    case layout_rule::expected_size:
      return "expected a size or '('";
    case layout_rule::expected_stride:
      return "expected a stride or '('";
    case layout_rule::expected_closing:
      return "expected ',' or ')'";
    case layout_rule::expected_colon:
      return "expected ':' and the strides";
    case layout_rule::expected_end:
      return "expected the end of the layout";
    case layout_rule::other_nesting:
      return "the strides are nested otherwise than the sizes";
    case layout_rule::negative_size:
      return "a size is at least 0";
    case layout_rule::integer_too_large:
      return "this integer does not fit 64 bits";
    case layout_rule::too_many_leaves:
      return "a layout has at most 32 sizes";
  }
  return "";
}

using layout_error = symbolic::broken_rule<layout_rule>;

/// Reads a layout. The text ends with a 0 after its characters. Sizes and strides may be written _4, as static ones
/// are.
class layout_parser {
 public:
  constexpr layout_parser(const char* text, nested_layout& out) : s_(text), out_(out) {}

  constexpr layout_error parse() {
    tuple(layout_rule::expected_size);
    if (!error_ && skip() != ':') fail(layout_rule::expected_colon);
    const int sizes = leaf_;
    const bool empty = empty_;
    const int begin = ++i_;
    leaf_ = 0;
    strides_ = true;
    if (!error_) tuple(layout_rule::expected_stride);
    if (leaf_ != sizes || empty_ != empty) fail(layout_rule::other_nesting, begin);
    if (!error_ && skip() != '\0') fail(layout_rule::expected_end);
    out_.leaves = sizes;
    return error_;
  }

 private:
  constexpr void fail(layout_rule rule) { fail(rule, i_); }
  constexpr void fail(layout_rule rule, int offset) {
    if (!error_) error_ = {rule, offset, 0, 0, 0};
  }

  constexpr char skip() {
    while (s_[i_] == ' ' || s_[i_] == '\n' || s_[i_] == '\t') ++i_;
    return s_[i_];
  }

  /// An integer, or integers and tuples in parentheses.
  constexpr void tuple(layout_rule expected) {
    int depth = 0;
    empty_ = false;
    do {
      int opened = 0;
      for (; skip() == '('; ++i_) ++opened;
      depth += opened;
      if (opened == 1 && depth == 1 && s_[i_] == ')') {
        ++i_;
        empty_ = true;
        return;
      }
      leaf(opened, expected);
      if (error_) return;
      int closed = 0;
      const int begin = i_;
      for (; closed < depth && skip() == ')'; ++i_) ++closed;
      depth -= closed;
      if (depth != 0 && skip() != ',') fail(layout_rule::expected_closing);
      close(closed, begin);
      if (depth != 0) ++i_;
    } while (depth != 0 && !error_);
  }

  constexpr void leaf(int opened, layout_rule expected) {
    if (leaf_ == nested_layout::max_leaves) return fail(layout_rule::too_many_leaves);
    if (strides_ && out_.opened[leaf_] != opened) return fail(layout_rule::other_nesting);
    out_.opened[leaf_] = opened;
    if (s_[i_] == '_') ++i_;
    const bool negative = s_[i_] == '-';
    if (negative && !strides_) return fail(layout_rule::negative_size);
    if (negative) ++i_;
    if (s_[i_] < '0' || s_[i_] > '9') return fail(expected);
    i64 value = 0;
    for (; s_[i_] >= '0' && s_[i_] <= '9'; ++i_)
      if (!checked_mul(value, 10, value) || !checked_add(value, s_[i_] - '0', value))
        return fail(layout_rule::integer_too_large);
    (strides_ ? out_.stride : out_.size)[leaf_] = negative ? -value : value;
  }

  constexpr void close(int closed, int begin) {
    if (strides_ && out_.closed[leaf_] != closed) fail(layout_rule::other_nesting, begin);
    out_.closed[leaf_++] = closed;
  }

  const char* s_;
  nested_layout& out_;
  int i_ = 0;
  int leaf_ = 0;
  bool strides_ = false;
  bool empty_ = false;  ///< the tuple was ()
  layout_error error_{};
};

template <TextSink Sink>
constexpr void print_tuple(Sink& to, const nested_layout& layout, const i64* values) {
  if (layout.leaves == 0) write_literal(to, "()");
  for (int k = 0; k < layout.leaves; ++k) {
    if (k != 0) to.put(',');
    for (int n = 0; n < layout.opened[k]; ++n) to.put('(');
    write_integer(to, values[k]);
    for (int n = 0; n < layout.closed[k]; ++n) to.put(')');
  }
}

template <TextSink Sink>
constexpr void print_layout(Sink& to, const nested_layout& layout) {
  print_tuple(to, layout, layout.size);
  to.put(':');
  print_tuple(to, layout, layout.stride);
}

/// The digit of a mode's index that counts a leaf, as a node.
constexpr int digit(symbolic::map_tree& t, int index, i64 below, i64 size, bool last) {
  const int rest = below == 1 ? index : t.unary(symbolic::op::floordiv, index, below);
  return last ? rest : t.unary(symbolic::op::mod, rest, size);
}

/// Where the next mode begins.
constexpr int mode_end(const nested_layout& layout, int leaf) {
  int depth = leaf == 0 ? 0 : 1;
  do {
    depth += layout.opened[leaf] - layout.closed[leaf];
    ++leaf;
  } while (depth > 1 && leaf < layout.leaves);
  return leaf;
}

constexpr int mode_count(const nested_layout& layout) {
  int modes = 0;
  for (int leaf = 0; leaf < layout.leaves; leaf = mode_end(layout, leaf)) ++modes;
  return modes;
}

/// The map of a layout, into a tree as it was made; false where an interval does not fit.
constexpr bool write_layout(symbolic::map_tree& t, const nested_layout& layout, i64 offset) {
  t.dims = mode_count(layout);
  sum_of_multiples sum(t);
  for (int leaf = 0, mode = 0; leaf < layout.leaves; ++mode) {
    const int end = mode_end(layout, leaf), index = t.variable(mode);
    const i64 elements = element_count(&layout.size[leaf], end - leaf);
    if (elements < 0) return false;
    t.box[mode] = {0, elements - 1};
    if (elements == 0) t.known_empty = true;
    for (i64 below = 1; leaf < end; ++leaf) {
      if (elements != 0) sum.add(digit(t, index, below, layout.size[leaf], leaf + 1 == end), layout.stride[leaf]);
      below *= elements == 0 ? 1 : layout.size[leaf];
    }
  }
  sum.add(offset);
  t.add_result(t.known_empty ? t.constant(0) : sum.node());
  return !t.full;
}

/// Finds the layout of a map: the values along each dimension say which sizes and strides it would have.
class layout_finder {
 public:
  constexpr layout_finder(const symbolic::map_tree& t, placed_layout& out) : t_(t), out_(out) {}

  /// Whether all divisors of the sizes were looked at.
  constexpr bool searched_all() const { return searched_all_; }

  /// Whether there may be a layout, which stands in `out` then: the only one with the fewest leaves.
  constexpr bool find() {
    if (t_.constraints != 0) return false;
    for (int v = 0; v < t_.dims; ++v)
      if (t_.box[v].lo != 0 || t_.box[v].hi == i64_max) return false;
    symbolic::evaluate(t_, at_, &out_.offset);
    for (int v = 0; v < t_.dims; ++v)
      if (!add_mode(v)) return false;
    if (t_.dims > 1 || mode_count(out_.layout) != t_.dims) {
      ++out_.layout.opened[0];
      ++out_.layout.closed[out_.layout.leaves - 1];
    }
    return true;
  }

 private:
  constexpr bool add_mode(int v) {
    nested_layout& layout = out_.layout;
    const int first = layout.leaves;
    i64 rest = t_.box[v].hi + 1, below = 1;
    do {
      i64 stride = 0;
      if (layout.leaves == nested_layout::max_leaves || (rest > 1 && !moved(v, below, stride))) return false;
      const i64 size = run(v, below, rest, stride);
      layout.add(size, stride);
      below *= size;
      rest /= size;
    } while (rest > 1);
    if (layout.leaves - first > 1) {
      ++layout.opened[first];
      ++layout.closed[layout.leaves - 1];
    }
    return true;
  }

  /// How far the place moves from the first element to number `index` along dimension v.
  constexpr bool moved(int v, i64 index, i64& by) {
    i64 place = 0;
    at_[v] = index;
    symbolic::evaluate(t_, at_, &place);
    at_[v] = 0;
    return out_.offset != i64_min && checked_add(place, -out_.offset, by);
  }

  /// How many steps of that stride there are: the least divisor of `rest` after which the place is another.
  constexpr i64 run(int v, i64 below, i64 rest, i64 stride) {
    i64 best = rest;
    searched_all_ &= rest / most_divisors <= most_divisors;
    for (i64 n = 1; n <= rest / n && n <= most_divisors; ++n) {
      if (rest % n != 0) continue;
      if (n > 1 && n < best && turns(v, below, n, stride)) best = n;
      if (rest / n < best && turns(v, below, rest / n, stride)) best = rest / n;
    }
    return best;
  }

  constexpr bool turns(int v, i64 below, i64 steps, i64 stride) {
    i64 by = 0, straight = 0;
    return !moved(v, below * steps, by) || !checked_mul(steps, stride, straight) || by != straight;
  }

  static constexpr i64 most_divisors = i64{1} << 20;

  const symbolic::map_tree& t_;
  placed_layout& out_;
  bool searched_all_ = true;
  i64 at_[symbolic::limits::variables] = {};
};

/// Whether a simplified map of one result and of dimensions alone is a layout, and which. `made` is room for a tree.
constexpr symbolic::truth find_layout(const symbolic::map_tree& t, symbolic::map_tree& made, int budget,
                                      placed_layout& out) {
  layout_finder finder(t, out);
  if (t.known_empty || !finder.find() || !write_layout(made, out.layout, out.offset) || symbolic::check_range(made))
    return symbolic::truth::no;
  const symbolic::truth is = symbolic::decide_equal(t, made, budget).is;
  out.exists = is == symbolic::truth::yes;
  return is == symbolic::truth::no && !finder.searched_all() ? symbolic::truth::undecided : is;
}

struct layout_answer {
  symbolic::truth is = symbolic::truth::undecided;
  placed_layout found;
};

constexpr layout_answer decide_layout(detail::builder build) {
  symbolic::map_tree t, made;
  layout_answer out;
  equality::simplified_tree(build, t);
  if (!t.full) out.is = find_layout(t, made, equality::default_budget, out.found);
  if (!out.found.exists) out.found = {};
  return out;
}

template <class Map>
inline constexpr layout_answer layout_answer_of = decide_layout(&Map::build);

}  // namespace interop

/// An error: the text of a layout breaks Rule at Column. Near is the text from there on.
template <interop::layout_rule Rule, int Column, class Near>
struct layout_syntax_error {
  static_assert(Column == 0,
                "mercator: a layout requires a text such as (4,(2,8)):(2,(1,8)), sizes and strides nested alike; got a "
                "mistake of the kind and at the column shown here");
};

/// An error: it was neither proved nor disproved that the map is a layout.
template <class Map>
struct layout_undecided {
  static_assert(sizeof(Map) == 0, "mercator: to_layout(m) requires a map that can be decided with little work");
};

namespace interop {

template <text Written>
struct layout_text {
  static constexpr const auto& written = Written;
  static constexpr layout_error error = [] {
    nested_layout ignored;
    return layout_parser(Written.data(), ignored).parse();
  }();
  static constexpr nested_layout value = [] {
    nested_layout out;
    layout_parser(Written.data(), out).parse();
    return error ? nested_layout{} : out;
  }();
};

template <text Written>
constexpr void require_layout() {
  using layout = layout_text<Written>;
  if constexpr (layout::error.rule != layout_rule::none) {
    constexpr packing::excerpt shown(Written.data(), static_cast<int>(Written.size()), layout::error.offset);
    using near_text = typename packing::text_near<layout, shown.first, raising::count_to<shown.count>>::type;
    static_cast<void>(sizeof(layout_syntax_error<layout::error.rule, layout::error.offset + 1, near_text>));
  }
}

template <text Written>
struct layout_map : recipe<layout_map<Written>> {
  static constexpr map_counts counts{.dimensions = mode_count(layout_text<Written>::value), .results = 1};
  static constexpr void build(symbolic::map_form& m) {
    symbolic::map_tree t;
    if (!write_layout(t, layout_text<Written>::value, 0))
      m.p.overflow = true;
    else
      written::lower_checked(t, m);
  }
};

}  // namespace interop

inline namespace literals {

/// The map of a layout, from a coordinate in each mode to a place: "(4,(2,8)):(2,(1,8))"_layout has two dimensions.
template <text Written>
constexpr auto operator""_layout() {
  interop::require_layout<Written>();
  return simplified_t<interop::layout_map<Written>>{};
}

}  // namespace literals

/// Reads a layout. An error says the column and what is wrong there.
inline result<nested_layout> parse_layout(std::string_view text) {
  const std::string terminated(text);
  nested_layout out;
  interop::layout_error error = interop::layout_parser(terminated.data(), out).parse();
  if (!error) return out;
  const symbolic::text_position at = symbolic::position_of(terminated.data(), error.offset);
  return map_error{at.line, at.column, describe(error.rule)};
}

/// The layout as text: (4,(2,8)):(2,(1,8)).
inline std::string to_text(const nested_layout& layout) {
  std::string out;
  detail::string_sink sink{out};
  interop::print_layout(sink, layout);
  return out;
}

/// The map of a layout, one dimension a mode, with the place of the first element.
inline result<runtime_map> from_layout(const nested_layout& layout, i64 offset = 0) {
  const auto t = std::make_unique<symbolic::map_tree>();
  if (!interop::write_layout(*t, layout, offset) || symbolic::check_range(*t))
    return map_error{0, 0, "from_layout requires sizes and places that fit 64 bits"};
  return runtime_map(*t).simplify();
}

/// to_layout(m): the layout with the fewest leaves that a map of one result and dimensions alone is, and the place of
/// its first element. `exists` is false where there is none: beside constraints, where an index is no sum of multiples
/// of digits, for a map without points. An error where it is not decided.
inline constexpr struct to_layout_verb {
  template <IndexingMap Map>
  constexpr placed_layout operator()(Map) const {
    static_cast<void>(interop::require_place<Map>);
    if constexpr (interop::is_place<Map>) {
      constexpr const interop::layout_answer& answer = interop::layout_answer_of<Map>;
      if constexpr (answer.is == symbolic::truth::undecided)
        static_cast<void>(sizeof(layout_undecided<simplified_t<Map>>));
      return answer.found;
    }
    return {};
  }
  result<placed_layout> operator()(const runtime_map& m) const {
    const map_counts counts = m.counts();
    if (counts.results != 1 || counts.variables() != counts.dimensions)
      return map_error{0, 0, "to_layout requires a map with one result and no variables but dimensions"};
    const auto t = std::make_unique<symbolic::map_tree>(), made = std::make_unique<symbolic::map_tree>();
    m.simplify().write(*t);
    placed_layout found;
    if (interop::find_layout(*t, *made, 1'000'000, found) == symbolic::truth::undecided)
      return map_error{0, 0, "to_layout: it was neither proved nor disproved that the map is a layout"};
    return found.exists ? found : placed_layout{};
  }
} to_layout{};

}  // namespace mercator
