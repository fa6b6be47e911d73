// The process: options, V8, one Runtime.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>

#include "runtime/options.h"
#include "runtime/platform.h"
#include "runtime/runtime.h"
#include "runtime/v8_compat.h"

namespace {

// V8 gains little from more threads, and a loop to be measured wants the machine to itself.
int WorkerCount() {
  constexpr unsigned kMost = 4;
  const unsigned processors = std::thread::hardware_concurrency();
  return static_cast<int>(std::clamp(processors - 1, 1U, kMost));
}

int Run(const lo::Options& options, lo::Platform* platform) {
  const std::unique_ptr<v8::ArrayBuffer::Allocator> allocator(
      v8::ArrayBuffer::Allocator::NewDefaultAllocator());
  v8::Isolate::CreateParams params;
  params.array_buffer_allocator = allocator.get();
  v8::Isolate* isolate = v8::Isolate::New(params);
  int status;
  {
    v8::Isolate::Scope isolate_scope(isolate);
    v8::HandleScope handle_scope(isolate);
    lo::Runtime runtime(isolate, platform, options);
    status = runtime.Main();
  }
  isolate->Dispose();
  return status;
}

// Whoever prints takes descriptors 0 to 2 for the standard streams. If one is closed, the next file
// to be opened would get its number, and what is printed.
void OpenStandardStreams() {
  int fd;
  do {
    fd = open("/dev/null", O_RDWR);
  } while (fd >= 0 && fd <= STDERR_FILENO);
  if (fd >= 0) close(fd);
}

int Fail(const std::string& message) {
  std::fprintf(stderr, "lo: %s (lo --help lists the options)\n", message.c_str());
  return lo::kUsageStatus;
}

}  // namespace

int main(int argc, char** argv) {
  signal(SIGPIPE, SIG_IGN);  // a closed pipe is an error of write(2), -EPIPE
  OpenStandardStreams();
  lo::Options options;
  std::string error = lo::ParseOptions(argc, argv, &options);
  if (error.empty()) error = lo::SetV8Flags(options.v8_flags);
  if (!error.empty()) return Fail(error);
  switch (options.action) {
    case lo::Options::Action::kHelp:
      std::fputs(lo::kUsage, stdout);
      return std::fflush(stdout) == 0 ? 0 : 1;
    case lo::Options::Action::kUsage:
      std::fputs(lo::kUsage, stderr);
      return lo::kUsageStatus;
    case lo::Options::Action::kV8Help:
      lo::PrintV8Help();
      return 0;
    case lo::Options::Action::kRun:
    case lo::Options::Action::kVersion:
      break;
  }

  lo::Platform platform(WorkerCount(), options.share_descriptors);
  v8::V8::InitializePlatform(&platform);
  v8::V8::Initialize();
  const int status = Run(options, &platform);
  v8::V8::Dispose();
  v8::V8::DisposePlatform();
  return status;
}
