#!/usr/bin/env bash
# Runs the command line: every command, mistakes in the input and in the arguments, many lines.
mercator=$PWD/examples/mercator
[[ -x $mercator ]] || mercator=$1
scratch=$(mktemp -d "${TEST_TMPDIR:-/tmp}/mercator.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
unset BUILD_WORKING_DIRECTORY

failures=0
fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

# prints STATUS EXPECTED ARGUMENT... <INPUT: the exit status, and exactly this output.
prints() {
  local status=$1 expected=$2 got
  shift 2
  got=$("$mercator" "$@" 2>errors; echo "status $?")
  [[ $got == "$expected"$'\n'"status $status" ]] ||
    fail "mercator $*:"$'\n'"$got"$'\n'"instead of"$'\n'"$expected"$'\n'"status $status"
}

# refuses TEXT ARGUMENT...: exit status 2, the text among the errors, no output.
refuses() {
  local text=$1 got status
  shift
  got=$("$mercator" "$@" 2>errors </dev/null)
  status=$?
  ((status == 2)) || fail "mercator $* exits with $status, not 2"
  [[ -z $got ]] || fail "mercator $* prints: $got"
  grep -qF -e "$text" errors || fail "mercator $* does not say \"$text\": $(cat errors)"
}

identity='(d0) -> (d0), domain: d0 in [0, 9]'

cat >maps <<'END'
(d0, d1) -> ((d0 * 8 + d1) floordiv 8, (d0 * 8 + d1) mod 8), domain: d0 in [0, 3], d1 in [0, 7]

(bl_x, th_x) -> (128 * bl_x + th_x), domain: bl_x in [0, 7], th_x in [0, 127],
(d0)[s0] -> (d0, s0), domain: d0 in [0, 3], s0 in [0, 5], d0 mod 4 in [5, 6]
(d0, d1) -> (d0), domain: d0 in [0, 3] d1 in [0, 7]
   
(d0) -> (d0 * d0), domain: d0 in [0, 3]
()->()
END
simplified='(d0, d1) -> (d0, d1), domain: d0 in [0, 3], d1 in [0, 7]

(bl_x, th_x) -> (bl_x * 128 + th_x), domain: bl_x in [0, 7], th_x in [0, 127]
(d0)[s0] -> (0, 0), domain: KNOWN EMPTY
error: 5:39: a comma is missing here

error: 7:13: one of the two factors must be constant
() -> ()'
prints 1 "$simplified" simplify <maps
prints 1 "$simplified" simplify maps
prints 1 "$simplified" simplify "$PWD/maps"
(cd / && BUILD_WORKING_DIRECTORY=$scratch "$mercator" simplify maps >"$scratch/from_elsewhere")
[[ $(cat from_elsewhere) == "$simplified" ]] || fail "BUILD_WORKING_DIRECTORY is not heeded"
prints 0 "$identity" simplify <<<"$identity"
prints 0 "$identity" simplify < <(printf '%s' "$identity") # no newline at the end
prints 0 "$identity" simplify < <(printf '%s\r\n' "$identity")
[[ -z $("$mercator" simplify </dev/null) ]] || fail "no input gives output"

prints 1 '(d0)[s0, s1] -> (d0 * 2 + s1, s0), domain: d0 in [0, 3], s0 in [0, 4], s1 in [0, 1]
error: 2:24: the first map has 1 result, where the second has 2 dimensions
error: 3:35: expected '"';'"' and a second map
error: 4:53: unknown name '"'d1'"'
error: 5:10: unknown name '"'d1'"'

(d0) -> (0), domain: KNOWN EMPTY' compose <<'END'
(d0)[s0] -> (d0 * 2 + s0), domain: d0 in [0, 3], s0 in [0, 1] ; (d0)[s0] -> (d0, s0), domain: d0 in [0, 9], s0 in [0, 4]
() -> (1)            ; (d0, d1) -> (), domain: d0 in [0, 1], d1 in [0, 1]
(d0) -> (d0), domain: d0 in [0, 9]
(d0) -> (d0), domain: d0 in [0, 9]   ;     (d0) -> (d1), domain: d0 in [0, 9]
(d0) -> (d1), domain: d0 in [0, 9] ; (d0) -> (d0), domain: d0 in [0, 9]

(d0) -> (d0 + 20), domain: d0 in [0, 9] ; (d0) -> (d0), domain: d0 in [0, 9]
END

prints 0 'equal
different at (0)[]{}
equal

different: 2 dimensions against 3
different: 1 dimension against 0
different: 0 range variables against 1
different: 1 runtime variable against 2
different: 1 result against 2' equal <<END
$identity ; (x) -> ((x * 2) floordiv 2), domain: x in [0, 9]
(d0) -> (d0), domain: d0 in [0, 0] ; (d0) -> (d0 + 1), domain: d0 in [0, 0]
$identity ; (d0) -> (d0), domain: d0 in [0, 12], d0 * 2 in [-1, 19]

(a, b) -> (), domain: KNOWN EMPTY ; (a, b, c) -> (), domain: KNOWN EMPTY
$identity ; () -> (1)
() -> () ; ()[s0] -> (), domain: s0 in [0, 1]
(){a} -> (), domain: KNOWN EMPTY ; (){a, b} -> (), domain: KNOWN EMPTY
() -> (1) ; () -> (1, 2)
END
got=$("$mercator" equal <<<'(d0)[s0]{rt0} -> (d0 mod 4), domain: d0 in [0, 9], s0 in [3, 3], rt0 in [-2, -2] ; (d0)[s0]{rt0} -> (d0), domain: d0 in [0, 9], s0 in [3, 3], rt0 in [-2, -2]')
[[ $got =~ ^different\ at\ \([4-9]\)\[3\]\{-2\}$ ]] || fail "equal says $got"

prints 0 'abc,dca->da
operand 0: (d0, d1)[s0, s1] -> (d1, s0, s1), domain: d0 in [0, 4], d1 in [0, 1], s0 in [0, 2], s1 in [0, 3]
operand 1: (d0, d1)[s0, s1] -> (d0, s1, d1), domain: d0 in [0, 4], d1 in [0, 1], s0 in [0, 2], s1 in [0, 3]
tensor 2 = tensor 0 x tensor 1: abc,dca->da
  tensor 0: sum b [2, 3, 4] -> [2, 4], copied
  tensor 0: reshape [2, 4] -> [2, 1, 4]
  tensor 1: transpose [5, 4, 2] -> [2, 5, 4]
  multiply [2, 1, 4] x [2, 5, 4] -> [2, 1, 5], right_transpose; batch a, M -, N d, K c
  tensor 2: reshape [2, 1, 5] -> [2, 5]
  tensor 2: transpose [2, 5] -> [5, 2]
multiply-adds 40, elements between contractions 0, copies 1 of 24 elements' einsum 'ijk,lki->li' 2,3,4 5,4,2
prints 0 'ab,bc,cd->ad
operand 0: (d0, d1)[s0, s1] -> (d0, s0), domain: d0 in [0, 9], d1 in [0, 6], s0 in [0, 1], s1 in [0, 7]
operand 1: (d0, d1)[s0, s1] -> (s0, s1), domain: d0 in [0, 9], d1 in [0, 6], s0 in [0, 1], s1 in [0, 7]
operand 2: (d0, d1)[s0, s1] -> (s1, d1), domain: d0 in [0, 9], d1 in [0, 6], s0 in [0, 1], s1 in [0, 7]
tensor 3 = tensor 1 x tensor 2: bc,cd->bd
  multiply [2, 8] x [8, 7] -> [2, 7]; batch -, M b, N d, K c
tensor 4 = tensor 0 x tensor 3: ab,bd->ad
  multiply [10, 2] x [2, 7] -> [10, 7]; batch -, M a, N d, K b
multiply-adds 252, elements between contractions 14, copies 0' einsum 'ij, jk, kl' 10,2 2,8 8,7
prints 0 'aab->b
operand 0: (d0)[s0] -> (s0, s0, d0), domain: d0 in [0, 3], s0 in [0, 2]
operand 0: diagonal sum a [3, 3, 4] -> [4]
additions 12' einsum iij 3,3,4
prints 0 ',a->a
operand 0: (d0) -> (), domain: d0 in [0, 2]
operand 1: (d0) -> (d0), domain: d0 in [0, 2]
tensor 2 = tensor 0 x tensor 1: ,a->a
  tensor 0: reshape [] -> [1, 1]
  tensor 1: reshape [3] -> [1, 3]
  multiply [1, 1] x [1, 3] -> [1, 3]; batch -, M -, N a, K -
  tensor 2: reshape [1, 3] -> [3]
multiply-adds 3, elements between contractions 0, copies 0' einsum ,i '' 3
prints 1 "error: 1:4: label 'j' has size 4 in operand 1, and size 3 in operand 0" einsum ij,jk 2,3 4,5
prints 1 "error: 1:6: label 'z' of the output is in no operand" einsum 'ij->iz' 2,3
prints 1 'error: 1:1: the number of shapes is 1, where that of operands is 2' einsum ij,jk 2,3

got=$("$mercator" simplify --bench 10 maps)
status=$?
((status == 1)) || fail "--bench exits with $status"
[[ $(grep -cE '^[0-9]+$' <<<"$got") == 4 && $(grep -c '^error: ' <<<"$got") == 2 && $(grep -c '^$' <<<"$got") == 2 ]] ||
  fail "--bench prints $got"

cat >update.hlo <<'END'
f {
  p = f32[4,6] parameter(0)
  at = s32[] parameter(1)
  zero = s32[] constant(0)
  t = f32[6,4] transpose(p), dimensions={1,0}
  part = f32[2,4] dynamic-slice(t, at, zero), dynamic_slice_sizes={2,4}
  new = f32[6,4] dynamic-update-slice(t, part, zero, zero)
  ROOT both = (f32[2,4], f32[6,4]) tuple(part, new)
}
ENTRY e {
  %p = f32[4,6] parameter(0)
  %at = s32[] parameter(1)
  ROOT %both.1 = (f32[2,4], f32[6,4]) fusion(%p, %at), kind=kLoop, calls=f
}
END
part='domain: d0 in [0, 1], d1 in [0, 3]'
prints 0 "operand 0: (d0, d1){rt0} -> (d1, d0 + rt0), $part, rt0 in [0, 4] ; rt0 = operand 1[(d0, d1) -> ()]
operand 1: (d0, d1) -> (), $part" indexing update.hlo
prints 0 "operand 0: (d0, d1){rt0} -> (d1, d0 + rt0), $part, rt0 in [0, 4] ; rt0 = operand 1[(d0, d1) -> ()]
operand 1: (d0, d1) -> (), $part" indexing --whole <update.hlo
prints 0 "operand 0: (d0, d1){rt0} -> (d1 - rt0, d0), domain: d0 in [0, 3], d1 in [0, 5], rt0 in [0, 4], d1 - rt0 in [0, 1] ; rt0 = operand 1[(d0, d1) -> ()]
operand 1: ()[s0, s1] -> (s0, s1), domain: s0 in [0, 1], s1 in [0, 3]" indexing --direction=input-to-output update.hlo
prints 0 "operand 0: (d0, d1) -> (d1, d0), domain: d0 in [0, 5], d1 in [0, 3]" indexing update.hlo --instruction=%t
prints 0 "operand 1 piece 0: (d0, d1) -> (d0, d1), $part
operand 0 piece 0: (d0, d1) -> (d0, d1), domain: d0 in [2, 5], d1 in [0, 3]" indexing --piecewise update.hlo --instruction=f/new
"$mercator" indexing update.hlo --output=2 2>errors && fail "--output=2 is no error"
grep -q 'beyond the last output, number 1' errors || fail "--output=2: $(cat errors)"
"$mercator" indexing update.hlo --instruction=nothing 2>errors && fail "--instruction=nothing is no error"
grep -q "no instruction 'nothing'" errors || fail "--instruction=nothing: $(cat errors)"
prints 1 "error: 2:30: there is no computation 'g'" indexing <<'END'
p = f32[2] parameter(0)
r = f32[2] call(p), to_apply=g
END
got=$("$mercator" indexing --all update.hlo)
[[ $(grep -c '^f/\|^e/' <<<"$got") == $(wc -l <<<"$got") && $(grep -c '^e/both.1: operand' <<<"$got") == 2 ]] ||
  fail "indexing --all prints $got"

refuses 'usage:'
refuses 'unknown command' simplfy
refuses 'unknown option' simplify --fast
refuses 'more than one file' simplify a b
refuses 'requires a number' simplify --bench
refuses 'requires a number' simplify --bench 0 maps
refuses 'unknown option' indexing --fast
refuses 'unknown direction sideways' indexing --direction=sideways
refuses 'requires the number of an output' indexing --output=x
refuses 'exclude each other' indexing --whole --all
refuses 'excludes' indexing --instruction=a --all
refuses 'more than one file' indexing a b
refuses 'requires an equation' einsum
refuses "'2,x' is no shape" einsum 'ij->ji' 2,x
refuses "'2,' is no shape" einsum 'ij->ji' 2,
"$mercator" simplify nowhere 2>errors && fail "a file that is not there is no error"
grep -q 'cannot read nowhere' errors || fail "a file that is not there: $(cat errors)"
"$mercator" --help | grep -q '^usage:' || fail "--help prints no usage"
if [[ -e /dev/full ]]; then
  "$mercator" simplify maps >/dev/full 2>errors && fail "a full disk is no error"
  grep -q 'cannot write' errors || fail "a full disk: $(cat errors)"
fi

# many lines, in order
for ((k = 0; k < 100000; ++k)); do
  echo "(d0, d1) -> ((d0 * 10 + d1) floordiv 10 + $k), domain: d0 in [0, 9], d1 in [0, 9]"
done >many
"$mercator" simplify many >answers || fail "100,000 lines: exit status $?"
for ((k = 0; k < 100000; ++k)); do
  if ((k == 0)); then echo "(d0, d1) -> (d0), domain: d0 in [0, 9], d1 in [0, 9]"
  else echo "(d0, d1) -> (d0 + $k), domain: d0 in [0, 9], d1 in [0, 9]"; fi
done >expected
cmp answers expected || fail "100,000 lines: other answers"

# who sends a line gets the answer before the next
coproc "$mercator" simplify
echo "$identity" >&"${COPROC[1]}"
read -r -t 10 answer <&"${COPROC[0]}"
[[ $answer == "$identity" ]] || fail "no answer before the end of the input"
exec {COPROC[1]}>&-
wait "$COPROC_PID" 2>/dev/null

((failures == 0)) || exit 1
echo "all good"
