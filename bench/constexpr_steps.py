#!/usr/bin/env python3
"""How many constexpr steps (clang) and operations (g++) the costliest evaluation of each source in test/steps takes.

    bench/constexpr_steps.py [--compiler=NAME] [SOURCE ...]

Both are found by bisection over the compilers' own limits, -fconstexpr-steps and -fconstexpr-ops-limit.
"""
import glob
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LIMITS = {"clang++-14": "-fconstexpr-steps=", "clang++-16": "-fconstexpr-steps=", "clang++-19": "-fconstexpr-steps=",
          "g++": "-fconstexpr-ops-limit="}


def compiles(compiler, source, limit):
    command = [compiler, "-std=c++20", "-fsyntax-only", "-I", os.path.join(ROOT, "include"), LIMITS[compiler] + str(limit), source]
    return subprocess.run(command, capture_output=True).returncode == 0


def least(compiler, source):
    """The least limit under which the source compiles, to 1 %; None where it does not compile at all."""
    low, high = 0, 1 << 10
    while not compiles(compiler, source, high):
        low, high = high, high * 2
        if high > 1 << 30:
            return None
    while high - low > max(high // 100, 1):
        middle = (low + high) // 2
        low, high = (low, middle) if compiles(compiler, source, middle) else (middle, high)
    return high


def main():
    wanted = [a.split("=", 1)[1] for a in sys.argv[1:] if a.startswith("--compiler=")]
    sources = [a for a in sys.argv[1:] if not a.startswith("--")] or sorted(glob.glob(os.path.join(ROOT, "test", "steps", "*.cc")))
    found = [compiler for compiler in LIMITS if compiler in (wanted or LIMITS) and shutil.which(compiler)]
    print("%-40s" % "source", *("%12s" % compiler for compiler in found))
    for source in sources:
        numbers = [least(compiler, source) for compiler in found]
        print("%-40s" % os.path.basename(source), *("%12s" % ("-" if n is None else n) for n in numbers), flush=True)


if __name__ == "__main__":
    main()
