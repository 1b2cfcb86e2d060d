// Random HLO modules together with what every element of every array depends on, by the meaning of the
// operations: nothing of the library is used here.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "test/support/random.hpp"

namespace mercator_test {

using mercator::i64;
using sizes_list = std::vector<i64>;

/// An element of a parameter: its number, and the element's in row-major order.
using element = std::pair<int, i64>;
using elements = std::set<element>;

inline i64 count_of(const sizes_list& sizes) {
  i64 n = 1;
  for (const i64 s : sizes) n *= s;
  return n;
}

inline i64 linear(const sizes_list& sizes, const sizes_list& at) {
  i64 n = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) n = n * sizes[k] + at[k];
  return n;
}

inline sizes_list index_of(const sizes_list& sizes, i64 n) {
  sizes_list at(sizes.size());
  for (std::size_t k = sizes.size(); k-- > 0; n /= sizes[k]) at[k] = n % sizes[k];
  return at;
}

inline std::string braced(const sizes_list& list) {
  std::string out = "{";
  for (std::size_t k = 0; k < list.size(); ++k) out += (k == 0 ? "" : ",") + std::to_string(list[k]);
  return out + "}";
}

/// An array: what its elements depend on, and their values where it holds numbers.
struct tensor {
  std::string name;
  sizes_list sizes;
  std::vector<elements> reads;
  std::vector<i64> values;  ///< of s32 arrays
  sizes_list major;         ///< its dimensions from the major-most on, where it is not row-major

  bool is_integer() const { return !values.empty(); }
  std::string shape() const {
    std::string out = is_integer() ? "s32[" : "f32[";
    for (std::size_t k = 0; k < sizes.size(); ++k) out += (k == 0 ? "" : ",") + std::to_string(sizes[k]);
    return out + "]";
  }
};

/// A computation being written.
class random_computation {
 public:
  random_computation(random_numbers& random, std::string& before, int& names, std::vector<tensor> parameters)
      : random_(random), before_(before), names_(names) {
    for (std::size_t k = 0; k < parameters.size(); ++k) {
      tensor t = parameters[k];
      t.name = fresh();
      t.major.clear();
      add(t, "parameter(" + std::to_string(k) + ")");
    }
    parameters_ = tensors_.size();
  }

  void grow(int instructions, int depth) {
    for (int k = 0; k < instructions; ++k) one(depth);
  }

  const tensor& last() const { return tensors_.back(); }
  /// The text of the computation; its root is the array made last.
  std::string text(const std::string& head) const {
    std::string out = head + " {\n";
    for (std::size_t k = 0; k < lines_.size(); ++k)
      out += (k + 1 == lines_.size() ? "  ROOT " : "  ") + lines_[k] + "\n";
    return out + "}\n";
  }

 private:
  static constexpr i64 most_elements = 150;

  std::string fresh() { return "v" + std::to_string(names_++); }

  void line(const std::string& name, const std::string& shape, const std::string& operation) {
    lines_.push_back(name + " = " + shape + " " + operation);
  }
  void add(const tensor& t, const std::string& operation) {
    line(t.name, t.shape(), operation);
    tensors_.push_back(t);
  }

  /// An array of floating-point numbers; later ones more often.
  tensor pick() {
    for (;;) {
      const int n = static_cast<int>(tensors_.size());
      const tensor& t = tensors_[static_cast<std::size_t>(random_.one_in(2) ? n - 1 : random_.below(n))];
      if (!t.is_integer()) return t;
    }
  }
  std::size_t dimension_of(const tensor& t) {
    return static_cast<std::size_t>(random_.below(static_cast<int>(t.sizes.size())));
  }

  tensor make(const sizes_list& sizes) {
    tensor t;
    t.name = fresh();
    t.sizes = sizes;
    t.reads.resize(static_cast<std::size_t>(count_of(sizes)));
    return t;
  }

  /// Each element of the result is that of `a` at the index that `from` gives.
  template <class From>
  void moved(const tensor& a, const sizes_list& sizes, const std::string& operation, From from) {
    tensor t = make(sizes);
    if (a.is_integer()) t.values.resize(t.reads.size());
    for (std::size_t n = 0; n < t.reads.size(); ++n) {
      const std::size_t source = static_cast<std::size_t>(linear(a.sizes, from(index_of(sizes, static_cast<i64>(n)))));
      t.reads[n] = a.reads[source];
      if (a.is_integer()) t.values[n] = a.values[source];
    }
    add(t, operation);
  }

