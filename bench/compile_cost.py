#!/usr/bin/env python3
"""What Mercator costs while compiling, on every compiler found: marginal milliseconds and memory of a map, and seconds
of the include.

    bench/compile_cost.py                        the standard table
    bench/compile_cost.py --maps=400 --runs=5    more maps a translation unit, more repetitions
    bench/compile_cost.py --compiler=g++         one compiler; may be given several times
    bench/compile_cost.py --curves               rank 1 to 8, and chains of 1 to 20 operations
    bench/compile_cost.py --loops                optimised code (-O3): all kernels of bench/loops, copies in tiles, for_each
    bench/compile_cost.py --instructions         millions of instructions (valgrind) for milliseconds: the same in every
                                                 run, on a busy machine too; not for nvcc

A map is a transpose of a random static shape of rank 3 to 5 and a row-major reshape after it, composed, simplified,
raised to a type and evaluated at two points in static_asserts. Times are user time, the minimum of several runs; the
marginal cost is the slope between a translation unit without maps and one with many.
"""
import argparse
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SIZES = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 18, 20, 24, 28, 32, 48, 64]
VALGRIND = ["valgrind", "--trace-children=yes", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
HEADER = """#include <mercator/mercator.hpp>
using namespace mercator;
using namespace mercator::literals;
"""


def pack(template, numbers):
    return f"{template}<{', '.join(map(str, numbers))}>"


def unravel(place, shape):
    index = []
    for size in reversed(shape):
        index.insert(0, place % size)
        place //= size
    return index


class Case:
    """A transpose and a reshape of its output, with points and what they are mapped to."""

    def __init__(self, rng, rank):
        while True:
            self.operand = [rng.choice(SIZES) for _ in range(rank)]
            self.permutation = rng.sample(range(rank), rank)
            self.transposed = [self.operand[p] for p in self.permutation]
            self.output = self.reshaped(rng)
            if rank == 1 or (self.permutation != sorted(self.permutation) and self.output != self.transposed):
                break
        self.points = [self.point(rng.randrange(math.prod(self.operand))) for _ in range(2)]

    def reshaped(self, rng):
        """One dimension is split where it can be, two are merged."""
        shape, split = [], False
        for size in self.transposed:
            factor = next((f for f in (4, 3, 2, 5) if size % f == 0 and size > f), None)
            if factor and not split:
                shape += [size // factor, factor]
                split = True
            else:
                shape.append(size)
        if len(shape) < 2:
            return shape
        k = rng.randrange(len(shape) - 1)
        return shape[:k] + [shape[k] * shape[k + 1]] + shape[k + 2:]

    def point(self, place):
        source = [0] * len(self.operand)
        for p, index in zip(self.permutation, unravel(place, self.transposed)):
            source[p] = index
        return unravel(place, self.output), source

    def key(self):
        return tuple(self.operand), tuple(self.permutation), tuple(self.output)

    def operations(self):
        transpose = f"ops::transpose<{pack('shape', self.operand)}, {pack('perm', self.permutation)}>"
        reshape = f"ops::reshape<{pack('shape', self.transposed)}, {pack('shape', self.output)}>"
        return f"ops::output_to_input<{reshape}, 0>", f"ops::output_to_input<{transpose}, 0>"

    def composition(self):
        return "composed<%s, %s>" % self.operations()

    def text(self):
        """The reshape as text: its output's dimensions to the row-major index of its operand, split up."""
        terms, stride = [], 1
        for k in reversed(range(len(self.output))):
            terms.insert(0, f"d{k} * {stride}" if stride != 1 else f"d{k}")
            stride *= self.output[k]
        place = " + ".join(terms)
        results, stride = [], 1
        for k in reversed(range(len(self.transposed))):
            results.insert(0, f"({place}) floordiv {stride} mod {self.transposed[k]}")
            stride *= self.transposed[k]
        return map_text(self.output, results)

    def transposed_text(self):
        return map_text(self.transposed, [f"d{self.permutation.index(k)}" for k in range(len(self.operand))])


def map_text(shape, results):
    names = ", ".join(f"d{k}" for k in range(len(shape)))
    domain = ", ".join(f"d{k} in [0, {size - 1}]" for k, size in enumerate(shape))
    return f"({names}) -> ({', '.join(results)}), domain: {domain}"


def cases(count, ranks):
    rng, seen, out = random.Random(1), set(), []
    while len(out) < count:
        case = Case(rng, rng.choice(ranks))
        if case.key() not in seen:
            seen.add(case.key())
            out.append(case)
    return out


def probes(case):
    return "".join(
        f"static_assert(map::eval({', '.join(map(str, at))}) == coord<{len(to)}>{{{{{', '.join(map(str, to))}}}}});\n"
        for at, to in case.points)


def composed_map(case):
    return f"using map = simplified_t<{case.composition()}>;\n" + probes(case)


def value_only(case):
    return f"static_assert(simplified_value<{case.composition()}>::value.counts.results > 0);\n"


def without_probes(case):
    return f"using map = simplified_t<{case.composition()}>;\n"


def raised_twice(case):
    first, second = case.operations()
    return f"using map = simplified_t<composed<simplified_t<{first}>, simplified_t<{second}>>>;\n" + probes(case)


def from_text(case):
    return (f'using map = decltype(simplify("{case.text()}"_map >> "{case.transposed_text()}"_map));\n' + probes(case))


def equal_to_itself(case):
    """Against the same map with the identity before it, a different recipe for one form."""
    return (without_probes(case) + f"static_assert(equal_v<composed<identity_map<{pack('shape', case.output)}>, "
            f"{case.composition()}>, {case.composition()}>);\n")


def looped(case):
    return (without_probes(case) + "inline long sum() {\n  long out = 0;\n"
            "  for_each(map{}, [&](auto, auto to) { out += static_cast<long>(to[0]); });\n  return out;\n}\n")


def emitted(case):
    """The same as code that the compiler has to keep."""
    return looped(case).replace("inline ", "")


def copied(case):
    """A transpose of a matrix, which is copied in tiles."""
    rows, columns = case.operand[0] + 16, case.operand[1] + 16
    return (f"void turn(const float* from, float* to) {{\n  constexpr shape<{rows}, {columns}> matrix;\n"
            "  constexpr auto turned = ops::transpose(matrix, perm<1, 0>{});\n"
            "  copy(turned.output_to_input<0>(), tensor_view<const float, decltype(matrix)>(from),\n"
            "       tensor_view<float, decltype(turned.output())>(to));\n}\n")


def chain(length):
    """Reshapes and transposes there and back, so that the map stays as large as it is."""
    def body(case):
        reshape, transpose = case.operations()
        there = [reshape, transpose]
        back = [step.replace("output_to_input", "input_to_output") for step in reversed(there)]
        steps = (there + back) * (length // 4 + 1)
        expression = steps[0]
        for step in steps[1:length]:
            expression = f"composed<{expression}, {step}>"
        return f"using map = simplified_t<{expression}>;\nstatic_assert(sizeof(map) == 1);\n"
    return body


class Compiler:
    def __init__(self, path, runs, count_instructions):
        self.path, self.runs = path, 1 if count_instructions else runs
        self.prefix = VALGRIND if count_instructions else []
        self.unit = "M instr." if count_instructions else "ms"
        self.name = os.path.basename(path)
        self.flags = ["-std=c++20", "-I", os.path.join(ROOT, "include"), "-c"]

    def measure(self, source, folder):
        """User seconds, minimum of several runs, or billions of instructions; and KiB of the largest process."""
        path = os.path.join(folder, "unit." + ("cu" if self.name == "nvcc" else "cc"))
        with open(path, "w") as f:
            f.write(source)
        command = [*self.prefix, self.path, *self.flags, "-o", os.path.join(folder, "unit.o"), path]
        best, memory = math.inf, math.inf
        for _ in range(self.runs):
            pid = subprocess.Popen(command, stderr=subprocess.PIPE)
            said = pid.stderr.read().decode()
            _, status, usage = os.wait4(pid.pid, 0)
            pid.returncode = status
            if status != 0:
                sys.exit(f"{' '.join(command)} failed:\n{said[:2000]}")
            best, memory = min(best, usage.ru_utime), min(memory, usage.ru_maxrss)
            if self.prefix:
                counts = re.findall(r"I\s+refs:\s+([0-9,]+)", said)
                return sum(int(count.replace(",", "")) for count in counts) / 1e9, memory
        return best, memory


def unit(maps, body, header=HEADER):
    return header + "".join(f"namespace m{k} {{\n{body(case)}}}\n" for k, case in enumerate(maps))


def marginal(compiler, folder, maps, body, base):
    seconds, memory = compiler.measure(unit(maps, body), folder)
    return 1000 * (seconds - base[0]) / len(maps), (memory - base[1]) / len(maps)


def standard(compilers, folder, count):
    rows = [("composed, simplified, raised, two probes", composed_map), ("  value only", value_only),
            ("  without probes", without_probes), ("each operation raised by itself", raised_twice),
            ("from two texts", from_text), ("== of two recipes for one form, and the map", equal_to_itself),
            ("for_each over the map, and the map", looped)]
    maps = cases(count, [3, 4, 5])
    print(f"{compilers[0].unit + ' / KiB a map':46}" + "".join(f"{c.name:>18}" for c in compilers))
    bases = []
    thousand = "s" if compilers[0].unit == "ms" else "G instr."
    line = f"{'include over an empty file, ' + thousand:46}"
    for c in compilers:
        empty, bases_of = c.measure("int main() {}\n", folder), c.measure(HEADER, folder)
        bases.append(bases_of)
        line += f"{bases_of[0] - empty[0]:>18.3f}"
    print(line)
    for label, body in rows:
        line = f"{label:46}"
        for c, base in zip(compilers, bases):
            milliseconds, memory = marginal(c, folder, maps, body, base)
            line += f"{f'{milliseconds:.2f} / {memory:.0f}':>18}"
        print(line, flush=True)


def loops(compilers, folder, count):
    with open(os.path.join(ROOT, "bench/loops/mercator.cc")) as f:
        kernels = f.read()
    headers = "".join(line for line in kernels.splitlines(True) if line.startswith("#include")) + "using namespace mercator;\n"
    maps = cases(count, [3, 4, 5])
    seconds, thousandth = ("G instr.", "M instr.") if compilers[0].prefix else ("s", "ms")
    rows = [(f"all kernels of bench/loops over their headers, {seconds}", lambda time, base: time(kernels) - base),
            (f"a copy in tiles, {thousandth}",
             lambda time, base: 1000 * (time(unit(maps, copied, headers)) - base) / len(maps)),
            (f"for_each over a composed map, and the map, {thousandth}",
             lambda time, base: 1000 * (time(unit(maps, emitted, headers)) - base) / len(maps))]
    print(f"{'-O3':62}" + "".join(f"{c.name:>12}" for c in compilers))
    for c in compilers:
        c.flags += ["-O3", "-DNDEBUG", "-I", ROOT]
    bases = [c.measure(headers, folder)[0] for c in compilers]
    for label, cost in rows:
        line = f"{label:62}"
        for c, base in zip(compilers, bases):
            line += f"{cost(lambda source: c.measure(source, folder)[0], base):>12.2f}"
        print(line, flush=True)


def curves(compilers, folder, count):
    bases = [c.measure(HEADER, folder) for c in compilers]
    print(f"{compilers[0].unit + ' a map':46}" + "".join(f"{c.name:>18}" for c in compilers))
    settings = [(f"rank {rank}", [rank], without_probes) for rank in range(1, 9)]
    settings += [(f"chain of {length} operations", [3, 4], chain(length)) for length in (1, 2, 4, 8, 12, 16, 20)]
    for label, ranks, body in settings:
        maps = cases(min(count, 100 if len(ranks) > 1 or ranks[0] > 1 else 12), ranks)
        line = f"{label:46}"
        for c, base in zip(compilers, bases):
            line += f"{marginal(c, folder, maps, body, base)[0]:>18.2f}"
        print(line, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--maps", type=int, default=200, help="maps in a translation unit (200)")
    parser.add_argument("--runs", type=int, default=3, help="runs of each, of which the fastest counts (3)")
    parser.add_argument("--compiler", action="append", help="g++, clang++-19, clang++-14, nvcc where found")
    parser.add_argument("--instructions", action="store_true", help="millions of instructions for milliseconds")
    parser.add_argument("--curves", action="store_true", help="by rank and by length of a chain")
    parser.add_argument("--loops", action="store_true", help="optimised loops")
    options = parser.parse_args()
    wanted = options.compiler or ["g++", "clang++-19", "clang++-14", "nvcc"]
    paths = [shutil.which(name) or shutil.which(name, path="/usr/local/cuda/bin") for name in wanted]
    compilers = [Compiler(path, options.runs, options.instructions) for path in paths if path]
    if not compilers:
        sys.exit("no compiler found")
    with tempfile.TemporaryDirectory() as folder:
        table = curves if options.curves else loops if options.loops else standard
        table(compilers, folder, options.maps)


if __name__ == "__main__":
    main()
