#!/usr/bin/env bash
# Compiles each source given with every compiler installed, with no flags but -std=c++20, -I include and warnings.
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

(($# > 0)) || { echo "usage: $0 SOURCE..."; exit 2; }
find_compilers
for source in "$@"; do
  for compiler in "${compilers[@]}"; do
    compile "$compiler" -iquote . -S -o "$scratch/out.s" "$source" || fail "$compiler $source"
  done
done
finish
