#!/usr/bin/env bash
# The loop of README.md beside the one written by hand, as a compiler translates them.
#   bench/readme/assembly.sh [COMPILER [FLAGS]]     default: g++ -O2
#   bench/readme/assembly.sh --count …              the number of instructions of each instead
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

count=
if [[ ${1:-} == --count ]]; then
  count=1
  shift
fi
compiler=${1:-g++}
shift
awk '/^```/ { open = /^```cpp/ && blocks++ < 2; next } open' README.md >"$scratch/readme.cc"
"$compiler" -std=c++20 "${@:--O2}" -DNDEBUG -I include -S "$scratch/readme.cc" -o "$scratch/readme.s" || exit 1

# The instructions and labels of one function, without directives and comments.
function_named() {
  awk -v name="_Z$1" '
    $0 ~ "^" name ":" { inside = 1; next }
    inside && /^\.?Lfunc_end|\.cfi_endproc/ { exit }
    inside && /^\.LF/ { next }
    inside && /^\.L[A-Za-z0-9_]+:/ { sub(/:.*/, ":"); print; next }
    inside && /^\t[a-z]/ { sub(/#.*/, ""); gsub(/\t/, " "); sub(/^ /, "  "); print }' "$scratch/readme.s"
}
function_named 7flattenv >"$scratch/ours"
function_named 7by_handv >"$scratch/hand"
if [[ $count ]]; then
  grep -c '^ ' "$scratch/ours" "$scratch/hand" | sed 's/.*://'
else
  { echo 'flatten:'; cat "$scratch/ours"; } >"$scratch/left"
  { echo 'by_hand:'; cat "$scratch/hand"; } >"$scratch/right"
  paste -d '|' "$scratch/left" "$scratch/right" | awk -F '|' '{ line = sprintf("%-38s%s", $1, $2); sub(/ +$/, "", line); print line }'
fi
