// Maps as values at run time: any map, from text or from a static map.
#pragma once

#include <concepts>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mercator/map/recipe.hpp"
#include "mercator/map/result.hpp"
#include "mercator/map/runtime_tree.hpp"
#include "mercator/map/workspace.hpp"
#include "mercator/map/written.hpp"
#include "mercator/symbolic/compose.hpp"
#include "mercator/symbolic/decide.hpp"
#include "mercator/symbolic/parse.hpp"
#include "mercator/symbolic/print.hpp"
#include "mercator/symbolic/settle.hpp"

namespace mercator {

namespace detail {

struct string_sink {
  std::string& out;

  void put(char c) { out.push_back(c); }
  void write(const char* first, std::size_t count) { out.append(first, count); }
};

/// "1 result", "2 results"
inline std::string counted(i64 count, const char* what) {
  return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

inline bool fits(const symbolic::map_form& m) { return !m.p.full && !m.p.overflow; }

/// The simplified tree of a form, which is used up; false where it does not fit. `written` is the tree that the
/// form was lowered from, if any.
inline bool simplify_form(symbolic::map_form& m, symbolic::map_tree& out, const symbolic::map_tree* written = nullptr) {
  if (!fits(m)) return false;
  const symbolic::certainty known = symbolic::simplify(m, out, written);
  if (known != symbolic::certainty::settled && fits(m) && !out.full) {
    workspace& w = workspace::of_this_thread();
    symbolic::settling way(out, w.tree(workspace::spare_tree + 1));
    const symbolic::map_form* done = known == symbolic::certainty::one_spelling ? &m : nullptr;
    for (int round = 0; round < symbolic::settling_rounds; ++round, done = nullptr)
      if (way.round(done, w.form(workspace::spare_form), w.tree(workspace::spare_tree))) break;
  }
  return fits(m) && !out.full && !symbolic::check_range(out) && !symbolic::check_nesting(out);
}

/// Names of the composed variables: dimensions of first, ranges and runtime variables of second, then of first.
/// A name that is taken already becomes the default one; where that is taken too, all names are default ones.
class composed_names {
 public:
  composed_names(const runtime_tree& first, const runtime_tree& second) : first_(first), second_(second) {}

  void write(symbolic::map_tree& out) {
    if (!first_.named && !second_.named) return;
    add(first_, 0, first_.dims, "d");
    const std::size_t ranges = names_.size();
    add(second_, second_.dims, second_.ranges, "s", ranges);
    add(first_, first_.dims, first_.ranges, "s", ranges);
    const std::size_t runtimes = names_.size();
    add(second_, second_.dims + second_.ranges, second_.runtimes, "rt", runtimes);
    add(first_, first_.dims + first_.ranges, first_.runtimes, "rt", runtimes);
    if (!clash_) copy(out);
  }

 private:
  void add(const runtime_tree& from, int begin, int count, const char* prefix, std::size_t kind_begin = 0) {
    for (int v = begin; v < begin + count; ++v) {
      const std::string otherwise = prefix + std::to_string(names_.size() - kind_begin);
      std::string own = otherwise;
      if (from.named) own.assign(from.name + from.name_begin[v], from.name + from.name_begin[v + 1]);
      if (taken(own)) own = otherwise;
      clash_ = clash_ || taken(own);
      names_.push_back(std::move(own));
    }
  }

  bool taken(const std::string& name) const {
    for (const std::string& other : names_)
      if (other == name) return true;
    return false;
  }

  void copy(symbolic::map_tree& out) const {
    int v = 0, at = 0;
    for (const std::string& name : names_) {
      out.name_begin[v++] = at;
      if (at + static_cast<int>(name.size()) > symbolic::limits::name_characters) return;
      for (const char c : name) out.name[at++] = c;
    }
    out.name_begin[v] = at;
    out.named = true;
  }

  const runtime_tree& first_;
  const runtime_tree& second_;
  std::vector<std::string> names_;
  bool clash_ = false;
};

}  // namespace detail

/// How large a map may become before the answer is an error instead: the nodes of its expressions, at most as
/// many as the engine has room for, and the characters of a text.
struct map_limits {
  /// Nodes of all expressions.
  int nodes = symbolic::limits::nodes;
  /// Characters of a text.
  int characters = 1 << 20;
};

namespace detail {

/// The error in a text, with its place in words.
inline map_error error_in(const std::string& text, const symbolic::parse_error& error) {
  const symbolic::text_position at = symbolic::position_of(text.data(), error.offset);
  map_error failure{at.line, at.column, {}};
  string_sink sink{failure.message};
  symbolic::print_message(sink, error, text.data());
  return failure;
}

inline map_error too_large(const char* what, int is, int limit) {
  return {0, 0, "the map is too large: it has " + counted(is, what) + ", more than " + std::to_string(limit)};
}

class inverting_by_cases;

}  // namespace detail

/// A map. A value: copies are cheap and share what they hold, which never changes.
class runtime_map {
 public:
  using value_map = runtime_map;

