// From a specifier to the place of the module that it names, as node resolves URLs.
#ifndef LO_RUNTIME_RESOLVE_H_
#define LO_RUNTIME_RESOLVE_H_

#include <optional>
#include <string>
#include <string_view>

namespace lo {

// Where a module is: a library embedded in the binary, or a file.
struct ModuleLocation {
  std::string library;  // "lib/NAME.js"; empty for a file
  std::string path;     // of a file, absolute; its bytes are the file system's, in any encoding
  std::string suffix;   // of a file, "?query#hash": makes it a module of its own

  // The module's identity, and what import.meta.url says: a file: URL, or the library's name.
  std::string Url() const;
  // What error messages call the module.
  const std::string& Name() const { return library.empty() ? path : library; }
};

// Why a specifier names no module.
struct ResolveError {
  const char* code;  // as node has it, "ERR_..."
  std::string message;
  bool is_type_error = false;
};

// Finds where `specifier` points when `importer` imports it. Touches no file: symbolic links stay,
// and nothing need exist.
std::optional<ModuleLocation> Resolve(std::string_view specifier, const ModuleLocation& importer,
                                      ResolveError* error);

// The location of the file `path`, which may be relative to the working directory.
ModuleLocation FileLocation(std::string_view path);

// Follows symbolic links, so that a file has one location. Returns 0, or an errno(3) if there is no
// such file.
int Canonicalize(ModuleLocation* location);

// The file: URL of an absolute path, percent-encoded as by node's url.pathToFileURL().
std::string FileUrl(std::string_view path);

}  // namespace lo

#endif  // LO_RUNTIME_RESOLVE_H_
