#!/usr/bin/env bash
# Einsums against Eigen and matrix products by hand.
#   bench/einsum/run.sh [COMPILER [FLAGS]]     default: g++ -O3 -march=native
cd "$(dirname "$0")/../.." || exit 1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
compiler=${1:-g++}
shift
(($# > 0)) || set -- -O3 -march=native
"$compiler" -std=c++20 -DNDEBUG "$@" -I include -I . -isystem /usr/include/eigen3 bench/einsum/main.cc -o "$scratch/einsum" &&
  "$scratch/einsum"
