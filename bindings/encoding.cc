// Text to bytes and back (https://encoding.spec.whatwg.org). V8 does the UTF-8: its decoder
// replaces malformed bytes as the standard says. What it lacks is here: refusing them, decoding a
// stream piece by piece, and other encodings.
#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "runtime/binding.h"

namespace {

using Arguments = v8::FunctionCallbackInfo<v8::Value>;
using ByteSpan = std::span<const uint8_t>;

void ThrowTypeError(v8::Isolate* isolate, const char* message) {
  isolate->ThrowException(
      v8::Exception::TypeError(lo::ToString(isolate, message).ToLocalChecked()));
}

// The memory of a view whose buffer exists. A view may reach beyond a buffer that shrank.
std::span<uint8_t> MemoryOf(v8::Local<v8::ArrayBufferView> view) {
  v8::Local<v8::ArrayBuffer> buffer = view->Buffer();
  const size_t end = buffer->ByteLength();
  const size_t offset = std::min(view->ByteOffset(), end);
  const size_t size = std::min(view->ByteLength(), end - offset);
  return {static_cast<uint8_t*>(buffer->Data()) + offset, size};
}

// The bytes of a buffer, as long as V8 runs no JavaScript.
class Input {
 public:
  // False if `value` is no buffer. A detached one is empty.
  bool Open(v8::Local<v8::Value> value) {
    if (value->IsArrayBufferView()) {
      OpenView(value.As<v8::ArrayBufferView>());
    } else if (value->IsArrayBuffer()) {
      auto buffer = value.As<v8::ArrayBuffer>();
      bytes_ = {static_cast<const uint8_t*>(buffer->Data()), buffer->ByteLength()};
    } else if (value->IsSharedArrayBuffer()) {
      auto buffer = value.As<v8::SharedArrayBuffer>();
      bytes_ = {static_cast<const uint8_t*>(buffer->Data()), buffer->ByteLength()};
      shared_ = true;
    } else {
      return false;
    }
    return true;
  }

  size_t size() const { return bytes_.size(); }

  // The bytes, after those of `head`. A copy if that is needed, or if another thread may write to
  // them: V8 reads them twice, and must see the same both times.
  ByteSpan Hold(ByteSpan head) {
    if (head.empty() && !shared_) return bytes_;
    std::vector<uint8_t> copy;
    copy.reserve(head.size() + bytes_.size());
    copy.insert(copy.end(), head.begin(), head.end());
    copy.insert(copy.end(), bytes_.begin(), bytes_.end());
    copy_ = std::move(copy);
    return copy_;
  }

 private:
  void OpenView(v8::Local<v8::ArrayBufferView> view) {
    if (view->HasBuffer()) {
      const v8::Local<v8::Value> buffer = view->Buffer();
      bytes_ = MemoryOf(view);
      shared_ = buffer->IsSharedArrayBuffer();
    } else {  // a small array in V8's heap, where it may move
      copy_.resize(view->ByteLength());
      view->CopyContents(copy_.data(), copy_.size());
      bytes_ = copy_;
    }
  }

  ByteSpan bytes_;
  bool shared_ = false;
  std::vector<uint8_t> copy_;
};

// An encoding, for Decode() below, has
//   kBom                     the byte order mark, which is not part of the text
//   kMaxSize                 how many bytes ToText() takes
//   Incomplete(bytes)        how many bytes at the end are the beginning of a character
//   IsWellFormed(bytes)
//   ToText(isolate, bytes)   the text, with U+FFFD for what is malformed

struct Utf8 {
  static constexpr uint8_t kBom[] = {0xEF, 0xBB, 0xBF};
  static constexpr size_t kMaxSize = v8::String::kMaxLength;

  static size_t Incomplete(ByteSpan bytes) {
    for (size_t count = 1; count <= std::min<size_t>(3, bytes.size()); count++) {
      if (SequenceLength(bytes.last(count)) == kTruncated) return count;
    }
    return 0;
  }