  static void unite(elements& to, const elements& from) { to.insert(from.begin(), from.end()); }

  void one(int depth) {
    const tensor a = pick();
    const bool has_dimensions = !a.sizes.empty();
    switch (random_.below(20)) {
      case 0:
        return moved(a, a.sizes, "exponential(" + a.name + ")", [](const sizes_list& at) { return at; });
      case 1:
        return add_two(a);
      case 2:
        return transpose(a);
      case 3:
        return has_dimensions ? reverse(a) : add_two(a);
      case 4:
        return reshape(a);
      case 5:
        return broadcast(a);
      case 6:
        return has_dimensions ? slice(a) : broadcast(a);
      case 7:
        return has_dimensions ? pad(a) : broadcast(a);
      case 8:
        return has_dimensions ? concatenate(a) : add_two(a);
      case 9:
        return has_dimensions ? reduce(a) : broadcast(a);
      case 10:
        return has_dimensions ? dynamic_slice(a) : broadcast(a);
      case 11:
        return has_dimensions ? dynamic_update_slice(a) : add_two(a);
      case 12:
        return has_dimensions ? gather(a) : broadcast(a);
      case 13:
        return bitcast(a);
      case 14:
        return has_dimensions ? dot(a) : add_two(a);
      case 15:
        return through_a_tuple(a);
      case 16:
        return has_dimensions ? sort(a) : add_two(a);
      case 17:
        return has_dimensions ? reduce_window(a) : broadcast(a);
      case 18:
        return has_dimensions ? scatter(a) : add_two(a);
      default:
        return depth > 0 ? call(depth - 1) : add_two(a);
    }
  }

  void add_two(const tensor& a) {
    tensor b = pick();
    if (!(b.sizes == a.sizes)) b = a;
    tensor t = make(a.sizes);
    for (std::size_t n = 0; n < t.reads.size(); ++n) {
      t.reads[n] = a.reads[n];
      unite(t.reads[n], b.reads[n]);
    }
    add(t, "add(" + a.name + ", " + b.name + ")");
  }

  void transpose(const tensor& a) {
    sizes_list order, sizes;
    for (std::size_t k = 0; k < a.sizes.size(); ++k)
      order.insert(order.begin() + random_.below(static_cast<int>(k) + 1), static_cast<i64>(k));
    for (const i64 k : order) sizes.push_back(a.sizes[static_cast<std::size_t>(k)]);
    moved(a, sizes, "transpose(" + a.name + "), dimensions=" + braced(order), [&](const sizes_list& at) {
      sizes_list from(at.size());
      for (std::size_t k = 0; k < at.size(); ++k) from[static_cast<std::size_t>(order[k])] = at[k];
      return from;
    });
  }

  void reverse(const tensor& a) {
    const std::size_t k = dimension_of(a);
    moved(a, a.sizes, "reverse(" + a.name + "), dimensions={" + std::to_string(k) + "}", [&](sizes_list at) {
      at[k] = a.sizes[k] - 1 - at[k];
      return at;
    });
  }

  sizes_list other_shape(const sizes_list& sizes) {
    i64 n = count_of(sizes);
    sizes_list out;
    if (n == 0) return sizes;
    while (n > 1) {
      i64 factor = random_.in(2, n);
      while (n % factor != 0) factor = random_.in(2, n);
      out.push_back(factor);
      n /= factor;
    }
    if (out.size() < 4 && random_.one_in(2))
      out.insert(out.begin() + random_.below(static_cast<int>(out.size()) + 1), 1);
    return out;
  }

  void reshape(const tensor& a) {
    const sizes_list sizes = other_shape(a.sizes);
    moved(a, sizes, "reshape(" + a.name + ")",
          [&](const sizes_list& at) { return index_of(a.sizes, linear(sizes, at)); });
  }

