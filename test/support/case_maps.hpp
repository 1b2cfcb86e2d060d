// Injective maps that are written differently in parts of their domain, of random sizes: with min and max, and with
// quotients of few values.
#pragma once

#include <string>
#include <vector>

#include "mercator/core/checked.hpp"
#include "test/support/random.hpp"

namespace mercator_test {

class case_maps {
 public:
  using i64 = mercator::i64;

  struct family {
    const char* name;
    std::string (case_maps::*text)();
  };

  /// Maps of about `least` to `most` points, at least 8 and 16 times as many.
  case_maps(std::uint64_t seed, i64 least, i64 most) : r_(seed), least_(least), most_(most) {}

  static const std::vector<family>& families() {
    using k = case_maps;
    static const std::vector<family> all = {
        {"rows to and fro", &k::rows},
        {"rows to and fro, address", &k::rows_address},
        {"rows to and fro by blocks", &k::rows_by_blocks},
        {"planes and rows to and fro", &k::planes},
        {"rows from where a runtime variable says", &k::rows_of_runtime},
        {"rows to and fro in a triangle", &k::triangle},
        {"growing pieces", &k::growing},
        {"pieces of a line in another order", &k::reordered},
        {"a piece turned", &k::turned},
        {"pieces in another order, some turned", &k::quarters},
        {"halves dealt out", &k::dealt},
        {"rows of two strides", &k::two_strides},
        {"blocks of two sizes", &k::two_blocks},
        {"owner and place of blocks of two sizes", &k::two_blocks_of_owners},
        {"rotated by a runtime variable", &k::ring},
        {"three permutations of a line", &k::line3},
        {"three permutations of a tile", &k::tile3},
        {"the larger and the difference", &k::larger},
        {"the smaller, the larger and which", &k::sorted},
    };
    return all;
  }

 private:
  static std::string t(i64 k) { return k < 0 ? "(" + std::to_string(k) + ")" : std::to_string(k); }
  static std::string p(const std::string& x) { return "(" + x + ")"; }

  /// 1 where x >= 0, else 0.
  static std::string not_negative(const std::string& x) { return "min(max(" + x + " + 1, 0), 1)"; }

  /// a where which is 0, b where it is 1, of numbers in [0, n).
  std::string choose(const std::string& which, const std::string& a, const std::string& b, i64 n) {
    const std::string x = a + " - " + p(which) + " * " + t(n), y = b + " - " + t(n) + " + " + p(which) + " * " + t(n);
    if (r_.one_in(2)) return "max(" + x + ", " + y + ")";
    return "max(" + x + ", 0) + max(" + y + ", 0)";
  }

  std::string to_and_fro(const std::string& which, const std::string& x, i64 n) {
    return choose(which, x, t(n - 1) + " - " + x, n);
  }

  static std::string over(std::string head, const std::vector<i64>& sizes) {
    for (std::size_t k = 0; k < sizes.size(); ++k)
      head += (k == 0 ? ", domain: d" : ", d") + std::to_string(k) + " in [0, " + std::to_string(sizes[k] - 1) + "]";
    return head;
  }

  i64 points() { return r_.in(least_, most_ >> r_.below(5)); }

  /// Two sizes, each at least 2.
  void sizes(i64& a, i64& b) {
    const i64 n = points();
    a = 2;
    while (a * a < n && !r_.one_in(8)) a += r_.in(1, a);
    if (a > n / 2) a = n / 2;
    b = n / a;
    if (r_.one_in(2)) std::swap(a, b);
  }

  std::string rows() {
    i64 a, b;
    sizes(a, b);
    return over("(d0, d1) -> (d0, " + to_and_fro("d0 mod 2", "d1", b) + ")", {a, b});
  }

  std::string rows_address() {
    i64 a, b;
    sizes(a, b);
    return over("(d0, d1) -> (d0 * " + t(b) + " + " + to_and_fro("d0 mod 2", "d1", b) + ")", {a, b});
  }

  std::string rows_by_blocks() {
    i64 a, b;
    sizes(a, b);
    const i64 h = r_.in(2, 9);
    return over("(d0, d1) -> (d0, " + to_and_fro("d0 floordiv " + t(h) + " mod 2", "d1", b) + ")", {a, b});
  }

  std::string planes() {
    i64 a, b;
    sizes(a, b);
    const i64 c = r_.in(2, 9), rows = b / c + 1;
    const std::string r = to_and_fro("d0 mod 2", "d1", rows);
    const std::string q = to_and_fro("(d0 + d1) mod 2", "d2", c);
    if (r_.one_in(2)) return over("(d0, d1, d2) -> (d0, " + r + ", " + q + ")", {a, rows, c});
    return over("(d0, d1, d2) -> ((d0 * " + t(rows) + " + " + r + ") * " + t(c) + " + " + q + ")", {a, rows, c});
  }

