// A turn of libuv's loop. An idle handle keeps it from blocking, as node's immediates do.
#include <uv.h>

#include "bench/native/turn.h"

namespace {

long turns_left;

void OnIdle(uv_idle_t* idle) {
  if (--turns_left == 0) uv_idle_stop(idle);
}

}  // namespace

int main(int argc, char** argv) {
  uv_idle_t idle;
  uv_idle_init(uv_default_loop(), &idle);
  uv_idle_start(&idle, OnIdle);
  turn::Measure("c-uv", turn::Turns(argc, argv), [](long turns) {
    turns_left = turns;
    uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  });
}
