#!/usr/bin/env bash
# Checks that the user programs in test/gate cost the compiler no more than they did: clang's template instantiations, and
# the constexpr steps of the costliest evaluation, both at most 3 % above test/gate/baseline. They are the same in every run.
#
#   test/gate/run.sh           the check
#   test/gate/run.sh --renew   writes the baseline anew (python3; minutes)
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

baseline=test/gate/baseline
find_compilers clang++-19
compiler=${compilers[0]}
version=$("$compiler" --version | head -n 1)

# Compiles program $1 under a limit of $2 constexpr steps and prints how many instantiations that takes.
instantiations() {
  compile "$compiler" -fconstexpr-steps="$2" -ftime-trace -ftime-trace-granularity=0 -c -o "$scratch/out.o" "$1" || return
  grep -oE '"name":"Instantiate(Class|Function)"' "$scratch/out.json" | wc -l
}

if [[ ${1:-} == --renew ]]; then
  {
    echo "# $version"
    echo "# program instantiations steps"
    python3 bench/constexpr_steps.py --compiler="$compiler" test/gate/*.cc | tail -n +2 | while read -r name steps; do
      echo "$name $(instantiations "test/gate/$name" "$((2 * steps))") $steps"
    done
  } >"$scratch/baseline" && cp "$scratch/baseline" "$baseline"
  cat "$baseline"
  exit
fi

if [[ $(head -n 1 "$baseline") != "# $version" ]]; then
  echo "SKIPPED: $baseline is of another compiler than $version"
  echo "SKIPPED ALL"
  exit 0
fi
programs=(test/gate/*.cc)
while read -r name before steps; do
  [[ $name == "#" ]] && continue
  now=$(instantiations "test/gate/$name" "$((steps * 103 / 100))") || {
    echo "$now"
    fail "$name takes more than $steps constexpr steps and 3 %, or does not compile"
    continue
  }
  echo "$name: $now instantiations, $before before; at most $((steps * 103 / 100)) steps"
  ((now * 100 <= before * 103)) || fail "$name takes $now instantiations, more than $before and 3 %"
  ((now > 0)) || fail "$name: no instantiations were counted"
done <"$baseline"
(($(grep -c '^[^#]' "$baseline") == ${#programs[@]})) || fail "$baseline has not one line for each program"
finish
