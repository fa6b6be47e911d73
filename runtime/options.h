// The command line.
#ifndef LO_RUNTIME_OPTIONS_H_
#define LO_RUNTIME_OPTIONS_H_

#include <string>
#include <vector>

namespace lo {

struct Options {
  enum class Source { kFile, kCode, kStandardInput };
  enum class Action { kRun, kVersion, kHelp, kV8Help, kUsage };

  Action action = Action::kRun;
  Source source = Source::kFile;
  std::string script;              // the file, or the code of -e
  std::vector<std::string> args;   // what lo.args is: binary, script, its arguments
  std::string loop;                // the way of waiting, for example "poll"; empty for the default
  bool share_descriptors = false;  // --shared-fds
  bool probe_microtasks = true;    // --no-probe-microtasks
  std::vector<std::string> v8_flags;  // "--name" or "--name=value"
};

// Fills `options` from the command line. Returns an error message for the user, empty if there is
// none. Where nothing is to be run the action is kUsage.
std::string ParseOptions(int argc, const char* const* argv, Options* options);

// Hands V8 lo's own flags and then the user's. Returns an error message for the user, empty if
// there is none.
std::string SetV8Flags(const std::vector<std::string>& flags);

// Prints V8's flags.
void PrintV8Help();

extern const char kUsage[];

}  // namespace lo

#endif  // LO_RUNTIME_OPTIONS_H_
