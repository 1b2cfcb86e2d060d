#!/usr/bin/env bash
# A CMake project takes the library by add_subdirectory, and by find_package once it is installed; a Makefile takes the
# installed one by pkg-config. All of them and the headers say the same version.
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
cp -rL test/consumers "$scratch/consumers"

echo "== add_subdirectory"
cmake -S "$scratch/consumers/cmake" -B "$scratch/inside" -DMERCATOR_SOURCES="$scratch/mercator"
cmake --build "$scratch/inside"
"$scratch/inside/consumer"

echo "== install"
cmake -S "$scratch/mercator" -B "$scratch/library" -DCMAKE_INSTALL_PREFIX="$scratch/installed"
cmake --install "$scratch/library"
rm -rf "$scratch/mercator" "$scratch/library"

echo "== find_package"
cmake -S "$scratch/consumers/cmake" -B "$scratch/outside" -DCMAKE_PREFIX_PATH="$scratch/installed"
cmake --build "$scratch/outside"
"$scratch/outside/consumer"

echo "== version"
version=$(printf '#include <mercator/version.hpp>\nMERCATOR_VERSION_MAJOR.MERCATOR_VERSION_MINOR.MERCATOR_VERSION_PATCH\n' |
  c++ -I "$scratch/installed/include" -E -P -x c++ - | tail -n 1 | tr -d ' ')
grep -qF "set(PACKAGE_VERSION \"$version\")" "$scratch/installed/share/cmake/mercator/mercatorConfigVersion.cmake" ||
  { echo "FAILED: the CMake package does not say version $version"; exit 1; }

if ! command -v pkg-config >/dev/null || ! command -v make >/dev/null; then
  echo "SKIPPED: pkg-config or make is not installed"
  exit 0
fi
echo "== make and pkg-config"
export PKG_CONFIG_PATH=$scratch/installed/share/pkgconfig
[[ $(pkg-config --modversion mercator) == "$version" ]] ||
  { echo "FAILED: pkg-config says version $(pkg-config --modversion mercator), the headers $version"; exit 1; }
make -C "$scratch/consumers/make" run
echo "passed"
