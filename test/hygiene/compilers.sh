# Sourced by the scripts that run compilers, from the root of the repository or of Bazel's runfiles.

export LC_ALL=C

scratch=$(mktemp -d "${TEST_TMPDIR:-/tmp}/mercator.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

all_compilers=(g++ clang++-14 clang++-16 clang++-19)

# Everything is tested with g++, much with clang++-19, and a sample with the others: all again for each would double
# the time of the tests. MERCATOR_TESTS=all (bazel test --config=all) has everything with all compilers.
everything=
[[ ${MERCATOR_TESTS:-} != all ]] || everything=yes

# The warnings that Bazel holds our sources to.
read -ra strict <<<"$(sed -n 's/^build --per_file_copt=.*@//p' .bazelrc | tr , ' ')"
[[ " ${strict[*]} " == *" -Werror "* ]] || { echo "no strict warnings found in .bazelrc"; exit 1; }

failures=0
fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

# Sets `compilers` to those of the arguments (all, without any) that are installed.
find_compilers() {
  compilers=()
  local name
  for name in "${@:-${all_compilers[@]}}"; do
    if command -v "$name" >/dev/null; then
      compilers+=("$name")
    elif [[ $name == nvcc && -x /usr/local/cuda/bin/nvcc ]]; then
      compilers+=(/usr/local/cuda/bin/nvcc)
    else
      echo "SKIPPED: $name is not installed"
    fi
  done
  if ((${#compilers[@]} == 0)); then
    echo "SKIPPED ALL"
    exit 0
  fi
}

# Sets `compilers` to those of the arguments (g++ and clang++-19, without any), or to all where everything is tested.
find_main_compilers() {
  (($# > 0)) || set -- g++ clang++-19
  [[ -z $everything ]] || set --
  (($# == 0)) || echo "SAMPLED: with $* only, unless MERCATOR_TESTS=all"
  find_compilers "$@"
}

# sampled NUMBER EVERY: whether the thing of that number, from 0, is one of the sample.
sampled() {
  [[ $everything ]] || (($1 % $2 == 0))
}

# Every header of ours, as it is included.
all_headers() {
  (cd include && find -L mercator -name '*.hpp' | sort)
}

include_all() {
  all_headers | sed 's/.*/#include <&>/'
}

# compile COMPILER ARGUMENT...: under the strict warnings, showing the start of what it says when it fails.
compile() {
  local compiler=$1
  shift
  if ! "$compiler" -std=c++20 "${strict[@]}" -I include "$@" >"$scratch/said" 2>&1; then
    head -n 40 "$scratch/said"
    return 1
  fi
}

finish() {
  if ((failures > 0)); then
    echo "$failures failed"
    exit 1
  fi
  echo "passed"
}
