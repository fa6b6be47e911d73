#include "runtime/platform.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <semaphore>
#include <set>
#include <string>
#include <thread>
#include <utility>

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr auto kLong = std::chrono::seconds(20);  // what does not happen by then never will
constexpr double kShortSeconds = 0.05;
constexpr milliseconds kShort(50);

class Task final : public v8::Task {
 public:
  explicit Task(std::function<void()> action) : action_(std::move(action)) {}
  void Run() override { action_(); }

 private:
  std::function<void()> action_;
};

class PlatformTest : public testing::Test {
 protected:
  static constexpr int kWorkers = 2;

  void PostToWorker(std::function<void()> action) {
    v8().CallOnWorkerThread(std::make_unique<Task>(std::move(action)));
  }
  void PostToWorkerDelayed(std::function<void()> action, double seconds) {
    v8().CallDelayedOnWorkerThread(std::make_unique<Task>(std::move(action)), seconds);
  }
  void PostToMain(std::function<void()> action) {
    main().PostTask(std::make_unique<Task>(std::move(action)));
  }
  // As V8 posts its upkeep.
  void PostToMainDelayed(std::function<void()> action, double seconds) {
    main().PostDelayedTask(std::make_unique<Task>(std::move(action)), seconds);
  }
  // As V8 posts what JavaScript waits for.
  void PostToMainAwaited(std::function<void()> action, double seconds) {
    main().PostNonNestableDelayedTask(std::make_unique<Task>(std::move(action)), seconds);
  }

  int RunTasks() {
    return platform_->RunTasks([] {});
  }

  // Whether the wake descriptor becomes readable within `limit`.
  bool Wakes(milliseconds limit) {
    pollfd record = {platform_->WakeDescriptor(), POLLIN, 0};
    return poll(&record, 1, static_cast<int>(limit.count())) == 1;
  }

  v8::Platform& v8() { return *platform_; }
  v8::TaskRunner& main() { return *v8().GetForegroundTaskRunner(nullptr); }

  std::unique_ptr<lo::Platform> platform_ = std::make_unique<lo::Platform>(kWorkers, false);
};

std::set<std::string> Threads() {
  std::set<std::string> threads;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task")) {
    threads.insert(entry.path().filename());
  }
  return threads;
}

// How many threads there are that were not in `before`. Some of those may be ending.
size_t NewThreads(const std::set<std::string>& before) {
  const std::set<std::string> now = Threads();
  return static_cast<size_t>(std::count_if(
      now.begin(), now.end(), [&](const auto& thread) { return !before.contains(thread); }));
}

TEST_F(PlatformTest, ThreadsAreStartedWhenThereIsWork) {
  const auto before = Threads();
  PostToMain([] {});
  RunTasks();
  EXPECT_EQ(NewThreads(before), 0);
  PostToWorker([] {});
  platform_->AwaitWorkers();
  EXPECT_EQ(NewThreads(before), 1);
}

TEST_F(PlatformTest, ThereAreNoMoreThreadsThanItMayStart) {
  const auto before = Threads();
  std::counting_semaphore<> finish(0);
  for (int i = 0; i < 10; i++) PostToWorker([&] { finish.acquire(); });
  EXPECT_EQ(NewThreads(before), kWorkers);
  finish.release(10);
  platform_->AwaitWorkers();
}

TEST_F(PlatformTest, EveryTaskOfAWorkerRunsOnce) {
  std::atomic<int> ran = 0;
  for (int i = 0; i < 1000; i++) PostToWorker([&] { ran++; });
  platform_->AwaitWorkers();
  EXPECT_EQ(ran, 1000);
}

TEST_F(PlatformTest, WorkersRunInParallel) {
  std::counting_semaphore<> first(0);
  std::counting_semaphore<> second(0);
  std::atomic<int> met = 0;
  PostToWorker([&] {
    first.release();
    met += second.try_acquire_for(kLong);
  });
  PostToWorker([&] {
    second.release();
    met += first.try_acquire_for(kLong);
  });
  platform_->AwaitWorkers();
  EXPECT_EQ(met, 2);
}

// Ends once it has run on three threads at a time.
class ParallelJob final : public v8::JobTask {
 public:
  explicit ParallelJob(std::atomic<int>* most) : most_(most) {}

