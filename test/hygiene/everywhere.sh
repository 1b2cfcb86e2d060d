#!/usr/bin/env bash
# everywhere.sh [COMPILER...] SOURCE...: compiles each source with each compiler, with no flags but -std=c++20, -I include and
# warnings; with all that are installed where MERCATOR_TESTS=all, with g++ and clang++-19 where none is named.
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

asked=()
while [[ ${1:-} == *++* ]]; do
  asked+=("$1")
  shift
done
(($# > 0)) || { echo "usage: $0 [COMPILER...] SOURCE..."; exit 2; }
find_main_compilers "${asked[@]}"
for source in "$@"; do
  for compiler in "${compilers[@]}"; do
    compile "$compiler" -iquote . -fsyntax-only "$source" || fail "$compiler $source"
  done
done
finish
