// Functions of every argument and result type, which tell what arrived: lo.load('echo'), in the
// program lo_testing only.
#include <array>
#include <cerrno>
#include <cstring>

#include "runtime/binding.h"

namespace lo {

namespace {

int32_t EchoInt32(int32_t value) { return value; }
uint32_t EchoUint32(uint32_t value) { return value; }
double EchoInt64(int64_t value) { return static_cast<double>(value); }
double EchoUint64(uint64_t value) { return static_cast<double>(value); }
double EchoDouble(double value) { return value; }
bool EchoBool(bool value) { return value; }

// kind(value): a bit for each thing that the value is.
uint32_t Kind(v8::Local<v8::Value> value) {
  const bool is[] = {value->IsUndefined(), value->IsNull(),      value->IsTrue(),
                     value->IsFalse(),     value->IsNumber(),    value->IsString(),
                     value->IsSymbol(),    value->IsBigInt(),    value->IsFunction(),
                     value->IsArray(),     value->IsDate(),      value->IsProxy(),
                     value->IsObject(),    value->IsTypedArray()};
  uint32_t bits = 0;
  for (size_t i = 0; i < std::size(is); i++) bits |= static_cast<uint32_t>(is[i]) << i;
  return bits;
}

// same(a, b): whether both are one object.
bool Same(v8::Local<v8::Value> a, v8::Local<v8::Value> b) { return a == b; }

int32_t Answer() { return 42; }

void Nothing() {}
void Discard(double) {}

double Size(Bytes bytes) { return static_cast<double>(bytes.size); }

// first(bytes): -1 if there is none.
int32_t First(Bytes bytes) { return bytes.size == 0 ? -1 : bytes.data[0]; }

uint32_t Sum(const uint8_t* data, size_t size) {
  uint32_t sum = 0;
  for (size_t i = 0; i < size; i++) sum = sum * 31 + data[i];
  return sum;
}

// checksum(bytes): reads every byte.
uint32_t Checksum(Bytes bytes) { return Sum(bytes.data, bytes.size); }

// checksumOf(bytes, length): of the first `length`, or -EFAULT as a system call would say.
double ChecksumOf(Bytes bytes, uint32_t length) {
  return length > bytes.size ? -EFAULT : static_cast<double>(Sum(bytes.data, length));
}

// hasBuffer(view): whether a typed array has its own ArrayBuffer already; a small one is in V8's
// heap until something asks for that.
bool HasBuffer(v8::Local<v8::Value> view) {
  return view->IsArrayBufferView() && view.As<v8::ArrayBufferView>()->HasBuffer();
}

// fill(bytes, value): writes every byte.
void Fill(Bytes bytes, uint32_t value) {
  if (bytes.size != 0) std::memset(bytes.data, static_cast<int>(value), bytes.size);
}

constexpr size_t kMost = 17;
std::array<double, kMost> arrived;

// arrived(index): what the last many...() got as that argument.
double Arrived(uint32_t index) { return index < kMost ? arrived[index] : -1; }

double ManyMixed(int32_t a, double b, uint32_t c, bool d, int64_t e, double f, uint64_t g,
                 v8::Local<v8::Value> h, Bytes i, double j, int32_t k, uint32_t l) {
  arrived = {static_cast<double>(a),      b, static_cast<double>(c), static_cast<double>(d),
             static_cast<double>(e),      f, static_cast<double>(g), static_cast<double>(Kind(h)),
             static_cast<double>(i.size), j, static_cast<double>(k), static_cast<double>(l)};
  return 12;
}

int32_t ManyIntegers(int32_t a, int32_t b, int32_t c, int32_t d, int32_t e, int32_t f, int32_t g,
                     int32_t h, int32_t i) {
  arrived = {static_cast<double>(a), static_cast<double>(b), static_cast<double>(c),
             static_cast<double>(d), static_cast<double>(e), static_cast<double>(f),
             static_cast<double>(g), static_cast<double>(h), static_cast<double>(i)};
  return 9;
}

bool ManyDoubles(double a, double b, double c, double d, double e, double f, double g, double h,
                 double i, double j) {
  arrived = {a, b, c, d, e, f, g, h, i, j};
  return true;
}

void Initialize(Exports& exports) {
  exports.Fast<&EchoInt32>("int32", {"value"});
  exports.Fast<&EchoUint32>("uint32", {"value"});
  exports.Fast<&EchoInt64>("int64", {"value"});
  exports.Fast<&EchoUint64>("uint64", {"value"});
  exports.Fast<&EchoDouble>("double", {"value"});
  exports.Fast<&EchoBool>("bool", {"value"});
  exports.Fast<&Kind>("kind", {"value"});
  exports.Fast<&Same>("same", {"a", "b"});
  exports.Fast<&Answer>("answer");
  exports.Fast<&Nothing>("nothing");
  exports.Fast<&Discard>("discard", {"value"});
  exports.Fast<&Size>("size", {"bytes"});
  exports.Fast<&First>("first", {"bytes"});
  exports.Fast<&Checksum>("checksum", {"bytes"});
  exports.Fast<&ChecksumOf>("checksumOf", {"bytes", "length"});
  exports.Fast<&HasBuffer>("hasBuffer", {"view"});
  exports.Fast<&Fill>("fill", {"bytes", "value"});
  exports.Fast<&Arrived>("arrived", {"index"});
  exports.Fast<&ManyMixed>("manyMixed",
                           {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"});
  exports.Fast<&ManyIntegers>("manyIntegers", {"a", "b", "c", "d", "e", "f", "g", "h", "i"});
  exports.Fast<&ManyDoubles>("manyDoubles", {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"});
}

}  // namespace

LO_BINDING(echo, Initialize)

}  // namespace lo
