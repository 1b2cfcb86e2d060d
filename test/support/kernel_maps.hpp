// Injective maps that kernels are written with, of random sizes: layouts, tiles, swizzles, fragments, schedules.
#pragma once

#include <string>
#include <vector>

#include "mercator/core/checked.hpp"
#include "test/support/random.hpp"

namespace mercator_test {

class kernel_maps {
 public:
  using i64 = mercator::i64;

  struct family {
    const char* name;
    std::string (kernel_maps::*text)();
  };

  /// Maps of about so many points at most, but where a thread block or a window needs more.
  kernel_maps(std::uint64_t seed, i64 max_points) : r_(seed), max_points_(max_points) {}

  static const std::vector<family>& families() {
    using k = kernel_maps;
    static const std::vector<family> all = {
        {"transposed", &k::transposed},
        {"row-major", &k::row_major},
        {"unflattened", &k::unflattened},
        {"reshaped", &k::reshaped},
        {"padded rows", &k::padded_rows},
        {"padded line", &k::padded_line},
        {"strided slice", &k::strided_slice},
        {"reversed", &k::reversed},
        {"blocked", &k::blocked},
        {"blocked address", &k::blocked_address},
        {"cyclic", &k::cyclic},
        {"block-cyclic", &k::block_cyclic},
        {"Morton of two", &k::morton2},
        {"Morton of three", &k::morton3},
        {"bit reversal", &k::bit_reversal},
        {"permuted digits", &k::permuted_digits},
        {"rotating swizzle", &k::rotating_swizzle},
        {"rotating swizzle address", &k::rotating_swizzle_address},
        {"exclusive-or swizzle", &k::xor_swizzle},
        {"exclusive-or swizzle address", &k::xor_swizzle_address},
        {"rotated rows", &k::rotated_rows},
        {"rotated tile address", &k::rotated_address},
        {"shifted", &k::shifted},
        {"affine modulo", &k::affine_modulo},
        {"affine modulo, of two", &k::affine_modulo2},
        {"residues", &k::residues},
        {"number of residues", &k::number_of_residues},
        {"skewed", &k::skewed},
        {"unimodular", &k::unimodular2},
        {"unimodular, of three", &k::unimodular3},
        {"windows", &k::windows},
        {"space to depth", &k::space_to_depth},
        {"depth to space", &k::depth_to_space},
        {"channels blocked", &k::channels_blocked},
        {"channels blocked address", &k::channels_blocked_address},
        {"fragment a", &k::fragment_a},
        {"fragment b", &k::fragment_b},
        {"fragment c", &k::fragment_c},
        {"fragment c of warps", &k::fragment_c_of_warps},
        {"matrix loads", &k::matrix_loads},
        {"thread tiles", &k::thread_tiles},
        {"grid-stride loop", &k::grid_stride},
        {"grouped tiles", &k::grouped_tiles},
        {"dynamic slice", &k::dynamic_slice},
        {"ring buffer", &k::ring_buffer},
        {"double buffer", &k::double_buffer},
        {"band", &k::band},
        {"triangle", &k::triangle},
        {"halo", &k::halo},
        {"arrays of structures", &k::arrays_of_structures},
        {"packed halves", &k::packed_halves},
        {"dilated", &k::dilated},
        {"reshaped and transposed", &k::reshaped_transposed},
    };
    return all;
  }

  /// A permutation of rows x columns, powers of two.
  std::string permutation(i64 rows, i64 columns) {
    const i64 h = 1 << r_.between(0, 3), b = columns < h ? columns : h, k = r_.in(1, 7);
    const std::string n = t(columns), B = t(b);
    const std::string text = r_.one_of<std::string>({
        "(d0, (d1 + d0 * " + t(k) + ") mod " + n + ")",
        "((d0 + d1 * " + t(k) + ") mod " + t(rows) + ", d1)",
        "(d0, -d1 + " + t(columns - 1) + ")",
        "(d0, (d1 * " + t(2 * k + 1) + " + " + t(k) + ") mod " + n + ")",
        "((d0 * " + t(columns) + " + d1) mod " + t(rows) + ", (d0 * " + n + " + d1) floordiv " + t(rows) + ")",
        "(d0, (d1 floordiv " + B + " + d0) mod " + t(columns / b) + " * " + B + " + d1 mod " + B + ")",
        "(d0, d1 mod " + B + " * " + t(columns / b) + " + d1 floordiv " + B + ")",
        "((d0 + " + t(r_.in(0, rows - 1)) + ") mod " + t(rows) + ", d1)",
        "((d0 * " + n + " + d1) floordiv " + B + " mod " + t(rows) + ", (d0 * " + n + " + d1) floordiv " + t(b * rows) +
            " * " + B + " + d1 mod " + B + ")",
    });
    return "(d0, d1) -> " + text + over({rows, columns});
  }