  /// Reads a text. An error says the line, the column and what is wrong there.
  static result<runtime_map> parse(std::string_view text, const map_limits& limits = {}) {
    if (text.size() > static_cast<std::size_t>(limits.characters))
      return map_error{1, 1,
                       "the text has " + std::to_string(text.size()) + " characters, more than " +
                           std::to_string(limits.characters)};
    const std::string terminated(text);
    symbolic::map_tree& tree = workspace::of_this_thread().tree(0);
    const symbolic::parse_error error = symbolic::parse(terminated.data(), static_cast<int>(terminated.size()), tree);
    if (error) return detail::error_in(terminated, error);
    if (tree.nodes > limits.nodes) return detail::too_large("node", tree.nodes, limits.nodes);
    return runtime_map(tree);
  }

  /// The map of a static map: as written where it is spelled out, simplified where it is a recipe.
  template <IndexingMap Map>
  explicit runtime_map(Map) : runtime_map(of_static<Map>()) {}

  /// The map of a tree that `check_range` passes.
  explicit runtime_map(const symbolic::map_tree& tree, bool simplified = false)
      : tree_(std::make_shared<const runtime_tree>(tree)), simplified_(simplified) {}

  /// How many variables of each kind there are, and how many results.
  map_counts counts() const { return {tree_->dims, tree_->ranges, tree_->runtimes, tree_->results}; }
  /// Whether the domain is known to be empty.
  bool is_known_empty() const { return tree_->known_empty; }
  /// How many constraints there are beside the intervals.
  int constraints() const { return tree_->constraints; }

  /// The interval of variable number v, counted over all kinds; the empty interval where the map is known to be
  /// empty.
  interval variable(int v) const { return tree_->known_empty ? nothing : tree_->box[v]; }

  /// What a value for runtime variable number k is brought into where values are clamped: the interval that the
  /// variable was made with, such as an operation's for its offsets. What a map becomes keeps it, while
  /// `variable` can be narrower there: a value that leaves no point is not moved to one that does.
  interval clamped_to(int k) const {
    return clamps_ != nullptr ? (*clamps_)[static_cast<std::size_t>(k)] : variable(tree_->dims + tree_->ranges + k);
  }

  /// The name of variable number v, counted over all kinds.
  std::string variable_name(int v) const {
    std::string out;
    detail::string_sink sink{out};
    symbolic::printer<detail::string_sink, runtime_tree>(sink, *tree_).name(v);
    return out;
  }

  /// The map in canonical text, with its names.
  std::string to_string() const {
    std::string out;
    print(out);
    return out;
  }

  /// Appends the map's text.
  void print(std::string& out) const {
    detail::string_sink sink{out};
    symbolic::print(sink, *tree_);
  }

  template <class Stream>
    requires requires(Stream& os, const std::string& text) { os.write(text.data(), 1); }
  friend Stream& operator<<(Stream& os, const runtime_map& m) {
    os << m.to_string();
    return os;
  }

  /// The map as the engine reads it, into a tree that is as it was made.
  void write(symbolic::map_tree& out) const { tree_->write(out); }

  // ---- values

