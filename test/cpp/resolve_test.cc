#include "runtime/resolve.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace {

lo::ModuleLocation File(const std::string& path) {
  return {.library = "", .path = path, .suffix = ""};
}

lo::ModuleLocation Library(const std::string& name) {
  return {.library = name, .path = "", .suffix = ""};
}

// The URL that `specifier` resolves to; for an error, its code.
std::string From(const lo::ModuleLocation& importer, std::string_view specifier) {
  lo::ResolveError error;
  const auto location = lo::Resolve(specifier, importer, &error);
  return location ? location->Url() : error.code;
}

std::string FromFile(std::string_view specifier) { return From(File("/a/b/main.js"), specifier); }

std::string MessageFor(std::string_view specifier) {
  lo::ResolveError error;
  EXPECT_FALSE(lo::Resolve(specifier, File("/a/b/main.js"), &error)) << specifier;
  return error.message;
}

TEST(Resolve, RelativePathsStartAtTheImportersFolder) {
  EXPECT_EQ(FromFile("./x.js"), "file:///a/b/x.js");
  EXPECT_EQ(FromFile("./c/x.js"), "file:///a/b/c/x.js");
  EXPECT_EQ(FromFile("../x.js"), "file:///a/x.js");
  EXPECT_EQ(FromFile("./c/./../x.js"), "file:///a/b/x.js");
  EXPECT_EQ(FromFile("../../../../x.js"), "file:///x.js");
  EXPECT_EQ(FromFile("."), "file:///a/b/");
  EXPECT_EQ(FromFile(".."), "file:///a/");
  EXPECT_EQ(FromFile("./c/.."), "file:///a/b/");
  EXPECT_EQ(From(File("/main.js"), "./x.js"), "file:///x.js");
}

TEST(Resolve, AbsolutePathsAndFileUrlsDoNotDependOnTheImporter) {
  EXPECT_EQ(FromFile("/x.js"), "file:///x.js");
  EXPECT_EQ(FromFile("file:///x.js"), "file:///x.js");
  EXPECT_EQ(FromFile("FILE:///x.js"), "file:///x.js");
  EXPECT_EQ(FromFile("file:/x.js"), "file:///x.js");
  EXPECT_EQ(FromFile("file:x.js"), "file:///x.js");
  EXPECT_EQ(FromFile("file://localhost/x.js"), "file:///x.js");
  EXPECT_EQ(FromFile("file://localhost"), "file:///");
  EXPECT_EQ(FromFile("///x.js"), "file:///x.js");
  EXPECT_EQ(FromFile("/../x.js"), "file:///x.js");
}

TEST(Resolve, PercentEncodingIsUndone) {
  EXPECT_EQ(FromFile("./%78.js"), "file:///a/b/x.js");
  EXPECT_EQ(FromFile("./%2e%2E/x.js"), "file:///a/x.js");
  EXPECT_EQ(FromFile("./%25%3F%23.js"), "file:///a/b/%25%3F%23.js");
  EXPECT_EQ(FromFile("./\xC3\xA9.js"), "file:///a/b/%C3%A9.js");
  EXPECT_EQ(FromFile("./%ff.js"), "file:///a/b/%FF.js");
}

TEST(Resolve, BadPercentEncodingIsRefused) {
  for (const char* specifier : {"./a%2fb", "./a%2Fb", "./a%5cb", "./%", "./%4", "./%4g", "./%zz",
                                "./a%00b", "file:///%2F"}) {
    EXPECT_EQ(FromFile(specifier), "ERR_INVALID_MODULE_SPECIFIER") << specifier;
  }
  EXPECT_EQ(FromFile(std::string_view("./a\0b", 5)), "ERR_INVALID_MODULE_SPECIFIER");
}

TEST(Resolve, BlanksAndBackslashesAreReadAsAUrlParserDoes) {
  EXPECT_EQ(FromFile("./x.js \n"), "file:///a/b/x.js");
  EXPECT_EQ(FromFile("./\tx\r\n.js"), "file:///a/b/x.js");
  EXPECT_EQ(FromFile("./c\\..\\x.js"), "file:///a/b/x.js");
  EXPECT_EQ(FromFile("./a b.js"), "file:///a/b/a%20b.js");
}

TEST(Resolve, QueryAndHashBelongToTheUrl) {
  EXPECT_EQ(FromFile("./x.js?q"), "file:///a/b/x.js?q");
  EXPECT_EQ(FromFile("./x.js#h"), "file:///a/b/x.js#h");
  EXPECT_EQ(FromFile("./x.js?q=/../#h?/.."), "file:///a/b/x.js?q=/../#h?/..");
  EXPECT_EQ(FromFile("./x.js?#"), "file:///a/b/x.js");
  EXPECT_EQ(FromFile("./x.js? \"'`%41#\"'`%41"), "file:///a/b/x.js?%20%22%27`%41#%22'%60%41");
  EXPECT_EQ(FromFile("./x.js?\xC3\xA9"), "file:///a/b/x.js?%C3%A9");
}

TEST(Resolve, NamesOfNodesModulesStandForLibraries) {
  for (const std::string prefix : {"", "node:"}) {
    EXPECT_EQ(FromFile(prefix + "events"), "lib/events.js");
    EXPECT_EQ(FromFile(prefix + "timers"), "lib/timers.js");
    EXPECT_EQ(FromFile(prefix + "timers/promises"), "lib/timers-promises.js");
    EXPECT_EQ(FromFile(prefix + "test"), "lib/test.js");
    EXPECT_EQ(FromFile(prefix + "assert"), "lib/assert.js");
    EXPECT_EQ(FromFile(prefix + "assert/strict"), "lib/assert-strict.js");
    EXPECT_EQ(FromFile(prefix + "console"), "lib/console.js");
  }
}