  std::string rows_of_runtime() {
    i64 a, b;
    sizes(a, b);
    a = a / 4 + 2;
    return over("(d0, d1){rt0} -> (d0, " + to_and_fro("(d0 + rt0) mod 2", "d1", b) + ")", {a, b}) + ", rt0 in [0, " +
           t(r_.in(1, 5)) + "]";
  }

  std::string triangle() {
    i64 a, b;
    sizes(a, b);
    const i64 n = a > b ? a : b, m = n > 300 ? 300 : n;
    return over("(d0, d1) -> (d0, " + to_and_fro("d0 mod 2", "d1", m) + ")", {m, m}) + ", d0 + d1 in [0, " + t(m - 1) +
           "]";
  }

  std::string growing() {
    const i64 n = points(), unit = r_.one_in(4) ? i64{1} << r_.between(20, 36) : 1;
    i64 slope = r_.in(1, 5), at = 0;
    std::string f = "d0 * " + t(slope * unit);
    for (int k = r_.between(1, 3); k > 0 && at + 3 < n; --k) {
      at = r_.in(at + 1, n - 1);
      const i64 next = r_.in(1, 5);
      f += " + max(d0 - " + t(at) + ", 0) * " + t((next - slope) * unit);
      if (r_.one_in(2)) f += " + " + not_negative("d0 - " + t(at)) + " * " + t(r_.in(0, 50) * unit);
      slope = next;
    }
    return over("(d0) -> (" + f + ")", {n});
  }

  /// Where pieces of [0, n) begin, from 0 on, and n.
  std::vector<i64> cuts(i64 n, int pieces) {
    std::vector<i64> out = {0};
    while (static_cast<int>(out.size()) < pieces)
      out.push_back(r_.in(out.back() + 1, n - 1 - pieces + static_cast<int>(out.size())));
    out.push_back(n);
    return out;
  }

  std::vector<std::size_t> order(std::size_t n) {
    std::vector<std::size_t> out;
    for (std::size_t k = 0; k < n; ++k) out.push_back(k);
    for (std::size_t k = n; k > 1; --k)
      std::swap(out[k - 1], out[static_cast<std::size_t>(r_.below(static_cast<int>(k)))]);
    return out;
  }

  /// Where each piece goes.
  std::vector<i64> places(const std::vector<i64>& cut) {
    std::vector<i64> out(cut.size() - 1);
    i64 at = 0;
    for (const std::size_t k : order(out.size())) {
      out[k] = at;
      at += cut[k + 1] - cut[k];
    }
    return out;
  }

  std::string reordered() {
    const i64 n = points();
    const auto cut = cuts(n, r_.between(2, 4));
    const auto to = places(cut);
    std::string f = "d0 + " + t(to[0]);
    for (std::size_t k = 1; k < to.size(); ++k)
      f += " + " + not_negative("d0 - " + t(cut[k])) + " * " + t((to[k] - cut[k]) - (to[k - 1] - cut[k - 1]));
    return over("(d0) -> (" + f + ")", {n});
  }

  std::string turned() {
    const i64 n = points(), b = r_.in(1, n - 1);
    return over("(d0) -> (" + choose(not_negative("d0 - " + t(b)), "d0", t(n - 1 + b) + " - d0", 2 * n) + ")", {n});
  }

  std::string quarters() {
    const i64 pieces = r_.in(2, 6), h = points() / pieces + 1, n = pieces * h;
    const std::string q = "d0 floordiv " + t(h), within = to_and_fro(q + " mod 2", "d0 mod " + t(h), h);
    return over(
        "(d0) -> ((" + q + " + " + t(r_.in(0, pieces - 1)) + ") mod " + t(pieces) + " * " + t(h) + " + " + within + ")",
        {n});
  }

  std::string dealt() {
    const i64 n = points() / 2 * 2, k = r_.in(0, n - 1);
    const std::string x = "(d0 + " + t(k) + ") mod " + t(n);
    return over("(d0) -> (min((" + x + ") * 2, " + t(2 * n - 1) + " - (" + x + ") * 2))", {n});
  }

  std::string two_strides() {
    i64 a, b;
    sizes(a, b);
    const i64 at = r_.in(0, a - 1), s = b + r_.in(0, 9), u = b + r_.in(0, 9);
    return over("(d0, d1) -> (min(d0, " + t(at) + ") * " + t(s) + " + max(d0 - " + t(at) + ", 0) * " + t(u) + " + d1)",
                {a, b});
  }

  std::string blocks(const std::string& x, i64 a, i64 s, i64 u) {
    const std::string A = t(a * s);
    return "min(" + x + ", " + A + ") floordiv " + t(s) + " + max(" + x + " - " + A + ", 0) floordiv " + t(u);
  }

  std::string two_blocks() {
    const i64 n = points(), u = r_.in(2, n < 396 ? n / 4 : 99), s = u + r_.in(1, 3), a = r_.in(1, n / s);
    const std::string A = t(a * s);
    const std::string place = "d0 - min(d0, " + A + ") floordiv " + t(s) + " * " + t(s) + " - max(d0 - " + A +
                              ", 0) floordiv " + t(u) + " * " + t(u);
    return over("(d0) -> (" + blocks("d0", a, s, u) + ", " + place + ")", {n});
  }

