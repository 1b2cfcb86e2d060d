#!/usr/bin/env bash
# ThreadSanitizer finds no race in the const operations of maps at run time.
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

find_main_compilers g++
for compiler in "${compilers[@]}"; do
  "$compiler" -std=c++20 -O1 -g -fsanitize=thread -I include -I . test/map/runtime_threads_test.cc test/main.cc -pthread \
    -o "$scratch/threads" >"$scratch/said" 2>&1 || { head -n 40 "$scratch/said"; fail "$compiler does not compile it"; continue; }
  "$scratch/threads" >"$scratch/said" 2>&1 || { head -n 60 "$scratch/said"; fail "$compiler: a race, or another result"; }
done
finish
