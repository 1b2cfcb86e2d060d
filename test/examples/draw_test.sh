#!/usr/bin/env bash
# mercator draw: SVG to standard output or a file, characters, and errors.
set -u
mercator=examples/mercator
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0
fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

map='(d0, d1) -> (d1, d0), domain: d0 in [0, 2], d1 in [0, 3]'
"$mercator" draw "$map" >"$folder/standard.svg" || fail "status $?"
head -c 4 "$folder/standard.svg" | grep -q '<svg' || fail "no SVG on standard output"
"$mercator" draw "$map" -o "$folder/out.svg" || fail "status $? with -o"
cmp -s "$folder/standard.svg" "$folder/out.svg" || fail "the file is another picture"
"$mercator" draw --text "$map" | grep -q '^dimensions \[3, 4\]$' || fail "no picture in characters"
said=$("$mercator" draw '(d0) -> (d0 $ 1), domain: d0 in [0, 2]') && fail "a wrong map gives status 0"
[[ $said == 'error: 1:13: '* ]] || fail "said: $said"
"$mercator" draw >/dev/null 2>&1
[[ $? == 2 ]] || fail "no map"
"$mercator" draw "$map" "$map" >/dev/null 2>&1
[[ $? == 2 ]] || fail "two maps"
"$mercator" draw "$map" -o "$folder/none/out.svg" >/dev/null 2>&1
[[ $? == 1 ]] || fail "a file that cannot be written"
((failures == 0)) && echo passed
exit "$((failures > 0))"
