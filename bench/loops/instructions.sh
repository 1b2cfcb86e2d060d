#!/usr/bin/env bash
# Instructions an element of each kernel, from maps and by hand, on a build for AVX2 (valgrind stops at AVX-512).
#   bench/loops/instructions.sh [COMPILER]     default: g++
# concatenate is left out: memcpy counts by the byte under valgrind.
cd "$(dirname "$0")/../.." || exit 1
compiler=${1:-g++}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
command -v valgrind >/dev/null || { echo "valgrind is not installed"; exit 1; }

for name in main mercator hand plain eigen; do
  "$compiler" -std=c++20 -O3 -DNDEBUG -mavx2 -mfma -w -I include -I . -isystem /usr/include/eigen3 \
    -c "bench/loops/$name.cc" -o "$scratch/$name.o" || exit 1
done
"$compiler" "$scratch"/*.o -lbenchmark -lpthread -o "$scratch/loops" || exit 1

counted() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect=counted_call "$scratch/loops" --once "$1" "$2" 2>&1 |
    awk '/Collected/ { collected = $NF } /^[0-9]+$/ { elements = $1 } END { print collected / elements }'
}
printf '%-18s %9s %9s %6s\n' "instructions" mercator hand ratio
for name in transpose reshape_transpose uneven_reshape slice pad reverse sum broadcast_add softmax batched_matmul; do
  awk -v n="$name" -v a="$(counted "$name" mercator)" -v b="$(counted "$name" hand)" \
    'BEGIN { printf "%-18s %9.4f %9.4f %6.2f\n", n, a, b, a / b }'
done