  static sizes_list sizes_in(const sizes_list& order, const sizes_list& sizes) {
    sizes_list out;
    for (const i64 k : order) out.push_back(sizes[static_cast<std::size_t>(k)]);
    return out;
  }
  static sizes_list row_major(std::size_t rank) {
    sizes_list out;
    for (std::size_t k = 0; k < rank; ++k) out.push_back(static_cast<i64>(k));
    return out;
  }

  /// The same places in memory, under a shape and a layout of any kind.
  void bitcast(const tensor& a) {
    tensor t = make(other_shape(a.sizes));
    for (std::size_t k = 0; k < t.sizes.size(); ++k)
      t.major.insert(t.major.begin() + random_.below(static_cast<int>(k) + 1), static_cast<i64>(k));
    const sizes_list order = a.major.empty() ? row_major(a.sizes.size()) : a.major;
    std::vector<elements> memory(t.reads.size());
    for (std::size_t n = 0; n < memory.size(); ++n) {
      const sizes_list at = sizes_in(order, index_of(a.sizes, static_cast<i64>(n)));
      memory[static_cast<std::size_t>(linear(sizes_in(order, a.sizes), at))] = a.reads[n];
    }
    for (std::size_t n = 0; n < memory.size(); ++n) {
      const sizes_list at = sizes_in(t.major, index_of(t.sizes, static_cast<i64>(n)));
      t.reads[n] = memory[static_cast<std::size_t>(linear(sizes_in(t.major, t.sizes), at))];
    }
    line(t.name, t.shape() + braced(sizes_list(t.major.rbegin(), t.major.rend())), "bitcast(" + a.name + ")");
    tensors_.push_back(t);
  }

  void broadcast(const tensor& a) {
    const i64 size = random_.in(1, 3);
    if (count_of(a.sizes) * size > most_elements || a.sizes.size() > 4) return add_two(a);
    const std::size_t k = static_cast<std::size_t>(random_.below(static_cast<int>(a.sizes.size()) + 1));
    sizes_list sizes = a.sizes, along;
    sizes.insert(sizes.begin() + static_cast<std::ptrdiff_t>(k), size);
    for (std::size_t j = 0; j < sizes.size(); ++j)
      if (j != k) along.push_back(static_cast<i64>(j));
    moved(a, sizes, "broadcast(" + a.name + "), dimensions=" + braced(along), [&](sizes_list at) {
      at.erase(at.begin() + static_cast<std::ptrdiff_t>(k));
      return at;
    });
  }

  void slice(const tensor& a) {
    sizes_list start, stride, sizes;
    std::string attribute;
    for (const i64 size : a.sizes) {
      const i64 first = random_.in(0, size), step = random_.in(1, 3), limit = random_.in(first, size);
      start.push_back(first);
      stride.push_back(step);
      sizes.push_back((limit - first + step - 1) / step);
      attribute += (attribute.empty() ? "[" : ", [") + std::to_string(first) + ":" + std::to_string(limit) + ":" +
                   std::to_string(step) + "]";
    }
    if (count_of(sizes) == 0 && !random_.one_in(8)) return reverse(a);
    moved(a, sizes, "slice(" + a.name + "), slice={" + attribute + "}", [&](sizes_list at) {
      for (std::size_t k = 0; k < at.size(); ++k) at[k] = start[k] + at[k] * stride[k];
      return at;
    });
  }

  tensor zero() {
    tensor z = make({});
    add(z, "constant(0)");
    return z;
  }

  void pad(const tensor& a) {
    sizes_list low, interior, sizes;
    std::string attribute;
    for (const i64 size : a.sizes) {
      const i64 before = random_.in(-1, 2), between = random_.in(0, 1),
                spread = size == 0 ? 0 : (size - 1) * (between + 1) + 1;
      i64 after = random_.in(-1, 2);
      if (spread + before + after < 0) after = -spread - before;
      low.push_back(before);
      interior.push_back(between);
      sizes.push_back(spread + before + after);
      attribute += (attribute.empty() ? "" : "x") + std::to_string(before) + "_" + std::to_string(after) + "_" +
                   std::to_string(between);
    }
    if (count_of(sizes) > most_elements) return reverse(a);
    const tensor value = zero();
    tensor t = make(sizes);
    for (std::size_t n = 0; n < t.reads.size(); ++n) {
      sizes_list at = index_of(sizes, static_cast<i64>(n));
      bool inside = true;
      for (std::size_t k = 0; k < at.size(); ++k) {
        const i64 offset = at[k] - low[k], step = interior[k] + 1;
        inside = inside && offset >= 0 && offset % step == 0 && offset / step < a.sizes[k];
        at[k] = offset / step;
      }
      if (inside) t.reads[n] = a.reads[static_cast<std::size_t>(linear(a.sizes, at))];
    }
    add(t, "pad(" + a.name + ", " + value.name + "), padding=" + attribute);
  }

