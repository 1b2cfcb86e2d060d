// What an einsum does to one operand on memory: sums, diagonals and transposes.
#pragma once

#include "mercator/einsum/matmul.hpp"

namespace mercator::einsum_ir {

/// Elements on the heap. Not std::unique_ptr: <memory> would double what this header costs.
template <class T>
class buffer {
 public:
  buffer() = default;
  explicit buffer(i64 count) : data_(new T[static_cast<std::size_t>(count)]) {}
  buffer(const buffer&) = delete;
  buffer& operator=(const buffer&) = delete;
  ~buffer() { delete[] data_; }

  T* data() const { return data_; }
  void allocate(i64 count) {
    delete[] data_;
    data_ = new T[static_cast<std::size_t>(count)];
  }
  void release() {
    delete[] data_;
    data_ = nullptr;
  }

 private:
  T* data_ = nullptr;
};

/// Sums of products of the elements' own operators.
template <class T>
struct plain_algebra {
  static constexpr T zero() { return T(0); }
  static constexpr T multiply(const T& a, const T& b) { return static_cast<T>(a * b); }
  static constexpr T add(const T& a, const T& b) { return static_cast<T>(a + b); }
};

/// One dimension that an output and its factors are run through along: its size, and the distances of elements.
struct stretch {
  i64 size = 1;
  i64 out = 0, left = 0, right = 0;
};

namespace detail {

/// Runs through an operand: its labels are kept, in the order of the result, or summed.
template <class T, class Algebra>
class summation {
 public:
  constexpr summation(const problem& p, int operand, const label_list& kept, const label_list& summed,
                      const Algebra& algebra)
      : kept_(kept.count), count_(kept.count + summed.count), algebra_(algebra) {
    const label_strides from = strides_of(p, operand), to = strides_of(p, kept);
    label_list order = kept;
    order.add(summed);
    for (int k = 0; k < count_; ++k) along_[k] = {p.size[order[k]], k < kept_ ? to[order[k]] : 0, from[order[k]], 0};
  }

  constexpr void run(T* out, const T* in) const { keep(out, in, 0); }

 private:
  constexpr void keep(T* out, const T* in, int depth) const {
    if (depth == kept_) {
      if (kept_ == count_) {
        *out = *in;
      } else {
        *out = algebra_.zero();
        sum(*out, in, depth);
      }
      return;
    }
    const stretch& s = along_[depth];
    if (depth + 1 == count_)
      for (i64 k = 0; k < s.size; ++k) out[k * s.out] = in[k * s.left];
    else
      for (i64 k = 0; k < s.size; ++k) keep(out + k * s.out, in + k * s.left, depth + 1);
  }

  constexpr void sum(T& out, const T* in, int depth) const {
    const stretch& s = along_[depth];
    if (depth + 1 == count_)
      for (i64 k = 0; k < s.size; ++k) out = algebra_.add(out, in[k * s.left]);
    else
      for (i64 k = 0; k < s.size; ++k) sum(out, in + k * s.left, depth + 1);
  }

  int kept_, count_;
  stretch along_[max_labels] = {};
  const Algebra& algebra_;
};

}  // namespace detail

/// Whether the einsum has no product, since the size of a label is 0. Each element of the output, where it has any,
/// is the empty sum then, whatever the other sizes are.
template <class T, class Algebra>
constexpr bool write_empty_sums(const problem& p, T* out, const Algebra& algebra) {
  if (product_of(p, p.all()) != 0) return false;
  for (i64 k = 0, count = p.output_shape().elements(); k < count; ++k) out[k] = algebra.zero();
  return true;
}

/// The einsum of one operand: a diagonal, a sum, a transpose.
template <class T, class Algebra>
constexpr void execute_one(const problem& p, T* out, const T* in, const Algebra& algebra) {
  if (write_empty_sums(p, out, algebra)) return;
  const label_list kept = labels_of(p, 1, p.set(1)), summed = labels_of(p, 0, p.set(0) & ~p.set(1));
  detail::summation<T, Algebra>(p, 0, kept, summed, algebra).run(out, in);
}

/// One side of a multiplication: the operand itself, or what is packed of it.
template <class T, class Algebra>
class prepared_side {
 public:
  prepared_side(const problem& p, const matmul_side& s, const T* in, const Algebra& algebra) : data_(in) {
    if (!s.packed) return;
    packed_.allocate(product_of(p, s.order.set()));
    detail::summation<T, Algebra>(p, s.operand, s.order, s.sums, algebra).run(packed_.data(), in);
    data_ = packed_.data();
  }

  const T* data() const { return data_; }

 private:
  buffer<T> packed_;
  const T* data_;
};

}  // namespace mercator::einsum_ir
