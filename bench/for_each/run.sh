#!/usr/bin/env bash
# for_each against plain nested loops by hand: time and instructions.
#   bench/for_each/run.sh [COMPILER [FLAGS]]     default: g++ and clang++-19, -O2 and -O3 for AVX2
# Instructions are those within the kernel, counted by valgrind; without valgrind only times are shown.
cd "$(dirname "$0")/../.." || exit 1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

measure() {
  local compiler=$1
  shift
  echo "== $compiler $*"
  "$compiler" -std=c++20 -DNDEBUG "$@" -I include bench/for_each/kernels.cc bench/for_each/main.cc -o "$scratch/kernels" ||
    exit 1
  "$scratch/kernels" || exit 1
  command -v valgrind >/dev/null || return
  printf '%-22s %13s %13s %8s\n' instructions for_each 'by hand' ratio
  bench/for_each/instructions.sh "$scratch/kernels" |
    awk '{ printf "%-22s %13d %13d %8.3f\n", $1, $2, $3, $2 / $3 }'
}

if (($# > 0)); then
  compiler=$1
  shift
  measure "$compiler" "${@:--O2}"
else
  for compiler in g++ clang++-19; do
    command -v "$compiler" >/dev/null || continue
    measure "$compiler" -O2
    measure "$compiler" -O3 -mavx2 -mfma  # valgrind stops at AVX-512
  done
fi
