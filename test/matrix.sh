#!/usr/bin/env bash
# Runs a part of test/ with every compiler, dialect, optimisation and standard library that is installed, under the strict
# warnings, and prints a table. Not part of `bazel test //...`: all of it takes hours.
#
#   test/matrix.sh                      the facts that are checked while compiling, and a few programs
#   test/matrix.sh --part=all           every test program too
#   test/matrix.sh --compilers='g++ clang++-19' --standards='20 23' --levels='0 3' --libraries=libstdc++
set -u
cd "$(dirname "$0")/.." || exit 1
source test/hygiene/compilers.sh

part=usual
names="g++ clang++-14 clang++-16 clang++-19 nvcc clang-cuda"
standards="20 23" levels="0 1 2 3" libraries="libstdc++ libc++"
for option in "$@"; do
  case $option in
    --part=*) part=${option#*=} ;;
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
if [[ $part == all ]]; then
  mapfile -t facts < <(find test -name '*_static.cc' | sort)
  mapfile -t programs < <(find test -name '*_test.cc' ! -path 'test/fuzz/*' | sort)
fi

nvcc=$(command -v nvcc || command -v /usr/local/cuda/bin/nvcc || true)

# Whether the combination is there; says why not.
available() {  # COMPILER STANDARD LIBRARY
  local why=
  case $1 in
    nvcc) [[ $nvcc ]] || why="no nvcc"
      [[ $3 == libstdc++ ]] || why="host g++" ;;
    clang-cuda) command -v clang++-19 >/dev/null && [[ $nvcc ]] || why="no clang++-19 with a toolkit"
      echo '__global__ void k() {}' >"$scratch/k.cu"
      [[ $why ]] || clang++-19 -x cuda -fsyntax-only --cuda-path="${nvcc%/bin/nvcc}" "$scratch/k.cu" >/dev/null 2>&1 ||
        why="the toolkit is too new" ;;
    *) command -v "$1" >/dev/null || why="no $1"
      if [[ $3 == libc++ && -z $why ]]; then
        [[ $1 == clang* ]] || why="libstdc++ only"
        echo '#include <vector>' >"$scratch/v.cc"
        [[ $why ]] || "$1" -stdlib=libc++ -std=c++20 -fsyntax-only "$scratch/v.cc" >/dev/null 2>&1 || why="no libc++"
      fi ;;
  esac
  [[ -z $why ]] || echo "SKIPPED ($why)"
}

# built COMPILER STANDARD LEVEL LIBRARY OUTPUT SOURCE...: what it says goes to $scratch/said.
built() {
  local compiler=$1 standard=$2 level=$3 library=$4 output=$5
  shift 5
  local flags=("-std=c++$standard" "-O$level" -I include -iquote . -o "$output")
  case $compiler in
    nvcc) flags=(-std=c++20 "-O$level" -I include -I . -o "$output")
      "$nvcc" -x cu "${flags[@]}" -Wno-deprecated-gpu-targets "$@" ;;
    clang-cuda) clang++-19 -x cuda --cuda-path="${nvcc%/bin/nvcc}" --cuda-gpu-arch=sm_75 "${flags[@]}" "${strict[@]}" "$@" \
      -L"${nvcc%/bin/nvcc}/lib64" -lcudart ;;
    clang*) "$compiler" "-stdlib=$library" "${strict[@]}" "${flags[@]}" "$@" ;;
    *) "$compiler" "${strict[@]}" "${flags[@]}" "$@" ;;
  esac >"$scratch/said" 2>&1
}

printf '%-12s %-6s %-4s %-10s %s\n' compiler c++ -O library "facts and programs"
for name in $names; do
  for standard in $standards; do
    for library in $libraries; do
      skipped=$(available "$name" "$standard" "$library")
      for level in $levels; do
        row=$(printf '%-12s %-6s %-4s %-10s' "$name" "$standard" "$level" "$library")
        if [[ $skipped || ($name == nvcc && $standard != 20) ]]; then
          echo "$row ${skipped:-SKIPPED (the host compiler decides)}"
          break
        fi
        good=0
        for source in "${facts[@]}"; do
          if built "$name" "$standard" "$level" "$library" "$scratch/out" "$source" test/static_main.cc && "$scratch/out"; then
            good=$((good + 1))
          else
            fail "$row $source"
            head -n 20 "$scratch/said"
          fi
        done
        for source in "${programs[@]}"; do
          [[ $name != nvcc && $name != clang-cuda ]] || continue  # doctest is for the host
          if built "$name" "$standard" "$level" "$library" "$scratch/out" "$source" test/main.cc && "$scratch/out" >"$scratch/said" 2>&1; then
            good=$((good + 1))
          else
            fail "$row $source"
            head -n 20 "$scratch/said"
          fi
        done
        echo "$row $good pass"
      done
    done
  done
done
finish
