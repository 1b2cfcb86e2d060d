// Numbers given on a test's command line: bazel test //test:NAME --test_arg=--cases=100000
#pragma once

namespace mercator_test {

/// The N of --name=N, or otherwise.
long long argument(const char* name, long long otherwise);

}  // namespace mercator_test
