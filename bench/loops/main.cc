// loops                    checks every kernel of every library against the plain loops, prints a table of times (the
//                          smallest, of Mercator's and the hand-written kernels in turn too), counts instructions with
//                          the program loops_avx2 beside it, and times 1, 2, … threads
// loops --in-turn          the smallest times of Mercator's and the hand-written kernels, which run in turn: what
//                          else the machine does hits both
// loops --instructions     counts instructions with this program, which must be one that valgrind can run
// loops --once NAME WHO    runs one kernel once, for counting instructions: --once transpose hand
// Other flags are Google Benchmark's: --benchmark_filter=transpose, --benchmark_repetitions=9.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "bench/loops/kernels.hpp"

namespace {

struct library {
  const char* name;
  const bench::kernel* kernels;
};
constexpr int libraries = 4;
const library all[libraries] = {{"mercator", bench::mercator_kernels},
                                {"hand", bench::hand_kernels},
                                {"plain", bench::plain_kernels},
                                {"eigen", bench::eigen_kernels}};

struct free_memory {
  void operator()(float* p) const { std::free(p); }
};
using memory = std::unique_ptr<float[], free_memory>;

memory allocate(std::size_t elements) {
  const std::size_t line = 64;
  return memory(static_cast<float*>(std::aligned_alloc(line, (elements * sizeof(float) / line + 1) * line)));
}

struct data {
  memory a, b, out;

  explicit data(const bench::problem& p) : a(allocate(p.a)), b(allocate(p.b)), out(allocate(p.out)) {
    unsigned state = 12345;
    const auto random = [&] {
      state = state * 1664525u + 1013904223u;
      return static_cast<float>(state >> 8) / (1 << 24) - 0.5f;
    };
    std::generate_n(a.get(), p.a, random);
    std::generate_n(b.get(), p.b, random);
    std::memset(out.get(), 0xff, p.out * sizeof(float));
  }
};

bool is_correct(const bench::problem& p, const float* out, const float* expected) {
  if (p.exact) return std::memcmp(out, expected, p.out * sizeof(float)) == 0;
  for (std::size_t k = 0; k < p.out; ++k)
    if (!(std::fabs(out[k] - expected[k]) <= 2e-4f * std::max(1.0f, std::fabs(expected[k])))) return false;
  return true;
}

bool all_correct() {
  bool good = true;
  for (std::size_t k = 0; k < bench::kernels; ++k) {
    const bench::problem& p = bench::problems[k];
    const data plain(p);
    bench::plain_kernels[k](plain.a.get(), plain.b.get(), plain.out.get());
    for (const library& l : all) {
      const data own(p);
      l.kernels[k](own.a.get(), own.b.get(), own.out.get());
      if (is_correct(p, own.out.get(), plain.out.get())) continue;
      std::fprintf(stderr, "%s/%s: the result differs from that of the plain loop\n", p.name, l.name);
      good = false;
    }
  }
  return good;
}

/// What callgrind counts: --toggle-collect=counted_call.
extern "C" [[gnu::noinline]] void counted_call(bench::kernel run, const float* a, const float* b, float* out) {
  run(a, b, out);
  benchmark::ClobberMemory();
}

/// Keeps the smallest time of each kernel.
class smallest_times : public benchmark::BenchmarkReporter {
 public:
  double nanoseconds[bench::kernels][libraries] = {};

  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration || run.error_occurred) continue;
      const std::string& name = run.run_name.function_name;
      for (std::size_t k = 0; k < bench::kernels; ++k)
        for (int l = 0; l < libraries; ++l) {
          if (name != std::string(bench::problems[k].name) + "/" + all[l].name) continue;
          note(k, l, run.GetAdjustedCPUTime());
        }
    }
  }

  bool has(std::size_t kernel, int library) const { return nanoseconds[kernel][library] != 0; }
  void note(std::size_t kernel, int library, double time) {
    const double t = time / static_cast<double>(bench::problems[kernel].work);
    double& best = nanoseconds[kernel][library];
    if (best == 0 || t < best) best = t;
  }

  void print() const {
    std::printf("%-18s %9s %9s | ratio to hand: %8s %8s %8s\n", "ns an element", "mercator", "hand", "mercator",
                "plain", "eigen");
    for (std::size_t k = 0; k < bench::kernels; ++k) {
      const double* t = nanoseconds[k];
      if (t[1] == 0) continue;
      std::printf("%-18s %9.4f %9.4f | %24.2f %8.2f %8.2f\n", bench::problems[k].name, t[0], t[1], t[0] / t[1],
                  t[2] / t[1], t[3] / t[1]);
    }
  }
};

