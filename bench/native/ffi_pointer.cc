// The calls of bench/ffi-calls.js from C, through a pointer from dlsym(3): the floor.
//
//   ffi_pointer LIBRARY
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

constexpr int kCalls = 5'000'000;
constexpr int kSamples = 5;

// Pretends to use a value.
template <typename T>
void Use(const T& value) {
  asm volatile("" : : "g"(value) : "memory");
}

template <typename Call>
void Row(const char* name, int calls, Call call) {
  double quickest = 1e9;
  for (int sample = 0; sample < kSamples; sample++) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; i++) call(i);
    const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
    quickest = std::min(quickest, taken.count() / calls);
  }
  std::printf("%s: %.2f\n", name, quickest);
}

template <typename Function>
Function* Find(void* library, const char* name) {
  void* function = dlsym(library, name);
  if (function != nullptr) return reinterpret_cast<Function*>(function);
  std::fprintf(stderr, "%s\n", dlerror());
  std::exit(1);
}

}  // namespace

int main(int, char** arguments) {
  void* library = dlopen(arguments[1], RTLD_NOW);
  if (library == nullptr) {
    std::fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  // Volatile, so that the call goes through the pointer each time.
  void (*volatile noop)() = Find<void()>(library, "noop");
  int32_t (*volatile echo)(int32_t) = Find<int32_t(int32_t)>(library, "echo_i32");
  auto* volatile add6 =
      Find<int32_t(int32_t, int32_t, int32_t, int32_t, int32_t, int32_t)>(library, "add6");
  auto* volatile multiply = Find<double(double, double, double)>(library, "multiply");
  auto* volatile first = Find<int32_t(const int32_t*)>(library, "first");
  auto* volatile length = Find<size_t(const char*)>(library, "length");
  auto* volatile getpid = Find<int32_t()>(library, "getpid");
  const int32_t values[256] = {7};
  char text[128] = "";
  std::memset(text, 'A', 20);

  Row("no-op", kCalls, [&](int) { noop(); });
  Row("1 integer", kCalls, [&](int i) { Use(echo(i & 7)); });
  Row("6 integers", kCalls, [&](int i) { Use(add6(i & 7, 2, 3, 4, 5, 6)); });
  Row("3 doubles", kCalls, [&](int i) { Use(multiply(i & 7, 1.5, 2)); });
  Row("pointer", kCalls, [&](int) { Use(first(values)); });
  Row("buffer", kCalls, [&](int) { Use(first(values)); });
  Row("strlen on a string", kCalls, [&](int) { Use(length(text)); });
  Row("getpid", kCalls / 20, [&](int) { Use(getpid()); });
  return 0;
}
