// A terminal as a console wants it: whole strings, and the variables that tell about colours:
// lo.load('console').
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <new>

#include "runtime/binding.h"

namespace lo {

namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

// No code unit of a string takes more bytes in UTF-8.
constexpr size_t kMostBytesPerUnit = 3;
// A line of text usually fits.
constexpr size_t kShort = 4096;

// Waits until `fd`, which may be non-blocking, takes bytes again. 0 or -errno.
int AwaitWritable(int fd) {
  pollfd record = {fd, POLLOUT, 0};
  const int ready = poll(&record, 1, -1);
  return ready < 0 && errno != EINTR ? -errno : 0;
}

// write(2) of all the bytes, however often it takes. 0 or -errno.
int WriteAll(int fd, const char* bytes, size_t size) {
  while (size > 0) {
    const ssize_t written = write(fd, bytes, size);
    if (written >= 0) {
      bytes += written;
      size -= static_cast<size_t>(written);
    } else if (errno == EAGAIN) {
      const int error = AwaitWritable(fd);
      if (error < 0) return error;
    } else if (errno != EINTR) {
      return -errno;
    }
  }
  return 0;
}

// As UTF-8, with U+FFFD for lone surrogates. The number of bytes, or -errno.
int WriteText(v8::Isolate* isolate, int fd, v8::Local<v8::String> text) {
  std::array<char, kShort> few;
  std::unique_ptr<char[]> many;
  char* bytes = few.data();
  size_t capacity = few.size();
  if (static_cast<size_t>(text->Length()) * kMostBytesPerUnit > few.size()) {
    capacity = compat::Utf8Length(isolate, text);
    many.reset(new (std::nothrow) char[capacity]);
    if (many == nullptr) return -ENOMEM;
    bytes = many.get();
  }
  const size_t size = compat::WriteUtf8(isolate, text, bytes, capacity).written;
  const int error = WriteAll(fd, bytes, size);
  return error < 0 ? error : static_cast<int>(size);
}

// writeString(fd, text): all of `text`, as UTF-8, to a descriptor. The number of bytes, or -errno.
void WriteString(const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  int32_t fd;
  if (!TakeArgument(info, 0, "writeString", "fd", &fd)) return;
  if (!info[1]->IsString()) {
    return ThrowArgumentType(isolate, "writeString", "text", "string", info[1]);
  }
  info.GetReturnValue().Set(WriteText(isolate, fd, info[1].As<v8::String>()));
}

// environmentVariable(name): getenv(3), undefined if it is not set.
void EnvironmentVariable(const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  if (!info[0]->IsString()) {
    return ThrowArgumentType(isolate, "environmentVariable", "name", "string", info[0]);
  }
  const v8::String::Utf8Value name(isolate, info[0]);
  const char* value = getenv(*name);
  v8::Local<v8::String> text;
  if (value != nullptr && ToString(isolate, value).ToLocal(&text)) {
    info.GetReturnValue().Set(text);
  }
}

void Initialize(Exports& exports) {
  exports.Slow<&WriteString>("writeString", 2);
  exports.Slow<&EnvironmentVariable>("environmentVariable", 1);
}

}  // namespace

LO_BINDING(console, Initialize)

}  // namespace lo
