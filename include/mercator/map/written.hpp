// What a spelled-out map needs to write itself into a tree, and to know that it makes sense.
#pragma once

#include "mercator/symbolic/check.hpp"
#include "mercator/symbolic/form.hpp"

namespace mercator {

/// The characters of a variable's name.
template <char... Characters>
struct name {};

/// An error: a coefficient, or the bound of a subexpression over the domain, does not fit 64 bits.
template <class Map>
struct map_overflows {
  static_assert(sizeof(Map) == 0, "mercator: a map requires values that fit 64 bits, over its whole domain");
};

/// An error: the map, or what it becomes on the way, is larger than the engine's arrays.
template <class Map>
struct map_too_large {
  static_assert(sizeof(Map) == 0, "mercator: a static map requires less room: it has too many variables or terms");
};

/// An error: a result or constraint uses a variable that the map does not have.
template <class Map>
struct map_lacks_a_variable {
  static_assert(sizeof(Map) == 0, "mercator: a map requires an interval for each variable that it uses");
};

/// What is asked less often of a spelled-out map. Apart from it, since each member of a map costs compile time.
template <class Map>
struct spelled_map;
template <class Map>
struct spelled_map<const Map> : spelled_map<Map> {};

namespace written {

constexpr void write_box(symbolic::map_tree& t, const interval* box) {
  for (int v = 0; v < t.variables(); ++v) t.box[v] = box[v];
}

constexpr void write_character(symbolic::map_tree& t, int& at, char c) {
  if (at == symbolic::limits::name_characters)
    t.full = true;
  else
    t.name[at++] = c;
}

/// The default name of variable v, in a map where others have names of their own.
constexpr void write_name(symbolic::map_tree& t, int v, int& at, void*) {
  const char* prefix = v < t.dims ? "d" : v < t.dims + t.ranges ? "s" : "rt";
  const int number = v < t.dims ? v : v < t.dims + t.ranges ? v - t.dims : v - t.dims - t.ranges;
  for (; *prefix != '\0'; ++prefix) write_character(t, at, *prefix);
  if (number >= 10) write_character(t, at, static_cast<char>('0' + number / 10));
  write_character(t, at, static_cast<char>('0' + number % 10));
}

template <char... Characters>
constexpr void write_name(symbolic::map_tree& t, int, int& at, name<Characters...>*) {
  (write_character(t, at, Characters), ...);
}

template <class... Names>
constexpr void write_names(symbolic::map_tree& t) {
  t.named = true;
  int v = 0, at = 0;
  ((t.name_begin[v] = at, write_name(t, v, at, static_cast<Names*>(nullptr)), ++v), ...);
  t.name_begin[v] = at;
}

/// A function that writes a map into a tree, which is as it was made.
using writer = void (*)(symbolic::map_tree&);

enum class fault : unsigned char { none, unknown_variable, too_large, overflow };

/// What is wrong with a map as it is written.
constexpr fault fault_of(const symbolic::map_tree& t) {
  if (t.full) return fault::too_large;
  for (int n = 0; n < t.nodes; ++n)
    if (t.kind[n] == symbolic::op::variable && t.value[n] >= t.variables()) return fault::unknown_variable;
  return symbolic::check_range(t) ? fault::overflow : fault::none;
}

constexpr fault fault_of(writer write) {
  symbolic::map_tree t;
  write(t);
  return fault_of(t);
}

/// A written map on lines, if it makes sense.
constexpr void lower_checked(const symbolic::map_tree& t, symbolic::map_form& m) {
  const fault f = fault_of(t);
  if (f == fault::none) return symbolic::lower(t, m);
  (f == fault::overflow ? m.p.overflow : m.p.full) = true;
}

constexpr void build(symbolic::map_form& m, writer write) {
  symbolic::map_tree t;
  write(t);
  lower_checked(t, m);
}

/// A spelled-out map that makes sense; an error otherwise.
template <class Map>
constexpr Map checked() {
  constexpr fault f = fault_of(&spelled_map<Map>::write);
  if constexpr (f == fault::unknown_variable) static_cast<void>(sizeof(map_lacks_a_variable<Map>));
  if constexpr (f == fault::overflow) static_cast<void>(sizeof(map_overflows<Map>));
  if constexpr (f == fault::too_large) static_cast<void>(sizeof(map_too_large<Map>));
  return {};
}

}  // namespace written

}  // namespace mercator
