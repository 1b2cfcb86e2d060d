#!/usr/bin/env bash
# What maps become on the device, debug assertions aside: vector loads and stores, no integer division anywhere, and no
# branch on indices where the shape divides.
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

nvcc=$(command -v nvcc || command -v /usr/local/cuda/bin/nvcc || true)
if [[ -z $nvcc ]]; then
  echo "SKIPPED: nvcc is not installed"
  echo "SKIPPED ALL"
  exit 0
fi

# Sets `ptx` to what a source becomes.
translate() {
  "$nvcc" -std=c++20 -DNDEBUG -I include -ptx -o "$scratch/out.ptx" "$1" || fail "$1 does not compile"
  ptx=$(<"$scratch/out.ptx")
  grep -qE '\b(div|rem)\.[su](16|32|64)' <<<"$ptx" && fail "$1: there is an integer division"
}

# Prints the kernel whose name has the text.
kernel() {
  awk -v name="$1" '/^\.visible \.entry/ { inside = index($0, name) > 0 } inside' <<<"$ptx"
}

# counts KERNEL PATTERN NUMBER
counts() {
  local found
  found=$(kernel "$1" | grep -cE "$2")
  ((found == $3)) || fail "$1: $found lines with $2, where $3 were expected"
}

translate test/cuda/grid.cu
counts scale 'ld\.global(\.nc)?\.v4\.f32' 2
counts scale 'st\.global\.v4\.f32' 2
counts scale '\bbra\b' 0
counts transpose '\bbra\b' 0
kernel transpose | grep -q 'ld\.shared' || fail "the tile is not in shared memory"

# The only branches are those of the first lane of each warp, which writes for the others.
translate examples/cuda_softmax.cu
counts Ll512ELl1024E 'ld\.global' 2
counts Ll512ELl1024E 'ld\.global(\.nc)?\.v4\.f32' 2
counts Ll512ELl1024E 'st\.global' 2
counts Ll512ELl1024E 'st\.global\.v4\.f32' 2
counts Ll512ELl1024E '\bbra\b' 2
counts Ll512ELl1000E 'ld\.global(\.nc)?\.v4\.f32' 2
counts Ll512ELl1000E 'st\.global\.v4\.f32' 2

# for_each and eval over a map with floordiv and mod.
translate test/cuda/kernels.cu
finish
