#!/usr/bin/env bash
# Instructions an element of each kernel, from maps and by hand, on a build for AVX2 (valgrind stops at AVX-512).
#   bench/loops/instructions.sh [COMPILER]     default: g++
cd "$(dirname "$0")/../.." || exit 1
compiler=${1:-g++}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

for source in bench/loops/*.cc; do
  "$compiler" -std=c++20 -O3 -DNDEBUG -mavx2 -mfma -w -I include -I . -isystem /usr/include/eigen3 \
    -c "$source" -o "$scratch/$(basename "$source").o" || exit 1
done
"$compiler" "$scratch"/*.o -lbenchmark -pthread -o "$scratch/loops" && "$scratch/loops" --instructions
