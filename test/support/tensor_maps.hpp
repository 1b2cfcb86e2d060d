// Texts of random maps of the kinds that tensor programs are made of.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "test/support/random.hpp"

namespace mercator_test {

/// Chains of reshapes and transposes whose sizes need not divide, tiles, towers of nested divisions, boxes
/// without end and large coefficients. As their text is put together, nothing is simplified.
class tensor_maps {
 public:
  explicit tensor_maps(std::uint64_t seed) : r_(seed) {}

  static constexpr int kinds = 6;

  std::string next() { return next(r_.below(kinds)); }

  std::string next(int kind) {
    clear();
    switch (kind) {
      case 0:
        return reshapes();
      case 1:
        return tiles();
      case 2:
        return tower();
      case 3:
        return wide_box();
      case 4:
        return large_coefficients();
      default:
        return digits();
    }
  }

 private:
  using strings = std::vector<std::string>;
  using sizes = std::vector<mercator::i64>;

  void clear() {
    names_.clear();
    dims_ = ranges_ = runtimes_ = box_ = where_ = "";
    ranges_count_ = runtimes_count_ = 0;
  }

  // ---- the parts of a text

  /// Adds a variable of some kind.
  std::string variable(mercator::i64 lo, mercator::i64 hi) {
    const int kind = r_.below(8);
    std::string& group = kind == 0 ? ranges_ : kind == 1 ? runtimes_ : dims_;
    const int number = kind == 0   ? ranges_count_++
                       : kind == 1 ? runtimes_count_++
                                   : static_cast<int>(names_.size()) - ranges_count_ - runtimes_count_;
    const std::string name = (kind == 0 ? "s" : kind == 1 ? "rt" : "d") + std::to_string(number);
    group += (group.empty() ? "" : ", ") + name;
    names_.push_back({kind == 0 ? 1 : kind == 1 ? 2 : 0, name, lo, hi});
    return name;
  }

  std::string variable(mercator::i64 size) {
    const mercator::i64 lo = r_.one_in(6) ? r_.in(-9, 9) : 0;
    return variable(lo, lo + (r_.one_in(200) ? -1 : size - 1));
  }

  std::string map(const strings& results) {
    std::string text = "(" + dims_ + ")";
    if (!ranges_.empty()) text += "[" + ranges_ + "]";
    if (!runtimes_.empty()) text += "{" + runtimes_ + "}";
    text += " -> (";
    for (std::size_t k = 0; k < results.size(); ++k) text += (k == 0 ? "" : ", ") + results[k];
    text += ")";
    std::string box;
    for (int kind = 0; kind < 3; ++kind)
      for (const named& v : names_)
        if (v.kind == kind)
          box +=
              (box.empty() ? "" : ", ") + v.name + " in [" + std::to_string(v.lo) + ", " + std::to_string(v.hi) + "]";
    return box.empty() ? text : text + ", domain: " + box + where_;
  }

  void constrain(const std::string& e, mercator::i64 lo, mercator::i64 hi) {
    where_ += ", " + e + " in [" + std::to_string(lo) + ", " + std::to_string(hi) + "]";
  }

  mercator::i64 size() {
    return r_.one_of<mercator::i64>({1, 2, 2, 3, 3, 4, 4, 5, 6, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20});
  }

  std::string times(const std::string& e, mercator::i64 c) { return c == 1 ? e : e + " * " + std::to_string(c); }
  std::string wrapped(const std::string& e) { return "(" + e + ")"; }

  // ---- reshapes and transposes

  /// Factors whose product is at most `most`; factors of that number itself where `exact`.
  sizes factors(mercator::i64 most, bool exact) {
    sizes out;
    for (int k = r_.between(1, 4); k > 0; --k) {
      mercator::i64 f = size();
      while (exact ? most % f != 0 : most < f) f = f == 1 ? 1 : f - 1;
      out.push_back(f);
      most /= f;
    }
    if (exact) out.push_back(most);
    return out;
  }

