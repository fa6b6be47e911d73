// What the process has used: lo.load('process').
#include <sys/times.h>
#include <unistd.h>

#include <array>

#include "runtime/binding.h"

namespace lo {

namespace {

// times(): [user, system, elapsed] in clock ticks, as times(2) counts them.
void Times(const v8::FunctionCallbackInfo<v8::Value>& info) {
  v8::Isolate* isolate = info.GetIsolate();
  tms used;
  const clock_t elapsed = times(&used);
  std::array<v8::Local<v8::Value>, 3> ticks = {
      v8::Number::New(isolate, static_cast<double>(used.tms_utime)),
      v8::Number::New(isolate, static_cast<double>(used.tms_stime)),
      v8::Number::New(isolate, static_cast<double>(elapsed))};
  info.GetReturnValue().Set(v8::Array::New(isolate, ticks.data(), ticks.size()));
}

// getpid(): getpid(2)
int32_t GetPid() { return getpid(); }

void Initialize(Exports& exports) {
  exports.Slow<&Times>("times", 0);
  exports.Fast<&GetPid>("getpid");
  exports.Constant("TICKS_PER_SECOND", static_cast<double>(sysconf(_SC_CLK_TCK)));
}

}  // namespace

LO_BINDING(process, Initialize)

}  // namespace lo
