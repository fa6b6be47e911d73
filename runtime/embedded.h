// The JavaScript files that the binary carries (cmake/Embed.cmake puts them there).
#ifndef LO_RUNTIME_EMBEDDED_H_
#define LO_RUNTIME_EMBEDDED_H_

#include <span>
#include <string_view>

namespace lo {

// Both views stay valid as long as the process runs.
struct EmbeddedFile {
  std::string_view name;    // its path in the source tree: "lib/loop.js"
  std::string_view source;  // ASCII, so that V8 can use the bytes where they are
};

// All of them, sorted by name.
std::span<const EmbeddedFile> EmbeddedFiles();

// Returns the file of that name, or nullptr.
const EmbeddedFile* FindEmbedded(std::string_view name);

}  // namespace lo

#endif  // LO_RUNTIME_EMBEDDED_H_
