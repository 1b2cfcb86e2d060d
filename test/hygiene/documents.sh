#!/usr/bin/env bash
# The C++ of the documents given (README.md and docs/*.md, without any) compiles with no flag but -std=c++20. A block with
# `int main` is a program, and prints what the next block without a language says, if that comes before other C++. Other
# blocks are snippets: they stand behind the include and using lines of all of the document, and `using namespace mercator`.
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

# Writes the fenced blocks of a document to $scratch/blocks/NN.LANGUAGE.
split() {
  rm -rf "$scratch/blocks"
  mkdir "$scratch/blocks"
  awk -v folder="$scratch/blocks" '
    /^```/ { if (open) { close(file); open = 0 } else { open = 1; file = sprintf("%s/%02d.%s", folder, ++n, substr($0, 4) == "" ? "txt" : substr($0, 4)); printf "" > file } next }
    open { print > file }' "$1"
}

check_program() {  # COMPILER SOURCE EXPECTED-OR-EMPTY
  if ! "$1" -std=c++20 -O1 -I include "$2" -o "$scratch/program" 2>"$scratch/said"; then
    head -n 30 "$scratch/said"
    return 1
  fi
  "$scratch/program" >"$scratch/printed" && { [[ -z $3 ]] || diff "$3" "$scratch/printed"; }
}

(($# > 0)) || set -- README.md docs/*.md
find_compilers
for document in "$@"; do
  split "$document"
  grep -hE '^(#include|using |namespace .* = )' "$scratch"/blocks/*.cpp | sort -u >"$scratch/head"
  cpp=0
  for block in "$scratch"/blocks/*.cpp; do
    [[ -s $block ]] || continue
    cpp=$((cpp + 1))
    next=$(ls "$scratch/blocks" | awk -v this="${block##*/}" 'seen { print; exit } $0 == this { seen = 1 }')
    [[ $next == *.txt ]] && expected=$scratch/blocks/$next || expected=
    for compiler in "${compilers[@]}"; do
      if grep -q 'int main' "$block"; then
        cp "$block" "$scratch/program.cc"
        check_program "$compiler" "$scratch/program.cc" "$expected" || fail "$compiler $document ${block##*/}"
      else
        { grep '^#include' "$scratch/head"; echo 'using namespace mercator;'; grep -v '^#include' "$scratch/head"; grep -vE '^(#include|using namespace)' "$block"; } >"$scratch/snippet.cc"
        "$compiler" -std=c++20 -I include -fsyntax-only "$scratch/snippet.cc" 2>"$scratch/said" || { head -n 30 "$scratch/said"; fail "$compiler $document ${block##*/}"; }
      fi
    done
  done
  ((cpp > 0)) || fail "$document has no C++"
  echo "$document: $cpp blocks"
done
finish
