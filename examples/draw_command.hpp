// mercator draw: pictures of maps.
#pragma once

#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "mercator/draw.hpp"
#include "mercator/runtime.hpp"

namespace mercator_example {

/// The exit status: 1 where the map or the file is at fault, 2 where the arguments are.
inline int draw_command(const std::vector<std::string>& arguments) {
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
      return misused("draw requires one map, and may have -o FILE and --text; got " + a);
    }
  }
  if (!given) return misused("draw requires a map");
  const mercator::result<mercator::runtime_map> map = mercator::runtime_map::parse(text);
  if (!map) {
    print_error(map.error().line, map.error());
    std::cout << '\n';
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
  return out ? 0 : failed("cannot write " + file);
}

}  // namespace mercator_example
