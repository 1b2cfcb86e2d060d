#!/usr/bin/env bash
# Loops over maps with runtime variables given take as many instructions as the same loops with the offsets added by
# hand, and write the same; where an index is read for each row, and where offsets bound the loops, compilers vectorise
# the two a little differently.
# Instructions are counted by valgrind, at -O2.
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

if ! command -v valgrind >/dev/null; then
  echo "SKIPPED: valgrind is not installed"
  echo "SKIPPED ALL"
  exit 0
fi

# Prints the instructions and what the program says.
run() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect="$1" "$scratch/program" "$1" 2>&1 |
    awk '/Collected/ { count = $NF } !/==/ { said = $0 } END { print count, said }'
}

find_main_compilers
for compiler in "${compilers[@]}"; do
  "$compiler" -std=c++20 -O2 -DNDEBUG -I include test/loops/instructions.cc -o "$scratch/program" || fail "$compiler"
  for kernel in slice update part rows; do
    read -r ours our_sum <<<"$(run "${kernel}_mercator")"
    read -r hand hand_sum <<<"$(run "${kernel}_hand")"
    echo "$compiler $kernel: $ours instructions, $hand by hand"
    ((ours > 0 && hand > 0)) || fail "nothing was counted"
    [[ -n $our_sum && $our_sum == "$hand_sum" ]] || fail "$compiler $kernel: $our_sum is written, $hand_sum by hand"
    spare=0
    [[ $kernel == rows ]] && spare=$((hand / 50))
    [[ $kernel == part ]] && spare=$((hand / 20))
    ((ours <= hand + spare)) || fail "$compiler $kernel: more instructions than by hand"
  done
done
finish
