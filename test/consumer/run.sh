#!/usr/bin/env bash
# A Bazel workspace of its own takes a copy of the library by local_repository and deps.bzl, in a temporary folder. Not a
# test inside Bazel: a Bazel within its own sandbox would have to bring a second server and a writable home.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1

scratch=$(mktemp -d "${TMPDIR:-/tmp}/mercator_consumer.XXXXXX")
mkdir -p "$scratch/mercator/test/consumer"
cp -rL BUILD LICENSE README.md WORKSPACE deps.bzl include "$scratch/mercator/"
cp -L test/consumer/{.bazelrc,BUILD,WORKSPACE,main.cc} "$scratch/mercator/test/consumer/"
cd "$scratch/mercator/test/consumer" || exit 1
bazel --output_base="$scratch/output" --max_idle_secs=15 test //... "$@"
status=$?
bazel --output_base="$scratch/output" shutdown
chmod -R u+w "$scratch"
rm -rf "$scratch"
exit $status
