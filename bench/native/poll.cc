// poll(2) of one idle descriptor. What it costs grows with the number of descriptors.
#include <poll.h>

#include "bench/native/turn.h"

int main(int argc, char** argv) {
  int ends[2];
  if (pipe(ends) != 0) turn::Skip("pipe");
  pollfd watched = {.fd = ends[0], .events = POLLIN, .revents = 0};
  turn::Measure("c-poll", turn::Turns(argc, argv), [&watched](long turns) {
    for (long i = 0; i < turns; i++) poll(&watched, 1, 0);
  });
}
