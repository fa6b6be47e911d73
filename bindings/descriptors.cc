// Descriptors to experiment with: lo.load('descriptors').
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "runtime/binding.h"

namespace lo {

namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

void ReturnPair(const Info& info, int result, const std::array<int, 2>& fds) {
  if (result < 0) return info.GetReturnValue().Set(-errno);
  v8::Isolate* isolate = info.GetIsolate();
  std::array<v8::Local<v8::Value>, 2> pair = {v8::Integer::New(isolate, fds[0]),
                                              v8::Integer::New(isolate, fds[1])};
  info.GetReturnValue().Set(v8::Array::New(isolate, pair.data(), pair.size()));
}

// pipe(): [reader, writer] of pipe2(2), non-blocking and closed on exec, or -errno.
void Pipe(const Info& info) {
  std::array<int, 2> fds;
  const int result = pipe2(fds.data(), O_NONBLOCK | O_CLOEXEC);
  ReturnPair(info, result, fds);
}

// socketpair(): two connected stream sockets of socketpair(2), or -errno.
void SocketPair(const Info& info) {
  std::array<int, 2> fds;
  const int result = socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fds.data());
  ReturnPair(info, result, fds);
}

// dup(fd): dup(2), closed on exec.
int32_t Dup(int32_t fd) {
  const int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
  return copy < 0 ? -errno : copy;
}

// dup2(fd, target): dup2(2)
int32_t Dup2(int32_t fd, int32_t target) { return dup2(fd, target) < 0 ? -errno : target; }

// setNonBlocking(fd, on): the O_NONBLOCK flag of fcntl(2).
int32_t SetNonBlocking(int32_t fd, bool on) {
  const int flags = fcntl(fd, F_GETFL);
  if (flags < 0) return -errno;
  return fcntl(fd, F_SETFL, on ? flags | O_NONBLOCK : flags & ~O_NONBLOCK) < 0 ? -errno : 0;
}

void Initialize(Exports& exports) {
  exports.Slow<&Pipe>("pipe", 0);
  exports.Slow<&SocketPair>("socketpair", 0);
  exports.Fast<&Dup>("dup", {"fd"});
  exports.Fast<&Dup2>("dup2", {"fd", "target"});
  exports.Fast<&SetNonBlocking>("setNonBlocking", {"fd", "on"});
}

}  // namespace

LO_BINDING(descriptors, Initialize)

}  // namespace lo
