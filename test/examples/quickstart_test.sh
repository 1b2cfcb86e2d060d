#!/usr/bin/env bash
# Runs the quickstart on no photo, on photos and on files that are none.
quickstart=$PWD/examples/quickstart
[[ -x $quickstart ]] || quickstart=$1
scratch=$(mktemp -d "${TEST_TMPDIR:-/tmp}/quickstart.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
unset BUILD_WORKING_DIRECTORY

failures=0
fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

# succeeds ARGUMENT...: exit status 0, and says so.
succeeds() {
  "$quickstart" "$@" >said 2>errors || fail "quickstart $* exits with $?: $(cat errors)"
  grep -q '(d0, d1, d2) -> (d1, -d2 + 559, d0), domain: d0 in \[0, 2\], d1 in \[16, 463\], d2 in \[16, 463\]' said ||
    fail "quickstart $* does not print the map"
}

# refuses TEXT ARGUMENT...: exit status 1, the text among the errors, no picture.
refuses() {
  local text=$1
  shift
  rm -f refused.ppm
  "$quickstart" "$@" refused.ppm >said 2>errors
  local status=$?
  ((status == 1)) || fail "quickstart $* exits with $status, not 1"
  grep -qF -- "$text" errors || fail "quickstart $* says '$(cat errors)', not '$text'"
  [[ ! -e refused.ppm ]] || fail "quickstart $* writes a picture all the same"
}

# The numbers of three bytes.
pixel() {
  od -An -tu1 -j "$2" -N 3 "$1" | tr -s ' '
}

# The picture at $2 is what becomes of the photo at $1, whose header has $3 bytes: some pixels of each kind.
check_picture() {
  local header y x expected
  [[ -s $2 ]] || { fail "$2 is not written"; return; }
  header=$(printf 'P6\n480 480\n255\n' | wc -c)
  (($(wc -c <"$2") == header + 480 * 480 * 3)) || fail "$2 has another size"
  [[ $(head -n 3 "$2" | tr '\n' ' ') == 'P6 480 480 255 ' ]] || fail "$2 has another header"
  for y in 0 15 16 17 100 240 463 464 479; do
    for x in 0 15 16 17 100 239 240 463 464 479; do
      if ((y < 16 || y > 463 || x < 16 || x > 463)); then
        expected=' 114 114 114'
      else
        expected=$(pixel "$1" $(($3 + (y * 640 + 559 - x) * 3)))
      fi
      [[ $(pixel "$2" $((header + (y * 480 + x) * 3))) == "$expected" ]] || { fail "$2 at row $y, column $x"; return; }
    done
  done
}

size=$((640 * 480 * 3))
seq 1 1000000 | head -c $size >pixels
photo() {
  printf "$1" >"$2"
  cat pixels >>"$2"
}

[[ -x $quickstart ]] || { echo "no quickstart at '$quickstart'"; exit 1; }
succeeds
[[ -s quickstart.ppm ]] || fail "no quickstart.ppm is written"

photo 'P6\n640 480\n255\n' photo.ppm
succeeds photo.ppm result.ppm
check_picture photo.ppm result.ppm 15

photo 'P6 # by hand\n# 1 2 3\n640\t480 # size\n#\n255\n' comments.ppm
succeeds comments.ppm comments_result.ppm
cmp result.ppm comments_result.ppm || fail "comments in the header change the result"

# Where bazel run was called is where paths begin.
mkdir -p elsewhere
(cd elsewhere && BUILD_WORKING_DIRECTORY=$scratch "$quickstart" photo.ppm from_elsewhere.ppm >/dev/null) ||
  fail "BUILD_WORKING_DIRECTORY is not used"
cmp result.ppm from_elsewhere.ppm || fail "BUILD_WORKING_DIRECTORY changes the result"

# White space and digits may be pixels.
{ printf 'P6\n640 480\n255\n#'; head -c $((size - 1)) pixels; } >hash.ppm
succeeds hash.ppm hash_result.ppm
check_picture hash.ppm hash_result.ppm 15

refuses 'no_such.ppm: cannot be opened' no_such.ppm
refuses 'is not a binary PPM (P6)' elsewhere
: >empty.ppm
refuses 'is not a binary PPM (P6)' empty.ppm
photo 'P5\n640 480\n255\n' grey.ppm
refuses 'grey.ppm: is not a binary PPM (P6)' grey.ppm
photo 'P3\n640 480\n255\n' text.ppm
refuses 'is not a binary PPM (P6)' text.ppm
photo 'P6640 480\n255\n' joined.ppm
refuses 'is not a binary PPM (P6)' joined.ppm
printf 'P6\n640' >short.ppm
refuses 'the header is not P6, width, height and maximum' short.ppm
printf 'P6\nwide high\n255\n' >words.ppm
refuses 'the header is not P6, width, height and maximum' words.ppm
photo 'P6\n480 640\n255\n' tall.ppm
refuses 'tall.ppm: is 480 x 640, not 640 x 480' tall.ppm
photo 'P6\n99999999999999 480\n255\n' huge.ppm
refuses 'the header is not P6, width, height and maximum' huge.ppm
photo 'P6\n640 480\n65535\n' deep.ppm
refuses 'the maximum is 65535, not 255' deep.ppm
{ printf 'P6\n640 480\n255\n'; head -c 1000 pixels; } >truncated.ppm
refuses 'truncated.ppm: ends after 1000 of 921600 bytes' truncated.ppm
"$quickstart" photo.ppm no_such_directory/result.ppm >said 2>errors && fail "an unwritable result is no error"
grep -q 'no_such_directory/result.ppm: cannot be written' errors || fail "an unwritable result: $(cat errors)"

((failures == 0)) || { echo "$failures failed"; exit 1; }
echo passed
