#!/usr/bin/env bash
# Looks for texts that break the parsers, with libFuzzer under ASan and UBSan (clang-19, libclang-rt-19-dev).
#   test/fuzz/run.sh TARGET SECONDS [FOLDER]   TARGET is map, hlo or einsum; what is found is kept in FOLDER, /tmp/fuzz-TARGET
#   test/fuzz/run.sh TARGET --keep [FOLDER]    the corpus in test/fuzz becomes the fewest files that reach what FOLDER reaches
set -eu
cd "$(dirname "$0")/../.."

target=$1 seconds=$2 found=${3:-/tmp/fuzz-$1}
corpus=test/fuzz/corpus/$target
declare -A longest=([map]=600 [hlo]=2500 [einsum]=300)
mkdir -p "$found/corpus" "$found/broken"
clang++-19 -std=c++20 -O1 -g1 -UNDEBUG -fno-omit-frame-pointer -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
  -I include -I . "test/fuzz/${target}_target.cc" -o "$found/target"

if [[ $seconds == --keep ]]; then
  mkdir "$found/least"
  "$found/target" -merge=1 -max_len="${longest[$target]}" "$found/least" "$corpus" "$found/corpus"
  rm "$corpus"/*
  mv "$found"/least/* "$corpus"
  rmdir "$found/least"
  du -sb "$corpus"
else
  seeds=("$corpus")
  [[ $target != hlo ]] || seeds+=(test/hlo/modules)
  exec "$found/target" -max_total_time="$seconds" -timeout=5 -rss_limit_mb=2048 -max_len="${longest[$target]}" \
    -dict="test/fuzz/$target.dict" -artifact_prefix="$found/broken/" -print_final_stats=1 "$found/corpus" "${seeds[@]}"
fi
