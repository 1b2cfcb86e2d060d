#!/usr/bin/env bash
# headers_alone.sh [--every=N] [COMPILER...]: each header, or every Nth, compiles as the only one, twice over, under the strict
# warnings.
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

every=1
if [[ ${1:-} == --every=* ]]; then
  every=${1#--every=}
  [[ $everything ]] || echo "SAMPLED: one header in $every alone with $2, unless MERCATOR_TESTS=all"
  shift
fi
find_compilers "$@"
number=0
for header in $(all_headers); do
  sampled $((number++)) "$every" || continue
  printf '#include <%s>\n#include <%s>\n' "$header" "$header" >"$scratch/alone.cc"
  for compiler in "${compilers[@]}"; do
    compile "$compiler" -fsyntax-only "$scratch/alone.cc" || fail "$compiler $header"
  done
done
((number > 0)) || fail "no headers found"
finish
