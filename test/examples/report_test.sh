#!/usr/bin/env bash
# mercator report: text, a page that parsers read, options, and errors.
set -u
examples=$PWD/examples
mercator=$examples/mercator
[[ -x $mercator ]] || mercator=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
unset BUILD_WORKING_DIRECTORY
failures=0
fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}
says() {
  grep -qF -- "$1" said || fail "it does not say: $1"
}

cat >softmax.hlo <<'END'
add { a = f32[] parameter(0) b = f32[] parameter(1) ROOT s = f32[] add(a, b) }
softmax {
  x = f32[64,96] parameter(0)
  zero = f32[] constant(0)
  t = f32[64] reduce(x, zero), dimensions={1}, to_apply=add
  tb = f32[64,96] broadcast(t), dimensions={0}
  ROOT d = f32[64,96] divide(x, tb)
}
ENTRY e {
  x = f32[64,96] parameter(0)
  ROOT fusion = f32[64,96] fusion(x), kind=kInput, calls=softmax
}
END
"$mercator" report softmax.hlo >said || fail "status $?"
says 'fusion: fusion'
says '  grid: 48 blocks of 128 threads, each with 1 element, the output'"'"'s elements in the order of memory'
says '  tile: [32, 32] of the output'
says 'operand 0: f32[64,96] x'
says '  read: 6144 of 6144 elements, 24576 bytes, each 97.00 times on average'
says '  memory: 768 sectors of 32 bytes, 192 lines of 128 bytes'
says '  map: (d0, d1)[s0] -> (d0, s0), domain: d0 in [0, 63], d1 in [0, 95], s0 in [0, 95]'
says '  tiles of any size: offset (o0, 0), size (t0, 96), stride (1, 1), always'
"$mercator" report <softmax.hlo >other || fail "status $? on standard input"
cmp -s said other || fail "standard input gives another report"
"$mercator" report softmax.hlo -o out.txt || fail "status $? with -o"
cmp -s said out.txt || fail "the file is another report"
"$mercator" report softmax.hlo --instruction=softmax/t --tile=8 --grid=64,2,4 >said || fail "status $? with options"
says 't: reduce'
says '  grid: 1 block of 64 threads, each with 2 times 4 elements'
says '  tile: [8] of the output'
says 'A tile of [8, 96] elements.'
"$mercator" report softmax.hlo --whole | grep -q '^operand 0: f32\[64,96\] x$' || fail "--whole"

# the examples, as the documents walk through them
"$mercator" report "$examples/softmax.hlo" >said || fail "status $? for softmax.hlo"
says '  read: 262144 of 262144 elements, 1048576 bytes, each 257.00 times on average'
says '  read by a tile: 8192.00 elements on average, at most 8192; an element that is read is read by 8.00 tiles on average'
says '  requests: 2097152 requests of a warp, each 1.00 sectors and 1.00 lines on average, at most 1 and 1'
"$mercator" report "$examples/transpose.hlo" >said || fail "status $? for transpose.hlo"
says 'A warp needs 32 sectors of 32 bytes where 4 would hold what it asks for: neighbouring threads are 1024 elements apart.'
says '  tiles of any size: offset (o1, o0), size (t1, t0), stride (1, 1), always'
"$mercator" report "$examples/convolution.hlo" >said || fail "status $? for convolution.hlo"
says '  read by a tile: 509.23 elements on average, at most 513; an element that is read is read by 1.52 tiles on average'
says 'size (1, t1 * 2 + min(o1 * 2, 1), t2 * 2 + min(o2 * 2, 1), 3), stride (1, 1, 1, 1), always'

"$mercator" report --html softmax.hlo -o page.html || fail "status $? with --html"
grep -c '<svg' page.html | grep -qx 2 || fail "the page has other than two pictures"
grep -qE 'src=|href=|@import|url\(' page.html && fail "the page needs something else"
if command -v python3 >/dev/null; then
  python3 - page.html <<'END' || fail "a parser does not read the page"
import html.parser, sys, xml.dom.minidom
text = open(sys.argv[1], encoding="utf-8").read()
first, rest = text.split("\n", 1)
assert first == "<!DOCTYPE html>"
document = xml.dom.minidom.parseString(rest)
assert document.documentElement.tagName == "html"
assert len(document.getElementsByTagName("svg")) == 2
assert len(document.getElementsByTagName("h2")) == 1
class checker(html.parser.HTMLParser):
    open = []
    def handle_startendtag(self, tag, attributes): pass
    def handle_starttag(self, tag, attributes): self.open.append(tag)
    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag
c = checker()
c.feed(text)
c.close()
assert not c.open
END
else
  echo "SKIPPED: python3's parsers"
fi

# wrong TEXT STATUS ARGUMENT...: that status, the text among the errors, nothing else.
wrong() {
  local text=$1 status=$2
  shift 2
  "$mercator" report "$@" >out 2>errors </dev/null
  [[ $? == "$status" ]] || fail "report $* has another status than $status"
  [[ ! -s out ]] || fail "report $* prints: $(cat out)"
  grep -qF -e "$text" errors || fail "report $* does not say \"$text\": $(cat errors)"
}
wrong 'unknown option --fast' 2 softmax.hlo --fast
wrong 'more than one file' 2 softmax.hlo softmax.hlo
wrong '-o requires a file' 2 softmax.hlo -o
wrong '--grid requires THREADS[,UNROLL[,VECTOR]]' 2 softmax.hlo --grid=0
wrong '--tile requires a size' 2 softmax.hlo --tile=4,x
wrong '--output requires the number of an output' 2 softmax.hlo --output=x
wrong '--instruction excludes --whole' 2 softmax.hlo --instruction=t --whole
wrong "there is no instruction 'nothing'" 1 softmax.hlo --instruction=nothing
wrong 'there is no output number 3' 1 softmax.hlo --output=3
wrong 'the tile has 3 sizes, where the output has 2 dimensions' 1 softmax.hlo --tile=1,2,3
wrong 'more than fit 32 bits' 1 softmax.hlo --grid=1024,999999999,999999999
wrong 'cannot read nowhere.hlo' 1 nowhere.hlo
wrong 'cannot write none/out.txt' 1 softmax.hlo -o none/out.txt
said=$(printf 'p = f32[2] parameter(0)\nr = f32[2] call(p), to_apply=g\n' | "$mercator" report)
[[ $? == 1 && $said == "error: 2:30: there is no computation 'g'" ]] || fail "a wrong file gives: $said"
((failures == 0)) && echo passed
exit "$((failures > 0))"
