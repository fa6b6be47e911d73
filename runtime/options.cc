#include "runtime/options.h"

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "runtime/v8_compat.h"

namespace lo {

const char kUsage[] =
    R"(Usage: lo [OPTIONS] SCRIPT [ARGUMENTS]
       lo [OPTIONS] -e CODE [ARGUMENTS]
       lo [OPTIONS] - [ARGUMENTS]          (the script is standard input)

Options:
  -e, --eval CODE        run CODE as a module
  -h, --help             print this and exit
  -v, --version          print the versions and the loop in use, and exit
  --loop=LOOP            how the event loop waits: epoll, poll or doorbell
  --shared-fds           leave V8's threads in the process's descriptor table
  --no-probe-microtasks  drain the microtask queue by a call after every callback
  --v8-options           print V8's own flags and exit
  --ANY-V8-FLAG[=VALUE]  is handed to V8; an unknown one is an error
)";

namespace {

constexpr std::string_view kLoop = "--loop=";

bool IsFlag(std::string_view argument) { return argument.size() > 1 && argument[0] == '-'; }

// Takes one option of lo's own. False if it is none.
bool TakeOption(std::string_view argument, Options* options) {
  if (argument == "-h" || argument == "--help") {
    options->action = Options::Action::kHelp;
  } else if (argument == "-v" || argument == "--version") {
    options->action = Options::Action::kVersion;
  } else if (argument == "--v8-options") {
    options->action = Options::Action::kV8Help;
  } else if (argument == "--shared-fds") {
    options->share_descriptors = true;
  } else if (argument == "--no-probe-microtasks") {
    options->probe_microtasks = false;
  } else if (argument.starts_with(kLoop)) {
    options->loop = argument.substr(kLoop.size());
  } else {
    return false;
  }
  return true;
}

// V8's flags that have its threads write to standard output or to a file that the main thread
// opened: those descriptors are gone from a table of their own.
bool WritesFromThreads(std::string_view flag) {
  constexpr std::array<std::string_view, 7> kWriters = {
      "--trace", "--print", "--log", "--prof", "--perf", "--turbo-stats", "--gdb"};
  return std::any_of(kWriters.begin(), kWriters.end(),
                     [flag](std::string_view writer) { return flag.starts_with(writer); });
}

// Runs `action` and returns what it wrote to stderr: V8 has no other way to say what is wrong with
// a flag.
template <typename Action>
std::string CaptureStderr(Action action) {
  char* text = nullptr;
  size_t size = 0;
  std::FILE* const capture = open_memstream(&text, &size);
  if (capture == nullptr) std::abort();  // out of memory
  std::FILE* const original = std::exchange(stderr, capture);
  action();
  stderr = original;
  std::fclose(capture);
  std::string captured(text, size);
  std::free(text);
  return captured;
}

// Returns an error message for the user, empty if there is none.
std::string SetV8Flag(std::string flag) {
  // V8 would take it for a 0, and crash where that is no good.
  if (flag.find('=') == flag.size() - 1) return "missing value for flag " + flag;
  // V8 takes `--name VALUE` too, which would swallow the script's name: so one word at a time.
  char program[] = "lo";
  char* arguments[] = {program, flag.data(), nullptr};
  int count = 2;
  const std::string complaint =
      CaptureStderr([&] { v8::V8::SetFlagsFromCommandLine(&count, arguments, true); });
  constexpr std::string_view kError = "Error: ";
  // V8 drops a flag whose value is out of bounds, as if it had taken it.
  if (complaint.starts_with(kError)) {
    return complaint.substr(kError.size(), complaint.find('\n') - kError.size());
  }
  std::fputs(complaint.c_str(), stderr);
  return count == 1 ? "" : "unknown option " + flag;
}

// Has V8 throw its RangeError before the stack that setrlimit(2) allows is full: a quarter is left
// to the environment, and to what V8 calls.
void FitStack() {
  constexpr rlim_t kDefaultKilobytes = 984;
  rlimit limit = {};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
  const rlim_t kilobytes = limit.rlim_cur / 1024 * 3 / 4;
  if (kilobytes >= kDefaultKilobytes) return;
  v8::V8::SetFlagsFromString(("--stack-size=" + std::to_string(kilobytes)).c_str());
}

}  // namespace

std::string ParseOptions(int argc, const char* const* argv, Options* options) {
  options->args.emplace_back(argv[0]);
  int i = 1;
  for (; i < argc && IsFlag(argv[i]); i++) {
    const std::string_view argument = argv[i];
    if (argument == "--") {
      i++;
      break;
    }
    if (argument == "-e" || argument == "--eval") {
      if (++i == argc) return std::string(argument) + " needs code";
      options->source = Options::Source::kCode;
      options->script = argv[i++];
      options->args.emplace_back("-e");
      break;
    }
    if (argument == "--loop" || argument == kLoop) return "--loop= needs the name of a loop";
    if (TakeOption(argument, options)) continue;
    if (!argument.starts_with("--")) return "unknown option " + std::string(argument);
    options->v8_flags.emplace_back(argument);
    if (WritesFromThreads(argument)) options->share_descriptors = true;
  }
  if (options->source == Options::Source::kFile && i < argc) {
    options->script = argv[i];
    if (options->script.empty()) return "the script's name is empty";
    if (options->script == "-") options->source = Options::Source::kStandardInput;
  }
  for (; i < argc; i++) options->args.emplace_back(argv[i]);
  if (options->action == Options::Action::kRun && options->args.size() == 1) {
    options->action = Options::Action::kUsage;
  }
  return {};
}

std::string SetV8Flags(const std::vector<std::string>& flags) {
  v8::V8::SetFlagsFromString(compat::kV8Flags);
  FitStack();
  for (const std::string& flag : flags) {
    std::string error = SetV8Flag(flag);
    if (!error.empty()) return error;
  }
  return {};
}

void PrintV8Help() { v8::V8::SetFlagsFromString("--help"); }

}  // namespace lo