  static mercator::i64 product(const sizes& s) {
    mercator::i64 p = 1;
    for (const mercator::i64 x : s) p *= x;
    return p;
  }

  std::string flattened(const strings& index, const sizes& shape) {
    std::string out;
    mercator::i64 stride = 1;
    for (std::size_t k = shape.size(); k-- > 0; stride *= shape[k])
      out = times(wrapped(index[k]), stride) + (out.empty() ? "" : " + " + out);
    return out;
  }

  strings unflattened(const std::string& place, const sizes& shape) {
    strings out(shape.size());
    mercator::i64 stride = 1;
    for (std::size_t k = shape.size(); k-- > 0; stride *= shape[k]) {
      out[k] = wrapped(place);
      if (stride != 1) out[k] += " floordiv " + std::to_string(stride);
      if (k != 0 || r_.one_in(2)) out[k] += " mod " + std::to_string(shape[k]);
    }
    return out;
  }

  /// There is a place for every index of the first shape in every later one, which may be larger.
  std::string reshapes() {
    sizes shape = factors(r_.one_in(3) ? 40 : 600, false);
    strings index;
    for (const mercator::i64 n : shape) index.push_back(variable(0, n - 1));
    for (int k = r_.between(1, 3); k > 0; --k) {
      if (r_.one_in(3))
        for (std::size_t i = 0; i < shape.size(); ++i)
          if (r_.one_in(2)) index[i] = std::to_string(shape[i] - 1) + " - " + wrapped(index[i]);
      const std::string place = flattened(index, shape);
      shape = factors(product(shape), !r_.one_in(4));
      for (std::size_t i = shape.size() - 1; i > 0 && r_.one_in(2); --i)
        std::swap(shape[i], shape[static_cast<std::size_t>(r_.between(0, static_cast<int>(i)))]);
      index = unflattened(place, shape);
      for (std::size_t i = shape.size() - 1; i > 0 && r_.one_in(2); --i) {
        const auto j = static_cast<std::size_t>(r_.between(0, static_cast<int>(i)));
        std::swap(shape[i], shape[j]);
        std::swap(index[i], index[j]);
      }
    }
    if (r_.one_in(3)) return map({flattened(index, shape)});
    if (index.size() > 1 && r_.one_in(2)) index.resize(1);
    return map(index);
  }

  // ---- tiles

  /// An element of a tile, split over or kept within an extent, with an offset.
  std::string tiles() {
    const mercator::i64 tile = size(), inner = size(), extent = r_.in(1, 60);
    const std::string outer = variable(r_.in(1, 9)), row = variable(tile);
    std::string place = times(outer, tile * inner) + " + " + times(row, inner) + " + " + variable(inner);
    if (r_.one_in(3)) place += r_.one_in(2) ? " + " + variable(size()) : " - " + std::to_string(r_.in(1, 9));
    if (r_.one_in(2)) constrain(place, 0, extent - 1);
    if (r_.one_in(4)) constrain(wrapped(place) + " mod " + std::to_string(size()), 0, r_.in(0, 3));
    strings out;
    if (r_.one_in(2))
      out.push_back("min(" + place + ", " + std::to_string(extent - 1) + ") floordiv " + std::to_string(size()));
    if (r_.one_in(2))
      out.push_back("max(" + place + " - " + std::to_string(size()) + ", 0) mod " + std::to_string(size()));
    if (r_.one_in(2)) out.push_back(wrapped(place) + " ceildiv " + std::to_string(size()));
    out.push_back(wrapped(place) + " mod " + std::to_string(extent) + " floordiv " + std::to_string(size()));
    out.push_back(wrapped(place) + " floordiv " + std::to_string(extent));
    return map(out);
  }

  // ---- nests

  std::string division() {
    return r_.one_of<const char*>({" floordiv ", " mod ", " mod ", " ceildiv "}) +
           std::to_string(r_.one_in(12) ? -size() - 1 : size() + 1);
  }