  /// The blocks are dealt out to owners in turn.
  std::string two_blocks_of_owners() {
    const i64 n = points(), u = r_.in(2, n < 396 ? n / 4 : 99), s = u + r_.in(1, 3), a = r_.in(1, n / s),
              owners = r_.in(2, 8);
    const std::string A = t(a * s), block = blocks("d0", a, s, u);
    const std::string place = "d0 - min(d0, " + A + ") floordiv " + t(s) + " * " + t(s) + " - max(d0 - " + A +
                              ", 0) floordiv " + t(u) + " * " + t(u);
    return over("(d0) -> ((" + block + ") mod " + t(owners) + ", (" + block + ") floordiv " + t(owners) + " * " + t(s) +
                    " + " + place + ")",
                {n});
  }

  std::string ring() {
    const i64 n = points() / 4 + 9, at = r_.in(1, n - 1);
    const std::string x = "(d0 + rt0) mod " + t(n);
    return over("(d0){rt0} -> (min(" + x + ", " + t(at) + ") * " + t(r_.in(1, 4)) + " + max(" + x + " - " + t(at) +
                    ", 0) * " + t(r_.in(1, 4)) + ")",
                {n}) +
           ", rt0 in [0, " + t(r_.in(1, 7)) + "]";
  }

  std::string line3() {
    i64 a, b;
    sizes(a, b);
    const i64 n = a * b;
    std::string x = "d0";
    for (int k = 0; k < 3; ++k) {
      const i64 c = r_.in(2, n < 120 ? n / 2 : 60), whole = n / c * c, cut = r_.in(1, n - 1);
      switch (r_.below(7)) {
        case 0:
          x = "(" + x + " + " + t(cut) + ") mod " + t(n);
          break;
        case 1:
          x = t(n - 1) + " - " + p(x);
          break;
        case 2:
          x = p(x) + " mod " + t(b) + " * " + t(a) + " + " + p(x) + " floordiv " + t(b);
          break;
        // whole rows are transposed, what is left stays
        case 3:
          x = "(" + p(x) + " - min(" + x + ", " + t(whole) + ")) + min(" + x + ", " + t(whole - 1) + ") mod " + t(c) +
              " * " + t(n / c) + " + min(" + x + ", " + t(whole - 1) + ") floordiv " + t(c) + " + " +
              not_negative(x + " - " + t(whole));
          break;
        case 4:
          x = choose(not_negative(p(x) + " - " + t(cut)), p(x), t(n - 1 + cut) + " - " + p(x), 2 * n);
          break;
        case 5:
          x = to_and_fro(p(x) + " floordiv " + t(b) + " mod 2", p(x) + " mod " + t(b), b) + " + " + p(x) +
              " floordiv " + t(b) + " * " + t(b);
          break;
        default:
          x = p(x) + " + " + t(n - cut) + " - " + not_negative(p(x) + " - " + t(cut)) + " * " + t(n);
          break;
      }
    }
    return over("(d0) -> (" + x + ")", {n});
  }

  std::string tile3() {
    i64 a, b;
    sizes(a, b);
    std::string x = "d0", y = "d1";
    for (int k = 0; k < 3; ++k) {
      const std::string flat = p(p(x) + " * " + t(b) + " + " + y);
      const i64 cut = r_.in(1, b - 1);
      switch (r_.below(6)) {
        case 0:
          y = to_and_fro(p(x) + " mod 2", p(y), b);
          break;
        case 1:
          y = "(" + y + " + " + p(x) + " * " + t(r_.in(1, 3)) + ") mod " + t(b);
          break;
        case 2:
          x = "(" + x + " + " + t(r_.in(1, a - 1)) + ") mod " + t(a);
          break;
        case 3:
          x = flat + " mod " + t(a), y = flat + " floordiv " + t(a);
          break;
        case 4:
          y = p(y) + " + " + t(b - cut) + " - " + not_negative(p(y) + " - " + t(cut)) + " * " + t(b);
          break;
        default:
          x = t(a - 1) + " - " + p(x);
          break;
      }
    }
    return over("(d0, d1) -> (" + x + ", " + y + ")", {a, b});
  }

  std::string larger() {
    i64 a, b;
    sizes(a, b);
    return over(r_.one_in(2) ? "(d0, d1) -> (max(d0, d1), d0 - d1)" : "(d0, d1) -> (d1 - d0, min(d0 * 3, d1 * 3 + 1))",
                {a, b});
  }

  std::string sorted() {
    i64 a, b;
    sizes(a, b);
    return over("(d0, d1) -> (min(d0, d1), max(d0, d1), " + not_negative("d0 - d1") + ")", {a, b});
  }

  random_numbers r_;
  i64 least_, most_;
};

}  // namespace mercator_test