 private:
  static std::string t(i64 k) { return std::to_string(k); }
  static std::string d(std::size_t k) { return "d" + std::to_string(k); }

  static std::string names(std::size_t dims) {
    std::string out = "(";
    for (std::size_t k = 0; k < dims; ++k) out += (k == 0 ? "" : ", ") + d(k);
    return out + ")";
  }

  static std::string over(const std::vector<i64>& sizes) {
    std::string out = ", domain: ";
    for (std::size_t k = 0; k < sizes.size(); ++k)
      out += (k == 0 ? "" : ", ") + d(k) + " in [0, " + t(sizes[k] - 1) + "]";
    return out;
  }

  static std::string list(const std::vector<std::string>& results) {
    std::string out = "(";
    for (std::size_t k = 0; k < results.size(); ++k) out += (k == 0 ? "" : ", ") + results[k];
    return out + ")";
  }

  static std::string map(const std::vector<i64>& sizes, const std::vector<std::string>& results) {
    return names(sizes.size()) + " -> " + list(results) + over(sizes);
  }

  static std::string address(const std::vector<std::string>& index, const std::vector<i64>& sizes) {
    std::string out = index[0];
    for (std::size_t k = 1; k < index.size(); ++k) out = "(" + out + ") * " + t(sizes[k]) + " + " + index[k];
    return out;
  }

  static i64 product(const std::vector<i64>& sizes) {
    i64 n = 1;
    for (const i64 s : sizes) n *= s;
    return n;
  }

  i64 size(i64 most) {
    if (most < 2) return 1;
    if (r_.one_in(2)) return r_.in(1, most);
    i64 n = 1;
    while (n * 2 <= most && !r_.one_in(6)) n *= 2;
    return n;
  }

  /// A power of two, at least `least` and, but for that, at most `most`.
  i64 power(i64 least, i64 most) {
    i64 n = least;
    while (n * 2 <= most && !r_.one_in(5)) n *= 2;
    return n;
  }

  i64 side() const {
    i64 n = 1;
    while ((n + 1) * (n + 1) <= max_points_) n = n < 16 ? n + 1 : n * 17 / 16;
    return n;
  }

  std::vector<i64> shape(int rank) {
    std::vector<i64> out;
    i64 left = max_points_;
    for (int k = 0; k < rank; ++k) {
      i64 most = left;
      for (int i = rank - k; i > 1 && most > 4; --i) most = most / 4 > 2 ? most / 4 : 2;
      out.push_back(size(most));
      left /= out.back();
    }
    for (int k = rank - 1; k > 0; --k)
      std::swap(out[static_cast<std::size_t>(k)], out[static_cast<std::size_t>(r_.below(k + 1))]);
    return out;
  }

  std::vector<std::size_t> order(std::size_t n) {
    std::vector<std::size_t> out;
    for (std::size_t k = 0; k < n; ++k) out.push_back(k);
    for (std::size_t k = n; k > 1; --k)
      std::swap(out[k - 1], out[static_cast<std::size_t>(r_.below(static_cast<int>(k)))]);
    return out;
  }

  i64 prime_to(i64 n) {
    for (;;) {
      const i64 a = r_.in(1, n);
      if (mercator::gcd(a, n) == 1) return a;
    }
  }

  static std::vector<std::string> dims(std::size_t n) {
    std::vector<std::string> out;
    for (std::size_t k = 0; k < n; ++k) out.push_back(d(k));
    return out;
  }

  /// The digits of an index expression, of these sizes, the first not reduced.
  static std::vector<std::string> digits(const std::string& index, const std::vector<i64>& sizes) {
    std::vector<std::string> out;
    i64 stride = product(sizes);
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      stride /= sizes[k];
      std::string e = "(" + index + ")";
      if (stride != 1) e += " floordiv " + t(stride);
      if (k != 0) e += " mod " + t(sizes[k]);
      out.push_back(e);
    }
    return out;
  }

