// What the baselines share: turns are timed, and told in a row as bench/loop-test.js prints it.
#ifndef LO_BENCH_NATIVE_TURN_H_
#define LO_BENCH_NATIVE_TURN_H_

#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#if defined(__APPLE__)
#include <mach/mach.h>
#endif

namespace turn {

// The exit status of a baseline that this machine can't run, as CTest and Automake have it.
constexpr int kSkipped = 77;

// Points in time, in seconds.
struct Clocks {
  double real;
  double user;
  double system;
};

inline double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

inline Clocks Now() {
  timespec real;
  rusage used;
  clock_gettime(CLOCK_MONOTONIC, &real);
  getrusage(RUSAGE_SELF, &used);
  return {static_cast<double>(real.tv_sec) + static_cast<double>(real.tv_nsec) / 1e9,
          Seconds(used.ru_utime), Seconds(used.ru_stime)};
}

// The memory that is resident, in bytes. Not ru_maxrss: that begins with the parent's.
inline double Resident() {
#if defined(__APPLE__)
  mach_task_basic_info info;
  mach_msg_type_number_t count = MACH_TASK_BASIC_INFO_COUNT;
  task_info(mach_task_self(), MACH_TASK_BASIC_INFO, reinterpret_cast<task_info_t>(&info), &count);
  return static_cast<double>(info.resident_size);
#else
  long pages = 0;
  std::FILE* file = std::fopen("/proc/self/statm", "re");
  if (file == nullptr || std::fscanf(file, "%*d %ld", &pages) != 1) return 0;
  std::fclose(file);
  return static_cast<double>(pages * sysconf(_SC_PAGESIZE));
#endif
}

inline void Print(const std::string& name, double turns, const Clocks& from, const Clocks& to) {
  const double seconds = to.real - from.real;
  std::printf(
      "%-24s  turns/s %10.0f  ns/turn %8.2f  rss MB %6.1f  user %% %3.0f  system %% %3.0f\n",
      name.c_str(), turns / seconds, 1e9 * seconds / turns, Resident() / 1e6,
      100 * (to.user - from.user) / seconds, 100 * (to.system - from.system) / seconds);
}

// Times `run(turns)`, which makes that many turns.
template <typename Run>
void Measure(const std::string& name, long turns, Run run) {
  const Clocks from = Now();
  run(turns);
  Print(name, static_cast<double>(turns), from, Now());
}

// The number of turns, from the first argument of the command line.
inline long Turns(int argc, char** argv) {
  const long turns = argc > 1 ? std::atol(argv[1]) : 5'000'000;
  if (turns > 0) return turns;
  std::fprintf(stderr, "usage: %s [TURNS]\n", argv[0]);
  std::exit(2);
}

// Ends the program, which can't run here since `call` failed.
[[noreturn]] inline void Skip(const char* call) {
  std::perror(call);
  std::exit(kSkipped);
}

}  // namespace turn

#endif  // LO_BENCH_NATIVE_TURN_H_
