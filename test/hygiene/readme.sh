#!/usr/bin/env bash
# The README's C++ compiles with no flag but -std=c++20, and its program prints what the README says.
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

# block LANGUAGE N: the N-th fenced block of that language; without a language the name is empty.
block() { awk -v fence="\`\`\`$1" -v n="$2" '/^```/ { if (open) { open = 0 } else { open = 1; hit = ($0 == fence) && ++seen == n } next } open && hit' README.md; }

find_compilers
block cpp 1 >"$scratch/program.cc"
block "" 1 >"$scratch/expected"
{
  echo '#include <mercator/mercator.hpp>'
  echo 'using namespace mercator; using namespace mercator::literals;'
  block cpp 2
} >"$scratch/snippet.cc"
[[ -s $scratch/program.cc && -s $scratch/expected ]] || fail "the README has no program with its output"
[[ -n $(block cpp 2) ]] || fail "the README has no second C++ block"
for compiler in "${compilers[@]}"; do
  "$compiler" -std=c++20 -I include "$scratch/program.cc" -o "$scratch/program" || fail "$compiler program"
  "$scratch/program" | diff "$scratch/expected" - || fail "$compiler output"
  "$compiler" -std=c++20 -I include -fsyntax-only "$scratch/snippet.cc" || fail "$compiler snippet"
done
finish