  static std::string bit(const std::string& index, i64 weight) {
    return index + (weight == 1 ? "" : " floordiv " + t(weight)) + " mod 2";
  }

  // ---- plain layouts

  std::string transposed() {
    const auto s = shape(r_.between(2, 5));
    std::vector<std::string> out;
    for (const std::size_t k : order(s.size())) out.push_back(d(k));
    return map(s, out);
  }
  std::string row_major() {
    const auto s = shape(r_.between(2, 5));
    return map(s, {address(dims(s.size()), s)});
  }
  std::string unflattened() {
    const auto s = shape(r_.between(2, 5));
    return map({product(s)}, digits("d0", s));
  }
  std::string reshaped() {
    const auto s = shape(3);
    const i64 n = product(s);
    i64 f = r_.in(1, n < 1000 ? n : 1000);
    while (n % f != 0) --f;
    return map(s, digits(address(dims(3), s), {n / f, f}));
  }
  std::string reshaped_transposed() {
    const auto s = shape(4);
    std::vector<std::string> out;
    std::vector<i64> to;
    for (const std::size_t k : order(4)) {
      out.push_back(d(k));
      to.push_back(s[k]);
    }
    const i64 n = product(s);
    i64 f = r_.in(1, n < 1000 ? n : 1000);
    while (n % f != 0) --f;
    return map(s, digits(address(out, to), {n / f, f}));
  }
  std::string padded_rows() {
    auto s = shape(2), to = s;
    to[1] += r_.in(1, 8);
    return map(s, {address(dims(2), to)});
  }
  std::string padded_line() {
    const i64 every = r_.one_of<i64>({4, 8, 16, 32, 7}), by = r_.in(1, 4);
    return map({size(max_points_)}, {"d0 + d0 floordiv " + t(every) + " * " + t(by)});
  }
  std::string strided_slice() {
    const auto s = shape(3);
    std::vector<std::string> out;
    for (std::size_t k = 0; k < 3; ++k)
      out.push_back(d(k) + " * " + t(r_.in(1, 5) * (r_.one_in(3) ? -1 : 1)) + " + " + t(r_.in(0, 9)));
    return map(s, out);
  }
  std::string reversed() {
    const auto s = shape(3);
    return map(s, {"-d0 + " + t(s[0] - 1), "d1", "-d2 + " + t(s[2] - 1)});
  }
  std::string dilated() {
    const i64 out = size(64), window = size(8), dilation = r_.in(1, 4), batch = size(8);
    return map({batch, out, window}, {"d0", "d1 * " + t(window * dilation) + " + d2 * " + t(dilation)});
  }

  // ---- blocks

