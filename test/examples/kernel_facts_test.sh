#!/usr/bin/env bash
# The example prints what its static_asserts say.
set -u
said=$(examples/kernel_facts) || { echo "FAILED: status $?"; exit 1; }
failures=0
expect() {
  grep -qF -- "$1" <<<"$said" || { echo "FAILED: it does not say: $1"; failures=$((failures + 1)); }
}
expect 'A warp needs 32 sectors of 32 bytes where 4 would hold what it asks for: neighbouring threads are 1024 elements apart.'
expect 'Up to 32 words of one bank are needed at once'
expect 'No two words of one bank are needed at once.'
expect 'a tile at most 289'
expect 'A tile of [17, 17] elements, without those out of bounds.'
expect '|  0  0 0+  1 1+  2 2+  3  3'
said=$(examples/kernel_facts --html) || { echo "FAILED: status $?"; exit 1; }
expect '<h1>Transpose of f32[1024, 1024]</h1>'
expect '<tr><th>tile [32, 33]</th><td>No two words of one bank are needed at once.</td></tr>'
(($(grep -c '<svg' <<<"$said") == 5)) || { echo "FAILED: it has not 5 pictures"; failures=$((failures + 1)); }
if command -v python3 >/dev/null; then
  tail -n +2 <<<"$said" | python3 -c 'import sys, xml.etree.ElementTree as x; x.fromstring(sys.stdin.buffer.read())' ||
    { echo "FAILED: the page is not well-formed"; failures=$((failures + 1)); }
fi
((failures == 0)) && echo passed
exit "$((failures > 0))"