  /// Whether a point (dimensions, then ranges, then runtime variables) is in the domain.
  bool contains(std::span<const i64> point) const {
    return static_cast<int>(point.size()) == tree_->variables() && symbolic::contains(*tree_, point.data());
  }
  /// The same of a list.
  bool contains(std::initializer_list<i64> point) const { return contains(std::span(point.begin(), point.size())); }

  /// The results at a point of the domain. Elsewhere an assertion fails in debug builds, and the results mean
  /// nothing.
  void evaluate(std::span<const i64> point, std::span<i64> results) const {
    assert(static_cast<int>(results.size()) == tree_->results);
    [[maybe_unused]] const bool inside = static_cast<int>(point.size()) == tree_->variables() &&
                                         symbolic::evaluate_inside(*tree_, point.data(), results.data());
    assert(inside && "mercator: evaluate requires a point of the map's domain");
  }

  template <std::convertible_to<i64>... Indices>
  std::vector<i64> operator()(Indices... at) const {
    const i64 point[] = {static_cast<i64>(at)..., 0};
    std::vector<i64> results(static_cast<std::size_t>(tree_->results));
    evaluate(std::span(point, sizeof...(at)), results);
    return results;
  }

  // ---- maps from maps

  /// The same map in canonical form, with its names. What the engine has no room for, as it is and as its text is read,
  /// stays as it is.
  runtime_map simplify() const {
    runtime_map out = *this;
    if (simplified_ || simplify_to(out)) return out;
    const result<runtime_map> read = parse(to_string());
    return read && read->simplify_to(out) ? std::move(out).clamping(clamps()) : out;
  }

  /// `next` after this map, simplified. The results of this map are the dimensions of `next`. Range and runtime
  /// variables are those of `next`, then this map's. An error where the numbers differ or a value does not fit
  /// 64 bits.
  result<runtime_map> then(const runtime_map& next, const map_limits& limits = {}) const {
    if (tree_->results != next.tree_->dims)
      return map_error{0, 0,
                       "the first map has " + detail::counted(tree_->results, "result") + ", where the second has " +
                           detail::counted(next.tree_->dims, "dimension")};
    workspace& w = workspace::of_this_thread();
    symbolic::map_form &first = w.form(0), &second = w.form(1), &composed = w.form(2);
    const symbolic::map_tree& written = lower(first);
    interval known[symbolic::limits::results];
    symbolic::tree_bounds bounds(written);
    for (int i = 0; i < written.results && !written.known_empty; ++i) known[i] = bounds.of(written.result[i]);
    next.lower(second);
    const bool fit = detail::fits(first) && detail::fits(second);
    if (fit) symbolic::compose(first, second, composed, known);
    symbolic::map_tree& out = w.tree(1);
    if (!fit || !detail::simplify_form(composed, out))
      return map_error{0, 0, "the composed map does not fit: it has too many terms or values beyond 64 bits"};
    if (out.nodes > limits.nodes) return detail::too_large("node", out.nodes, limits.nodes);
    detail::composed_names(*tree_, *next.tree_).write(out);
    std::vector<interval> limits_of_both = next.clamps();
    for (const interval r : clamps()) limits_of_both.push_back(r);
    return runtime_map(out, true).clamping(std::move(limits_of_both));
  }

  /// A static map after this one.
  template <IndexingMap Map>
  result<runtime_map> then(Map next, const map_limits& limits = {}) const {
    return then(runtime_map(next), limits);
  }

  // The others are in runtime_operations.hpp. All but long inverses are simplified, and an error where they do not fit.

  /// The map that `build(symbolic::map_form&)` makes in a fresh form, such as that of an operation whose shapes
  /// are known only now: runtime_map::build([&](auto& m) { ops::values::reshape(m, from, to); }).
  template <class Build>
  static result<runtime_map> build(Build build, const map_limits& limits = {});

