#!/usr/bin/env bash
# docs/errors.md lists what the headers say, all of it and nothing else; and each message is expected by a source in
# test/negative, but for those named here.
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

# They take too long to provoke, or something else is refused first.
cat >"$scratch/unprovoked" <<'END'
hlo<text> requires a module with fewer maps
einsum<...>(...) requires sizes that are not negative
to_layout(m) requires a map that can be decided with little work
strides_of(m) requires a map that can be decided with little work
END

(cd include && find -L mercator -name '*.hpp' | sort | sed 's@^@include/@') |
  xargs perl test/hygiene/errors.pl | sort -u >"$scratch/said"
sed -nE 's/^\| (``?) ?([^|]*[^ `]) ?\1 \|.*/\2/p' docs/errors.md | grep -vxF 'mercator:' | sort -u >"$scratch/listed"
[[ -s $scratch/said ]] || fail "no messages were found in the headers"
while IFS= read -r message; do
  fail "docs/errors.md lacks: $message"
done < <(comm -23 "$scratch/said" "$scratch/listed")
while IFS= read -r message; do
  fail "no header says: $message"
done < <(comm -13 "$scratch/said" "$scratch/listed")

# What is expected is the beginning of a message, or enough of it to be found.
sed -nE 's@^[[:space:]]*// expect(-[a-z+]*)?: (mercator: )?(.*[^[:space:]])[[:space:]]*$@\3@p' test/negative/*.cc |
  awk 'length >= 25' >"$scratch/expected"
while IFS= read -r message; do
  fail "test/negative does not expect: $message"
done < <(awk 'NR == FNR { expected[++n] = $0; next }
              { for (k = 1; k <= n; ++k) if (index($0, expected[k])) next; print }' "$scratch/expected" "$scratch/said" |
           grep -vxF -f "$scratch/unprovoked")
echo "$(wc -l <"$scratch/said") messages"
finish
