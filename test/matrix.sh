#!/usr/bin/env bash
# Runs a part of test/ with every compiler, dialect, standard library and optimisation that is installed, under the strict
# warnings, and prints a table: of the facts that are checked while compiling, and of the test programs at each level of
# optimisation, how many pass. Not part of `bazel test //...`.
#
#   test/matrix.sh                      facts and programs that reach all layers: half an hour of one core
#   test/matrix.sh --part=facts         all facts, no programs
#   test/matrix.sh --part=all           all facts and programs: hours
#   test/matrix.sh --compilers='g++ clang++-19' --standards='20 23' --levels='0 3' --libraries=libstdc++
set -u
cd "$(dirname "$0")/.." || exit 1
source test/hygiene/compilers.sh

part=usual
names="g++ clang++-14 clang++-16 clang++-19 nvcc clang-cuda"
standards="20 23" levels="0 1 2 3" libraries="libstdc++ libc++"
for option in "$@"; do
  case $option in
    --part=usual | --part=facts | --part=all) part=${option#*=} ;;
    --compilers=*) names=${option#*=} ;;
    --standards=*) standards=${option#*=} ;;
    --levels=*) levels=${option#*=} ;;
    --libraries=*) libraries=${option#*=} ;;
    *) echo "unknown option $option"; exit 2 ;;
  esac
done

facts=(test/core/arithmetic_static.cc test/map/equal_static.cc test/map/literals_static.cc test/map/operations_static.cc
  test/ops/maps_static.cc test/symbolic/engine_static.cc test/hlo/typed_static.cc test/einsum/einsum_static.cc)
programs=(test/map/maps_test.cc test/map/runtime_map_test.cc test/loops/for_each_test.cc test/einsum/execute_test.cc)
[[ $part == usual ]] || mapfile -t facts < <(find test -name '*_static.cc' | sort)
[[ $part != all ]] || mapfile -t programs < <(find test -name '*_test.cc' ! -path 'test/fuzz/*' ! -path 'test/examples/*' | sort)
[[ $part != facts ]] || levels=

nvcc=$(command -v nvcc || command -v /usr/local/cuda/bin/nvcc || true)

# Says why the combination cannot be had, if so.
missing() {  # COMPILER STANDARD LIBRARY
  case $1 in
    nvcc)
      [[ $nvcc ]] || { echo "not installed"; return; }
      [[ $3 == libstdc++ ]] || { echo "its host compiler is g++"; return; }
      "$nvcc" "-std=c++$2" --dryrun -x cu /dev/null >/dev/null 2>&1 || echo "does not know the dialect"
      ;;
    clang-cuda)
      [[ $nvcc ]] && command -v clang++-19 >/dev/null || { echo "not installed"; return; }
      echo '__global__ void k() {}' >"$scratch/k.cu"
      clang++-19 -x cuda -fsyntax-only --cuda-path="${nvcc%/bin/nvcc}" "$scratch/k.cu" >/dev/null 2>&1 ||
        echo "clang 19 does not take this toolkit"
      ;;
    *)
      command -v "$1" >/dev/null || { echo "not installed"; return; }
      [[ $3 == libstdc++ ]] && return
      [[ $1 == clang* ]] || { echo "has libstdc++ only"; return; }
      echo '#include <vector>' >"$scratch/v.cc"
      "$1" -stdlib=libc++ -std=c++20 -Werror -fsyntax-only "$scratch/v.cc" >/dev/null 2>&1 || echo "no libc++ for it"
      ;;
  esac
}

# The dialect as the compiler calls it.
dialect() {
  case $name$standard in
    clang++-1[46]23) echo c++2b ;;
    *) echo "c++$standard" ;;
  esac
}

# build ARGUMENT...: with the compiler, standard and library of the row; what is said goes to $scratch/said.
build() {
  local flags=("-std=$(dialect)" -I include -iquote .)
  case $name in
    nvcc) "$nvcc" -x cu "-std=c++$standard" -I include -I . -Wno-deprecated-gpu-targets "$@" ;;
    clang-cuda) clang++-19 -x cuda --cuda-path="${nvcc%/bin/nvcc}" --cuda-gpu-arch=sm_75 "${flags[@]}" "${strict[@]}" "$@" ;;
    clang*) "$name" "-stdlib=$library" "${strict[@]}" "${flags[@]}" "$@" ;;
    *) "$name" "${strict[@]}" "${flags[@]}" "$@" ;;
  esac >"$scratch/said" 2>&1
}

# Prints how many of the sources do what is asked; what is said of others goes to $scratch/wrong.
passing() {  # DO SOURCE...
  local good=0 do=$1 source
  shift
  for source in "$@"; do
    if "$do" "$source"; then
      good=$((good + 1))
    else
      { echo "FAILED: $name, C++$standard, $library, -O$level: $source"; head -n 20 "$scratch/said"; } >>"$scratch/wrong"
    fi
  done
  printf '%-7s ' "$good/$#"
}

holds() {
  case $name in
    nvcc | clang-cuda) build -c -o "$scratch/out.o" "$1" ;;
    *) build -fsyntax-only "$1" ;;
  esac
}

runs() {
  build "-O$level" "$1" "$scratch/main.o" -o "$scratch/program" && "$scratch/program" >"$scratch/said" 2>&1
}

printf '%-11s %-4s %-10s %-7s ' compiler c++ library facts
for level in $levels; do printf '%-7s ' "-O$level"; done
echo
touch "$scratch/wrong"
for name in $names; do
  for standard in $standards; do
    for library in $libraries; do
      printf '%-11s %-4s %-10s ' "$name" "$standard" "$library"
      why=$(missing "$name" "$standard" "$library")
      if [[ $why ]]; then
        echo "SKIPPED: $why"
        continue
      fi
      level=0
      passing holds "${facts[@]}"
      if [[ $name != nvcc && $name != clang-cuda && $levels ]]; then  # doctest is for the host
        build -c test/main.cc -o "$scratch/main.o" || fail "$name: test/main.cc"
        for level in $levels; do passing runs "${programs[@]}"; done
      fi
      echo
    done
  done
done
cat "$scratch/wrong"
[[ ! -s $scratch/wrong ]] || fail "$(grep -c ^FAILED "$scratch/wrong") things"
finish
