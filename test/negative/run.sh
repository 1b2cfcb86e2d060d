#!/usr/bin/env bash
# Checks that what must not compile does not, with the compilers given (all that are installed, without any), that the
# first error holds what the source expects, and that the compiler says it in fewer than 60 lines. A source has one case
# or several, each behind a line `//// name`; what stands before the first one belongs to all.
#   // expect: text            on every compiler; several such lines are several texts
#   // expect-g++: text        on g++ only; -clang++ and -nvcc likewise
# run.sh [--every=N] [COMPILER...] [SOURCE...]: without sources, all in test/negative; every Nth case of them.
# What three cases or more include is compiled once for them, but for nvcc, which has no precompiled headers.
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

longest=60

# Writes the cases of test/negative/NAME.cc to $scratch/cases/NAME/CASE.cc.
split_cases() {
  local folder
  folder=$scratch/cases/$(basename "$1" .cc)
  mkdir -p "$folder"
  awk -v folder="$folder" -v source="$1" '
    function begin(name) { file = folder "/" name ".cc"; printf "%s#line %d \"%s\"\n", head, NR + 1, source > file }
    /^\/\/\/\/ / { begin($2); next }
    file == "" { head = head $0 "\n"; next }
    { print > file }
    END { if (file == "") printf "%s", head > (folder "/only.cc") }' "$1"
}

# The first error with what belongs to it: g++ says where it comes from before it, the others after it.
first_error() {
  awk '
    /error( #[0-9a-zA-Z-]+)?:/ { if (seen) exit; seen = 1 }
    seen && (/: In .*:$/ || /^In file included/) { exit }
    { print }
    END { if (!seen) exit 1 }
  ' "$1"
}

# expectations COMPILER SOURCE
expectations() {
  local family=${1%%-[0-9]*}
  sed -nE "s@^[[:space:]]*// expect(-${family//+/\\+})?: (.*[^[:space:]])[[:space:]]*\$@\\2@p" "$2"
}

# nvcc writes "rule<Given, Variables> [with Given=1, Variables=2]" and numbers as 2L: this puts rule<1, 2> before it.
name_arguments() {
  perl -pe '
    s/(\d)U?L\b/$1/g;
    s/\(char\)(\d+)/chr($1) eq "\x27" ? "\x27\\\x27\x27" : "\x27" . chr($1) . "\x27"/ge;
    if (/"([\w:]+)<([\w., ]*)>(?:::[^"\[]*)? \[with (.*)\]"/) {
      my ($name, $with, $depth, @values) = ($1, $3, 0, "");
      for my $c (split //, $with) {
        $depth += $c =~ /[<(]/ ? 1 : $c =~ /[>)]/ ? -1 : 0;
        if ($c eq "," && $depth == 0) { push @values, "" } else { $values[-1] .= $c }
      }
      s/^\s*\w+=// for @values;
      s/^<(.*)>$/$1/ for @values;
      $_ = "            $name<" . join(", ", @values) . ">\n" . $_;
    }' "$1"
}

# Sets `shared` to the arguments that put the includes given, compiled, before a source.
share() {  # COMPILER INCLUDES
  shared=()
  [[ $1 != *nvcc ]] || return
  echo "$2" >"$scratch/shared.hpp"
  "$1" -std=c++20 -I include -x c++-header -o "$scratch/shared.hpp.gch" "$scratch/shared.hpp" || fail "$1 does not compile: $2"
  shared=(-include "$scratch/shared.hpp")
}

# said_by COMPILER ARGUMENT...: what the compiler says goes to $scratch/said.
said_by() {
  local compiler=$1 status
  shift
  if [[ $compiler == *nvcc ]]; then
    "$compiler" -std=c++20 -x cu -I include -c -o "$scratch/out.o" "$@" >"$scratch/raw" 2>&1
    status=$?
    name_arguments "$scratch/raw" >"$scratch/said"
    return $((status == 0 ? 0 : 1))
  fi
  "$compiler" -std=c++20 -fno-diagnostics-color -I include -S -o "$scratch/out.s" "$@" >"$scratch/said" 2>&1
}

check_case() {  # COMPILER CASE NAME
  local status lines text before=$failures this="$1 $3"
  said_by "$1" "${shared[@]}" "$2"
  status=$?
  if ((status == 0)); then
    fail "$this compiles"
    return
  fi
  if ((status != 1)) || grep -q 'internal compiler error' "$scratch/said"; then
    fail "$this: the compiler itself failed with $status"
  fi
  first_error "$scratch/said" >"$scratch/first" || fail "$this: no error was given"
  expectations "${1##*/}" "$2" >"$scratch/expected"
  [[ -s $scratch/expected ]] || fail "$this: the source does not say what it expects"
  while IFS= read -r text; do
    grep -qF -- "$text" "$scratch/first" || fail "$this: the first error does not hold: $text"
  done <"$scratch/expected"
  lines=$(wc -l <"$scratch/said")
  ((lines < longest)) || fail "$this: $lines lines are said, $longest or more"
  checked=$((checked + 1))
  ((failures == before)) || head -n 80 "$scratch/said"
}

asked=()
every=1
while [[ ${1:-} && $1 != *.cc ]]; do
  if [[ $1 == --every=* ]]; then
    every=${1#--every=}
    [[ $everything ]] || echo "SAMPLED: one error in $every with ${*: -1}, unless MERCATOR_TESTS=all"
  else
    asked+=("$1")
  fi
  shift
done
(($# > 0)) || set -- test/negative/*.cc
find_compilers "${asked[@]}"
for source in "$@"; do split_cases "$source"; done

declare -A cases  # the files by what they include
number=0
for file in "$scratch"/cases/*/*.cc; do
  sampled $((number++)) "$every" || continue
  cases[$(grep '^#include' "$file")]+="$file "
done
checked=0
for compiler in "${compilers[@]}"; do
  for includes in "${!cases[@]}"; do
    read -ra files <<<"${cases[$includes]}"
    shared=()
    ((${#files[@]} < 3)) || share "$compiler" "$includes"
    for file in "${files[@]}"; do
      name=${file#"$scratch/cases/"} name=${name%.cc}
      check_case "$compiler" "$file" "${name%/only}"
    done
  done
done
echo "$checked errors read"
((checked > 0 || ${#compilers[@]} == 0)) || fail "no errors were found to read"
finish
