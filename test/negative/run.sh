#!/usr/bin/env bash
# Checks that each source given (all in test/negative, without any) fails to compile with every compiler installed,
# that the first error holds what the source expects, and that the compiler says it in fewer than 60 lines:
#   // expect: text            on every compiler; several such lines are several texts
#   // expect-g++: text        on g++ only; -clang++ likewise
#   // flags: -DNAME
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

longest=60

# The first error with what belongs to it: g++ says where it comes from before it, clang after it.
first_error() {
  awk '
    /error:/ { if (seen) exit; seen = 1 }
    seen && (/: In .*:$/ || /^In file included/) { exit }
    { print }
    END { if (!seen) exit 1 }
  ' "$1"
}

# expectations COMPILER SOURCE
expectations() {
  local family=${1%%-[0-9]*}
  sed -nE "s@^[[:space:]]*// expect(-${family//+/\\+})?: (.*[^[:space:]])[[:space:]]*\$@\\2@p" "$2"
}

(($# > 0)) || set -- test/negative/*.cc
find_compilers
for source in "$@"; do
  read -ra flags <<<"$(sed -nE 's@^[[:space:]]*// flags: (.*)$@\1@p' "$source" | tr '\n' ' ')"
  for compiler in "${compilers[@]}"; do
    this="$compiler $source"
    "$compiler" -std=c++20 -fno-diagnostics-color -I include "${flags[@]}" -S -o "$scratch/out.s" "$source" \
      >"$scratch/said" 2>&1
    status=$?
    before=$failures
    if ((status == 0)); then
      fail "$this compiles"
      continue
    fi
    if ((status != 1)) || grep -q 'internal compiler error' "$scratch/said"; then
      fail "$this: the compiler itself failed with $status"
    fi
    first_error "$scratch/said" >"$scratch/first" || fail "$this: no error was given"
    expectations "$compiler" "$source" >"$scratch/expected"
    [[ -s $scratch/expected ]] || fail "$this: the source does not say what it expects"
    while IFS= read -r text; do
      grep -qF -- "$text" "$scratch/first" || fail "$this: the first error does not hold: $text"
    done <"$scratch/expected"
    lines=$(wc -l <"$scratch/said")
    ((lines < longest)) || fail "$this: $lines lines are said, $longest or more"
    if ((failures > before)); then
      head -n 80 "$scratch/said"
    else
      echo "$this: $lines lines"
    fi
  done
done
finish
