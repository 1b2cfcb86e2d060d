#!/usr/bin/env bash
# for_each executes no more instructions than the same loops by hand, within 2 %: those within the kernels, counted by valgrind.
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

if ! command -v valgrind >/dev/null; then
  echo "SKIPPED: valgrind is not installed"
  echo "SKIPPED ALL"
  exit 0
fi
find_compilers g++ clang++-19

for compiler in "${compilers[@]}"; do
  for level in -O2 "-O3 -mavx2 -mfma"; do
    read -ra flags <<<"$level"
    "$compiler" -std=c++20 -DNDEBUG "${flags[@]}" -I include bench/for_each/kernels.cc bench/for_each/main.cc -o "$scratch/kernels" ||
      { fail "$compiler $level"; continue; }
    kernels=0
    while read -r name ours hand; do
      echo "$compiler $level $name: $ours instructions, by hand $hand"
      ((ours > 0 && hand > 0)) || fail "nothing was counted"
      ((ours * 100 <= hand * 102)) || fail "$compiler $level $name"
      kernels=$((kernels + 1))
    done < <(bench/for_each/instructions.sh "$scratch/kernels")
    ((kernels > 0)) || fail "there are no kernels"
  done
done
finish
