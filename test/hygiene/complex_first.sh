#!/usr/bin/env bash
# Our headers stand the macros of the C library, in the GNU dialect, CMake's default: there <complex.h> defines I.
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

find_compilers
{
  printf '#include <complex.h>\n#include <math.h>\n#include <termios.h>\n#include <sys/sysmacros.h>\n'
  include_all
} >"$scratch/complex.cc"
for compiler in "${compilers[@]}"; do
  compile "$compiler" -std=gnu++20 -fsyntax-only "$scratch/complex.cc" || fail "$compiler"
done
finish
