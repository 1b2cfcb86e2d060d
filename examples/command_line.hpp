// What the commands of the command line share.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace mercator_example {

/// A path that the user gave: `bazel run` starts programs in a folder of its own.
inline std::string user_path(const std::string& path) {
  const char* folder = std::getenv("BUILD_WORKING_DIRECTORY");
  return folder == nullptr || path.empty() || path[0] == '/' ? path : std::string(folder) + '/' + path;
}

/// All of a file, or of standard input for "-". False where it cannot be read.
inline bool read_input(const std::string& path, std::string& text) {
  if (path == "-") {
    text.assign(std::istreambuf_iterator<char>(std::cin), {});
    return true;
  }
  std::ifstream in(user_path(path), std::ios::binary);
  text.assign(std::istreambuf_iterator<char>(in), {});
  return static_cast<bool>(in);
}

inline bool is_number(const std::string& text, std::size_t most_digits) {
  return !text.empty() && text.size() <= most_digits && text.find_first_not_of("0123456789") == std::string::npos;
}

/// A number from 0 to 999,999,999.
inline std::optional<int> count(const std::string& text) {
  return is_number(text, 9) ? std::optional(std::stoi(text)) : std::nullopt;
}

/// "2,3,4" as numbers of at most 18 digits; nothing where it is no such list.
inline std::optional<std::vector<long long>> number_list(const std::string& text) {
  std::vector<long long> out;
  for (std::size_t at = 0;;) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string number = text.substr(at, end - at);
    if (!is_number(number, 18)) return std::nullopt;
    out.push_back(std::stoll(number));
    if (end == text.size()) return out;
    at = end + 1;
  }
}

/// An error in a text, which goes where the answer would.
template <class Error>
void print_error(int line, const Error& error) {
  std::cout << "error: " << line << ':' << error.column << ": " << error.message;
}

/// Returns the exit status 2: the arguments are none.
inline int misused(const std::string& why) {
  std::cerr << "mercator: " << why << '\n';
  return 2;
}

/// Returns the exit status 1.
inline int failed(const std::string& why) {
  std::cerr << "mercator: " << why << '\n';
  return 1;
}

}  // namespace mercator_example
