#include "runtime/embedded.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

TEST(Embedded, EveryFileIsFoundByItsName) {
  ASSERT_FALSE(lo::EmbeddedFiles().empty());
  for (const lo::EmbeddedFile& file : lo::EmbeddedFiles()) {
    EXPECT_EQ(lo::FindEmbedded(file.name), &file) << file.name;
  }
}

TEST(Embedded, UnknownNamesAreNotFound) {
  for (const char* name : {"", "lib/", "lib/\xff.js", "a", "z"}) {
    EXPECT_EQ(lo::FindEmbedded(name), nullptr) << name;
  }
}

// V8 takes the bytes as Latin-1, so that any other character would come out as two wrong ones.
TEST(Embedded, SourcesAreAscii) {
  for (const lo::EmbeddedFile& file : lo::EmbeddedFiles()) {
    EXPECT_TRUE(std::ranges::all_of(file.source, [](unsigned char c) { return c < 0x80; }))
        << file.name;
  }
}

TEST(Embedded, SourcesAreWhole) {
  for (const lo::EmbeddedFile& file : lo::EmbeddedFiles()) {
    EXPECT_TRUE(file.source.ends_with('\n')) << file.name;
    EXPECT_EQ(file.source.find(char{0}), std::string_view::npos) << file.name;
  }
}

}  // namespace
