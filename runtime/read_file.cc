#include "runtime/read_file.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>

namespace lo {

std::optional<std::string> ReadFile(const std::string& path, int* error, size_t limit) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    *error = errno;
    return std::nullopt;
  }
  std::optional<std::string> bytes = ReadDescriptor(fd, error, limit);
  close(fd);
  return bytes;
}

// Asks no fstat(2) how much is there: files of procfs say 0, and a sparse file may claim any size.
std::optional<std::string> ReadDescriptor(int fd, int* error, size_t limit) {
  std::string bytes;
  char buffer[64 * 1024];
  while (true) {
    const ssize_t count = read(fd, buffer, sizeof buffer);
    if (count == 0) return bytes;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) {
      // Standard input that another program, which has it too, made non-blocking.
      pollfd readable = {fd, POLLIN, 0};
      poll(&readable, 1, -1);
      continue;
    }
    if (count < 0) {
      *error = errno;
      return std::nullopt;
    }
    bytes.append(buffer, static_cast<size_t>(count));
    if (bytes.size() > limit) {
      *error = EFBIG;
      return std::nullopt;
    }
  }
}

}  // namespace lo
