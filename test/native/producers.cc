// Processes that write into pipes, and a program that reads them:
//
//   producers COUNT BYTES PROGRAM [ARGUMENTS]
//
// becomes PROGRAM, whose descriptors from 3 on are the reading ends of COUNT pipes, non-blocking.
// Into each a process of its own writes BYTES bytes, which count from 0 to 255 and again, in pieces
// of random length, and then closes it. Mostly it waits until the last piece has been read before
// it writes the next: a reader that misses one gets no more.
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>

namespace {

constexpr int kFirst = 3;

int Fail(const char* what) {
  std::perror(what);
  return 1;
}

// Waits until the pipe is empty, or nobody is there to read it: at first by looking without a
// break, to be as fast as a reader that spins.
void AwaitReader(int pipe) {
  constexpr int kLooks = 1000;
  int left = 0;
  for (int look = 0; ioctl(pipe, FIONREAD, &left) == 0 && left > 0; look++) {
    pollfd state = {pipe, 0, 0};
    if (poll(&state, 1, look < kLooks ? 0 : 1) > 0) return;
  }
}

// For as long as a reader needs to find that there is nothing more, or to go to sleep.
void Pause(std::mt19937& random) {
  const unsigned kind = random() % 100;
  if (kind < 90) {
    volatile unsigned spin = random() % 4000;
    while (spin > 0) spin = spin - 1;
  } else {
    usleep(kind < 99 ? random() % 50 : 1000);
  }
}

int Produce(int pipe, long bytes, unsigned seed) {
  std::mt19937 random(seed);
  std::array<unsigned char, 256 + 64> pattern;
  std::iota(pattern.begin(), pattern.end(), 0);
  for (long written = 0; written < bytes;) {
    const long piece = std::min<long>(1 + random() % 64, bytes - written);
    const ssize_t count = write(pipe, pattern.data() + written % 256, piece);
    if (count < 0) return Fail("write");
    written += count;
    if (random() % 4 == 0) continue;
    AwaitReader(pipe);
    Pause(random);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: producers COUNT BYTES PROGRAM [ARGUMENTS]\n");
    return 2;
  }
  const int count = std::atoi(argv[1]);
  const long bytes = std::atol(argv[2]);
  close_range(kFirst, ~0U, 0);
  for (int i = 0; i < count; i++) {
    // The reader gets the lowest free number, and the writer the next one, which is free again
    // when the next pipe is made.
    std::array<int, 2> ends;
    if (pipe(ends.data()) < 0) return Fail("pipe");
    const auto [reader, writer] = ends;
    fcntl(reader, F_SETFL, O_NONBLOCK);
    const pid_t child = fork();
    if (child < 0) return Fail("fork");
    if (child == 0) {
      // A reader left open here would keep the other processes from seeing that PROGRAM is gone.
      close_range(kFirst, writer - 1, 0);
      return Produce(writer, bytes, i + 1);
    }
    close(writer);
  }
  execvp(argv[3], argv + 3);
  return Fail(argv[3]);
}