  /// The inverse of an injective map; see inverse of a static map. A map of independent parts is inverted part by part.
  /// A table is made of up to 2,048 points, in a box of up to 65,536, if its nodes are no more than a map may have:
  /// about one for each point and each dimension and range, and as many for the image, or a few times as many where
  /// results are large. One of at most 256 nodes is simplified if it is made of sums of steps. A larger map whose
  /// results are periodic plus linear has a table of one period, of up to 2,048 residues. Last, a map is split into
  /// cases, as by min and max, and their inverses are joined; of these ones of at most 40 nodes are simplified. An
  /// error names two points with the same results, or says that there are too many points or that the table is too
  /// large.
  result<runtime_map> inverse(const map_limits& limits = {}) const;
  /// The relation turned round; see converse of a static map.
  result<runtime_map> converse(const map_limits& limits = {}) const;
  /// Without the ranges that nothing uses.
  result<runtime_map> drop_unused(const map_limits& limits = {}) const;
  /// With ranges rescaled by their residue constraints.
  result<runtime_map> rescale_ranges(const map_limits& limits = {}) const;

  /// The range variables as dimensions, after those that there are; the last `count` dimensions as range
  /// variables, before those that there are.
  result<runtime_map> ranges_to_dimensions(const map_limits& limits = {}) const;
  /// The last `count` dimensions as ranges.
  result<runtime_map> dimensions_to_ranges(int count, const map_limits& limits = {}) const;

  /// The results with these numbers, counted from 0, in this order.
  result<runtime_map> submap(std::span<const int> results, const map_limits& limits = {}) const;
  /// The same of a list.
  result<runtime_map> submap(std::initializer_list<int> results) const {
    return submap(std::span(results.begin(), results.size()));
  }

  /// The results of this map, then those of the other, where both are defined.
  result<runtime_map> side_by_side(const runtime_map& other, const map_limits& limits = {}) const;

  /// The map where an expression of its variables, as text, lies in an interval.
  result<runtime_map> add_constraint(std::string_view expression, interval range, const map_limits& limits = {}) const;

  /// The map with a value, or the only result of a map of the same dimensions and ranges, in place of runtime
  /// variable number `variable`, which is gone. What is outside of its interval is clamped; the checked form
  /// says it instead.
  result<runtime_map> fold_runtime(int variable, i64 value, const map_limits& limits = {}) const;
  /// With a map's result in place of a runtime variable.
  result<runtime_map> fold_runtime(int variable, const runtime_map& value, const map_limits& limits = {}) const;
  /// With a value in its place, or an error where it is out of range.
  result<runtime_map> fold_runtime_checked(int variable, i64 value, const map_limits& limits = {}) const;
  /// With a map's result in its place, or an error where one is out of range.
  result<runtime_map> fold_runtime_checked(int variable, const runtime_map& value, const map_limits& limits = {}) const;

  /// An interval that holds every value of a result over the domain; empty where the domain is.
  interval bounds(int result) const;

  // ---- comparison

  /// Decides whether the maps are equal: never wrong, `undecided` where neither a proof nor a counterexample
  /// was found and the box has more than `budget` points.
  friend symbolic::verdict equal(const runtime_map& a, const runtime_map& b, int budget = 1'000'000) {
    workspace& w = workspace::of_this_thread();
    symbolic::map_tree &x = w.tree(0), &y = w.tree(1);
    a.tree_->write(x);
    b.tree_->write(y);
    return symbolic::decide_equal(x, y, budget);
  }

  /// Whether the maps have the same simplified form, whatever their variables are called. Then they are equal;
  /// equal maps of different forms exist.
  friend bool same_form(const runtime_map& a, const runtime_map& b) { return a.form_text() == b.form_text(); }

  /// A hash of the simplified form.
  std::size_t hash() const { return std::hash<std::string>{}(form_text()); }

 private:
  /// False where the engine has no room.
  bool simplify_to(runtime_map& simple) const {
    workspace& w = workspace::of_this_thread();
    symbolic::map_form& form = w.form(0);
    const symbolic::map_tree& written = lower(form);
    symbolic::map_tree& out = w.tree(1);
    if (!detail::simplify_form(form, out, &written)) return false;
    copy_names(out);
    simple = runtime_map(out, true).clamping(clamps());
    return true;
  }

  friend class runtime_program;

  /// What `turn(form, out)` makes of the map in a fresh form, simplified; it says what was wrong, or nullptr.
  /// The variables of the outcome are those of this map with the numbers `kept`, or new ones.
  template <class Turn>
  result<runtime_map> turned(Turn turn, const std::vector<int>* kept, const map_limits& limits) const;

