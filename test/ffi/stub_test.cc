// The stubs of bindings/ffi_stub.h, run as V8 would call them but without V8: natively, and with
// qemu-user for AArch64. Prints what fails; the exit status is 1 then.
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "bindings/ffi_call.h"
#include "bindings/ffi_memory.h"
#include "bindings/ffi_stub.h"

namespace {

using namespace lo::ffi;

int failures = 0;

void Expect(bool condition, const char* what, int line) {
  if (condition) return;
  failures++;
  std::printf("FAILED, line %d: %s\n", line, what);
}
#define EXPECT(condition) Expect((condition), #condition, __LINE__)

constexpr auto G = Arrival::kGeneral;
constexpr auto F = Arrival::kFloat;
constexpr auto B = Arrival::kBuffer;

uint64_t wide_result;
uint32_t missed;
const void* target;
// Any pointer will do as the receiver: no function may see it.
char receiver;

struct Options {
  bool variadic = false;
  bool wide = false;
};

// A stub for `function`, as a function of the type Signature, whose first argument is the receiver.
template <typename Signature, typename Function>
Signature* StubFor(Function* function, std::vector<Arrival> arguments, Options options = {},
                   const lo::TypedArrayLayout& layout = {}) {
  StubPlan plan;
  plan.arguments = std::move(arguments);
  plan.variadic = options.variadic;
  plan.wide = options.wide;
  plan.target = &target;
  plan.wide_result = &wide_result;
  plan.missed = &missed;
  plan.layout = layout;
  target = reinterpret_cast<const void*>(function);
  wide_result = 0;
  missed = 0;
  const void* code = Publish(native::Stub(plan));
  EXPECT(code != nullptr);
  return reinterpret_cast<Signature*>(const_cast<void*>(code));
}

int Answer() { return 42; }
int Negate(int value) { return -value; }
int8_t Narrow(int8_t a, uint8_t b, int16_t c, uint16_t d) {
  return static_cast<int8_t>(a + b + c + d);
}
int Six(int a, int b, int c, int d, int e, int f) {
  return a + 10 * b + 100 * c + 1000 * d + 10000 * e + 100000 * f;
}
int64_t Twelve(int64_t a, int64_t b, int64_t c, int64_t d, int64_t e, int64_t f, int64_t g,
               int64_t h, int64_t i, int64_t j, int64_t k, int64_t l) {
  return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j + 11 * k +
         12 * l;
}
double Doubles(double a, double b, double c) { return a * b + c; }
float Floats(float a, float b) { return a - b; }

// More of both kinds than there are registers.
double Mixed(int a, double b, float c, int64_t d, double e, int f, double g, int h, double i, int j,
             double k, int l, double m, int n, double o, int p, double q, float r, int s) {
  return a + b * 2 + static_cast<double>(c) * 3 + static_cast<double>(d) * 4 + e * 5 + f * 6 +
         g * 7 + h * 8 + i * 9 + j * 10 + k * 11 + l * 12 + m * 13 + n * 14 + o * 15 + p * 16 +
         q * 17 + static_cast<double>(r) * 18 + s * 19;
}

uint64_t WideMixed(int a, double b, int64_t c, double d, int e, int f, int g, int h, int i,
                   double j) {
  return static_cast<uint64_t>(Mixed(a, b, 0, c, d, e, j, f, 0, g, 0, h, 0, i, 0, 0, 0, 0, 0)) +
         (uint64_t{1} << 63);
}

void Arguments() {
  EXPECT(StubFor<int(void*)>(&Answer, {})(&receiver) == 42);
  EXPECT(StubFor<int(void*, int)>(&Negate, {G})(&receiver, 7) == -7);
  const auto narrow = StubFor<int(void*, int, int, int, int)>(&Narrow, {G, G, G, G})(
      &receiver, -3, 200, -30000, 60000);
  EXPECT(static_cast<int8_t>(narrow) == static_cast<int8_t>(-3 + 200 - 30000 + 60000));
  const auto six = StubFor<int(void*, int, int, int, int, int, int)>(&Six, {G, G, G, G, G, G});
  EXPECT(six(&receiver, 1, 2, 3, 4, 5, 6) == 654321);
  const auto doubles = StubFor<double(void*, double, double, double)>(&Doubles, {F, F, F});
  EXPECT(doubles(&receiver, 1.5, 2, 0.25) == 3.25);
  EXPECT((StubFor<float(void*, float, float)>(&Floats, {F, F})(&receiver, 1, 0.5F)) == 0.5F);
}

void ArgumentsOnTheStack() {
  using Call = double(void*, int, double, float, int64_t, double, int, double, int, double, int,
                      double, int, double, int, double, int, double, float, int);
  const auto call =
      StubFor<Call>(&Mixed, {G, F, F, G, F, G, F, G, F, G, F, G, F, G, F, G, F, F, G});
  EXPECT(call(&receiver, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19) ==
         Mixed(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19));
}

void WideResults() {
  using Call = double(void*, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t,
                      int64_t, int64_t, int64_t, int64_t);
  const auto twelve = StubFor<Call>(&Twelve, std::vector<Arrival>(12, G), {.wide = true});
  EXPECT(twelve(&receiver, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12) == 650);
  EXPECT(wide_result == 650);
  EXPECT(twelve(&receiver, -(int64_t{1} << 53) - 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) ==
         -9007199254740992.0);
  EXPECT(static_cast<int64_t>(wide_result) == -(int64_t{1} << 53) - 1);

  using Other = double(void*, int, double, int64_t, double, int, int, int, int, int, double);
  const auto mixed = StubFor<Other>(&WideMixed, {G, F, G, F, G, G, G, G, G, F}, {.wide = true});
  mixed(&receiver, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
  EXPECT(wide_result == WideMixed(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
}

void Variadic() {
  char text[64];
  using Call = int(void*, char*, size_t, const char*, double, int, double, int64_t, double);
  const auto call = StubFor<Call>(&std::snprintf, {G, G, G, F, G, F, G, F}, {.variadic = true});
  const int length =
      call(&receiver, text, sizeof text, "%.2f %d %.1f %ld %g", 3.14159, -7, 0.5, 1L << 40, 8.0);
  EXPECT(std::strcmp(text, "3.14 -7 0.5 1099511627776 8") == 0);
  EXPECT(length == static_cast<int>(std::strlen(text)));
}

// The target is read at each call.
void AnotherTarget() {
  const auto stub = StubFor<int(void*)>(&Answer, {});
  target = reinterpret_cast<const void*>(+[] { return 43; });
  EXPECT(stub(&receiver) == 43);
}

// Objects that look as V8's do, to a stub.
constexpr lo::TypedArrayLayout kLayout = {12, 1234, 64, 32, 40, 24, 40};
constexpr uintptr_t kTag = lo::kHeapObjectTag;

struct Heap {
  alignas(8) std::array<uint8_t, 32> map = {};
  alignas(8) std::array<uint8_t, 96> array = {};
  alignas(8) std::array<uint8_t, 64> buffer = {};
  uintptr_t handle = 0;

  explicit Heap(const void* memory, size_t size) {
    Set(map, kLayout.map_instance_type, uint16_t{1234});
    Set(array, 0, reinterpret_cast<uintptr_t>(map.data()) + kTag);
    Set(array, kLayout.data_pointer, reinterpret_cast<uintptr_t>(memory));
    Set(array, kLayout.byte_length, size);
    Set(array, kLayout.buffer, reinterpret_cast<uintptr_t>(buffer.data()) + kTag);
    Set(buffer, kLayout.buffer_byte_length, size);
    handle = reinterpret_cast<uintptr_t>(array.data()) + kTag;
  }

  // What V8 passes: a pointer to a handle.
  void* local() { return &handle; }

  template <typename Bytes, typename T>
  static void Set(Bytes& bytes, int offset, T value) {
    std::memcpy(bytes.data() + offset, &value, sizeof value);
  }
};

int Sum(const uint8_t* bytes, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++) sum += bytes[i];
  return sum;
}
int FirstOf(int, int, int, int, int, int, int, const uint8_t* i, double, const uint8_t* k) {
  return 100 * *i + *k;
}

constexpr uint8_t kBytes[] = {1, 2, 3, 4};

void Buffers() {
  const auto sum = StubFor<int(void*, void*, int)>(&Sum, {B, G}, {}, kLayout);
  Heap heap(kBytes, sizeof kBytes);
  EXPECT(sum(&receiver, heap.local(), 4) == 10);

  Heap part(kBytes + 1, 2);
  Heap::Set(part.array, kLayout.byte_offset, size_t{1});
  Heap::Set(part.buffer, kLayout.buffer_byte_length, sizeof kBytes);
  EXPECT(sum(&receiver, part.local(), 2) == 5);

  // An array inside V8's heap: the address is the sum of two words, and there are no bounds.
  Heap inside(reinterpret_cast<const void*>(uintptr_t{7}), 4);
  Heap::Set(inside.array, kLayout.data_pointer + 8, reinterpret_cast<uintptr_t>(kBytes) - 7);
  Heap::Set(inside.buffer, kLayout.buffer_byte_length, size_t{0});
  EXPECT(sum(&receiver, inside.local(), 4) == 10);
  EXPECT(missed == 0);

  using Call = int(void*, int, int, int, int, int, int, int, void*, double, void*);
  const auto far = StubFor<Call>(&FirstOf, {G, G, G, G, G, G, G, B, F, B}, {}, kLayout);
  EXPECT(far(&receiver, 0, 0, 0, 0, 0, 0, 0, heap.local(), 0, part.local()) == 102);
  EXPECT(missed == 0);
}

void Misses() {
  const auto sum = StubFor<int(void*, void*, int)>(&Sum, {B, G}, {}, kLayout);
  const auto misses = [&](Heap& heap) {
    missed = 0;
    return sum(&receiver, heap.local(), 4) == 0 && missed == 1;
  };
  Heap small_integer(kBytes, sizeof kBytes);
  small_integer.handle = 8;
  EXPECT(misses(small_integer));
  Heap another_type(kBytes, sizeof kBytes);
  Heap::Set(another_type.map, kLayout.map_instance_type, uint16_t{1235});
  EXPECT(misses(another_type));
  Heap detached(kBytes, sizeof kBytes);
  Heap::Set(detached.buffer, kLayout.buffer_byte_length, size_t{0});
  EXPECT(misses(detached));
  Heap empty(kBytes, 0);
  EXPECT(misses(empty));
  Heap beyond(kBytes, sizeof kBytes);
  Heap::Set(beyond.array, kLayout.byte_offset, size_t{1});
  EXPECT(misses(beyond));

  const auto wide = StubFor<double(void*, void*, int)>(&Sum, {B, G}, {.wide = true}, kLayout);
  wide(&receiver, empty.local(), 0);
  EXPECT(missed == 1 && wide_result == 0);
}

void SystemCalls() {
  for (const bool jump : {false, true}) {
    const void* code = Publish(native::SystemCall(SYS_getppid, jump));
    EXPECT(StubFor<int(void*)>(static_cast<const char*>(code), {})(&receiver) == getppid());
    code = Publish(native::SystemCall(SYS_close, jump));
    const auto close = StubFor<int(void*, int)>(static_cast<const char*>(code), {G});
    EXPECT(close(&receiver, -1) == -EBADF);
    // Six arguments, the last of which decides: the offset, of which only whole pages are right.
    code = Publish(native::SystemCall(SYS_mmap, jump));
    using Map = double(void*, long, long, long, long, long, long);
    const auto map =
        StubFor<Map>(static_cast<const char*>(code), {G, G, G, G, G, G}, {.wide = true});
    EXPECT(map(&receiver, 0, 4096, 1, 0x22, -1, 1) == -EINVAL);
    EXPECT(map(&receiver, 0, 4096, 1, 0x22, -1, 0) > 0);
  }
}

void CallsByArrays() {
  std::array<uint64_t, 8> general = {1, 4, 6, 8, 10, 12, 14, 16};
  std::array<uint64_t, 8> floating = {};
  std::vector<uint64_t> stack;
  const auto bits = [](auto value) {
    uint64_t word = 0;
    std::memcpy(&word, &value, sizeof value);
    return word;
  };
  const std::vector<Arrival> arrivals = {G, F, F, G, F, G, F, G, F, G, F, G, F, G, F, G, F, F, G};
  const auto places = PlacesOf(arrivals, kGeneralRegisters, 0);
  for (size_t i = 0; i < places.size(); i++) {
    const auto value = static_cast<double>(i + 1);
    const bool single = i == 2 || i == 17;
    const uint64_t word = places[i].is_float
                              ? (single ? bits(static_cast<float>(value)) : bits(value))
                              : static_cast<uint64_t>(i + 1);
    if (!places[i].in_register) {
      stack.push_back(word);
    } else {
      (places[i].is_float ? floating : general)[places[i].index] = word;
    }
  }
  Returned returned = {};
  lo_ffi_call(reinterpret_cast<const void*>(&Mixed), general.data(), floating.data(), stack.data(),
              stack.size(), &returned);
  EXPECT(returned.floating ==
         bits(Mixed(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19)));

  general = {static_cast<uint64_t>(-5)};
  lo_ffi_call(reinterpret_cast<const void*>(&Negate), general.data(), floating.data(), nullptr, 0,
              &returned);
  EXPECT(static_cast<int>(returned.general) == 5);

  char text[16];
  general = {bits(&text[0]), sizeof text, bits("%g %g")};
  floating = {bits(0.5), bits(2.0)};
  lo_ffi_call(reinterpret_cast<const void*>(&std::snprintf), general.data(), floating.data(),
              nullptr, 0, &returned);
  EXPECT(std::strcmp(text, "0.5 2") == 0);
}

// No page of this process may be both.
void NothingIsWritableAndExecutable() {
  std::FILE* maps = std::fopen("/proc/self/maps", "re");
  char line[512];
  while (std::fgets(line, sizeof line, maps) != nullptr) {
    EXPECT(std::strstr(line, " rwx") == nullptr);
  }
  std::fclose(maps);
}

// More code than one region holds: every stub stays.
void ManyStubs() {
  const auto first = StubFor<int(void*)>(&Answer, {});
  for (int i = 0; i < 5000; i++) EXPECT(StubFor<int(void*)>(&Answer, {})(&receiver) == 42);
  EXPECT(first(&receiver) == 42);
  EXPECT(Publish(std::vector<uint8_t>(1 << 20)) == nullptr);
}

}  // namespace

int main() {
  Arguments();
  ArgumentsOnTheStack();
  WideResults();
  Variadic();
  AnotherTarget();
  Buffers();
  Misses();
  SystemCalls();
  CallsByArrays();
  ManyStubs();
  NothingIsWritableAndExecutable();
  if (failures == 0) std::printf("all stubs do what they should\n");
  return failures == 0 ? 0 : 1;
}
