#include "bindings/ffi_values.h"

#include <cmath>
#include <cstring>

namespace lo::ffi {

Notes notes;

namespace {

template <typename T>
uint64_t Bits(T value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

template <typename T>
T At(const void* place) {
  T value;
  std::memcpy(&value, place, sizeof value);
  return value;
}

double NumberOf(v8::Local<v8::Value> value) {
  return value->IsNumber() ? value.As<v8::Number>()->Value() : 0;
}

uint64_t IntegerBits(v8::Local<v8::Value> value) {
  if (value->IsNumber()) {
    const double number = value.As<v8::Number>()->Value();
    return std::abs(number) < 0x1p63 ? static_cast<uint64_t>(static_cast<int64_t>(number)) : 0;
  }
  return value->IsBigInt() ? value.As<v8::BigInt>()->Uint64Value() : 0;
}

constexpr double kMaxSafeInteger = 0x1p53 - 1;

v8::Local<v8::Value> Signed(v8::Isolate* isolate, int64_t value) {
  const auto number = static_cast<double>(value);
  if (std::abs(number) <= kMaxSafeInteger) return v8::Number::New(isolate, number);
  return v8::BigInt::New(isolate, value);
}

v8::Local<v8::Value> Unsigned(v8::Isolate* isolate, uint64_t value) {
  const auto number = static_cast<double>(value);
  if (number <= kMaxSafeInteger) return v8::Number::New(isolate, number);
  return v8::BigInt::NewFromUnsigned(isolate, value);
}

std::optional<Memory> Part(std::shared_ptr<v8::BackingStore> store, size_t offset, size_t size) {
  if (offset > store->ByteLength() || size > store->ByteLength() - offset) return {};
  auto* data = static_cast<uint8_t*>(store->Data()) + offset;
  return Memory{std::move(store), data, size};
}

}  // namespace

uint64_t BitsOf(v8::Local<v8::Value> value, Letter letter) {
  if (letter == kFloat32) return Bits(static_cast<float>(NumberOf(value)));
  if (letter == kFloat64) return Bits(NumberOf(value));
  return IntegerBits(value);
}

std::optional<Memory> MemoryOf(v8::Local<v8::Value> value) {
  if (value->IsNull()) return Memory{};
  if (value->IsSharedArrayBuffer()) {
    auto buffer = value.As<v8::SharedArrayBuffer>();
    return Part(buffer->GetBackingStore(), 0, buffer->ByteLength());
  }
  if (value->IsArrayBuffer()) {
    auto buffer = value.As<v8::ArrayBuffer>();
    if (buffer->WasDetached()) return {};
    return Part(buffer->GetBackingStore(), 0, buffer->ByteLength());
  }
  if (!value->IsArrayBufferView()) return {};
  auto view = value.As<v8::ArrayBufferView>();
  v8::Local<v8::ArrayBuffer> buffer = view->Buffer();
  if (buffer->WasDetached()) return {};
  return Part(buffer->GetBackingStore(), view->ByteOffset(), view->ByteLength());
}

v8::Local<v8::Value> CopyOf(v8::Isolate* isolate, const void* bytes, size_t size) {
  v8::Local<v8::ArrayBuffer> buffer = v8::ArrayBuffer::New(isolate, size);
  std::memcpy(buffer->GetBackingStore()->Data(), bytes, size);
  return v8::Uint8Array::New(buffer, 0, size);
}

v8::Local<v8::Value> ToJs(v8::Isolate* isolate, const Type& type, const void* place) {
  switch (type.letter) {
    case kBool:
      return v8::Boolean::New(isolate, At<uint8_t>(place) != 0);
    case kInt8:
      return v8::Integer::New(isolate, At<int8_t>(place));
    case kUint8:
      return v8::Integer::New(isolate, At<uint8_t>(place));
    case kInt16:
      return v8::Integer::New(isolate, At<int16_t>(place));
    case kUint16:
      return v8::Integer::New(isolate, At<uint16_t>(place));
    case kInt32:
      return v8::Integer::New(isolate, At<int32_t>(place));
    case kUint32:
      return v8::Integer::NewFromUnsigned(isolate, At<uint32_t>(place));
    case kInt64:
      return Signed(isolate, At<int64_t>(place));
    case kUint64:
      return Unsigned(isolate, At<uint64_t>(place));
    case kFloat32:
      return v8::Number::New(isolate, static_cast<double>(At<float>(place)));
    case kFloat64:
      return v8::Number::New(isolate, At<double>(place));
    case kPointer:
    case kFunction:
    case kBuffer:
      if (At<uint64_t>(place) == 0) return v8::Null(isolate);
      return Unsigned(isolate, At<uint64_t>(place));
    case kStruct:
      return CopyOf(isolate, place, type.description->size);
    case kVoid:
      break;
  }
  return v8::Undefined(isolate);
}

}  // namespace lo::ffi
