#!/usr/bin/env bash
# README.md's loop is no longer than the one by hand beside it.
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

find_main_compilers
for compiler in "${compilers[@]}"; do
  for level in -O2 -O3; do
    read -r -d '' ours hand < <(bench/readme/assembly.sh --count "$compiler" "$level"; printf '\0')
    echo "$compiler $level: $ours instructions, by hand $hand"
    ((ours > 5 && ours <= hand)) || fail "$compiler $level"
  done
done
finish
