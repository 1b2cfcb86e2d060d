#!/usr/bin/env bash
# A program takes the library by -I include, with no flag but -std=c++20; it is given as the argument.
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

find_compilers
for compiler in "${compilers[@]}"; do
  "$compiler" -std=c++20 -I include "${1:-test/consumers/main.cc}" -o "$scratch/program" && "$scratch/program" ||
    fail "$compiler"
done
finish
