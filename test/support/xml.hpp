// Whether a text is well-formed XML.
#pragma once

#include <cctype>
#include <string>

namespace mercator_test {

/// Reads XML of elements with attributes and text. Empty where it is well-formed, else what is wrong.
class xml_checker {
 public:
  explicit xml_checker(const std::string& text) : text_(text) {}

  std::string problem() {
    if (!element()) return "at " + std::to_string(at_) + ": " + text_.substr(at_, 40);
    while (at_ < text_.size() && text_[at_] == '\n') ++at_;
    return at_ == text_.size() ? "" : "text after the root";
  }

 private:
  bool eat(const std::string& what) {
    if (text_.compare(at_, what.size(), what) != 0) return false;
    at_ += what.size();
    return true;
  }

  std::string name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '-')) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  bool characters(char end) {
    for (; at_ < text_.size() && text_[at_] != end; ++at_) {
      if (text_[at_] == '<' || text_[at_] == '>') return false;
      if (text_[at_] != '&') continue;
      bool known = false;
      for (const char* entity : {"&amp;", "&lt;", "&gt;", "&quot;"})
        known |= text_.compare(at_, std::string(entity).size(), entity) == 0;
      if (!known) return false;
    }
    return at_ < text_.size();
  }

  bool element() {
    if (!eat("<")) return false;
    const std::string tag = name();
    if (tag.empty()) return false;
    while (eat(" ")) {
      if (name().empty() || !eat("=\"") || !characters('"') || !eat("\"")) return false;
    }
    if (eat("/>")) return true;
    if (!eat(">")) return false;
    while (characters('<')) {
      if (eat("</")) return name() == tag && eat(">");
      if (!element()) return false;
    }
    return false;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

}  // namespace mercator_test
