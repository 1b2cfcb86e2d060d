// mercator draw: pictures of maps.
#pragma once

#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "mercator/draw.hpp"
#include "mercator/runtime.hpp"

namespace draw_command {

/// The exit status: 1 where the map or the file is at fault, 2 where the arguments are.
template <class UserPath>
int run(const std::vector<std::string>& arguments, UserPath user_path) {
  std::string text, file;
  bool characters = false, given = false;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const std::string& a = arguments[k];
    if (a == "--text") {
      characters = true;
    } else if (a == "-o" && k + 1 < arguments.size()) {
      file = arguments[++k];
    } else if (!given && !a.starts_with('-')) {
      text = a;
      given = true;
    } else {
      std::cerr << "mercator: draw requires one map, and may have -o FILE and --text; got " << a << '\n';
      return 2;
    }
  }
  if (!given) {
    std::cerr << "mercator: draw requires a map\n";
    return 2;
  }
  const mercator::result<mercator::runtime_map> map = mercator::runtime_map::parse(text);
  if (!map) {
    std::cout << "error: " << map.error().line << ':' << map.error().column << ": " << map.error().message
              << '\n';
    return 1;
  }
  const std::string picture = characters ? mercator::draw_text(*map) : mercator::draw(*map);
  if (file.empty()) {
    std::cout << picture;
    return 0;
  }
  std::ofstream out(user_path(file));
  out << picture;
  out.close();
  if (!out) std::cerr << "mercator: cannot write " << file << '\n';
  return out ? 0 : 1;
}

}  // namespace draw_command