  static bool IsWellFormed(ByteSpan bytes) {
    while (!bytes.empty()) {
      const int length = StartsWithAscii(bytes) ? kWord : SequenceLength(bytes);
      if (length <= 0) return false;
      bytes = bytes.subspan(length);
    }
    return true;
  }

  static v8::MaybeLocal<v8::String> ToText(v8::Isolate* isolate, ByteSpan bytes) {
    return v8::String::NewFromUtf8(isolate, reinterpret_cast<const char*>(bytes.data()),
                                   v8::NewStringType::kNormal, static_cast<int>(bytes.size()));
  }

 private:
  static constexpr int kTruncated = -1;
  static constexpr int kWord = 8;

  // The length of the sequence that `bytes` begin with (Unicode Standard, table 3-7); 0 if it is
  // malformed, kTruncated if it may go on after the end.
  static int SequenceLength(ByteSpan bytes) {
    const uint8_t lead = bytes[0];
    if (lead < 0x80) return 1;
    if (lead < 0xC2 || lead > 0xF4) return 0;
    const size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    // What the second byte of some may not be: overlong, a surrogate, above U+10FFFF.
    uint8_t low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    uint8_t high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    for (size_t i = 1; i < length; i++) {
      if (i == bytes.size()) return kTruncated;
      if (bytes[i] < low || bytes[i] > high) return 0;
      low = 0x80;
      high = 0xBF;
    }
    return static_cast<int>(length);
  }

  // Whether the next kWord bytes are ASCII: most of most texts, and quicker this way.
  static bool StartsWithAscii(ByteSpan bytes) {
    if (bytes.size() < kWord) return false;
    uint64_t word;
    std::memcpy(&word, bytes.data(), sizeof word);
    return (word & 0x8080808080808080) == 0;
  }
};

struct Utf16le {
  static constexpr uint8_t kBom[] = {0xFF, 0xFE};
  static constexpr size_t kMaxSize = 2 * static_cast<size_t>(v8::String::kMaxLength);

  static size_t Incomplete(ByteSpan bytes) {
    const size_t odd = bytes.size() % 2;
    return EndsWithLead(bytes) ? odd + 2 : odd;
  }

  static bool IsWellFormed(ByteSpan bytes) {
    for (size_t i = 0; i < bytes.size() / 2; i++) {
      if (IsLone(bytes, i)) return false;
    }
    return bytes.size() % 2 == 0;
  }

  static v8::MaybeLocal<v8::String> ToText(v8::Isolate* isolate, ByteSpan bytes) {
    std::vector<uint16_t> units(bytes.size() / 2);
    for (size_t i = 0; i < units.size(); i++) {
      units[i] = IsLone(bytes, i) ? kReplacement : UnitAt(bytes, i);
    }
    // Half a surrogate pair and half a code unit, at the end, are malformed together.
    if (bytes.size() % 2 != 0 && !EndsWithLead(bytes)) units.push_back(kReplacement);
    return v8::String::NewFromTwoByte(isolate, units.data(), v8::NewStringType::kNormal,
                                      static_cast<int>(units.size()));
  }

 private:
  static constexpr uint16_t kReplacement = 0xFFFD;

  static bool IsLead(uint16_t unit) { return (unit & 0xFC00) == 0xD800; }
  static bool IsTrail(uint16_t unit) { return (unit & 0xFC00) == 0xDC00; }

  static uint16_t UnitAt(ByteSpan bytes, size_t index) {
    return static_cast<uint16_t>(bytes[2 * index] | bytes[2 * index + 1] << 8);
  }

  // Whether the last whole code unit is the first half of a surrogate pair.
  static bool EndsWithLead(ByteSpan bytes) {
    return bytes.size() >= 2 && IsLead(UnitAt(bytes, bytes.size() / 2 - 1));
  }

