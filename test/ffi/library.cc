// What the tests and benchmarks of lib/ffi.js call: libffi_test.so.
#include <pthread.h>

#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstring>

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT void noop() {}

// What arrived, as it is.
EXPORT bool echo_bool(bool value) { return value; }
EXPORT int8_t echo_i8(int8_t value) { return value; }
EXPORT uint8_t echo_u8(uint8_t value) { return value; }
EXPORT int16_t echo_i16(int16_t value) { return value; }
EXPORT uint16_t echo_u16(uint16_t value) { return value; }
EXPORT int32_t echo_i32(int32_t value) { return value; }
EXPORT uint32_t echo_u32(uint32_t value) { return value; }
EXPORT int64_t echo_i64(int64_t value) { return value; }
EXPORT uint64_t echo_u64(uint64_t value) { return value; }
EXPORT float echo_f32(float value) { return value; }
EXPORT double echo_f64(double value) { return value; }
EXPORT void* echo_pointer(void* value) { return value; }

// Results with something else in the bits above those of the type, as C may leave them. Each is
// declared in JavaScript with the narrow type.
EXPORT uint64_t dirty(uint64_t value) { return value; }

// Whether each narrow argument is extended to 32 bits, which callers do and some callees expect.
EXPORT bool extended(int32_t i8, uint32_t u8, int32_t i16, uint32_t u16) {
  return i8 == -1 && u8 == 255 && i16 == -2 && u16 == 65534;
}

// Of unsigned integers, so that any sum is one.
EXPORT int32_t add6(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e, uint32_t f) {
  return static_cast<int32_t>(a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f);
}
EXPORT double multiply(double a, double b, double c) { return a * b * c; }

// Of every kind, and more than there are registers.
EXPORT double many(int32_t a, double b, uint8_t c, float d, int64_t e, double f, int16_t g,
                   double h, int32_t i, double j, bool k, double l, uint64_t m, double n, int32_t o,
                   double p, const uint8_t* q, double r, float s, int32_t t) {
  return a + b * 2 + c * 3 + static_cast<double>(d) * 4 + static_cast<double>(e) * 5 + f * 6 +
         g * 7 + h * 8 + i * 9 + j * 10 + k * 11 + l * 12 + static_cast<double>(m) * 13 + n * 14 +
         o * 15 + p * 16 + *q * 17 + r * 18 + static_cast<double>(s) * 19 + t * 20;
}

EXPORT int32_t first(const int32_t* values) { return values == nullptr ? -1 : *values; }
EXPORT uint32_t sum(const uint8_t* bytes, uint32_t count) {
  uint32_t sum = 0;
  for (uint32_t i = 0; i < count; i++) sum += bytes[i];
  return sum;
}
EXPORT size_t length(const char* text) { return std::strlen(text); }
EXPORT void fill(uint8_t* bytes, uint32_t count, uint8_t value) {
  std::memset(bytes, value, count);
}

EXPORT int64_t sum_variadic(int32_t count, ...) {
  va_list list;
  va_start(list, count);
  double sum = 0;
  for (int32_t i = 0; i < count; i++) {
    sum += va_arg(list, double);
    sum += static_cast<double>(va_arg(list, int64_t));
  }
  va_end(list);
  return static_cast<int64_t>(sum);
}

EXPORT int32_t fail(int32_t error) {
  errno = error;
  return -1;
}

struct Point {
  double x;
  int32_t tag;
};
struct Large {
  int64_t values[4];
  uint8_t end;
};
EXPORT Point move_point(Point point, double by) { return {point.x + by, point.tag + 1}; }
EXPORT Large make_large(Large large, int64_t by) {
  for (int64_t& value : large.values) value += by;
  large.end++;
  return large;
}
EXPORT size_t size_of_large() { return sizeof(Large); }

// Callbacks.
using Binary = int32_t (*)(int32_t, int32_t);
EXPORT int32_t call(Binary function, int32_t a, int32_t b) { return function(a, b); }
EXPORT int32_t call_times(Binary function, int32_t times) {
  int32_t sum = 0;
  for (int32_t i = 0; i < times; i++) sum += function(i, 1);
  return sum;
}
using Every = double (*)(bool, int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t,
                         uint64_t, float, double, void*);
EXPORT double call_every(Every function) {
  return function(true, -1, 255, -2, 65534, -3, 4294967295U, -9007199254740993, ~uint64_t{0}, 0.5F,
                  0.25, nullptr);
}
EXPORT int8_t call_i8(int8_t (*function)()) { return function(); }
EXPORT uint64_t call_u64(uint64_t (*function)()) { return function(); }
EXPORT float call_f32(float (*function)()) { return function(); }
EXPORT bool call_bool(bool (*function)()) { return function(); }
EXPORT Point call_point(Point (*function)(Point), Point point) { return function(point); }
EXPORT uint32_t call_then_sum(int32_t (*function)(), const uint8_t* bytes, uint32_t count) {
  function();
  return sum(bytes, count);
}

// Keeps a function to be called by who does not say so.
static Binary kept = nullptr;
EXPORT void keep(void* function) { kept = reinterpret_cast<Binary>(function); }
EXPORT int32_t call_kept(int32_t a, int32_t b) { return kept(a, b); }

struct Task {
  Binary function;
  int32_t result;
};
EXPORT int32_t call_in_thread(Binary function) {
  Task task = {function, -1};
  pthread_t thread;
  const auto run = [](void* argument) -> void* {
    auto* run_task = static_cast<Task*>(argument);
    run_task->result = run_task->function(1, 2);
    return nullptr;
  };
  if (pthread_create(&thread, nullptr, run, &task) != 0) return -2;
  pthread_join(thread, nullptr);
  return task.result;
}
