#!/usr/bin/env bash
# Two translation units that both include everything link into one program.
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

find_compilers
{ include_all; echo 'int second(); int second() { return 0; }'; } >"$scratch/second.cc"
{ include_all; echo 'int second(); int main() { return second(); }'; } >"$scratch/first.cc"
for compiler in "${compilers[@]}"; do
  compile "$compiler" "$scratch/first.cc" "$scratch/second.cc" -o "$scratch/program" && "$scratch/program" ||
    fail "$compiler"
done
finish
