// HLO text and the module in it.
#pragma once

#include <memory>
#include <string>

#include "mercator/hlo/parsed_module.hpp"

namespace mercator_test {

namespace hlo = mercator::hlo_ir;

struct string_sink {
  std::string text;

  void put(char c) { text += c; }
  void write(const char* first, std::size_t count) { text.append(first, count); }
};

/// A module parsed from a block of exactly the text's size, so that a sanitizer sees what is read beyond.
class module_of {
 public:
  explicit module_of(const std::string& text)
      : exact_(new char[text.size() + 1]), parsed_(copied(text), static_cast<int>(text.size())) {}

  explicit operator bool() const { return static_cast<bool>(parsed_); }
  const hlo::hlo_module& operator*() const { return *parsed_; }
  const hlo::hlo_module* operator->() const { return &*parsed_; }
  const hlo::parse_error& error() const { return parsed_.error(); }

  /// "LINE:COLUMN: message", or "no error".
  std::string message() const {
    if (parsed_) return "no error";
    string_sink to;
    parsed_.print_error(to);
    return to.text;
  }

 private:
  const char* copied(const std::string& text) {
    text.copy(exact_.get(), text.size());
    exact_[text.size()] = '\0';
    return exact_.get();
  }

  std::unique_ptr<char[]> exact_;
  hlo::parsed_module parsed_;
};

inline std::string string_of(hlo::text_span s) { return {s.first, static_cast<std::size_t>(s.length)}; }

/// "1,2,3"
inline std::string string_of(mercator::ops::numbers list) {
  std::string out;
  for (int k = 0; k < list.count; ++k) {
    if (k > 0) out += ',';
    out += std::to_string(list[k]);
  }
  return out;
}

}  // namespace mercator_test
