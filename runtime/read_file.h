// The bytes of a file.
#ifndef LO_RUNTIME_READ_FILE_H_
#define LO_RUNTIME_READ_FILE_H_

#include <cstddef>
#include <optional>
#include <string>

namespace lo {

// More than V8 lets a string or a buffer hold, and little enough not to exhaust the memory.
inline constexpr size_t kLongestFile = size_t{1} << 32;

// Reads the file `path` to its end, which a pipe or a terminal has as well. Returns nothing if that
// fails, with the errno(3) in *error: EISDIR for a directory, EFBIG for more than `limit` bytes.
std::optional<std::string> ReadFile(const std::string& path, int* error,
                                    size_t limit = kLongestFile);

// The same from the open descriptor `fd`, which stays open.
std::optional<std::string> ReadDescriptor(int fd, int* error, size_t limit = kLongestFile);

}  // namespace lo

#endif  // LO_RUNTIME_READ_FILE_H_
