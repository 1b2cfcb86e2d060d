#!/usr/bin/env bash
# Each header compiles as the only one, twice over, under the strict warnings.
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

find_compilers "$@"
headers=$(all_headers)
[[ $headers ]] || fail "no headers found"
for header in $headers; do
  printf '#include <%s>\n#include <%s>\n' "$header" "$header" >"$scratch/alone.cc"
  for compiler in "${compilers[@]}"; do
    compile "$compiler" -fsyntax-only "$scratch/alone.cc" || fail "$compiler $header"
  done
done
finish