  void Run(v8::JobDelegate*) override {
    const int running = ++running_;
    if (running > *most_) *most_ = running;
    const auto deadline = Clock::now() + kLong;
    while (*most_ < kThreads && Clock::now() < deadline) std::this_thread::yield();
    running_--;
    remaining_--;
  }

  size_t GetMaxConcurrency(size_t) const override { return static_cast<size_t>(remaining_); }

  static constexpr int kThreads = 3;

 private:
  std::atomic<int>* const most_;
  std::atomic<int> running_ = 0;
  std::atomic<int> remaining_ = kThreads;
};

TEST_F(PlatformTest, AJobRunsOnTheWorkersAndTheThreadThatJoinsIt) {
  std::atomic<int> most = 0;
  v8().PostJob(v8::TaskPriority::kUserBlocking, std::make_unique<ParallelJob>(&most))->Join();
  EXPECT_EQ(most, ParallelJob::kThreads);
}

TEST_F(PlatformTest, ADelayedTaskOfAWorkerRunsWhenItIsDue) {
  std::counting_semaphore<> done(0);
  const auto start = Clock::now();
  Clock::time_point ran;
  PostToWorkerDelayed(
      [&] {
        ran = Clock::now();
        done.release();
      },
      kShortSeconds);
  ASSERT_TRUE(done.try_acquire_for(kLong));
  EXPECT_GE(ran - start, kShort);
}

TEST_F(PlatformTest, ADelayedTaskDoesNotHoldUpOthers) {
  std::counting_semaphore<> done(0);
  for (int i = 0; i < kWorkers; i++) PostToWorkerDelayed([] {}, 1000);
  PostToWorker([&] { done.release(); });
  EXPECT_TRUE(done.try_acquire_for(kLong));
}

TEST_F(PlatformTest, DelayedTasksRunInTheOrderOfTheirTimes) {
  std::counting_semaphore<> done(0);
  std::mutex mutex;
  std::string order;
  const auto log = [&](char name) {
    std::lock_guard lock(mutex);
    order += name;
    done.release();
  };
  PostToWorkerDelayed([&] { log('c'); }, 3 * kShortSeconds);
  PostToWorkerDelayed([&] { log('b'); }, 2 * kShortSeconds);
  PostToWorkerDelayed([&] { log('a'); }, kShortSeconds);
  for (int i = 0; i < 3; i++) ASSERT_TRUE(done.try_acquire_for(kLong));
  EXPECT_EQ(order, "abc");
}

TEST_F(PlatformTest, AwaitWorkersWaitsForWhatIsQueuedAndWhatRuns) {
  std::atomic<int> ran = 0;
  for (int i = 0; i < 10; i++) {
    PostToWorker([&] {
      std::this_thread::sleep_for(milliseconds(5));
      ran++;
    });
  }
  platform_->AwaitWorkers();
  EXPECT_EQ(ran, 10);
}

// So does a thread of V8's that allocates, when the main thread has to collect garbage for it.
TEST_F(PlatformTest, AWorkerMayWaitForTheMainThreadWhileThatAwaitsIt) {
  std::counting_semaphore<> ran(0);
  std::atomic<bool> seen = false;
  PostToWorker([&] {
    std::this_thread::sleep_for(kShort);
    PostToMain([&] { ran.release(); });
    seen = ran.try_acquire_for(kLong);
  });
  platform_->AwaitWorkers();
  EXPECT_EQ(RunTasks(), 1);
  platform_->AwaitWorkers();
  EXPECT_TRUE(seen);
}

TEST_F(PlatformTest, AwaitWorkersDoesNotWaitForDelayedTasks) {
  const auto start = Clock::now();
  PostToWorkerDelayed([] {}, 1000);
  platform_->AwaitWorkers();
  EXPECT_LT(Clock::now() - start, kLong);
}

TEST_F(PlatformTest, TasksOfTheMainThreadWaitForRunTasks) {
  std::string order;
  PostToMain([&] { order += 'a'; });
  PostToMain([&] { order += 'b'; });
  EXPECT_EQ(order, "");
  EXPECT_EQ(platform_->RunTasks([&] { order += '.'; }), 2);
  EXPECT_EQ(order, "a.b.");
  EXPECT_EQ(RunTasks(), 0);
}