  /// The inverse by a table of the domain's points, or an error that names two with the same results. Nothing where it
  /// is neither.
  template <template <int> class Steps>
  std::optional<result<runtime_map>> inverse_by_table(const map_limits& limits, const char*& why_not) const;

  /// The inverse of a map of many points whose lines are periodic plus linear, from a table of one period. Nothing
  /// where it has none.
  std::optional<runtime_map> inverse_by_period(const map_limits& limits) const;

  /// The inverse of a map of several independent parts from those of the parts, which are split into cases where
  /// `by_cases`. Nothing where one has none, or there is only one.
  std::optional<runtime_map> inverse_by_parts(const map_limits& limits, bool by_cases) const;

  /// The inverse by all means, or by all but cases.
  result<runtime_map> inverse(const map_limits& limits, bool by_cases) const;

  friend class detail::inverting_by_cases;

  template <class Map>
  static runtime_map of_static() {
    workspace& w = workspace::of_this_thread();
    symbolic::map_tree& tree = w.tree(0);
    if constexpr (requires { spelled_map<Map>::write(tree); }) {
      spelled_map<Map>::write(tree);
      return runtime_map(tree);
    } else {
      symbolic::map_form& form = w.form(0);
      Map::build(form);
      std::vector<interval> given = clamps_of(form);
      [[maybe_unused]] const bool fits = detail::simplify_form(form, tree);
      assert(fits);
      return runtime_map(tree, true).clamping(std::move(given));
    }
  }

  std::vector<interval> clamps() const {
    std::vector<interval> out;
    for (int k = 0; k < tree_->runtimes; ++k) out.push_back(clamped_to(k));
    return out;
  }

  static std::vector<interval> clamps_of(const symbolic::map_form& m) {
    std::vector<interval> out;
    for (int v = m.dims + m.ranges; v < m.variables(); ++v) out.push_back(m.p.range(v));
    return out;
  }

  runtime_map clamping(std::vector<interval> to) && {
    clamps_ = nullptr;
    for (std::size_t k = 0; k < to.size() && clamps_ == nullptr; ++k)
      if (!(to[k] == clamped_to(static_cast<int>(k))))
        clamps_ = std::make_shared<const std::vector<interval>>(std::move(to));
    return std::move(*this);
  }

  /// The map on lines, in a fresh form. The tree that it was lowered from.
  const symbolic::map_tree& lower(symbolic::map_form& form) const {
    symbolic::map_tree& tree = workspace::of_this_thread().tree(0);
    tree_->write(tree);
    symbolic::lower(tree, form);
    return tree;
  }

  void copy_names(symbolic::map_tree& to) const {
    if (!tree_->named) return;
    to.named = true;
    for (int v = 0; v <= tree_->variables(); ++v) to.name_begin[v] = tree_->name_begin[v];
    for (int k = 0; k < tree_->name_characters; ++k) to.name[k] = tree_->name[k];
  }

  /// The text of the simplified form with default names.
  std::string form_text() const {
    const runtime_map form = simplify();
    symbolic::map_tree& tree = workspace::of_this_thread().tree(0);
    form.tree_->write(tree);
    tree.named = false;
    std::string out;
    detail::string_sink sink{out};
    symbolic::print(sink, tree);
    return out;
  }

  std::shared_ptr<const runtime_tree> tree_;
  std::shared_ptr<const std::vector<interval>> clamps_;  ///< null: the intervals of the variables
  bool simplified_;
};

/// A map known only now composed with another, or with a static one: a result<runtime_map>. compose(f, g) calls
/// it.
inline result<runtime_map> compose_values(const runtime_map& first, const runtime_map& second) {
  return first.then(second);
}
template <IndexingMap First>
result<runtime_map> compose_values(First first, const runtime_map& second) {
  return runtime_map(first).then(second);
}
template <IndexingMap Second>
result<runtime_map> compose_values(const runtime_map& first, Second second) {
  return first.then(second);
}

}  // namespace mercator

template <>
struct std::hash<mercator::runtime_map> {
  std::size_t operator()(const mercator::runtime_map& m) const { return m.hash(); }
};
