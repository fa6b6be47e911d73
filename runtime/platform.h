// V8's platform: worker threads, and the queue of tasks for the main thread.
#ifndef LO_RUNTIME_PLATFORM_H_
#define LO_RUNTIME_PLATFORM_H_

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

#include "runtime/v8_compat.h"

namespace lo {

// V8's own default platform can't do two things that an event loop in JavaScript needs: tell a
// sleeping loop that a task for the main thread is there, and keep its threads off the main
// thread's descriptor table. Page allocation, tracing and jobs are V8's.
class Platform final : public compat::Platform {
 public:
  // `share_descriptors` leaves the workers in the process's descriptor table. Otherwise each gives
  // it up when it starts (see Work() in the .cc).
  Platform(int max_workers, bool share_descriptors);
  ~Platform() override;

  // A descriptor that becomes readable when a task for the main thread is posted; -errno on
  // failure. Made on first use.
  int WakeDescriptor();

  // Runs the tasks that have been posted to the main thread, each followed by `after`. Those that
  // they post wait for the next time: V8 splits long work into tasks that post one another, so that
  // the script can go on in between. Main thread only. Returns how many ran.
  int RunTasks(const std::function<void()>& after);

  // Waits until the workers have nothing to do, or there is a task for the main thread: a worker
  // may be waiting for that one, as one that allocates does for a garbage collection.
  void AwaitWorkers();

  // Whether JavaScript waits for a delayed task of the main thread.
  bool HasAwaitedTasks();

  v8::PageAllocator* GetPageAllocator() override { return base_->GetPageAllocator(); }
  int NumberOfWorkerThreads() override { return max_workers_; }
  double MonotonicallyIncreasingTime() override { return base_->MonotonicallyIncreasingTime(); }
  double CurrentClockTimeMillis() override { return base_->CurrentClockTimeMillis(); }
  v8::TracingController* GetTracingController() override { return base_->GetTracingController(); }

 private:
  class MainThreadTasks;
  class ForwardToMain;
  class AwaitedTask;
  using Clock = std::chrono::steady_clock;

  struct Delayed {
    Clock::time_point due;
    std::unique_ptr<v8::Task> task;
  };
  struct DueLater {
    bool operator()(const Delayed& a, const Delayed& b) const { return a.due > b.due; }
  };

  void PostToWorker(std::unique_ptr<v8::Task> task) override;
  void PostToWorkerDelayed(std::unique_ptr<v8::Task> task, double seconds) override;
  std::shared_ptr<v8::TaskRunner> ForegroundRunner() override;

  void StartWorkerIfUseful();
  void Work();
  std::unique_ptr<v8::Task> NextTask();
  void PostToMain(std::unique_ptr<v8::Task> task);
  size_t MainTasks();
  std::unique_ptr<v8::Task> NextMainTask();
  int EnsureWakeDescriptor();

  const std::unique_ptr<v8::Platform> base_ = v8::platform::NewSingleThreadedDefaultPlatform();
  const int max_workers_;
  const bool share_descriptors_;
  const std::shared_ptr<MainThreadTasks> main_tasks_;

  std::mutex mutex_;
  std::condition_variable work_;  // there may be something for a worker
  std::condition_variable idle_;  // the workers have become idle, or the main thread has a task
  std::deque<std::unique_ptr<v8::Task>> tasks_;
  std::priority_queue<Delayed, std::vector<Delayed>, DueLater> delayed_;
  std::vector<std::thread> workers_;
  int sleeping_ = 0;
  int running_ = 0;
  bool stopping_ = false;
  std::deque<std::unique_ptr<v8::Task>> main_queue_;
  int wake_ = -1;
  int awaited_ = 0;  // delayed, non-nestable tasks of the main thread that have not run yet
};

}  // namespace lo

#endif  // LO_RUNTIME_PLATFORM_H_
