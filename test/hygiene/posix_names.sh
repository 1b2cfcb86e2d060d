#!/usr/bin/env bash
# After `using namespace mercator` no name of ours is ambiguous with one that POSIX puts into the global namespace.
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

find_compilers clang++-19 clang++-16 clang++-14
posix=(complex.h ctype.h dirent.h errno.h fcntl.h inttypes.h limits.h locale.h math.h poll.h pthread.h sched.h
  search.h semaphore.h setjmp.h signal.h stdio.h stdlib.h string.h strings.h sys/mman.h sys/select.h sys/socket.h
  sys/stat.h sys/time.h sys/types.h sys/wait.h termios.h time.h unistd.h wchar.h)

# names SOURCE PATTERN: what the source declares, in the namespace that the pattern leaves.
names() {
  "${compilers[0]}" -std=c++20 -I include -fsyntax-only -Xclang -ast-list "$1" 2>/dev/null |
    sed -nE "s/^$2([A-Za-z_][A-Za-z0-9_]*)\$/\\1/p" | sort -u
}
printf '#include <%s>\n' "${posix[@]}" >"$scratch/posix.cc"
include_all >"$scratch/ours.cc"
names "$scratch/posix.cc" '' >"$scratch/posix.txt"
names "$scratch/ours.cc" 'mercator::' >"$scratch/ours.txt"

grep -qx index "$scratch/posix.txt" || fail "index was not found among POSIX's names"
[[ -s $scratch/ours.txt ]] || fail "no names of ours were found"
clashes=$(comm -12 "$scratch/posix.txt" "$scratch/ours.txt")
[[ -z $clashes ]] || fail "POSIX has these names too: $clashes"
finish
