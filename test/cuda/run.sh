#!/usr/bin/env bash
# Compiles each CUDA source given, or else a source that includes all our headers, with no flag but -std=c++20. Where
# there is a GPU a source with a main is run too.
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

nvcc=$(command -v nvcc || command -v /usr/local/cuda/bin/nvcc || true)
if [[ -z $nvcc ]]; then
  echo "SKIPPED: nvcc is not installed"
  echo "SKIPPED ALL"
  exit 0
fi
if (($# == 0)); then
  { include_all; echo 'int main() {}'; } >"$scratch/headers.cu"
  set -- "$scratch/headers.cu"
fi
for source in "$@"; do
  this=${source#"$scratch/"}
  if ! grep -qE '^int main\(' "$source"; then
    "$nvcc" -std=c++20 -I include -c -o "$scratch/out.o" "$source" >"$scratch/said" 2>&1
  else
    "$nvcc" -std=c++20 -I include -o "$scratch/program" "$source" >"$scratch/said" 2>&1
  fi
  status=$?
  # nvcc's warnings count too: they end up in the logs of everyone who includes us.
  if ((status != 0)) || grep -q 'warning' "$scratch/said"; then
    head -n 60 "$scratch/said"
    fail "nvcc $this"
  elif [[ ! -x $scratch/program ]]; then
    echo "nvcc $this: compiles"
  elif nvidia-smi -L >/dev/null 2>&1; then
    "$scratch/program" || fail "$this: the program exits with $?"
  else
    echo "SKIPPED: $this is not run: there is no GPU"
  fi
  rm -f "$scratch/program"
done
finish