  /// Divisions of divisions, up to eight deep.
  std::string tower() {
    strings vars{variable(r_.in(1, 64))};
    while (vars.size() < 3 && r_.one_in(2)) vars.push_back(variable(r_.in(1, 12)));
    const auto any = [&] { return vars[static_cast<std::size_t>(r_.below(static_cast<int>(vars.size())))]; };
    std::string e = any();
    for (int depth = r_.between(1, 8); depth > 0; --depth) {
      e = wrapped(r_.one_in(4) ? times(e, r_.in(-9, 9)) : e) + division();
      if (r_.one_in(2)) e = times(e, r_.in(1, 9));
      if (r_.one_in(2)) e += (r_.one_in(3) ? " - " : " + ") + times(any(), r_.in(1, 6));
      if (r_.one_in(4)) e += " + " + std::to_string(r_.in(-9, 20));
    }
    return map({e});
  }

  /// Two values that differ by little, over boxes as good as without end.
  std::string wide_box() {
    strings vars{variable(-1000003, 1000003)};
    if (r_.one_in(2)) vars.push_back(variable(-1000003, 1000003));
    std::string sum;
    for (const std::string& v : vars) sum += (sum.empty() ? "" : " + ") + times(v, r_.in(1, 12));
    const mercator::i64 c = r_.in(2, 12), d = r_.one_in(2) ? c : c * r_.in(1, 5);
    const auto divided = [&](mercator::i64 by) {
      return wrapped(sum + " + " + std::to_string(r_.in(-40, 40))) + r_.one_of<const char*>({" floordiv ", " mod "}) +
             std::to_string(by);
    };
    std::string e = times(divided(c), r_.in(1, 12));
    e += (r_.one_in(2) ? " - " : " + ") + times(divided(d), r_.in(1, 12));
    if (r_.one_in(3)) e = wrapped(e) + division();
    if (r_.one_in(5)) constrain(divided(c), r_.in(-9, 0), r_.in(0, 9));
    return map({e});
  }

  std::string large_coefficients() {
    const mercator::i64 far = mercator::i64{1} << r_.between(20, 45);
    const std::string x = variable(r_.in(1, 200)), y = variable(r_.in(-far, 0), r_.in(0, far));
    const mercator::i64 c = r_.in(2, far / 4 + 2), k = r_.in(-far, far) / 4;
    std::string e = wrapped(times(x, r_.in(1, 1 << 10)) + " + " + times(y, r_.in(1, 99)) + " + " + std::to_string(k));
    e += r_.one_of<const char*>({" floordiv ", " mod "}) + std::to_string(c);
    if (r_.one_in(2)) e = wrapped(e) + division();
    return map({e, times(wrapped(e), r_.in(-5, 5)) + " + " + times(y, r_.in(-5, 5))});
  }

  /// Digits of a few variables, put together again with other weights.
  std::string digits() {
    strings vars;
    for (int k = r_.between(1, 2); k > 0; --k) vars.push_back(variable(r_.in(1, 300 / (k * k * k))));
    std::string e;
    for (int k = r_.between(2, 4); k > 0; --k) {
      std::string digit = vars[static_cast<std::size_t>(r_.below(static_cast<int>(vars.size())))];
      if (r_.one_in(4)) digit = wrapped(digit + " + " + std::to_string(r_.in(-5, 9)));
      if (r_.one_in(2)) digit = digit + " floordiv " + std::to_string(size());
      if (r_.one_in(2)) digit = wrapped(digit) + " mod " + std::to_string(size());
      e += (e.empty() ? "" : r_.one_in(3) ? " - " : " + ") + times(wrapped(digit), size());
    }
    if (r_.one_in(3)) e = wrapped(e) + division();
    return map({e});
  }

  struct named {
    int kind;
    std::string name;
    mercator::i64 lo, hi;
  };

  random_numbers r_;
  std::vector<named> names_;
  std::string dims_, ranges_, runtimes_, box_, where_;
  int ranges_count_ = 0, runtimes_count_ = 0;
};

}  // namespace mercator_test
