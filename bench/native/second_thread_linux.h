// A second thread in the process of a baseline. A runtime has some, and system calls that name a
// descriptor cost more while the table of descriptors has more than one owner.
#ifndef LO_BENCH_NATIVE_SECOND_THREAD_LINUX_H_
#define LO_BENCH_NATIVE_SECOND_THREAD_LINUX_H_

#include <sched.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>

#include "bench/native/turn.h"

namespace turn {

// Starts a thread that sleeps. Returns once it has given its share of the table up, if it shall.
inline void StartThread(bool unshare_table) {
  static std::atomic<bool> ready;
  std::thread([unshare_table] {
    if (unshare_table && unshare(CLONE_FILES) != 0) Skip("unshare");
    ready = true;
    ready.notify_one();
    while (true) pause();
  }).detach();
  ready.wait(false);
}

// Does what the second argument of the command line asks for:
//
//   shared     a second thread, with the descriptor table of the first
//   unshared   a second thread, with a table of its own
//
// and nothing if there is none. Returns `name` with the argument added.
inline std::string WithThread(std::string name, int argc, char** argv) {
  if (argc < 3) return name;
  const std::string_view threads = argv[2];
  if (threads != "shared" && threads != "unshared") {
    std::fprintf(stderr, "usage: %s [TURNS [shared | unshared]]\n", argv[0]);
    std::exit(2);
  }
  StartThread(threads == "unshared");
  return name.append("-").append(threads);
}

}  // namespace turn

#endif  // LO_BENCH_NATIVE_SECOND_THREAD_LINUX_H_