  std::string blocked() {
    const auto s = shape(2);
    const i64 a = r_.in(1, 32), b = r_.in(1, 32);
    return map(s, {"d0 floordiv " + t(a), "d1 floordiv " + t(b), "d0 mod " + t(a), "d1 mod " + t(b)});
  }
  std::string blocked_address() {
    const i64 a = power(2, 32), b = r_.in(2, 32), n = side();
    const i64 rows = a * size(n / a), columns = b * size(n / b);
    const std::vector<std::string> index = {"d0 floordiv " + t(a), "d1 floordiv " + t(b), "d0 mod " + t(a),
                                            "d1 mod " + t(b)};
    const std::vector<i64> to = {rows / a, columns / b, a, b};
    std::vector<std::string> by;
    std::vector<i64> sizes;
    for (const std::size_t k : order(4)) {
      by.push_back(index[k]);
      sizes.push_back(to[k]);
    }
    return map({rows, columns}, {address(by, sizes)});
  }
  std::string cyclic() {
    const i64 p = r_.in(2, 64);
    return map({size(max_points_)}, {"d0 mod " + t(p), "d0 floordiv " + t(p)});
  }
  std::string block_cyclic() {
    const i64 p = r_.in(2, 16), b = r_.in(2, 64);
    const std::string owner = "d0 floordiv " + t(b) + " mod " + t(p), local = "d0 floordiv " + t(b * p);
    if (r_.one_in(2)) return map({size(max_points_)}, {owner, local, "d0 mod " + t(b)});
    return map({size(max_points_)}, {owner, "(" + local + ") * " + t(b) + " + d0 mod " + t(b)});
  }
  std::string windows() {
    const i64 k = r_.in(2, 5), c = size(16), n = size(4), h = k * size(16), w = k * size(16);
    return map({n, h, w, c}, {"d0", "d1 floordiv " + t(k), "d2 floordiv " + t(k),
                              "(d1 mod " + t(k) + " * " + t(k) + " + d2 mod " + t(k) + ") * " + t(c) + " + d3"});
  }
  std::string space_to_depth() {
    const i64 k = r_.in(2, 4), c = size(16), h = k * size(32), w = k * size(32);
    const std::string b = t(k);
    return map({h, w, c}, {"d0 floordiv " + b, "d1 floordiv " + b,
                           "(d0 mod " + b + " * " + b + " + d1 mod " + b + ") * " + t(c) + " + d2"});
  }
  std::string depth_to_space() {
    const i64 k = r_.in(2, 4), c = size(16);
    const std::string b = t(k);
    return map({size(32), size(32), k * k * c},
               {"d0 * " + b + " + d2 floordiv " + t(k * c), "d1 * " + b + " + d2 floordiv " + t(c) + " mod " + b,
                "d2 mod " + t(c)});
  }
  std::string channels_blocked() {
    const i64 b = r_.one_of<i64>({4, 8, 16, 32});
    return map({size(4), r_.in(1, 3) * b, size(32), size(32)},
               {"d0", "d1 floordiv " + t(b), "d2", "d3", "d1 mod " + t(b)});
  }
  std::string channels_blocked_address() {
    const i64 b = r_.one_of<i64>({4, 8, 16, 32}), n = size(4), c = r_.in(1, 3), h = size(32), w = size(32);
    return map({n, c * b, h, w},
               {address({"d0", "d1 floordiv " + t(b), "d2", "d3", "d1 mod " + t(b)}, {n, c, h, w, b})});
  }
  std::string arrays_of_structures() {
    const i64 n = r_.one_of<i64>({4, 8, 16, 5}), fields = r_.in(2, 7);
    return map({size(max_points_ / fields), fields},
               {"(d0 floordiv " + t(n) + " * " + t(fields) + " + d1) * " + t(n) + " + d0 mod " + t(n)});
  }
  std::string packed_halves() {
    return map({size(max_points_)}, {"d0 floordiv 8", "d0 mod 2 * 4 + d0 mod 8 floordiv 2"});
  }

  // ---- orders of bits and digits

  std::string morton2() {
    const int bits = r_.between(1, 5);
    std::string out;
    for (int k = 0; k < bits; ++k)
      out += (k == 0 ? "" : " + ") + ("(" + bit("d0", 1 << k)) + ") * " + t(2 << (2 * k)) + " + (" + bit("d1", 1 << k) +
             ") * " + t(1 << (2 * k));
    return map({1 << bits, 1 << bits}, {out});
  }
  std::string morton3() {
    const int bits = r_.between(1, 3);
    std::string out;
    for (int k = 0; k < bits; ++k)
      for (int v = 0; v < 3; ++v)
        out += (out.empty() ? "(" : " + (") + bit(d(static_cast<std::size_t>(v)), 1 << k) + ") * " +
               t(i64{1} << (3 * k + v));
    return map({1 << bits, 1 << bits, 1 << bits}, {out});
  }
  std::string bit_reversal() {
    const int bits = r_.between(1, 10);
    std::string out;
    for (int k = 0; k < bits; ++k) out += (k == 0 ? "(" : " + (") + bit("d0", 1 << k) + ") * " + t(1 << (bits - 1 - k));
    return map({1 << bits}, {out});
  }
  std::string permuted_digits() {
    const auto s = shape(r_.between(2, 5));
    const auto index = digits("d0", s);
    std::vector<std::string> by;
    std::vector<i64> sizes;
    for (const std::size_t k : order(s.size())) {
      by.push_back(index[k]);
      sizes.push_back(s[k]);
    }
    return map({product(s)}, {address(by, sizes)});
  }

  // ---- swizzles

