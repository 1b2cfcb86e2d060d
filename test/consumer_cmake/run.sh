#!/usr/bin/env bash
# A CMake project takes the library by add_subdirectory, and by find_package once it is installed.
set -euo pipefail
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}"

if ! command -v cmake >/dev/null; then
  echo "SKIPPED: cmake is not installed"
  echo "SKIPPED ALL"
  exit 0
fi

scratch=$(mktemp -d "${TEST_TMPDIR:-/tmp}/mercator.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

# Bazel's runfiles are links, and links are what would be installed.
mkdir -p "$scratch/mercator"
cp -rL CMakeLists.txt LICENSE cmake include "$scratch/mercator/"
cp -rL test/consumer_cmake "$scratch/consumer"

echo "== add_subdirectory"
cmake -S "$scratch/consumer" -B "$scratch/inside" -DMERCATOR_SOURCES="$scratch/mercator"
cmake --build "$scratch/inside"
"$scratch/inside/consumer"

echo "== install"
cmake -S "$scratch/mercator" -B "$scratch/library" -DCMAKE_INSTALL_PREFIX="$scratch/installed"
cmake --install "$scratch/library"
rm -rf "$scratch/mercator" "$scratch/library"

echo "== find_package"
cmake -S "$scratch/consumer" -B "$scratch/outside" -DCMAKE_PREFIX_PATH="$scratch/installed"
cmake --build "$scratch/outside"
"$scratch/outside/consumer"
echo "passed"
