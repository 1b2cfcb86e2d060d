#!/usr/bin/env bash
# The C++ of the documents given (README.md, CONTRIBUTING.md and docs/*.md, without any) compiles with no flag but
# -std=c++20. A block of `cpp` begins a unit; one of `cpp continued` goes on with the unit before it. A unit with `int main`
# is a program, and prints what the next block without a language says, if that follows it. Other units are snippets: they
# stand behind the include and using lines of all of the document.
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

# Writes the units of a document to $scratch/units/NN.cpp, what programs print to NN.txt.
split() {
  rm -rf "$scratch/units"
  mkdir "$scratch/units"
  awk -v folder="$scratch/units" '
    /^```/ && open { close(file); open = 0; next }
    /^```/ {
      open = 1
      if ($0 == "```cpp") { ++unit; program = 0 }
      if ($0 ~ /^```cpp/) file = sprintf("%s/%02d.cpp", folder, unit)
      else if ($0 == "```" && program) file = sprintf("%s/%02d.txt", folder, unit)
      else file = "/dev/null"
      if ($0 !~ /^```cpp/) program = 0
      next
    }
    open { print >> file; if (/int main/) program = 1 }' "$1"
}

# One source of all snippets, each in a namespace of its own; alone those that open one themselves.
write_snippets() {  # HEAD UNIT...
  local head=$1 unit
  shift
  grep '^#include' "$head"
  grep -v '^#include' "$head"
  for unit in "$@"; do
    name=$(basename "$unit" .cpp)
    echo "#line 1 \"$document, unit $name\""
    grep -qE '^namespace .*\{' "$unit" || echo "namespace snippet_$name {"
    grep -vE '^(#include|using namespace)' "$unit"
    grep -qE '^namespace .*\{' "$unit" || echo "}"
  done
}

# With the compiler that has everything, or where all have, the program is run too.
check_program() {  # COMPILER SOURCE EXPECTED
  if [[ $1 != g++ && ! $everything ]]; then
    "$1" -std=c++20 -I include -fsyntax-only "$2"
    return
  fi
  if ! "$1" -std=c++20 -O1 -I include "$2" -o "$scratch/program" 2>"$scratch/said"; then
    head -n 30 "$scratch/said"
    return 1
  fi
  "$scratch/program" >"$scratch/printed" && { [[ ! -e $3 ]] || diff "$3" "$scratch/printed"; }
}

(($# > 0)) || set -- README.md CONTRIBUTING.md docs/*.md
find_main_compilers
total=0
for document in "$@"; do
  split "$document"
  programs=()
  snippets=()
  for unit in "$scratch"/units/*.cpp; do
    [[ -s $unit ]] || continue
    if grep -q 'int main' "$unit"; then programs+=("$unit"); else snippets+=("$unit"); fi
  done
  units=$((${#programs[@]} + ${#snippets[@]}))
  total=$((total + units))
  echo "$document: $units units"
  ((units > 0)) || continue
  cat "$scratch"/units/*.cpp | grep -hE '^(#include|using [^=]*;|namespace .* = )' | sort -u >"$scratch/head"
  write_snippets "$scratch/head" "${snippets[@]}" >"$scratch/snippets.cc"
  for compiler in "${compilers[@]}"; do
    for unit in "${programs[@]}"; do
      cp "$unit" "$scratch/program.cc"
      check_program "$compiler" "$scratch/program.cc" "${unit%.cpp}.txt" || fail "$compiler $document ${unit##*/}"
    done
    ((${#snippets[@]} > 0)) || continue
    "$compiler" -std=c++20 -I include -fsyntax-only "$scratch/snippets.cc" 2>"$scratch/said" ||
      { head -n 30 "$scratch/said"; fail "$compiler $document"; }
  done
done
((total > 0)) || fail "no C++ was found"
finish
