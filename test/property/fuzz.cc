// Random maps without end: is each simplified map the map that it was, no dearer, and the same when simplified
// again?
//
//   fuzz [--maps N] [--seed S] [--kind K] [--show M]
//
// Kind -1 is small maps of all sorts, 0 and up are the kinds of tensor_maps; without --kind all take turns. The
// first M maps of each sort of failure are shown. The exit status is 0 where there were none.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "mercator/runtime.hpp"
#include "mercator/symbolic/cost.hpp"
#include "test/support/flat.hpp"
#include "test/support/tensor_maps.hpp"

namespace {

using mercator::i64;
using mercator::runtime_map;
using mercator::symbolic::map_tree;
using mercator_test::flat_map;
using mercator_test::point;
using mercator_test::random_maps;
using mercator_test::random_numbers;
using mercator_test::tensor_maps;
using mercator_test::test_points;

struct settings {
  i64 maps = 100000, seed = 1, kind = all_kinds, show = 5;
  static constexpr i64 all_kinds = -2, small_kind = -1;
};

random_maps::options small_maps() {
  random_maps::options o;
  o.max_points = 200;
  return o;
}

class fuzz {
 public:
  explicit fuzz(const settings& s)
      : s_(s),
        random_(static_cast<std::uint64_t>(s.seed)),
        small_(random_.bits(), small_maps()),
        tensor_(random_.bits()) {}

  int run() {
    for (i64 k = 0; k < s_.maps; ++k) {
      const std::string text = draw();
      if (!read(text, given_)) {
        --k;
        continue;
      }
      check(text);
    }
    std::printf("%lld of %lld pairs decided, cost %lld of %lld, %lld constraints of %lld that say nothing\n", decided_,
                pairs_, cost_, given_cost_, idle_, constraints_);
    std::printf("%lld maps, %lld wrong, %lld not idempotent, %lld dearer\n", static_cast<long long>(s_.maps), wrong_,
                unstable_, dearer_);
    return wrong_ + unstable_ + dearer_ == 0 ? 0 : 1;
  }

 private:
  std::string draw() {
    if (s_.kind >= 0) return tensor_.next(static_cast<int>(s_.kind));
    if (s_.kind == settings::small_kind || random_.one_in(3)) return small_.next();
    return tensor_.next();
  }

  static bool read(const std::string& text, map_tree& t) {
    std::construct_at(&t);
    return !mercator::symbolic::parse(text.c_str(), static_cast<int>(text.size()), t);
  }

  void check(const std::string& text) {
    const std::string once = runtime_map(given_).simplify().to_string();
    if (!read(once, simple_)) return report("WRONG", wrong_, text, once);
    if (!same(given_, simple_)) return report("WRONG", wrong_, text, once);
    const i64 before = mercator::symbolic::cost(given_), after = mercator::symbolic::cost(simple_);
    given_cost_ += before;
    cost_ += after;
    if (after > before) report("DEARER", dearer_, text, once);
    const std::string twice = runtime_map(simple_).simplify().to_string();
    if (twice != once) report("AGAIN", unstable_, text, once + "\n   => " + twice);
    if (random_.one_in(16)) check_equality(text);
    if (simple_.constraints != 0) check_constraints();
  }

  /// Whether the maps agree at all points, or a sample, of both boxes.
  bool same(const map_tree& a, const map_tree& b) {
    if (a.dims != b.dims || a.ranges != b.ranges || a.runtimes != b.runtimes || a.results != b.results) return false;
    flat_map x(a), y(b);
    bool equal = true;
    const auto agree = [&](const point& at) { return equal = !differ(x, y, at); };
    const test_points points(random_, most_points);
    points.visit(a, agree);
    if (equal && !(is_small(a) && has_box_of(a, b))) points.visit(b, agree);
    return equal;
  }

  static bool has_box_of(const map_tree& a, const map_tree& b) {
    if (a.known_empty || b.known_empty) return false;
    for (int v = 0; v < a.variables(); ++v)
      if (!(a.box[v] == b.box[v])) return false;
    return true;
  }

  static bool is_small(const map_tree& t) {
    i64 count = 1;
    for (int v = 0; v < t.variables() && !t.known_empty && count <= most_points; ++v) count *= t.box[v].count();
    return count <= most_points;
  }

  /// Against a map that differs in one number, which may be the same map.
  void check_equality(const std::string& text) {
    if (!is_small(given_) || given_.nodes == 0 || given_.known_empty) return;
    other_ = given_;
    const int n = random_.below(other_.nodes);
    using mercator::symbolic::op;
    if (other_.kind[n] == op::variable || other_.kind[n] == op::sum || other_.kind[n] >= op::min) return;
    if (random_.one_in(2)) other_.value[n] += other_.value[n] == -1 ? 2 : 1;
    if (mercator::symbolic::check_range(other_)) return;
    ++pairs_;
    const auto verdict = equal(runtime_map(simple_), runtime_map(other_));
    if (verdict.is == mercator::symbolic::truth::undecided) return;
    ++decided_;
    if ((verdict.is == mercator::symbolic::truth::yes) != same(given_, other_))
      report("WRONG", wrong_, text, mercator_test::text_of(other_));
  }

  /// How many constraints of a small map could be left out.
  void check_constraints() {
    if (!is_small(simple_)) return;
    constraints_ += simple_.constraints;
    for (int i = 0; i < simple_.constraints; ++i) {
      other_ = simple_;
      other_.constraint_range[i] = mercator::everything;
      if (same(simple_, other_)) {
        ++idle_;
        return;
      }
    }
  }

  void report(const char* what, long long& count, const std::string& a, const std::string& b) {
    if (count++ < s_.show) std::printf("%s %s\n   => %s\n", what, a.c_str(), b.c_str());
  }

  static constexpr int most_points = 600;

  settings s_;
  random_numbers random_;
  random_maps small_;
  tensor_maps tensor_;
  map_tree given_, simple_, other_;
  long long wrong_ = 0, unstable_ = 0, dearer_ = 0, pairs_ = 0, decided_ = 0, constraints_ = 0, idle_ = 0;
  long long cost_ = 0, given_cost_ = 0;
};

/// --name N or --name=N; false where the argument is none of these.
bool take(const char* name, int& k, int count, char** arguments, i64& value) {
  const std::size_t n = std::strlen(name);
  if (std::strncmp(arguments[k], name, n) != 0) return false;
  const char* number = arguments[k][n] == '='                     ? arguments[k] + n + 1
                       : arguments[k][n] == '\0' && k + 1 < count ? arguments[++k]
                                                                  : nullptr;
  if (number == nullptr) return false;
  value = std::atoll(number);
  return true;
}

}  // namespace

int main(int count, char** arguments) {
  settings s;
  for (int k = 1; k < count; ++k)
    if (!take("--maps", k, count, arguments, s.maps) && !take("--seed", k, count, arguments, s.seed) &&
        !take("--kind", k, count, arguments, s.kind) && !take("--show", k, count, arguments, s.show)) {
      std::fprintf(stderr, "usage: fuzz [--maps N] [--seed S] [--kind K] [--show M]\n");
      return 2;
    }
  const auto run = std::make_unique<fuzz>(s);
  return run->run();
}
