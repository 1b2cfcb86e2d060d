#!/usr/bin/env bash
# A Bazel workspace of its own takes the library by local_repository and deps.bzl. Not a test inside Bazel: a Bazel
# within its own sandbox would have to bring a second server and a writable home.
set -uo pipefail
cd "$(dirname "$0")" || exit 1

output=$(mktemp -d "${TMPDIR:-/tmp}/mercator_consumer.XXXXXX")
bazel --output_base="$output" --max_idle_secs=15 test //... "$@"
status=$?
bazel --output_base="$output" shutdown
chmod -R u+w "$output"
rm -rf "$output"
exit $status
