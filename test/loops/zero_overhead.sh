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

counted() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect="$1_$2*" "$scratch/kernels" "$1" "$2" 2>&1 |
    awk '/Collected/ { print $NF }'
}
names=$(sed -nE 's/^ *X\(([a-z_]+),.*/\1/p' bench/for_each/kernels.hpp)
[[ -n $names ]] || fail "there are no kernels"
for compiler in "${compilers[@]}"; do
  for level in -O2 "-O3 -mavx2 -mfma"; do
    read -ra flags <<<"$level"
    "$compiler" -std=c++20 -DNDEBUG "${flags[@]}" -I include bench/for_each/kernels.cc bench/for_each/main.cc -o "$scratch/kernels" ||
      { fail "$compiler $level"; continue; }
    for name in $names; do
      ours=$(counted "$name" mercator)
      hand=$(counted "$name" hand)
      echo "$compiler $level $name: $ours instructions, by hand $hand"
      ((ours > 0 && hand > 0)) || fail "nothing was counted"
      ((ours * 100 <= hand * 102)) || fail "$compiler $level $name"
    done
  done
done
finish