  // Whether a code unit is half a surrogate pair, and the other half is not there.
  static bool IsLone(ByteSpan bytes, size_t index) {
    const uint16_t unit = UnitAt(bytes, index);
    if (IsLead(unit)) {
      return index + 1 == bytes.size() / 2 || !IsTrail(UnitAt(bytes, index + 1));
    }
    return IsTrail(unit) && (index == 0 || !IsLead(UnitAt(bytes, index - 1)));
  }
};

struct Windows1252 {
  static constexpr std::array<uint8_t, 0> kBom = {};
  static constexpr size_t kMaxSize = v8::String::kMaxLength;

  static size_t Incomplete(ByteSpan) { return 0; }
  static bool IsWellFormed(ByteSpan) { return true; }

  static v8::MaybeLocal<v8::String> ToText(v8::Isolate* isolate, ByteSpan bytes) {
    if (std::none_of(bytes.begin(), bytes.end(), IsSpecial)) {
      return v8::String::NewFromOneByte(isolate, bytes.data(), v8::NewStringType::kNormal,
                                        static_cast<int>(bytes.size()));
    }
    std::vector<uint16_t> units(bytes.size());
    std::transform(bytes.begin(), bytes.end(), units.begin(), [](uint8_t byte) -> uint16_t {
      return IsSpecial(byte) ? kSpecial[byte - 0x80] : byte;
    });
    return v8::String::NewFromTwoByte(isolate, units.data(), v8::NewStringType::kNormal,
                                      static_cast<int>(units.size()));
  }

 private:
  // The bytes 0x80 to 0x9F: the only ones that are not their own code point.
  static constexpr uint16_t kSpecial[] = {
      0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
      0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
      0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

  static bool IsSpecial(uint8_t byte) { return byte >= 0x80 && byte < 0xA0; }
};

constexpr int kFatal = 1;
constexpr int kIgnoreBom = 2;
constexpr int kStream = 4;

// What a decoder remembers between the pieces of a stream; JavaScript keeps it in a Uint8Array.
struct State {
  uint8_t started;  // past the place where a byte order mark may be
  uint8_t count;
  uint8_t pending[3];  // the beginning of a character

  static bool Load(v8::Local<v8::Value> value, State* state) {
    const lo::Bytes memory = lo::Bytes::From(value);
    if (memory.size != sizeof *state) return false;
    std::memcpy(state, memory.data, sizeof *state);
    return state->count <= sizeof state->pending;
  }