TEST_F(PlatformTest, ATaskThatATaskPostsRunsTheNextTime) {
  int ran = 0;
  PostToMain([&] {
    ran++;
    PostToMain([&] { ran++; });
  });
  EXPECT_TRUE(Wakes(milliseconds(0)));
  EXPECT_EQ(RunTasks(), 1);
  EXPECT_TRUE(Wakes(milliseconds(0)));
  EXPECT_EQ(RunTasks(), 1);
  EXPECT_FALSE(Wakes(milliseconds(0)));
  EXPECT_EQ(ran, 2);
}

TEST_F(PlatformTest, ATaskMayRunTheOthers) {
  int ran = 0;
  PostToMain([&] { ran += RunTasks(); });
  PostToMain([&] { ran += 10; });
  EXPECT_EQ(RunTasks(), 1);
  EXPECT_EQ(ran, 11);
}

TEST_F(PlatformTest, ATaskOfTheMainThreadWakesIt) {
  EXPECT_FALSE(Wakes(milliseconds(0)));
  PostToMain([] {});
  EXPECT_TRUE(Wakes(milliseconds(0)));
  RunTasks();
  EXPECT_FALSE(Wakes(milliseconds(0)));
}

TEST_F(PlatformTest, ATaskFromBeforeTheWakeDescriptorWakesToo) {
  PostToMain([] {});
  EXPECT_TRUE(Wakes(milliseconds(0)));
}

// The worker has a descriptor table of its own.
TEST_F(PlatformTest, ATaskThatAWorkerPostsWakesTheMainThread) {
  PostToWorker([&] { PostToMain([] {}); });
  EXPECT_TRUE(Wakes(kLong));
  EXPECT_EQ(RunTasks(), 1);
}

TEST_F(PlatformTest, ADelayedTaskOfTheMainThreadWakesItWhenItIsDue) {
  const auto start = Clock::now();
  PostToMainDelayed([] {}, kShortSeconds);
  EXPECT_TRUE(Wakes(kLong));
  EXPECT_GE(Clock::now() - start, kShort);
  EXPECT_EQ(RunTasks(), 1);
}

TEST_F(PlatformTest, WhatJavaScriptWaitsForIsAwaitedUntilItRan) {
  EXPECT_FALSE(platform_->HasAwaitedTasks());
  PostToMainAwaited([] {}, kShortSeconds);
  EXPECT_TRUE(platform_->HasAwaitedTasks());
  ASSERT_TRUE(Wakes(kLong));
  EXPECT_TRUE(platform_->HasAwaitedTasks());
  EXPECT_EQ(RunTasks(), 1);
  EXPECT_FALSE(platform_->HasAwaitedTasks());
}

TEST_F(PlatformTest, UpkeepIsNotAwaitedBeforeItIsDue) {
  PostToMainDelayed([] {}, 1000);
  EXPECT_FALSE(platform_->HasAwaitedTasks());
}

TEST_F(PlatformTest, SignalsAreLeftToTheMainThread) {
  std::atomic<bool> blocked = false;
  PostToWorker([&] {
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, nullptr, &mask);
    blocked = sigismember(&mask, SIGINT) == 1 && sigismember(&mask, SIGTERM) == 1;
  });
  platform_->AwaitWorkers();
  EXPECT_TRUE(blocked);
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  EXPECT_EQ(sigismember(&mask, SIGINT), 0);
}

// A platform is destroyed with tasks in all of its queues.
TEST_F(PlatformTest, TasksThatNeverRanAreDestroyedWithIt) {
  const auto token = std::make_shared<int>();
  std::atomic<int> ran = 0;
  const auto action = [&ran, token] { ran++; };
  std::counting_semaphore<> finish(0);
  for (int i = 0; i < kWorkers; i++) PostToWorker([&] { finish.acquire(); });
  for (int i = 0; i < 10; i++) {
    PostToWorker(action);
    PostToWorkerDelayed(action, 1000);
    PostToMain(action);
    PostToMainDelayed(action, 1000);
    PostToMainAwaited(action, 1000);
  }
  // It stops while both workers are busy.
  std::thread releaser([&] {
    std::this_thread::sleep_for(kShort);
    finish.release(kWorkers);
  });
  const auto start = Clock::now();
  platform_.reset();
  EXPECT_LT(Clock::now() - start, kLong);
  releaser.join();
  EXPECT_EQ(ran, 0);
  EXPECT_EQ(token.use_count(), 2);  // `token` itself and that of `action`
}

}  // namespace