TEST(Resolve, LibrariesImportEachOther) {
  EXPECT_EQ(FromFile("lib/loop.js"), "lib/loop.js");
  EXPECT_EQ(From(Library("lib/loop.js"), "./epoll.js"), "lib/epoll.js");
  EXPECT_EQ(From(Library("lib/loop.js"), "lib/epoll.js"), "lib/epoll.js");
  EXPECT_EQ(From(Library("lib/loop.js"), "/x.js"), "file:///x.js");
  EXPECT_EQ(From(Library("lib/loop.js"), "../x.js"), "ERR_MODULE_NOT_FOUND");
}

TEST(Resolve, WhatIsUnknownIsNamedWithItsImporter) {
  EXPECT_EQ(FromFile("no-such"), "ERR_MODULE_NOT_FOUND");
  EXPECT_EQ(MessageFor("no-such"), "Cannot find package 'no-such' imported from /a/b/main.js");
  EXPECT_EQ(FromFile("node:fs"), "ERR_UNKNOWN_BUILTIN_MODULE");
  EXPECT_EQ(MessageFor("node:fs"), "No such built-in module: node:fs imported from /a/b/main.js");
  EXPECT_EQ(FromFile("node:lib/loop.js"), "ERR_UNKNOWN_BUILTIN_MODULE");
  EXPECT_EQ(FromFile(""), "ERR_MODULE_NOT_FOUND");
  EXPECT_EQ(FromFile("..."), "ERR_MODULE_NOT_FOUND");
  EXPECT_EQ(FromFile(":"), "ERR_MODULE_NOT_FOUND");
}

TEST(Resolve, OtherSchemesAndHostsAreRefused) {
  for (const char* specifier :
       {"http://x/y.js", "data:text/javascript,1", "c:\\x.js", "a+b-c.9:"}) {
    EXPECT_EQ(FromFile(specifier), "ERR_UNSUPPORTED_ESM_URL_SCHEME") << specifier;
  }
  for (const char* specifier : {"//x/y.js", "file://x", "file:\\\\x\\y.js", "//.."}) {
    EXPECT_EQ(FromFile(specifier), "ERR_INVALID_FILE_URL_HOST") << specifier;
  }
}

TEST(Resolve, AnEndlessSpecifierIsRefused) {
  EXPECT_EQ(FromFile("./" + std::string(1 << 20, 'x')), "ERR_INVALID_MODULE_SPECIFIER");
  EXPECT_LT(MessageFor("./" + std::string(1 << 20, 'x')).size(), 100U);
}

TEST(FileUrl, EscapesWhatPathToFileUrlEscapes) {
  std::string punctuation;
  for (char c = ' '; c <= '~'; c++) {
    if (!isalnum(c)) punctuation += c;
  }
  EXPECT_EQ(lo::FileUrl("/" + punctuation),
            "file:///%20!%22%23$%25&'()*+,-./:;%3C=%3E%3F@%5B%5C%5D%5E_%60%7B%7C%7D%7E");
  EXPECT_EQ(lo::FileUrl("/\n\x7F\xFF"), "file:///%0A%7F%FF");
}

TEST(FileLocation, StartsAtTheWorkingDirectory) {
  const std::filesystem::path before = std::filesystem::current_path();
  EXPECT_EQ(lo::FileLocation("a/../x.js").path, before / "x.js");
  EXPECT_EQ(lo::FileLocation("/x.js").path, "/x.js");
  std::filesystem::current_path("/");
  EXPECT_EQ(lo::FileLocation("x.js").path, "/x.js");
  std::filesystem::current_path(before);
}

class Canonicalize : public testing::Test {
 protected:
  Canonicalize() {
    char name[] = "/tmp/lo-resolve-XXXXXX";
    folder_ = std::filesystem::canonical(mkdtemp(name));
  }
  ~Canonicalize() override {
    for (const char* file : {"/file", "/link", "/loop"}) unlink((folder_ + file).c_str());
    rmdir(folder_.c_str());
  }
  std::string folder_;
};

TEST_F(Canonicalize, FollowsSymbolicLinks) {
  std::ofstream(folder_ + "/file") << "x";
  ASSERT_EQ(symlink("file", (folder_ + "/link").c_str()), 0);
  lo::ModuleLocation location = File(folder_ + "/link");
  location.suffix = "?q";
  EXPECT_EQ(lo::Canonicalize(&location), 0);
  EXPECT_EQ(location.Url(), lo::FileUrl(folder_ + "/file") + "?q");
}

TEST_F(Canonicalize, SaysWhyThereIsNoSuchFile) {
  ASSERT_EQ(symlink("loop", (folder_ + "/loop").c_str()), 0);
  std::ofstream(folder_ + "/file") << "x";
  lo::ModuleLocation missing = File(folder_ + "/missing");
  lo::ModuleLocation loop = File(folder_ + "/loop");
  lo::ModuleLocation below = File(folder_ + "/file/x");
  EXPECT_EQ(lo::Canonicalize(&missing), ENOENT);
  EXPECT_EQ(lo::Canonicalize(&loop), ELOOP);
  EXPECT_EQ(lo::Canonicalize(&below), ENOTDIR);
}

// As a shell passes <(command).
TEST_F(Canonicalize, LeavesAPipeItsName) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const std::string name = "/dev/fd/" + std::to_string(ends[0]);
  lo::ModuleLocation location = File(name);
  EXPECT_EQ(lo::Canonicalize(&location), 0);
  EXPECT_EQ(location.path, name);
  close(ends[0]);
  close(ends[1]);
}

}  // namespace