double nanoseconds(bench::kernel run, const data& d) {
  const auto start = std::chrono::steady_clock::now();
  run(d.a.get(), d.b.get(), d.out.get());
  benchmark::ClobberMemory();
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}

/// The first two libraries' smallest times of a kernel, which run in turn.
struct times_in_turn {
  double best[2] = {1e30, 1e30};

  explicit times_in_turn(std::size_t kernel) {
    const data d(bench::problems[kernel]);
    for (int round = 0; round < 1500; ++round)
      for (int l = 0; l < 2; ++l) best[l] = std::min(best[l], nanoseconds(all[l].kernels[kernel], d));
  }
};

void print_in_turn() {
  std::printf("%-18s %9s %9s %9s\n", "ns an element", all[0].name, all[1].name, "ratio");
  for (std::size_t k = 0; k < bench::kernels; ++k) {
    const times_in_turn t(k);
    const auto work = static_cast<double>(bench::problems[k].work);
    std::printf("%-18s %9.4f %9.4f %9.2f\n", bench::problems[k].name, t.best[0] / work, t.best[1] / work,
                t.best[0] / t.best[1]);
  }
}

/// Instructions an element of one run of a kernel, by valgrind; 0 where they cannot be counted.
double instructions(const std::string& program, const bench::problem& p, const char* who) {
  const std::string command =
      "valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect=counted_call '" + program +
      "' --once " + p.name + " " + who + " 2>&1";
  std::FILE* said = popen(command.c_str(), "r");
  if (said == nullptr) return 0;
  double count = 0;
  for (char line[256]; std::fgets(line, sizeof line, said) != nullptr;)
    if (const char* found = std::strstr(line, "Collected :")) count = std::atof(found + std::strlen("Collected :"));
  return pclose(said) == 0 ? count / static_cast<double>(p.work) : 0;
}

void print_instructions(const std::string& program) {
  if (instructions(program, bench::problems[0], "hand") == 0) {
    std::printf("\ninstructions are not counted: valgrind or %s is missing\n", program.c_str());
    return;
  }
  std::printf("\n%-18s %9s %9s %9s\n", "instructions", "mercator", "hand", "ratio");
  for (const bench::problem& p : bench::problems) {
    if (std::strcmp(p.name, "concatenate") == 0) continue;  // valgrind's memcpy goes byte by byte
    const double ours = instructions(program, p, "mercator"), hand = instructions(program, p, "hand");
    std::printf("%-18s %9.4f %9.4f %9.2f\n", p.name, ours, hand, ours / hand);
  }
}

int run_once(const char* name, const char* who) {
  for (std::size_t k = 0; k < bench::kernels; ++k)
    for (const library& l : all) {
      if (std::strcmp(name, bench::problems[k].name) != 0 || std::strcmp(who, l.name) != 0) continue;
      const data d(bench::problems[k]);
      counted_call(l.kernels[k], d.a.get(), d.b.get(), d.out.get());
      std::printf("%zu\n", bench::problems[k].work);
      return 0;
    }
  std::fprintf(stderr, "no kernel %s of %s\n", name, who);
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 4 && std::strcmp(argv[1], "--once") == 0) return run_once(argv[2], argv[3]);
  const std::string program = argv[0];
  if (argc == 2 && std::strcmp(argv[1], "--instructions") == 0) return print_instructions(program), 0;
  if (!all_correct()) return 1;
  if (argc == 2 && std::strcmp(argv[1], "--in-turn") == 0) return print_in_turn(), 0;
  std::vector<char*> arguments(argv, argv + argc);
  char repetitions[] = "--benchmark_repetitions=7", time[] = "--benchmark_min_time=0.03",
       interleaved[] = "--benchmark_enable_random_interleaving=true";
  arguments.insert(arguments.begin() + 1, {repetitions, time, interleaved});  // those given come later, and count
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 1;
  for (std::size_t k = 0; k < bench::kernels; ++k)
    for (const library& l : all) {
      const bench::kernel run = l.kernels[k];
      benchmark::RegisterBenchmark((std::string(bench::problems[k].name) + "/" + l.name).c_str(),
                                   [run, k](benchmark::State& state) {
                                     const data d(bench::problems[k]);
                                     run(d.a.get(), d.b.get(), d.out.get());
                                     for (auto _ : state) {
                                       run(d.a.get(), d.b.get(), d.out.get());
                                       benchmark::ClobberMemory();
                                     }
                                   });
    }
  smallest_times reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  for (std::size_t k = 0; k < bench::kernels; ++k) {
    if (!reporter.has(k, 0) || !reporter.has(k, 1)) continue;
    const times_in_turn t(k);
    for (int l = 0; l < 2; ++l) reporter.note(k, l, t.best[l]);
  }
  reporter.print();
  print_instructions(program + "_avx2");
  bench::print_scaling();
}
