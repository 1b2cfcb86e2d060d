#!/usr/bin/env bash
# What grid maps become on the device: vector loads and stores, no integer division, and no branch where the shape divides.
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

nvcc=$(command -v nvcc || command -v /usr/local/cuda/bin/nvcc || true)
if [[ -z $nvcc ]]; then
  echo "SKIPPED: nvcc is not installed"
  echo "SKIPPED ALL"
  exit 0
fi
"$nvcc" -std=c++20 -I include -ptx -o "$scratch/grid.ptx" test/cuda/grid.cu || fail "test/cuda/grid.cu does not compile"
ptx=$(<"$scratch/grid.ptx")
(($(grep -c 'ld\.global\.v4\.f32' <<<"$ptx") == 2)) || fail "two vectors a thread are not two loads"
(($(grep -c 'st\.global\.v4\.f32' <<<"$ptx") == 2)) || fail "two vectors a thread are not two stores"
grep -qE '\b(div|rem)\.' <<<"$ptx" && fail "there is an integer division"
grep -qE '^[[:space:]]*(@%p[0-9]+ )?bra\b' <<<"$ptx" && fail "there is a branch"
grep -q 'ld\.shared' <<<"$ptx" || fail "the tile is not in shared memory"
finish
