#!/usr/bin/env bash
# Our headers, and the source given, which uses them, need neither exceptions nor run-time type information.
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

find_compilers
include_all >"$scratch/all.cc"
for compiler in "${compilers[@]}"; do
  compile "$compiler" -fno-exceptions -fno-rtti -fsyntax-only "$scratch/all.cc" || fail "$compiler: headers"
  compile "$compiler" -fno-exceptions -fno-rtti -S -o "$scratch/out.s" "$@" ||
    fail "$compiler: $*"
done
finish
