#!/usr/bin/env bash
# Prints NAME OURS HAND for each kernel: the instructions within it, through for_each and by hand, counted by valgrind.
#   instructions.sh PROGRAM     what kernels.cc and main.cc were compiled to; see run.sh
counts=$(mktemp -d)
trap 'rm -rf "$counts"' EXIT

valgrind --tool=callgrind --callgrind-out-file="$counts/calls" "$1" once >"$counts/said" 2>&1 || { cat "$counts/said"; exit 1; }
callgrind_annotate --inclusive=yes --threshold=100 "$counts/calls" >"$counts/functions" || exit 1

# instructions FUNCTION: those within it and what it calls
instructions() {
  awk -v name=":$1(" 'index($0, name) { gsub(",", "", $1); print $1; exit }' "$counts/functions"
}
for name in $(sed -nE 's/^ *X\(([a-z_]+),.*/\1/p' "$(dirname "$0")/kernels.hpp"); do
  echo "$name $(instructions "${name}_mercator") $(instructions "${name}_hand")"
done
