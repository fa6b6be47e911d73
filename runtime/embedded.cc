#include "runtime/embedded.h"

#include <algorithm>

const lo::EmbeddedFile* lo::FindEmbedded(std::string_view name) {
  std::span<const EmbeddedFile> files = EmbeddedFiles();
  auto file = std::ranges::lower_bound(files, name, {}, &EmbeddedFile::name);
  return file != files.end() && file->name == name ? &*file : nullptr;
}
