#define DOCTEST_CONFIG_IMPLEMENT
#include <cstdlib>
#include <cstring>

#include <doctest/doctest.h>

#include "test/arguments.hpp"

namespace {

int argument_count = 0;
const char* const* arguments = nullptr;

}  // namespace

long long mercator_test::argument(const char* name, long long otherwise) {
  const std::size_t length = std::strlen(name);
  for (int k = 1; k < argument_count; ++k) {
    const char* given = arguments[k];
    if (std::strncmp(given, "--", 2) == 0 && std::strncmp(given + 2, name, length) == 0 && given[2 + length] == '=') {
      return std::atoll(given + 3 + length);
    }
  }
  return otherwise;
}

int main(int argc, char** argv) {
  argument_count = argc;
  arguments = argv;
  return doctest::Context(argc, argv).run();
}
