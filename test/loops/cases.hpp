// What the tests of algorithms share: shapes drawn while compiling, elements of any size, and references that
// evaluate maps point by point.
#pragma once

#include <cstring>
#include <thread>
#include <utility>
#include <vector>

#include "mercator/loops/for_each.hpp"
#include "mercator/loops/policy.hpp"
#include "mercator/loops/tensor_view.hpp"

namespace mercator_test {

using mercator::i64;

constexpr unsigned mixed(unsigned seed, unsigned k) {
  unsigned x = seed * 0x9e3779b9u + k * 0x85ebca6bu + 1;
  for (int round = 0; round < 3; ++round) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
  }
  return x;
}

/// A number in [lo, hi].
constexpr i64 drawn(unsigned seed, unsigned k, i64 lo, i64 hi) {
  return lo + static_cast<i64>(mixed(seed, k) % static_cast<unsigned>(hi - lo + 1));
}

/// A size of a dimension: mostly one that divides by little, sometimes a power of two.
constexpr i64 drawn_size(unsigned seed, unsigned k, i64 most) {
  const i64 power = i64{1} << drawn(seed, k + 100, 0, 5);
  return drawn(seed, k + 200, 0, 3) == 0 && power <= most ? power : drawn(seed, k, 1, most);
}

/// Bytes bytes, for elements of any size.
template <int Bytes>
struct element {
  unsigned char byte[static_cast<unsigned>(Bytes)];

  friend bool operator==(const element& a, const element& b) { return std::memcmp(a.byte, b.byte, sizeof a.byte) == 0; }
};

template <class T>
T numbered(std::size_t k) {
  T out{};
  unsigned char byte[sizeof(T)];
  for (std::size_t i = 0; i < sizeof(T); ++i)
    byte[i] = static_cast<unsigned char>(mixed(static_cast<unsigned>(k), static_cast<unsigned>(i)));
  std::memcpy(&out, byte, sizeof out);
  return out;
}

/// Exactly as many elements as a shape has, so that sanitizers see every access beyond.
template <class T, class Shape, class Make>
std::vector<T> filled(Shape, Make make) {
  std::vector<T> out;
  for (i64 k = 0; k < Shape::elements; ++k) out.push_back(make(static_cast<std::size_t>(k)));
  return out;
}

/// Small whole numbers, so that sums of floats have no roundings.
template <class T>
T small_number(std::size_t k) {
  return static_cast<T>(static_cast<int>(mixed(3, static_cast<unsigned>(k)) % 7) - 3);
}

/// body(variables, results) for each point of a map's domain, in order, by evaluating the map.
template <class Map, class Body>
void every_point(Map, Body body) {
  using map = mercator::simplified_t<Map>;
  constexpr int count = map::counts.variables(), dimensions = map::counts.dimensions;
  mercator::coord<count> at{};
  for (int v = 0; v < count; ++v) {
    if (mercator::spelled_map<map>::variable(v).empty()) return;
    at[v] = mercator::spelled_map<map>::variable(v).lo;
  }
  while (true) {
    const mercator::expr::point p{at.indices, at.indices + dimensions, nullptr};
    if (mercator::spelled_map<map>::contains(p)) body(at, mercator::spelled_map<map>::at_point(p));
    int v = count - 1;
    for (; v >= 0; --v) {
      if (++at[v] <= mercator::spelled_map<map>::variable(v).hi) break;
      at[v] = mercator::spelled_map<map>::variable(v).lo;
    }
    if (v < 0) return;
  }
}

/// The row-major place of the first Shape::rank indices.
template <class Shape, int N>
std::size_t place_in(Shape, const mercator::coord<N>& at) {
  i64 place = 0;
  for (int k = 0; k < Shape::rank; ++k) place = place * Shape::size(k) + at[k];
  return static_cast<std::size_t>(place);
}

/// Two threads, each with every other small part.
struct two_threads {
  template <class Task>
  void operator()(i64 count, const Task& task) const {
    const auto half = [&](i64 first) {
      for (i64 k = first; k < count; k += 2) task(k, k + 1);
    };
    std::thread other(half, 1);
    half(0);
    other.join();
    task(0, 0);  // executors may cut off parts without anything in them
    task(count, count);
  }
};

}  // namespace mercator_test
