#include "runtime/resolve.h"

#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

namespace lo {

namespace {

// node's modules that lo has, by their names without "node:".
constexpr std::pair<std::string_view, std::string_view> kBuiltins[] = {
    {"assert", "lib/assert.js"},
    {"assert/strict", "lib/assert-strict.js"},
    {"console", "lib/console.js"},
    {"events", "lib/events.js"},
    {"test", "lib/test.js"},
    {"timers", "lib/timers.js"},
    {"timers/promises", "lib/timers-promises.js"},
};

// No path is longer, and messages that quote a specifier stay printable.
constexpr size_t kLongestSpecifier = size_t{64} * 1024;

// The characters that need no escape. Of a path as pathToFileURL() has it, and the others as the
// URL standard does (https://url.spec.whatwg.org/#percent-encoded-bytes).
constexpr std::string_view kPlainPunctuation = "!$&'()*+,-./:;=@_";
constexpr std::string_view kQueryEscapes = " \"#<>'";
constexpr std::string_view kHashEscapes = " \"<>`";

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

int HexValue(char c) {
  if (IsDigit(c)) return c - '0';
  if (Lower(c) >= 'a' && Lower(c) <= 'f') return Lower(c) - 'a' + 10;
  return -1;
}

void AppendEscape(char c, std::string* text) {
  constexpr char kHex[] = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  text->append({'%', kHex[byte >> 4], kHex[byte & 15]});
}

std::string Escape(std::string_view text, std::string_view escapes) {
  std::string escaped;
  for (char c : text) {
    const bool printable = c >= ' ' && c <= '~';
    if (printable && escapes.find(c) == escapes.npos) {
      escaped += c;
    } else {
      AppendEscape(c, &escaped);
    }
  }
  return escaped;
}

// The query and the hash of a URL, with their marks. A mark with nothing after it is dropped, as
// node drops it.
std::string Query(std::string_view text) {
  return text.size() < 2 ? "" : "?" + Escape(text.substr(1), kQueryEscapes);
}

std::string Hash(std::string_view text) {
  return text.size() < 2 ? "" : "#" + Escape(text.substr(1), kHashEscapes);
}

// "" if `text` does not begin with a URL's scheme, else that with its colon.
std::string Scheme(std::string_view text) {
  size_t end = 0;
  const auto in_scheme = [](char c) {
    return IsLetter(c) || IsDigit(c) || c == '+' || c == '-' || c == '.';
  };
  while (end < text.size() && in_scheme(text[end])) end++;
  if (end == 0 || end == text.size() || text[end] != ':' || !IsLetter(text[0])) return "";
  std::string scheme(text.substr(0, end + 1));
  std::transform(scheme.begin(), scheme.end(), scheme.begin(), Lower);
  return scheme;
}

bool IsRelative(std::string_view text) {
  return text == "." || text == ".." || text.starts_with("./") || text.starts_with("../");
}

// What a URL parser does before it parses: drops blanks at the ends, and line breaks and tabs
// anywhere.
std::string Trim(std::string_view text) {
  const auto is_blank = [](unsigned char c) { return c <= ' '; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  std::string trimmed(text);
  std::erase_if(trimmed, [](char c) { return c == '\t' || c == '\n' || c == '\r'; });
  return trimmed;
}

// Moves along `path`, segment by segment, from the folder that `base` (ending in '/') names.
std::string Join(std::string base, std::string_view path) {
  if (path.starts_with('/')) base = "/";
  while (!path.empty()) {
    const size_t slash = path.find('/');
    const std::string_view segment = path.substr(0, slash);
    const bool is_last = slash == path.npos;
    path.remove_prefix(is_last ? path.size() : slash + 1);
    if (segment == "..") {
      if (base.size() > 1) base.erase(base.rfind('/', base.size() - 2) + 1);
    } else if (!segment.empty() && segment != ".") {
      base.append(segment).append(is_last ? "" : "/");
    }
  }
  return base;
}

class Resolver {
 public:
  Resolver(std::string_view specifier, const ModuleLocation& importer, ResolveError* error)
      : specifier_(specifier), importer_(importer), error_(error) {}

  std::optional<ModuleLocation> Resolve() {
    if (specifier_.size() > kLongestSpecifier) {
      return Invalid("The module specifier is longer than 65536 bytes");
    }
    const bool is_path = IsRelative(specifier_) || specifier_.starts_with('/');
    if (!is_path) {
      const std::string scheme = Scheme(specifier_);
      if (scheme == "file:") return FromFileUrl(Trim(specifier_.substr(scheme.size())));
      if (!scheme.empty() && scheme != "node:") return UnsupportedScheme(scheme);
      return FromName(scheme.empty() ? specifier_ : specifier_.substr(scheme.size()), scheme);
    }
    if (!importer_.library.empty() && IsRelative(specifier_)) return FromLibrary();
    return FromPath(Trim(specifier_));
  }

 private:
  // "events", "node:events", "lib/events.js", or an unknown one.
  std::optional<ModuleLocation> FromName(std::string_view name, std::string_view scheme) {
    for (const auto& [builtin, library] : kBuiltins) {
      if (name == builtin) return Library(library);
    }
    if (!scheme.empty()) {
      return Fail("ERR_UNKNOWN_BUILTIN_MODULE",
                  "No such built-in module: node:" + std::string(name));
    }
    if (name.starts_with("lib/")) return Library(name);
    return Fail("ERR_MODULE_NOT_FOUND", "Cannot find package '" + std::string(name) + "'");
  }

  // Libraries import each other by relative paths; there is nothing above lib/.
  std::optional<ModuleLocation> FromLibrary() {
    const std::string path = Join("/lib/", specifier_);
    if (!path.starts_with("/lib/")) {
      return Fail("ERR_MODULE_NOT_FOUND", "Cannot find module '" + std::string(specifier_) + "'");
    }
    return Library(std::string_view(path).substr(1));
  }

  // `url` is without its "file:"; there may or may not be slashes before the path.
  std::optional<ModuleLocation> FromFileUrl(const std::string& url) {
    return FromPath(url.starts_with('/') || url.starts_with('\\') ? url : "/" + url);
  }

  // `text` is a path, relative to the importer or not, or "//host/path", each with ?query and
  // #hash.
  std::optional<ModuleLocation> FromPath(std::string_view text) {
    const size_t hash = std::min(text.find('#'), text.size());
    const size_t query = std::min(text.find('?'), hash);
    std::string path(text.substr(0, query));
    std::replace(path.begin(), path.end(), '\\', '/');
    if (path.starts_with("//") && !RemoveHost(&path)) return std::nullopt;
    if (!Decode(&path)) return std::nullopt;
    const std::string folder = importer_.path.substr(0, importer_.path.rfind('/') + 1);
    return ModuleLocation{
        .library = "",
        .path = Join(folder, path),
        .suffix = Query(text.substr(query, hash - query)) + Hash(text.substr(hash))};
  }

  bool RemoveHost(std::string* path) {
    const size_t end = std::min(path->find('/', 2), path->size());
    const std::string_view host = std::string_view(*path).substr(2, end - 2);
    if (!host.empty() && host != "localhost") {
      Fail("ERR_INVALID_FILE_URL_HOST", "File URL host must be \"localhost\" or empty", true);
      return false;
    }
    path->erase(0, end);
    if (path->empty()) *path = "/";
    return true;
  }

  // Undoes percent-encoding. An encoded slash would be one that is part of a name, which no file
  // has.
  bool Decode(std::string* path) {
    std::string decoded;
    for (size_t i = 0; i < path->size(); i++) {
      char c = (*path)[i];
      if (c == '%') {
        const int high = i + 2 < path->size() ? HexValue((*path)[i + 1]) : -1;
        const int low = high < 0 ? -1 : HexValue((*path)[i + 2]);
        if (low < 0) return InvalidPath("has a '%' without two hexadecimal digits after it");
        c = static_cast<char>(high * 16 + low);
        if (c == '/' || c == '\\') {
          return InvalidPath("must not include encoded \"/\" or \"\\\" characters");
        }
        i += 2;
      }
      if (c == '\0') return InvalidPath("must not include null bytes");
      decoded += c;
    }
    *path = std::move(decoded);
    return true;
  }

  std::optional<ModuleLocation> Library(std::string_view name) {
    return ModuleLocation{.library = std::string(name), .path = "", .suffix = ""};
  }

  std::optional<ModuleLocation> UnsupportedScheme(const std::string& scheme) {
    return Fail("ERR_UNSUPPORTED_ESM_URL_SCHEME",
                "Only URLs with a scheme in: file and node are supported. Received protocol '" +
                    scheme + "' of '" + std::string(specifier_) + "'");
  }

  bool InvalidPath(const char* why) {
    Invalid("Invalid module \"" + std::string(specifier_) + "\" " + why);
    return false;
  }

  std::optional<ModuleLocation> Invalid(const std::string& message) {
    return Fail("ERR_INVALID_MODULE_SPECIFIER", message, true);
  }

  std::optional<ModuleLocation> Fail(const char* code, const std::string& message,
                                     bool is_type_error = false) {
    *error_ = {code, message + " imported from " + importer_.Name(), is_type_error};
    return std::nullopt;
  }

  const std::string_view specifier_;
  const ModuleLocation& importer_;
  ResolveError* const error_;
};

}  // namespace

std::string ModuleLocation::Url() const {
  return library.empty() ? FileUrl(path) + suffix : library;
}

std::optional<ModuleLocation> Resolve(std::string_view specifier, const ModuleLocation& importer,
                                      ResolveError* error) {
  return Resolver(specifier, importer, error).Resolve();
}

ModuleLocation FileLocation(std::string_view path) {
  char folder[PATH_MAX];
  // A working directory that was removed has no name. Nothing is in it, nor is there anything by
  // this one: where there is procfs it means the working directory.
  const std::string base = getcwd(folder, sizeof folder) == nullptr ? "/proc/self/cwd" : folder;
  return {.library = "", .path = Join(base == "/" ? base : base + "/", path), .suffix = ""};
}

int Canonicalize(ModuleLocation* location) {
  char path[PATH_MAX];
  if (realpath(location->path.c_str(), path) != nullptr) {
    location->path = path;
    return 0;
  }
  // What /dev/stdin and /dev/fd/N link to (a pipe) may have no name, and yet open.
  const int error = errno;
  return access(location->path.c_str(), F_OK) == 0 ? 0 : error;
}

std::string FileUrl(std::string_view path) {
  std::string url = "file://";
  for (char c : path) {
    if (IsLetter(c) || IsDigit(c) || kPlainPunctuation.find(c) != kPlainPunctuation.npos) {
      url += c;
    } else {
      AppendEscape(c, &url);
    }
  }
  return url;
}

}  // namespace lo
