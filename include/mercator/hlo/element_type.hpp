// The element types of HLO.
#pragma once

#include "mercator/hlo/word_table.hpp"

namespace mercator::hlo_ir {

// TYPE(name as it is written, bits an element)
// clang-format off
#define MERCATOR_HLO_ELEMENT_TYPES(TYPE)                                                                      \
  TYPE(pred, 8) TYPE(s1, 1) TYPE(s2, 2) TYPE(s4, 4) TYPE(s8, 8) TYPE(s16, 16) TYPE(s32, 32) TYPE(s64, 64)     \
  TYPE(u1, 1) TYPE(u2, 2) TYPE(u4, 4) TYPE(u8, 8) TYPE(u16, 16) TYPE(u32, 32) TYPE(u64, 64)                   \
  TYPE(f4e2m1fn, 4) TYPE(f8e3m4, 8) TYPE(f8e4m3, 8) TYPE(f8e4m3fn, 8) TYPE(f8e4m3fnuz, 8)                     \
  TYPE(f8e4m3b11fnuz, 8) TYPE(f8e5m2, 8) TYPE(f8e5m2fnuz, 8) TYPE(f8e8m0fnu, 8)                               \
  TYPE(bf16, 16) TYPE(f16, 16) TYPE(f32, 32) TYPE(f64, 64) TYPE(c64, 64) TYPE(c128, 128)
// clang-format on

/// `unknown` is a type that the text names and this list does not.
enum class element_type : unsigned char {
#define MERCATOR_HLO_ENUMERATOR(NAME, BITS) NAME,
  MERCATOR_HLO_ELEMENT_TYPES(MERCATOR_HLO_ENUMERATOR)
#undef MERCATOR_HLO_ENUMERATOR
      unknown
};

namespace detail {

inline constexpr const char* element_type_names[] = {
#define MERCATOR_HLO_NAME(NAME, BITS) #NAME,
    MERCATOR_HLO_ELEMENT_TYPES(MERCATOR_HLO_NAME)
#undef MERCATOR_HLO_NAME
};

inline constexpr unsigned char element_type_bits[] = {
#define MERCATOR_HLO_BITS(NAME, BITS) BITS,
    MERCATOR_HLO_ELEMENT_TYPES(MERCATOR_HLO_BITS)
#undef MERCATOR_HLO_BITS
        0};

inline constexpr word_table<64> element_type_table{element_type_names};

}  // namespace detail
#undef MERCATOR_HLO_ELEMENT_TYPES

/// As XLA counts them for bitcast-convert; 0 for unknown ones.
constexpr int bits_of(element_type type) { return detail::element_type_bits[static_cast<int>(type)]; }

/// "" for unknown ones.
constexpr const char* name_of(element_type type) {
  return type == element_type::unknown ? "" : detail::element_type_names[static_cast<int>(type)];
}

/// The type of that name; `unknown` where there is none.
constexpr element_type find_element_type(const char* text, word w) {
  return static_cast<element_type>(detail::element_type_table.find(text, w, static_cast<int>(element_type::unknown)));
}

}  // namespace mercator::hlo_ir
