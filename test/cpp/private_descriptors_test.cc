#include "runtime/private_descriptors.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/kcmp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <semaphore>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "runtime/platform.h"

namespace {

class Task final : public v8::Task {
 public:
  explicit Task(std::function<void()> action) : action_(std::move(action)) {}
  void Run() override { action_(); }

 private:
  std::function<void()> action_;
};

std::set<int> DescriptorsOf(pid_t thread) {
  std::set<int> descriptors;
  const std::string folder = "/proc/self/task/" + std::to_string(thread) + "/fd";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    descriptors.insert(std::stoi(entry.path().filename()));
  }
  return descriptors;
}

// A platform whose workers are all there and busy.
class Workers {
 public:
  explicit Workers(bool share_descriptors) : platform_(kCount, share_descriptors) {
    v8::Platform& platform = platform_;
    for (pid_t& thread : threads_) {
      platform.CallOnWorkerThread(std::make_unique<Task>([this, &thread] {
        thread = gettid();
        started_.release();
        finish_.acquire();
      }));
    }
    for (int i = 0; i < kCount; i++) started_.acquire();
  }

  ~Workers() { finish_.release(kCount); }

  const std::vector<pid_t>& threads() const { return threads_; }
  int wake() { return platform_.WakeDescriptor(); }

 private:
  static constexpr int kCount = 2;

  std::vector<pid_t> threads_ = std::vector<pid_t>(kCount);
  std::counting_semaphore<> started_{0};
  std::counting_semaphore<> finish_{0};
  lo::Platform platform_;
};

// Whether two threads have one descriptor table; below 0 if the kernel does not tell.
long DifferentTables(pid_t a, pid_t b) { return syscall(SYS_kcmp, a, b, KCMP_FILES, 0, 0); }

bool KernelTells() { return DifferentTables(getpid(), getpid()) == 0; }

TEST(PrivateDescriptors, EachWorkerHasATableOfItsOwn) {
  if (!KernelTells()) GTEST_SKIP() << "kcmp(2) is not allowed here";
  const Workers workers(false);
  const pid_t a = workers.threads()[0];
  const pid_t b = workers.threads()[1];
  EXPECT_GT(DifferentTables(getpid(), a), 0);
  EXPECT_GT(DifferentTables(getpid(), b), 0);
  EXPECT_GT(DifferentTables(a, b), 0);
}

TEST(PrivateDescriptors, WorkersHaveTheProcessesOwnIfTheyShare) {
  if (!KernelTells()) GTEST_SKIP() << "kcmp(2) is not allowed here";
  const Workers workers(true);
  for (const pid_t thread : workers.threads()) EXPECT_EQ(DifferentTables(getpid(), thread), 0);
}

TEST(PrivateDescriptors, AWorkerKeepsStandardErrorAndTheWakeDescriptor) {
  // Below the wake descriptor and above it.
  int before[2];
  ASSERT_EQ(pipe(before), 0);
  Workers workers(false);
  for (const pid_t thread : workers.threads()) {
    EXPECT_EQ(DescriptorsOf(thread), (std::set<int>{STDERR_FILENO, workers.wake()}));
  }
  EXPECT_TRUE(DescriptorsOf(gettid()).contains(before[0]));
  close(before[0]);
  close(before[1]);
}

TEST(PrivateDescriptors, NoWorkerKeepsAPipeFromItsEnd) {
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_NONBLOCK), 0);
  const Workers workers(false);
  close(ends[1]);
  char byte;
  EXPECT_EQ(read(ends[0], &byte, 1), 0);
  close(ends[0]);
}

// With nothing to keep, in a thread that has many descriptors.
TEST(PrivateDescriptors, AThreadMayKeepNothingButStandardError) {
  std::set<int> kept;
  std::vector<int> many(100);
  for (int& fd : many) fd = dup(STDERR_FILENO);
  std::thread([&] {
    lo::LeaveDescriptorTable(-1);
    kept = DescriptorsOf(gettid());
  }).join();
  // The folder itself was open while it was read, by the lowest number that was free.
  EXPECT_EQ(kept, (std::set<int>{STDIN_FILENO, STDERR_FILENO}));
  for (const int fd : many) EXPECT_EQ(close(fd), 0);
}

}  // namespace
