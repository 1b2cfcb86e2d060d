#!/usr/bin/env bash
# Our headers stand the macros of the C library. The GNU dialect, CMake's default, is where <complex.h> defines I.
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

find_compilers
{
  printf '#include <complex.h>\n#include <math.h>\n#include <termios.h>\n#include <sys/sysmacros.h>\n'
  include_all
} >"$scratch/complex.cc"
for compiler in "${compilers[@]}"; do
  for dialect in c++20 gnu++20; do
    compile "$compiler" "-std=$dialect" -fsyntax-only "$scratch/complex.cc" || fail "$compiler -std=$dialect"
  done
done
finish
