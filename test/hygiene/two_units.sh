#!/usr/bin/env bash
# Two translation units that both include everything link into one program.
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

find_compilers
{ include_all; echo 'int main() {}'; } >"$scratch/unit.cc"
for compiler in "${compilers[@]}"; do
  compile "$compiler" -c "$scratch/unit.cc" -o "$scratch/first.o" &&
    objcopy --redefine-sym main=other "$scratch/first.o" "$scratch/second.o" &&
    "$compiler" "$scratch/first.o" "$scratch/second.o" -o "$scratch/program" && "$scratch/program" || fail "$compiler"
done
finish
