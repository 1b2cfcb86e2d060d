// How a fuzz target says that a promise is broken.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

namespace mercator_test {

inline void require(bool kept, const char* promise, const std::string& about) {
  if (kept) return;
  std::fprintf(stderr, "BROKEN: %s\n%s\n", promise, about.c_str());
  std::abort();
}

}  // namespace mercator_test
