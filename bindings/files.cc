// Files by descriptor and by name: lo.load('files'), and from there lo.core.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <string>

#include "runtime/binding.h"
#include "runtime/read_file.h"

namespace lo {

namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

// The path in the first argument. False, with a TypeError or a result of -EINVAL in place, if it is
// none.
bool TakePath(const Info& info, const char* function, std::string* path) {
  v8::Isolate* isolate = info.GetIsolate();
  if (!info[0]->IsString()) {
    ThrowArgumentType(isolate, function, "path", "string", info[0]);
    return false;
  }
  const v8::String::Utf8Value text(isolate, info[0]);
  path->assign(*text, static_cast<size_t>(text.length()));
  if (path->find('\0') == std::string::npos) return true;
  info.GetReturnValue().Set(-EINVAL);
  return false;
}

// open(path, flags = O_RDONLY, mode = 0o666): open(2), closed on exec.
void Open(const Info& info) {
  std::string path;
  int32_t flags = O_RDONLY;
  int32_t mode = 0666;
  if (!TakePath(info, "open", &path)) return;
  if (!info[1]->IsUndefined() && !TakeArgument(info, 1, "open", "flags", &flags)) return;
  if (!info[2]->IsUndefined() && !TakeArgument(info, 2, "open", "mode", &mode)) return;
  const int fd = open(path.c_str(), flags | O_CLOEXEC, static_cast<mode_t>(mode));
  info.GetReturnValue().Set(fd < 0 ? -errno : fd);
}

// close(fd): close(2)
int32_t Close(int32_t fd) { return close(fd) < 0 ? -errno : 0; }

// read(fd, buffer, length): read(2) into the first `length` bytes of `buffer`.
int32_t Read(int32_t fd, Bytes buffer, uint32_t length) {
  if (length > buffer.size) return -EFAULT;
  const ssize_t count = read(fd, buffer.data, length);
  return count < 0 ? -errno : static_cast<int32_t>(count);
}

// write(fd, buffer, length): write(2) of the first `length` bytes of `buffer`.
int32_t Write(int32_t fd, Bytes buffer, uint32_t length) {
  if (length > buffer.size) return -EFAULT;
  const ssize_t count = write(fd, buffer.data, length);
  return count < 0 ? -errno : static_cast<int32_t>(count);
}

// isatty(fd): isatty(3)
bool IsTty(int32_t fd) { return isatty(fd) == 1; }

// readFile(path): the whole file as a Uint8Array, or -errno.
void ReadWholeFile(const Info& info) {
  std::string path;
  if (!TakePath(info, "readFile", &path)) return;
  int error = 0;
  const auto content = ReadFile(path, &error);
  if (!content) return info.GetReturnValue().Set(-error);
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::ArrayBuffer> buffer = v8::ArrayBuffer::New(isolate, content->size());
  if (!content->empty()) {
    std::memcpy(buffer->GetBackingStore()->Data(), content->data(), content->size());
  }
  info.GetReturnValue().Set(v8::Uint8Array::New(buffer, 0, content->size()));
}

int32_t WriteAll(int fd, Bytes bytes) {
  while (bytes.size > 0) {
    const ssize_t count = write(fd, bytes.data, bytes.size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return -errno;
    bytes.data += count;
    bytes.size -= static_cast<size_t>(count);
  }
  return 0;
}

// writeFile(path, buffer): makes the file hold just the buffer's bytes. Returns 0 or -errno.
void WriteWholeFile(const Info& info) {
  std::string path;
  if (!TakePath(info, "writeFile", &path)) return;
  if (!info[1]->IsArrayBufferView() && !info[1]->IsArrayBuffer()) {
    return ThrowArgumentType(info.GetIsolate(), "writeFile", "buffer", "ArrayBuffer or view",
                             info[1]);
  }
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) return info.GetReturnValue().Set(-errno);
  const int32_t result = WriteAll(fd, Bytes::From(info[1]));
  const int32_t closed = Close(fd);
  info.GetReturnValue().Set(result < 0 ? result : closed);
}

void Initialize(Exports& exports) {
  exports.Slow<&Open>("open", 3);
  exports.Fast<&Close>("close", {"fd"});
  exports.Fast<&Read>("read", {"fd", "buffer", "length"});
  exports.Fast<&Write>("write", {"fd", "buffer", "length"});
  exports.Fast<&IsTty>("isatty", {"fd"});
  exports.Slow<&ReadWholeFile>("readFile", 1);
  exports.Slow<&WriteWholeFile>("writeFile", 2);
  exports.Constant("O_RDONLY", O_RDONLY);
  exports.Constant("O_WRONLY", O_WRONLY);
  exports.Constant("O_RDWR", O_RDWR);
  exports.Constant("O_CREAT", O_CREAT);
  exports.Constant("O_EXCL", O_EXCL);
  exports.Constant("O_TRUNC", O_TRUNC);
  exports.Constant("O_APPEND", O_APPEND);
  exports.Constant("O_NONBLOCK", O_NONBLOCK);
  exports.Constant("O_DIRECTORY", O_DIRECTORY);
  exports.Constant("O_NOFOLLOW", O_NOFOLLOW);
  exports.Constant("O_NOCTTY", O_NOCTTY);
  exports.Constant("O_SYNC", O_SYNC);
  exports.Constant("O_DSYNC", O_DSYNC);
  exports.Constant("O_CLOEXEC", O_CLOEXEC);
}

}  // namespace

LO_BINDING(files, Initialize)

}  // namespace lo
