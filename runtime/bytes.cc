#include "runtime/bytes.h"

#include <cstring>
#include <optional>

namespace lo {

namespace {

TypedArrayLayout layout;

constexpr int kMapInstanceType = v8::internal::Internals::kMapInstanceTypeOffset;

template <typename T>
T FieldAt(uintptr_t object, int offset) {
  T field;
  std::memcpy(&field, reinterpret_cast<const void*>(object + offset), sizeof field);
  return field;
}

// The tagged word of a handle: a Local is a pointer to it.
uintptr_t TaggedWord(v8::Local<v8::Value> value) {
  uintptr_t* slot;
  static_assert(sizeof value == sizeof slot);
  std::memcpy(&slot, &value, sizeof slot);
  return *slot;
}

uint16_t InstanceType(uintptr_t object) {
  const uintptr_t map = FieldAt<uintptr_t>(object, 0) - kHeapObjectTag;
  return FieldAt<uint16_t>(map, kMapInstanceType);
}

// A typed array by its fields. Nothing for what is none, is detached or shrunk, or tracks the
// length of its buffer: those need a closer look.
std::optional<Bytes> FromFields(v8::Local<v8::Value> value) {
  const uintptr_t word = TaggedWord(value);
  if ((word & kHeapObjectTag) == 0) return {};
  const uintptr_t view = word - kHeapObjectTag;
  if (InstanceType(view) != layout.instance_type) return {};
  const auto external = FieldAt<uintptr_t>(view, layout.data_pointer);
  const auto base = FieldAt<uintptr_t>(view, layout.data_pointer + 8);
  const auto size = FieldAt<size_t>(view, layout.byte_length);
  const bool inside_heap = base != 0;
  if (!inside_heap) {
    const auto offset = FieldAt<size_t>(view, layout.byte_offset);
    const uintptr_t buffer = FieldAt<uintptr_t>(view, layout.buffer) - kHeapObjectTag;
    if (size == 0 || offset + size > FieldAt<size_t>(buffer, layout.buffer_byte_length)) return {};
  }
  return Bytes{reinterpret_cast<uint8_t*>(external + base), size};
}

Bytes Part(v8::Local<v8::ArrayBuffer> buffer, size_t offset, size_t size) {
  const size_t whole = buffer->ByteLength();
  // Detached, or a view of a buffer that shrank.
  if (offset > whole || size > whole - offset || buffer->Data() == nullptr) return {};
  return {static_cast<uint8_t*>(buffer->Data()) + offset, size};
}

// Through the public API, 30 ns instead of 2. Buffer() moves a typed array out of V8's heap, which
// a fast call must not do: it meets only arrays whose fields could not be read, and those are
// outside already.
Bytes FromApi(v8::Local<v8::Value> value) {
  v8::HandleScope scope(v8::Isolate::GetCurrent());
  if (value->IsArrayBufferView()) {
    auto view = value.As<v8::ArrayBufferView>();
    return Part(view->Buffer(), view->ByteOffset(), view->ByteLength());
  }
  if (value->IsArrayBuffer()) {
    auto buffer = value.As<v8::ArrayBuffer>();
    return Part(buffer, 0, buffer->ByteLength());
  }
  return {};
}

}  // namespace

Bytes Bytes::From(v8::Local<v8::Value> value) {
  if (layout.complete()) {
    if (const auto bytes = FromFields(value)) return *bytes;
  }
  return FromApi(value);
}

bool Bytes::Probe(v8::Isolate* isolate) {
  constexpr size_t kStoreSize = 8192;
  constexpr size_t kFirst = 64;  // two views with telling offsets and lengths
  constexpr size_t kFirstSize = 1237;
  constexpr size_t kSecond = 128;
  constexpr size_t kSecondSize = 1332;
  constexpr int kViewSize = 112;  // scan no further than the smallest object of its kind on any V8
  constexpr int kBufferSize = 48;
  if (v8::internal::PointerCompressionIsEnabled()) return false;

  v8::HandleScope scope(isolate);
  v8::Local<v8::ArrayBuffer> buffer = v8::ArrayBuffer::New(isolate, kStoreSize);
  const auto memory = reinterpret_cast<uintptr_t>(buffer->GetBackingStore()->Data());
  v8::Local<v8::Value> first = v8::Uint8Array::New(buffer, kFirst, kFirstSize);
  v8::Local<v8::Value> second = v8::Uint32Array::New(buffer, kSecond, kSecondSize / 4);
  const uintptr_t a = TaggedWord(first) - kHeapObjectTag;
  const uintptr_t b = TaggedWord(second) - kHeapObjectTag;
  const uintptr_t store = TaggedWord(buffer) - kHeapObjectTag;

  TypedArrayLayout found;
  found.map_instance_type = kMapInstanceType;
  found.instance_type = InstanceType(a);
  for (int offset = 8; offset < kViewSize; offset += 8) {
    const auto x = FieldAt<uintptr_t>(a, offset);
    const auto y = FieldAt<uintptr_t>(b, offset);
    if (x == memory + kFirst && y == memory + kSecond) found.data_pointer = offset;
    if (x == kFirst && y == kSecond) found.byte_offset = offset;
    if (x == kFirstSize && y == kSecondSize) found.byte_length = offset;
    if (x == store + kHeapObjectTag && y == x) found.buffer = offset;
  }
  for (int offset = 8; offset < kBufferSize && found.buffer_byte_length == 0; offset += 8) {
    if (FieldAt<size_t>(store, offset) == kStoreSize) found.buffer_byte_length = offset;
  }
  if (InstanceType(b) == found.instance_type && found.complete()) layout = found;
  return CanReadInFastCall();
}

bool Bytes::CanReadInFastCall() { return layout.complete(); }

const TypedArrayLayout& Bytes::Layout() { return layout; }

}  // namespace lo
