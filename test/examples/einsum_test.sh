#!/usr/bin/env bash
# The attention layer agrees with plain loops.
einsum=$PWD/examples/einsum
[[ -x $einsum ]] || einsum=$1
got=$("$einsum") || { echo "FAILED: $got"; exit 1; }
[[ $got == *"less than 1e-5"* ]] || { echo "FAILED: $got"; exit 1; }
echo "all good"