  void concatenate(const tensor& a) {
    const std::size_t k = dimension_of(a);
    tensor b = pick();
    if (b.sizes.size() != a.sizes.size()) b = a;
    for (std::size_t j = 0; j < a.sizes.size(); ++j)
      if (j != k && b.sizes[j] != a.sizes[j]) b = a;
    sizes_list sizes = a.sizes;
    sizes[k] += b.sizes[k];
    if (count_of(sizes) > most_elements) return reverse(a);
    tensor t = make(sizes);
    for (std::size_t n = 0; n < t.reads.size(); ++n) {
      sizes_list at = index_of(sizes, static_cast<i64>(n));
      const bool second = at[k] >= a.sizes[k];
      if (second) at[k] -= a.sizes[k];
      const tensor& from = second ? b : a;
      t.reads[n] = from.reads[static_cast<std::size_t>(linear(from.sizes, at))];
    }
    add(t, "concatenate(" + a.name + ", " + b.name + "), dimensions={" + std::to_string(k) + "}");
  }

  void reduce(const tensor& a) {
    const std::size_t k = dimension_of(a);
    sizes_list sizes = a.sizes;
    sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(k));
    const tensor start = zero();
    tensor t = make(sizes);
    for (std::size_t n = 0; n < a.reads.size(); ++n) {
      sizes_list at = index_of(a.sizes, static_cast<i64>(n));
      at.erase(at.begin() + static_cast<std::ptrdiff_t>(k));
      unite(t.reads[static_cast<std::size_t>(linear(sizes, at))], a.reads[n]);
    }
    add(t, "reduce(" + a.name + ", " + start.name + "), dimensions={" + std::to_string(k) + "}, to_apply=sum");
  }

  void sort(const tensor& a) {
    const std::size_t k = dimension_of(a);
    tensor t = make(a.sizes);
    for (std::size_t n = 0; n < t.reads.size(); ++n) {
      sizes_list at = index_of(a.sizes, static_cast<i64>(n));
      for (at[k] = 0; at[k] < a.sizes[k]; ++at[k])
        unite(t.reads[n], a.reads[static_cast<std::size_t>(linear(a.sizes, at))]);
    }
    add(t, "sort(" + a.name + "), dimensions={" + std::to_string(k) + "}, to_apply=less");
  }

  void dot(const tensor& a) {
    const tensor b = pick();
    const std::size_t k = dimension_of(a);
    std::size_t other = 0;
    while (other < b.sizes.size() && b.sizes[other] != a.sizes[k]) ++other;
    sizes_list left = a.sizes, right = b.sizes;
    if (other == b.sizes.size()) return reverse(a);
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(k));
    right.erase(right.begin() + static_cast<std::ptrdiff_t>(other));
    sizes_list sizes = left;
    sizes.insert(sizes.end(), right.begin(), right.end());
    if (count_of(sizes) > most_elements || sizes.size() > 5) return reverse(a);
    tensor t = make(sizes);
    for (std::size_t n = 0; n < t.reads.size(); ++n) {
      const sizes_list at = index_of(sizes, static_cast<i64>(n));
      const auto middle = at.begin() + static_cast<std::ptrdiff_t>(left.size());
      for (i64 x = 0; x < a.sizes[k]; ++x) {
        sizes_list from(at.begin(), middle), with(middle, at.end());
        from.insert(from.begin() + static_cast<std::ptrdiff_t>(k), x);
        with.insert(with.begin() + static_cast<std::ptrdiff_t>(other), x);
        unite(t.reads[n], a.reads[static_cast<std::size_t>(linear(a.sizes, from))]);
        unite(t.reads[n], b.reads[static_cast<std::size_t>(linear(b.sizes, with))]);
      }
    }
    add(t, "dot(" + a.name + ", " + b.name + "), lhs_contracting_dims={" + std::to_string(k) +
               "}, rhs_contracting_dims={" + std::to_string(other) + "}");
  }

  /// A scalar: a constant, or one of a parameter's numbers.
  tensor offset() {
    for (std::size_t k = 0; k < parameters_; ++k) {
      const tensor p = tensors_[k];
      if (!p.is_integer() || random_.one_in(3)) continue;
      if (p.sizes.empty()) return p;
      const i64 n = random_.in(0, p.sizes[0] - 1);
      moved(p, {1}, "slice(" + p.name + "), slice={[" + std::to_string(n) + ":" + std::to_string(n + 1) + "]}",
            [&](const sizes_list&) { return sizes_list{n}; });
      const tensor one = last();
      moved(one, {}, "reshape(" + one.name + ")", [](const sizes_list&) { return sizes_list{0}; });
      return last();
    }
    tensor c = make({});
    c.values = {random_.in(-2, 5)};
    add(c, "constant(" + std::to_string(c.values[0]) + ")");
    return c;
  }

  static i64 clamped(i64 x, i64 most) { return x < 0 ? 0 : x > most ? most : x; }

  /// Part sizes, and an offset for each; what all of them depend on.
  struct part_of {
    sizes_list sizes, at;
    std::string names;
    elements reads;
  };
  part_of part(const tensor& a) {
    part_of p;
    for (const i64 size : a.sizes) {
      p.sizes.push_back(random_.in(size > 0 ? 1 : 0, size));
      const tensor o = offset();
      p.at.push_back(clamped(o.values[0], size - p.sizes.back()));
      p.names += ", " + o.name;
      unite(p.reads, o.reads[0]);
    }
    return p;
  }

  void dynamic_slice(const tensor& a) {
    const part_of p = part(a);
    tensor t = make(p.sizes);
    for (std::size_t n = 0; n < t.reads.size(); ++n) {
      sizes_list at = index_of(p.sizes, static_cast<i64>(n));
      for (std::size_t k = 0; k < at.size(); ++k) at[k] += p.at[k];
      t.reads[n] = a.reads[static_cast<std::size_t>(linear(a.sizes, at))];
      unite(t.reads[n], p.reads);
    }
    add(t, "dynamic-slice(" + a.name + p.names + "), dynamic_slice_sizes=" + braced(p.sizes));
  }

  /// The operand counts as read where it is overwritten, as its plain map says.
  void dynamic_update_slice(const tensor& a) {
    const part_of p = part(a);
    sizes_list start(a.sizes.size(), 0);
    const std::string shape = "slice={";
    std::string attribute;
    for (const i64 size : p.sizes) attribute += (attribute.empty() ? "[0:" : ", [0:") + std::to_string(size) + "]";
    moved(a, p.sizes, "slice(" + a.name + "), slice={" + attribute + "}", [](const sizes_list& at) { return at; });
    const tensor update = last();
    tensor t = make(a.sizes);
    for (std::size_t n = 0; n < t.reads.size(); ++n) {
      sizes_list at = index_of(a.sizes, static_cast<i64>(n));
      bool inside = true;
      for (std::size_t k = 0; k < at.size(); ++k) {
        at[k] -= p.at[k];
        inside = inside && at[k] >= 0 && at[k] < p.sizes[k];
      }
      t.reads[n] = a.reads[n];
      unite(t.reads[n], p.reads);
      if (inside) unite(t.reads[n], update.reads[static_cast<std::size_t>(linear(p.sizes, at))]);
    }
    add(t, "dynamic-update-slice(" + a.name + ", " + update.name + p.names + ")");
  }

  /// Rows along the first dimension, by the numbers of a parameter or by an iota.
  void gather(const tensor& a) {
    tensor ids;
    for (std::size_t k = 0; k < parameters_; ++k)
      if (tensors_[k].is_integer() && tensors_[k].sizes.size() == 1 && random_.one_in(2)) ids = tensors_[k];
    if (ids.name.empty()) {
      ids = make({random_.in(1, 4)});
      for (i64 n = 0; n < ids.sizes[0]; ++n) ids.values.push_back(n);
      add(ids, "iota(), iota_dimension=0");
    }
    if (a.sizes[0] == 0) return reverse(a);
    sizes_list sizes = a.sizes, slice = a.sizes, kept;
    sizes[0] = ids.sizes[0];
    slice[0] = 1;
    for (std::size_t k = 1; k < sizes.size(); ++k) kept.push_back(static_cast<i64>(k));
    if (count_of(sizes) > most_elements) return reverse(a);
    tensor t = make(sizes);
    for (std::size_t n = 0; n < t.reads.size(); ++n) {
      sizes_list at = index_of(sizes, static_cast<i64>(n));
      const std::size_t row = static_cast<std::size_t>(at[0]);
      at[0] = clamped(ids.values[row], a.sizes[0] - 1);
      t.reads[n] = a.reads[static_cast<std::size_t>(linear(a.sizes, at))];
      unite(t.reads[n], ids.reads[row]);
    }
    add(t, "gather(" + a.name + ", " + ids.name + "), offset_dims=" + braced(kept) +
               ", collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes=" + braced(slice));
  }

  void reduce_window(const tensor& a) {
    sizes_list size, stride, low, base, dilation, sizes;
    std::string lists[5];
    const auto append = [&](std::string& list, const std::string& x) { list += (list.empty() ? "" : "x") + x; };
    for (const i64 n : a.sizes) {
      const i64 w = random_.in(1, 3), step = random_.in(1, 2), before = random_.in(0, 2), after = random_.in(0, 2);
      const i64 apart = random_.in(1, 2), spread = random_.in(1, 2);
      const i64 padded = (n == 0 ? 0 : (n - 1) * apart + 1) + before + after, covered = (w - 1) * spread + 1;
      size.push_back(w);
      stride.push_back(step);
      low.push_back(before);
      base.push_back(apart);
      dilation.push_back(spread);
      sizes.push_back(padded < covered ? 0 : (padded - covered) / step + 1);
      append(lists[0], std::to_string(w));
      append(lists[1], std::to_string(step));
      append(lists[2], std::to_string(before) + "_" + std::to_string(after));
      append(lists[3], std::to_string(apart));
      append(lists[4], std::to_string(spread));
    }
    if (count_of(sizes) > most_elements || (count_of(sizes) == 0 && !random_.one_in(8))) return reverse(a);
    const tensor start = zero();
    tensor t = make(sizes);
    for (std::size_t n = 0; n < t.reads.size(); ++n) {
      const sizes_list at = index_of(sizes, static_cast<i64>(n));
      for (i64 w = 0; w < count_of(size); ++w) {
        sizes_list from = index_of(size, w);
        bool inside = true;
        for (std::size_t k = 0; k < from.size(); ++k) {
          const i64 place = at[k] * stride[k] + from[k] * dilation[k] - low[k];
          inside = inside && place >= 0 && place % base[k] == 0 && place / base[k] < a.sizes[k];
          from[k] = place / base[k];
        }
        if (inside) unite(t.reads[n], a.reads[static_cast<std::size_t>(linear(a.sizes, from))]);
      }
    }
    add(t, "reduce-window(" + a.name + ", " + start.name + "), window={size=" + lists[0] + " stride=" + lists[1] +
               " pad=" + lists[2] + " lhs_dilate=" + lists[3] + " rhs_dilate=" + lists[4] + "}, to_apply=sum");
  }

  /// Rows at the numbers of a parameter; those outside are left out. Every index can move every row.
  void scatter(const tensor& a) {
    tensor ids;
    for (std::size_t k = 0; k < parameters_; ++k)
      if (tensors_[k].is_integer() && tensors_[k].sizes.size() == 1) ids = tensors_[k];
    sizes_list rows = a.sizes, window;
    rows[0] = ids.sizes[0];
    for (std::size_t k = 1; k < rows.size(); ++k) window.push_back(static_cast<i64>(k));
    if (a.sizes[0] == 0 || count_of(rows) > most_elements) return reverse(a);
    moved(a, rows,
          "gather(" + a.name + ", " + first_rows(ids.sizes[0]) + "), offset_dims=" + braced(window) +
              ", collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes=" +
              braced(one_row(a.sizes)),
          [&](sizes_list at) {
            at[0] = clamped(at[0], a.sizes[0] - 1);
            return at;
          });
    const tensor updates = last();
    tensor t = make(a.sizes);
    for (std::size_t n = 0; n < t.reads.size(); ++n) {
      sizes_list at = index_of(a.sizes, static_cast<i64>(n));
      const i64 row = at[0];
      t.reads[n] = a.reads[n];
      for (i64 k = 0; k < ids.sizes[0]; ++k) {
        unite(t.reads[n], ids.reads[static_cast<std::size_t>(k)]);
        at[0] = k;
        if (ids.values[static_cast<std::size_t>(k)] == row)
          unite(t.reads[n], updates.reads[static_cast<std::size_t>(linear(rows, at))]);
      }
    }
    add(t, "scatter(" + a.name + ", " + ids.name + ", " + updates.name + "), update_window_dims=" + braced(window) +
               ", inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=sum");
  }

  /// The name of an iota.
  std::string first_rows(i64 count) {
    tensor t = make({count});
    for (i64 n = 0; n < count; ++n) t.values.push_back(n);
    add(t, "iota(), iota_dimension=0");
    return t.name;
  }
  static sizes_list one_row(sizes_list sizes) {
    sizes[0] = 1;
    return sizes;
  }

  void through_a_tuple(const tensor& a) {
    const tensor b = pick();
    const bool second = random_.one_in(2);
    const std::string name = fresh(), wrapped = fresh(), shape = "(" + a.shape() + ", " + b.shape() + ")";
    line(name, shape, "tuple(" + a.name + ", " + b.name + ")");
    line(wrapped, shape, "opt-barrier(" + name + ")");
    const tensor& from = second ? b : a;
    moved(from, from.sizes, "get-tuple-element(" + wrapped + "), index=" + (second ? "1" : "0"),
          [](const sizes_list& at) { return at; });
  }

  /// A fusion, or a call, of some arrays and of the parameters that hold numbers.
  void call(int depth) {
    std::vector<tensor> operands = {pick(), pick()};
    for (std::size_t k = 0; k < parameters_; ++k)
      if (tensors_[k].is_integer()) operands.push_back(tensors_[k]);
    random_computation inner(random_, before_, names_, operands);
    inner.grow(random_.between(1, 4), depth);
    const std::string name = "c" + std::to_string(names_++);
    before_ += inner.text(name);
    std::string list;
    for (const tensor& o : operands) list += (list.empty() ? "" : ", ") + o.name;
    tensor t = inner.last();
    t.name = fresh();
    t.major.clear();
    add(t,
        random_.one_in(2) ? "fusion(" + list + "), kind=kLoop, calls=" + name : "call(" + list + "), to_apply=" + name);
  }

  random_numbers& random_;
  std::string& before_;
  int& names_;
  std::vector<tensor> tensors_;
  std::vector<std::string> lines_;
  std::size_t parameters_ = 0;
};