  std::string rotating(i64 groups, i64 group) {
    const std::string v = t(group);
    return "(d1 floordiv " + v + " + d0 mod " + t(groups) + ") mod " + t(groups) + " * " + v + " + d1 mod " + v;
  }
  std::string rotating_swizzle() {
    const i64 groups = power(2, 16), group = power(1, 8);
    return map({size(max_points_ / groups / group), groups * group}, {"d0", rotating(groups, group)});
  }
  std::string rotating_swizzle_address() {
    const i64 groups = power(2, 16), group = power(1, 8), n = groups * group;
    return map({size(max_points_ / n), n}, {"d0 * " + t(n) + " + " + rotating(groups, group)});
  }
  /// Column bits plus row bits, each modulo two.
  static std::string exclusive_or(int bits, i64 group, i64 rows_a_step) {
    std::string out = group == 1 ? "" : "d1 mod " + t(group) + " + ";
    for (int k = 0; k < bits; ++k)
      out += std::string(k == 0 ? "" : " + ") + "(d1 floordiv " + t(group << k) + " + d0 floordiv " +
             t(rows_a_step << k) + ") mod 2 * " + t(group << k);
    return out;
  }
  std::string xor_swizzle() {
    const int bits = r_.between(1, 4);
    const i64 group = power(1, 8);
    return map({size(max_points_ / (group << bits)), group << bits}, {"d0", exclusive_or(bits, group, power(1, 2))});
  }
  std::string xor_swizzle_address() {
    const int bits = r_.between(1, 4);
    const i64 group = power(1, 8), n = group << bits;
    return map({size(max_points_ / n), n}, {"d0 * " + t(n) + " + " + exclusive_or(bits, group, power(1, 2))});
  }
  std::string rotated_rows() {
    const auto s = shape(2);
    return map(s, {"d0", "(d1 + d0 * " + t(r_.in(1, 9)) + ") mod " + t(s[1])});
  }
  std::string rotated_address() {
    const auto s = shape(2);
    return map(s, {"d0 * " + t(s[1]) + " + (d1 + d0 * " + t(r_.in(1, 9)) + ") mod " + t(s[1])});
  }
  std::string skewed() {
    const auto s = shape(3);
    return map(s, {"d0", "(d0 + d1) mod " + t(s[1]), "(d0 + d1 + d2) mod " + t(s[2])});
  }
  // ---- modulo

  std::string shifted() {
    const auto s = shape(2);
    return map(
        s, {"(d0 + " + t(r_.in(-s[0], s[0])) + ") mod " + t(s[0]), "(d1 - " + t(r_.in(0, s[1])) + ") mod " + t(s[1])});
  }
  std::string affine_modulo() {
    const i64 n = size(max_points_);
    return map({n}, {"(d0 * " + t(prime_to(n)) + " + " + t(r_.in(-n, n)) + ") mod " + t(n)});
  }
  std::string affine_modulo2() {
    const auto s = shape(2);
    return map(s, {"(d0 * " + t(prime_to(s[0])) + " + d1 * " + t(r_.in(-s[0], s[0])) + ") mod " + t(s[0]), "d1"});
  }
  std::string residues() {
    const i64 a = r_.in(2, side()), b = prime_to(a);
    return map({a * b}, {"d0 mod " + t(a), "d0 mod " + t(b)});
  }
  std::string number_of_residues() {
    const i64 a = r_.in(2, side()), b = prime_to(a);
    return map({a, b}, {"(d0 * " + t(b) + " + d1 * " + t(a) + ") mod " + t(a * b)});
  }

  // ---- affine

  std::string unimodular2() {
    const i64 a = r_.in(-3, 3), b = r_.in(-3, 3);
    return map(shape(2), {"d0 + d1 * " + t(a), "d0 * " + t(b) + " + d1 * " + t(a * b + (r_.one_in(2) ? 1 : -1))});
  }
  std::string unimodular3() {
    i64 m[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int step = 0; step < 4; ++step) {
      const int i = r_.below(3), j = (i + r_.between(1, 2)) % 3;
      const i64 k = r_.in(-2, 2);
      for (int c = 0; c < 3; ++c) m[i][c] += k * m[j][c];
    }
    std::vector<std::string> out;
    for (const auto& row : m) out.push_back("d0 * " + t(row[0]) + " + d1 * " + t(row[1]) + " + d2 * " + t(row[2]));
    return map(shape(3), out);
  }

  // ---- threads

