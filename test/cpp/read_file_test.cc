#include "runtime/read_file.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <thread>

namespace {

class ReadFile : public testing::Test {
 protected:
  ReadFile() {
    char name[] = "/tmp/lo-read-XXXXXX";
    close(mkstemp(name));
    path_ = name;
  }
  ~ReadFile() override { unlink(path_.c_str()); }

  void Write(const std::string& bytes) { std::ofstream(path_, std::ios::binary) << bytes; }

  std::string path_;
  int error_ = 0;
};

TEST_F(ReadFile, GivesEveryByte) {
  for (size_t size : {0, 1, 65535, 65536, 65537, 1 << 20}) {
    std::string bytes(size, 'x');
    if (size > 0) bytes[size / 2] = '\0';
    Write(bytes);
    EXPECT_EQ(lo::ReadFile(path_, &error_), bytes) << size;
  }
}

TEST_F(ReadFile, StopsAtTheLimit) {
  Write("12345");
  EXPECT_EQ(lo::ReadFile(path_, &error_, 5), "12345");
  EXPECT_EQ(lo::ReadFile(path_, &error_, 4), std::nullopt);
  EXPECT_EQ(error_, EFBIG);
  EXPECT_EQ(lo::ReadFile("/dev/zero", &error_, 100), std::nullopt);
}

TEST_F(ReadFile, SaysWhyItFails) {
  EXPECT_EQ(lo::ReadFile(path_ + ".missing", &error_), std::nullopt);
  EXPECT_EQ(error_, ENOENT);
  EXPECT_EQ(lo::ReadFile("/tmp", &error_), std::nullopt);
  EXPECT_EQ(error_, EISDIR);
  EXPECT_EQ(lo::ReadDescriptor(-1, &error_), std::nullopt);
  EXPECT_EQ(error_, EBADF);
}

TEST_F(ReadFile, ReadsFilesThatSayTheyAreEmpty) {
  EXPECT_NE(lo::ReadFile("/proc/self/stat", &error_).value_or(""), "");
}

TEST_F(ReadFile, ReadsAPipeToItsEnd) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const std::string bytes(200'000, 'y');
  std::thread writer([&] {
    for (size_t done = 0; done < bytes.size();) {
      done += static_cast<size_t>(write(ends[1], bytes.data() + done, bytes.size() - done));
    }
    close(ends[1]);
  });
  EXPECT_EQ(lo::ReadFile("/dev/fd/" + std::to_string(ends[0]), &error_), bytes);
  writer.join();
  close(ends[0]);
}

}  // namespace
