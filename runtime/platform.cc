#include "runtime/platform.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "runtime/private_descriptors.h"
#include "runtime/wake.h"

namespace lo {

// The main thread's task runner, as V8 sees it.
class Platform::MainThreadTasks final : public compat::TaskRunner {
 public:
  explicit MainThreadTasks(Platform* platform) : platform_(platform) {}

 private:
  void Post(std::unique_ptr<v8::Task> task) override { platform_->PostToMain(std::move(task)); }
  void PostDelayed(std::unique_ptr<v8::Task> task, double seconds, bool nestable) override;

  Platform* const platform_;
};

// Waits among the workers' delayed tasks until it is due, then takes `task` to the main thread.
class Platform::ForwardToMain final : public v8::Task {
 public:
  ForwardToMain(Platform* platform, std::unique_ptr<v8::Task> task)
      : platform_(platform), task_(std::move(task)) {}
  void Run() override { platform_->PostToMain(std::move(task_)); }

 private:
  Platform* const platform_;
  std::unique_ptr<v8::Task> task_;
};

// A task that JavaScript waits for; counted from its making to its end.
class Platform::AwaitedTask final : public v8::Task {
 public:
  AwaitedTask(Platform* platform, std::unique_ptr<v8::Task> task)
      : platform_(platform), task_(std::move(task)) {
    Count(1);
  }
  ~AwaitedTask() override { Count(-1); }
  void Run() override { task_->Run(); }

 private:
  void Count(int change) {
    std::lock_guard lock(platform_->mutex_);
    platform_->awaited_ += change;
  }

  Platform* const platform_;
  std::unique_ptr<v8::Task> task_;
};

void Platform::MainThreadTasks::PostDelayed(std::unique_ptr<v8::Task> task, double seconds,
                                            bool nestable) {
  if (!nestable) task = std::make_unique<AwaitedTask>(platform_, std::move(task));
  platform_->PostToWorkerDelayed(std::make_unique<ForwardToMain>(platform_, std::move(task)),
                                 seconds);
}

Platform::Platform(int max_workers, bool share_descriptors)
    : max_workers_(max_workers),
      share_descriptors_(share_descriptors),
      main_tasks_(std::make_shared<MainThreadTasks>(this)) {}

Platform::~Platform() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  work_.notify_all();
  for (std::thread& worker : workers_) worker.join();
  // Tasks that never ran are destroyed here, without the lock: their destructors may take it.
  std::exchange(tasks_, {}).clear();
  std::exchange(main_queue_, {}).clear();
  std::exchange(delayed_, {});
  if (wake_ >= 0) close(wake_);
}

std::shared_ptr<v8::TaskRunner> Platform::ForegroundRunner() { return main_tasks_; }

int Platform::WakeDescriptor() {
  std::lock_guard lock(mutex_);
  return EnsureWakeDescriptor();
}

int Platform::EnsureWakeDescriptor() {
  if (wake_ < 0) {
    wake_ = OpenWake();
    if (wake_ >= 0 && !main_queue_.empty()) SignalWake(wake_);
  }
  return wake_;
}

void Platform::PostToMain(std::unique_ptr<v8::Task> task) {
  std::lock_guard lock(mutex_);
  main_queue_.push_back(std::move(task));
  if (wake_ >= 0) SignalWake(wake_);
  idle_.notify_all();
}

size_t Platform::MainTasks() {
  std::lock_guard lock(mutex_);
  return main_queue_.size();
}

// Null if there is none. The wake descriptor is readable as long as there is one.
std::unique_ptr<v8::Task> Platform::NextMainTask() {
  std::lock_guard lock(mutex_);
  if (main_queue_.empty()) return nullptr;
  std::unique_ptr<v8::Task> task = std::move(main_queue_.front());
  main_queue_.pop_front();
  if (main_queue_.empty() && wake_ >= 0) ClearWake(wake_);
  return task;
}

int Platform::RunTasks(const std::function<void()>& after) {
  int count = 0;
  for (size_t most = MainTasks(); most > 0; most--) {
    const std::unique_ptr<v8::Task> task = NextMainTask();
    if (task == nullptr) break;
    task->Run();
    after();
    count++;
  }
  return count;
}

void Platform::AwaitWorkers() {
  std::unique_lock lock(mutex_);
  idle_.wait(lock, [this] { return !main_queue_.empty() || (tasks_.empty() && running_ == 0); });
}

bool Platform::HasAwaitedTasks() {
  std::lock_guard lock(mutex_);
  return awaited_ > 0 || !main_queue_.empty();
}

void Platform::PostToWorker(std::unique_ptr<v8::Task> task) {
  std::lock_guard lock(mutex_);
  tasks_.push_back(std::move(task));
  StartWorkerIfUseful();
  work_.notify_one();
}

void Platform::PostToWorkerDelayed(std::unique_ptr<v8::Task> task, double seconds) {
  const auto delay =
      std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  std::lock_guard lock(mutex_);
  delayed_.push({Clock::now() + delay, std::move(task)});
  StartWorkerIfUseful();
  // One thread sleeps until the earliest is due; all look whether it is still the earliest.
  work_.notify_all();
}

// Threads are started when there is work for them, up to the maximum, so that a short script has
// none. All signals are the main thread's.
void Platform::StartWorkerIfUseful() {
  const bool enough = sleeping_ > 0 && tasks_.size() <= static_cast<size_t>(sleeping_);
  if (enough || static_cast<int>(workers_.size()) == max_workers_) return;
  EnsureWakeDescriptor();
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  workers_.emplace_back([this] { Work(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void Platform::Work() {
  if (!share_descriptors_) LeaveDescriptorTable(wake_);
  while (std::unique_ptr<v8::Task> task = NextTask()) {
    task->Run();
    task.reset();
    std::lock_guard lock(mutex_);
    running_--;
    if (running_ == 0 && tasks_.empty()) idle_.notify_all();
  }
}

// Blocks until there is a task to run, and counts it as running; null when the platform stops.
std::unique_ptr<v8::Task> Platform::NextTask() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    if (!delayed_.empty() && delayed_.top().due <= Clock::now()) {
      // top() is const because a changed key would break the heap; this one is popped in the same
      // breath.
      tasks_.push_back(std::move(const_cast<Delayed&>(delayed_.top()).task));
      delayed_.pop();
      continue;
    }
    if (!tasks_.empty()) {
      std::unique_ptr<v8::Task> task = std::move(tasks_.front());
      tasks_.pop_front();
      running_++;
      return task;
    }
    sleeping_++;
    if (delayed_.empty()) {
      work_.wait(lock);
    } else {
      const Clock::time_point due = delayed_.top().due;
      work_.wait_until(lock, due);
    }
    sleeping_--;
  }
  return nullptr;
}

}  // namespace lo
