// Facts and pictures as a page of HTML.
#pragma once

#include <string>
#include <vector>

#include "mercator/draw/svg.hpp"

namespace mercator {

/// A fact in words, under a name.
struct fact {
  std::string name;   ///< what it is of
  std::string words;  ///< the fact
};

/// A page that needs nothing else: well-formed XML behind its first line. Texts are given as they are to be read.
class fact_page {
 public:
  /// With a title, for the window and as a heading.
  explicit fact_page(const std::string& title)
      : out_("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<title>" +
             drawing::escaped(title) +
             "</title>\n<style>\n"
             "body { font-family: Helvetica, Arial, sans-serif; margin: 2em; color: #202020; max-width: 80em; }\n"
             "h2 { border-top: 1px solid #808080; padding-top: 1em; }\n"
             "table { border-collapse: collapse; }\n"
             "th { text-align: left; min-width: 11em; vertical-align: top; padding: 0.2em 1.5em 0.2em 0; "
             "white-space: nowrap; }\n"
             "td { vertical-align: top; padding: 0.2em 0; }\n"
             "figure { margin: 1em 0 2em 0; }\n"
             "svg { max-width: 100%; height: auto; }\n"
             "figcaption { color: #505050; }\n"
             "</style>\n</head>\n<body>\n<h1>" +
             drawing::escaped(title) + "</h1>\n") {}

  /// The title of what follows.
  void heading(const std::string& text) { out_ += "<h2>" + drawing::escaped(text) + "</h2>\n"; }

  /// Facts, one below the other.
  void table(const std::vector<fact>& facts) {
    out_ += "<table>\n";
    for (const fact& f : facts)
      out_ += "<tr><th>" + drawing::escaped(f.name) + "</th><td>" + drawing::escaped(f.words) + "</td></tr>\n";
    out_ += "</table>\n";
  }

  /// A picture that draw(m) gives, and what it shows.
  void figure(const std::string& svg, const std::string& caption) {
    out_ += "<figure>\n" + svg + "<figcaption>" + drawing::escaped(caption) + "</figcaption>\n</figure>\n";
  }

  /// The page.
  std::string text() const { return out_ + "</body>\n</html>\n"; }

 private:
  std::string out_;
};

}  // namespace mercator