  static void Store(const State& state, v8::Local<v8::Value> value) {
    std::memcpy(lo::Bytes::From(value).data, &state, sizeof state);
  }
};

bool StartsWith(ByteSpan bytes, ByteSpan start) {
  return bytes.size() >= start.size() && std::equal(start.begin(), start.end(), bytes.begin());
}

// decode(state, buffer, flags): the text; undefined if it is malformed and that is fatal; null if
// it may be longer than a string can be.
template <typename Encoding>
void Decode(const Arguments& info) {
  v8::Isolate* isolate = info.GetIsolate();
  State state;
  Input input;
  if (!State::Load(info[0], &state) || !input.Open(info[1]) || !info[2]->IsInt32()) {
    return ThrowTypeError(isolate, "A decoder takes its state, a buffer and flags");
  }
  const int flags = info[2].As<v8::Int32>()->Value();
  if (input.size() + state.count > Encoding::kMaxSize) return info.GetReturnValue().SetNull();

  ByteSpan bytes = input.Hold({state.pending, state.count});
  const ByteSpan rest = bytes.last(flags & kStream ? Encoding::Incomplete(bytes) : 0);
  bytes = bytes.first(bytes.size() - rest.size());
  State next = {};
  if (flags & kStream) {
    next.started = state.started || !bytes.empty();
    next.count = static_cast<uint8_t>(rest.size());
    std::copy(rest.begin(), rest.end(), next.pending);
  }
  if (!state.started && !(flags & kIgnoreBom) && StartsWith(bytes, Encoding::kBom)) {
    bytes = bytes.subspan(std::size(Encoding::kBom));
  }
  const bool refused = (flags & kFatal) && !Encoding::IsWellFormed(bytes);
  State::Store(refused ? State{} : next, info[0]);
  if (refused) return;
  v8::Local<v8::String> text;
  if (Encoding::ToText(isolate, bytes).ToLocal(&text)) info.GetReturnValue().Set(text);
}

// An ArrayBuffer of `size` bytes, not cleared; empty if there is no memory, where
// v8::ArrayBuffer::New() would end the process.
v8::MaybeLocal<v8::ArrayBuffer> NewBuffer(v8::Isolate* isolate, size_t size) {
  v8::ArrayBuffer::Allocator* allocator = isolate->GetArrayBufferAllocator();
  void* data = allocator->AllocateUninitialized(size);
  if (data == nullptr) return {};
  auto free = [](void* data, size_t size, void* allocator) {
    static_cast<v8::ArrayBuffer::Allocator*>(allocator)->Free(data, size);
  };
  return v8::ArrayBuffer::New(isolate,
                              v8::ArrayBuffer::NewBackingStore(data, size, free, allocator));
}

// encode(string): a new Uint8Array.
void Encode(const Arguments& info) {
  v8::Isolate* isolate = info.GetIsolate();
  if (!info[0]->IsString()) return ThrowTypeError(isolate, "Only a string can be encoded");
  auto string = info[0].As<v8::String>();
  const size_t size = lo::compat::Utf8Length(isolate, string);
  v8::Local<v8::ArrayBuffer> buffer;
  if (!NewBuffer(isolate, size).ToLocal(&buffer)) {
    isolate->ThrowException(v8::Exception::RangeError(
        v8::String::NewFromUtf8Literal(isolate, "Array buffer allocation failed")));
    return;
  }
  lo::compat::WriteUtf8(isolate, string, static_cast<char*>(buffer->Data()), size);
  info.GetReturnValue().Set(v8::Uint8Array::New(buffer, 0, size));
}

// encodeInto(string, bytes, counts): writes the whole characters that fit; `counts`, two words of
// 32 bits, gets the code units read and the bytes written.
void EncodeInto(const Arguments& info) {
  v8::Isolate* isolate = info.GetIsolate();
  uint32_t counts[2];
  if (!info[0]->IsString() || !info[1]->IsUint8Array() ||
      lo::Bytes::From(info[2]).size != sizeof counts) {
    return ThrowTypeError(isolate, "encodeInto() takes a string, a Uint8Array and two words");
  }
  // Buffer(), in there, moves a small array out of V8's heap, where it could move while V8 writes.
  const std::span<uint8_t> bytes = MemoryOf(info[1].As<v8::Uint8Array>());
  const auto [read, written] = lo::compat::WriteUtf8(
      isolate, info[0].As<v8::String>(), reinterpret_cast<char*>(bytes.data()), bytes.size());
  counts[0] = static_cast<uint32_t>(read);
  counts[1] = static_cast<uint32_t>(written);
  std::memcpy(lo::Bytes::From(info[2]).data, counts, sizeof counts);
}

void Initialize(lo::Exports& exports) {
  exports.Slow<&Decode<Utf8>>("decodeUtf8", 3);
  exports.Slow<&Decode<Utf16le>>("decodeUtf16le", 3);
  exports.Slow<&Decode<Windows1252>>("decodeWindows1252", 3);
  exports.Slow<&Encode>("encode", 1);
  exports.Slow<&EncodeInto>("encodeInto", 3);
  exports.Constant("FATAL", kFatal);
  exports.Constant("IGNORE_BOM", kIgnoreBom);
  exports.Constant("STREAM", kStream);
  exports.Constant("STATE_SIZE", sizeof(State));
}

}  // namespace

LO_BINDING(encoding, Initialize)
