// Text of maps from anywhere, one map or "first ; second". What can be read is printed, simplified, composed, compared
// and turned round, and stays the map that it is by definition; of the rest the error's place is in the text.
#include <cstddef>
#include <cstdint>

#include "mercator/runtime.hpp"
#include "test/fuzz/require.hpp"
#include "test/support/flat.hpp"

using namespace mercator_test;
using mercator::result;
using mercator::runtime_map;

namespace {

constexpr int points = 60;

map_tree tree_of(const runtime_map& m) {
  map_tree t;
  m.write(t);
  return t;
}

/// A point that the maps disagree at, as text; empty where none is found.
std::string difference(const map_tree& a, const map_tree& b) {
  random_numbers random(1);
  flat_map x(a), y(b);
  std::string where;
  const auto same = [&](const point& at) {
    if (differ(x, y, at)) where = text_of(at);
    return where.empty();
  };
  const test_points some(random, points);
  some.visit(a, same);
  if (where.empty()) some.visit(b, same);
  return where;
}

void check_same(const runtime_map& a, const runtime_map& b, const char* promise) {
  const std::string about = a.to_string() + "\n" + b.to_string();
  require(a.counts() == b.counts(), promise, about);
  const std::string where = difference(tree_of(a), tree_of(b));
  require(where.empty(), promise, about + "\n" + where);
}

void check_error(const mercator::map_error& e, const std::string& text) {
  int lines = 1;
  for (const char c : text) lines += c == '\n';
  const bool placed = e.line >= 1 && e.line <= lines && e.column >= 1 &&
                      e.column <= static_cast<int>(text.size()) + 1 && !e.message.empty();
  require(placed, "an error has a place in the text", text + "\n" + e.message);
}

void check_equality(const runtime_map& a, const runtime_map& b, bool known_equal) {
  using mercator::symbolic::truth;
  const mercator::symbolic::verdict v = equal(a, b, 1000);
  const std::string about = a.to_string() + "\n" + b.to_string();
  if (v.is == truth::yes) check_same(a, b, "equal maps are the same");
  if (v.is != truth::no) return;
  require(!known_equal, "a map equals its simplified form", about);
  if (v.counts_differ) return;
  const map_tree x = tree_of(a), y = tree_of(b);
  require(differ_at(x, y, point(v.point, v.point + v.variables)), "different maps differ at the witness", about);
}

/// That points come back from their results, where there is an inverse. Of long maps it takes seconds to look for one.
void check_inverse(const runtime_map& m) {
  constexpr std::size_t longest = 300;
  const std::string text = m.to_string();
  if (text.size() > longest) return;
  const result<runtime_map> inverse = m.inverse();
  if (!inverse) return require(!inverse.error().message.empty(), "a map without an inverse says why", text);
  require(bool(runtime_map::parse(inverse->to_string())), "a printed inverse can be read", inverse->to_string());
  const map_tree from = tree_of(m), back = tree_of(*inverse);
  const std::string about = text + "\n" + inverse->to_string();
  const int sources = from.dims + from.ranges;
  require(back.dims == from.results && back.ranges == 0 && back.runtimes == from.runtimes && back.results == sources,
          "an inverse has a result for each dimension and range", about);
  random_numbers random(3);
  flat_map x(from), y(back);
  test_points(random, points).visit(from, [&](const point& at) {
    if (!x.at(at)) return true;
    point image;
    for (int k = 0; k < from.results; ++k) image.push_back(static_cast<i64>(x.result(k)));
    image.insert(image.end(), at.begin() + sources, at.end());
    require(y.at(image), "an inverse has every result in its domain", about + "\n" + text_of(at));
    for (int k = 0; k < sources; ++k)
      require(y.result(k) == at[static_cast<std::size_t>(k)], "an inverse leads back", about + "\n" + text_of(at));
    return true;
  });
}

void check_alone(const runtime_map& m) {
  const result<runtime_map> read = runtime_map::parse(m.to_string());
  require(read.has_value(), "a printed map can be read", m.to_string());
  require(read->to_string() == m.to_string(), "a printed map prints the same", m.to_string());
  const runtime_map simple = m.simplify();
  check_same(m, simple, "a simplified map is the same map");
  require(runtime_map::parse(simple.to_string()).has_value(), "a simplified map can be read", simple.to_string());
  check_equality(m, simple, true);
  check_inverse(simple);
}

/// The composition by its definition, at points of both boxes.
void check_composed(const runtime_map& first, const runtime_map& second, const runtime_map& composed) {
  const map_tree f = tree_of(first), g = tree_of(second), h = tree_of(composed);
  const std::string about = first.to_string() + "\n" + second.to_string() + "\n" + composed.to_string();
  require(h.dims == f.dims && h.ranges == g.ranges + f.ranges && h.runtimes == g.runtimes + f.runtimes &&
              h.results == g.results,
          "a composed map has the variables of both", about);
  if (f.known_empty || g.known_empty) return require(h.known_empty, "nothing composes to nothing", about);
  random_numbers random(2);
  flat_map x(f), y(g), z(h);
  test_points(random, points).visit(f, [&](const point& p) {
    test_points(random, 4).visit(g, [&](const point& q) {
      const auto part = [](const point& from, int begin, int end) {
        return point(from.begin() + begin, from.begin() + end);
      };
      const auto append = [](point& to, const point& more) { to.insert(to.end(), more.begin(), more.end()); };
      bool inside = x.at(p);
      point at;
      for (int k = 0; k < f.results && inside; ++k) {
        inside = g.box[k].contains(static_cast<i64>(x.result(k)));
        at.push_back(static_cast<i64>(x.result(k)));
      }
      append(at, part(q, g.dims, g.variables()));
      inside = inside && y.at(at);
      point whole = part(p, 0, f.dims);
      append(whole, part(q, g.dims, g.dims + g.ranges));
      append(whole, part(p, f.dims, f.dims + f.ranges));
      append(whole, part(q, g.dims + g.ranges, g.variables()));
      append(whole, part(p, f.dims + f.ranges, f.variables()));
      require(z.at(whole) == inside, "a composed map has the points of both", about + "\n" + text_of(whole));
      for (int k = 0; k < g.results && inside; ++k)
        require(z.result(k) == y.result(k), "a composed map is second after first", about + "\n" + text_of(whole));
      return true;
    });
    return true;
  });
}

result<runtime_map> check_text(const std::string& text) {
  const result<runtime_map> m = runtime_map::parse(text);
  if (m)
    check_alone(*m);
  else
    check_error(m.error(), text);
  return m;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  const std::size_t middle = text.find(';');
  const result<runtime_map> first = check_text(text.substr(0, middle));
  if (middle == std::string::npos) return 0;
  const result<runtime_map> second = check_text(text.substr(middle + 1));
  if (!first || !second) return 0;
  check_equality(*first, *second, false);
  if (const result<runtime_map> composed = first->then(*second)) check_composed(*first, *second, *composed);
  return 0;
}
