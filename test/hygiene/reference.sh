#!/usr/bin/env bash
# Doxygen makes the reference without a warning: every public name has a docstring. Names without one are seen.
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

if ! command -v doxygen >/dev/null; then
  echo "SKIPPED: doxygen is not installed"
  echo "SKIPPED ALL"
  exit 0
fi

# Bazel's runfiles are links; the sources are changed below.
cp -rL include docs "$scratch/"
cd "$scratch" || exit 1
reference() {
  { cat docs/Doxyfile; echo "OUTPUT_DIRECTORY = $scratch"; echo "$1"; } >Doxyfile
  doxygen Doxyfile >said 2>&1
}

reference "GENERATE_XML = YES" || fail "$(head -n 40 said)"
for page in composed indexing__map runtime__map in__bounds__verb tensor__view ops_1_1transpose analysis_1_1proof \
  hlo__ir_1_1parsed__module hlo__ir_1_1owned__analysis einsum__ir_1_1matmul__plan \
  symbolic_1_1verdict; do
  ls html | grep -q "mercator_1_1$page" || fail "$page is not in the reference"
done

plant() {  # HEADER TEXT
  cp "include/mercator/$1" kept
  printf 'namespace mercator { %s }\n' "$2" >>"include/mercator/$1"
  reference "GENERATE_HTML = NO" && fail "no warning of $2"
  cp kept "include/mercator/$1"
}
plant map/coord.hpp 'inline int planted() { return 1; }'
plant map/shape.hpp 'struct planted {};'
finish
