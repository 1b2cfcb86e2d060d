#!/usr/bin/env bash
# Checks that a source compiles on every clang installed with no more constexpr steps an evaluation than it says:
#   // steps: N
# and on g++ with fewer operations than its default limit. `python3 bench/constexpr_steps.py` says how many each takes.
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

(($# > 0)) || set -- test/steps/*.cc
find_main_compilers g++ clang++-14 clang++-19
for source in "$@"; do
  limit=$(sed -nE 's@^// steps: ([0-9]+)$@\1@p' "$source")
  [[ $limit ]] || fail "$source names no limit"
  for compiler in "${compilers[@]}"; do
    [[ $compiler == clang* ]] && steps=(-fconstexpr-steps="$limit") || steps=()
    if compile "$compiler" "${steps[@]}" -fsyntax-only "$source"; then
      echo "$compiler $source: within $limit"
    else
      fail "$compiler $source takes more than $limit steps, or does not compile"
    fi
  done
done
finish