/// A module whose entry computation calls a fusion; the root of that is the root of all.
struct random_module {
  std::vector<tensor> parameters;
  tensor root;
  std::string text;

  explicit random_module(random_numbers& random) {
    for (int k = 0; k < 2; ++k) {
      sizes_list sizes;
      for (int rank = random.between(0, 3); rank > 0; --rank) sizes.push_back(random.in(1, 5));
      add(sizes, {});
    }
    add({}, {random.in(-1, 4)});
    const i64 ids = random.in(1, 4);
    std::vector<i64> values;
    for (i64 k = 0; k < ids; ++k) values.push_back(random.in(-1, 5));
    add({ids}, values);
    int names = 0;
    text =
        "sum {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT r = f32[] add(a, b)\n}\n"
        "less {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT r = pred[] compare(a, b), "
        "direction=LT\n}\n";
    random_computation entry(random, text, names, parameters);
    entry.grow(random.between(1, 8), 2);
    root = entry.last();
    text += entry.text("ENTRY e");
  }

 private:
  void add(const sizes_list& sizes, const std::vector<i64>& values) {
    tensor t;
    t.sizes = sizes;
    t.values = values;
    const int number = static_cast<int>(parameters.size());
    for (i64 n = 0; n < count_of(sizes); ++n) t.reads.push_back({element{number, n}});
    parameters.push_back(t);
  }
};

}  // namespace mercator_test