  std::string fragment_a() {
    return map({32, 8}, {"d0 floordiv 4 + d1 floordiv 2 mod 2 * 8", "d0 mod 4 * 2 + d1 mod 2 + d1 floordiv 4 * 8"});
  }
  std::string fragment_b() { return map({32, 4}, {"d0 mod 4 * 2 + d1 mod 2 + d1 floordiv 2 * 8", "d0 floordiv 4"}); }
  std::string fragment_c() { return map({32, 4}, {"d0 floordiv 4 + d1 floordiv 2 * 8", "d0 mod 4 * 2 + d1 mod 2"}); }
  std::string fragment_c_of_warps() {
    const i64 across = power(1, 4), down = power(1, 4), m = size(4), n = size(8);
    return map(
        {32 * across * down, m, n, 4},
        {"d0 floordiv " + t(32 * across) + " * " + t(16 * m) + " + d1 * 16 + d0 mod 32 floordiv 4 + d3 floordiv 2 * 8",
         "d0 floordiv 32 mod " + t(across) + " * " + t(8 * n) + " + d2 * 8 + d0 mod 4 * 2 + d3 mod 2"});
  }
  std::string matrix_loads() {
    const i64 rows = 16 * size(4), columns = 8 * r_.in(2, 16);
    return map({rows / 16, 32}, {"(d0 * 16 + d1 mod 16) * " + t(columns) + " + d1 floordiv 16 * 8"});
  }
  std::string thread_tiles() {
    const i64 bx = size(16), by = size(16), x = power(1, 32), y = power(1, 8), v = r_.in(1, 4), u = r_.in(1, 4);
    return "(d0, d1, d2)[s0, s1] -> ((d0 * " + t(y) + " + d2 floordiv " + t(x) + ") * " + t(u) + " + s0, s1 + (d1 * " +
           t(x) + " + d2 mod " + t(x) + ") * " + t(v) + ")" + over({by, bx, x * y}) + ", s0 in [0, " + t(u - 1) +
           "], s1 in [0, " + t(v - 1) + "]";
  }
  std::string grid_stride() {
    const i64 blocks = size(64), threads = power(32, 256), vector = power(1, 4), turns = r_.in(1, 16);
    const i64 step = blocks * threads * vector, n = r_.in(step * (turns - 1) + 1, step * turns);
    const std::string index = "((s0 * " + t(blocks) + " + d0) * " + t(threads) + " + d1) * " + t(vector) + " + s1";
    return "(d0, d1)[s0, s1] -> (" + index + ")" + over({blocks, threads}) + ", s0 in [0, " + t(turns - 1) +
           "], s1 in [0, " + t(vector - 1) + "], " + index + " in [0, " + t(n - 1) + "]";
  }
  std::string grouped_tiles() {
    const i64 group = r_.in(2, 8), down = group * r_.in(1, 16), across = r_.in(1, 32);
    return map({down * across}, {"d0 floordiv " + t(group * across) + " * " + t(group) + " + d0 mod " + t(group),
                                 "d0 mod " + t(group * across) + " floordiv " + t(group)});
  }

  // ---- offsets and constraints

  std::string dynamic_slice() {
    const auto s = shape(2);
    const i64 n = s[1] + r_.in(0, 64);
    return "(d0, d1){rt0, rt1} -> (d0 + rt0, (d1 + rt1) * 2)" + over(s) + ", rt0 in [0, " + t(r_.in(0, 1000)) +
           "], rt1 in [0, " + t(n - s[1]) + "]";
  }
  std::string ring_buffer() {
    const auto s = shape(2);
    const i64 n = s[0] + r_.in(0, 9);
    return "(d0, d1){rt0} -> ((d0 + rt0) mod " + t(n) + " * " + t(s[1]) + " + d1)" + over(s) + ", rt0 in [0, " +
           t(n - 1) + "]";
  }
  std::string double_buffer() {
    const i64 stages = r_.in(2, 5), tile = size(256), turns = size(max_points_ / tile);
    return map({turns, tile}, {"d0 mod " + t(stages) + " * " + t(tile) + " + d1", "d0 floordiv " + t(stages)});
  }
  std::string band() {
    const auto s = shape(2);
    const i64 below = r_.in(0, 5), above = r_.in(0, 5);
    return map(s, {"d0", "d1 - d0 + " + t(below)}) + ", d1 - d0 in [-" + t(below) + ", " + t(above) + "]";
  }
  std::string triangle() {
    const i64 n = size(side());
    return map({n, n}, {"d0 * " + t(n) + " + d1"}) + ", d0 - d1 in [0, " + t(n - 1) + "]";
  }
  std::string halo() {
    const i64 tile = r_.in(2, 32), tiles = size(max_points_ / tile);
    return map({tiles, tile + 2}, {"d0 * " + t(tile) + " + d1 - 1"}) + ", d1 in [1, " + t(tile) + "]";
  }

  random_numbers r_;
  i64 max_points_;
};

}  // namespace mercator_test
