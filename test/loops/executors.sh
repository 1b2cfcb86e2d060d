#!/usr/bin/env bash
# Loops on the threads of a pool and of OpenMP, where a compiler has it, with the same results as on one; no data race is
# seen in the pool's.
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

# build_and_run COMPILER ARGUMENT...
build_and_run() {
  compile "$@" -I . test/loops/executors.cc -o "$scratch/program" -pthread && "$scratch/program" || fail "$*"
}

has() {
  echo 'int main() {}' | "$1" "$2" -x c++ - -o "$scratch/probe" 2>"$scratch/said" && "$scratch/probe"
}

find_compilers g++ clang++-19
for compiler in "${compilers[@]}"; do
  if has "$compiler" -fopenmp; then
    build_and_run "$compiler" -O1 -fopenmp
  else
    echo "SKIPPED: $compiler has no OpenMP"
    build_and_run "$compiler" -O1
  fi
done
if has "${compilers[0]}" -fsanitize=thread; then
  build_and_run "${compilers[0]}" -O1 -fsanitize=thread
else
  echo "SKIPPED: ${compilers[0]} has no thread sanitizer"
fi
finish
