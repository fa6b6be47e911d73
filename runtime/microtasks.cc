#include "runtime/microtasks.h"

#include <array>
#include <cstring>

namespace lo {

namespace {

// The words of the queue object that are looked at; it is at least this long on every V8 that lo
// builds on.
constexpr size_t kWords = 10;
using Words = std::array<uintptr_t, kWords>;

Words Snapshot(const v8::MicrotaskQueue* queue) {
  Words words;
  std::memcpy(words.data(), static_cast<const void*>(queue), sizeof words);
  return words;
}

void Nothing(void*) {}

}  // namespace

const uint32_t* FindPendingMicrotasks(v8::Isolate* isolate, v8::MicrotaskQueue* queue) {
  v8::HandleScope scope(isolate);
  const Words empty = Snapshot(queue);
  queue->EnqueueMicrotask(isolate, &Nothing);
  const Words one = Snapshot(queue);
  queue->EnqueueMicrotask(isolate, &Nothing);
  const Words two = Snapshot(queue);
  queue->PerformCheckpoint(isolate);
  const Words drained = Snapshot(queue);

  const uint32_t* found = nullptr;
  for (size_t i = 0; i < kWords; i++) {
    if (empty[i] != 0 || one[i] != 1 || two[i] != 2 || drained[i] != 0) continue;
    if (found != nullptr) return nullptr;
    found = reinterpret_cast<const uint32_t*>(reinterpret_cast<const uintptr_t*>(queue) + i);
  }
  return found;
}

}  // namespace lo
