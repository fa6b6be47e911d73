// What the user is told when something goes wrong.
#ifndef LO_RUNTIME_ERRORS_H_
#define LO_RUNTIME_ERRORS_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/v8_compat.h"

namespace lo {

// `error` as it is printed when nobody catches it: the source line with a caret where V8 knows the
// place, then the error with its stack. `message` may be empty; an Error's own place is used then.
std::string DescribeError(v8::Local<v8::Context> context, v8::Local<v8::Value> error,
                          v8::Local<v8::Message> message);

// The source line of a message with a caret below it, and the file and line above; empty where V8
// knows none.
std::string DescribePlace(v8::Local<v8::Context> context, v8::Local<v8::Message> message);

// `source`, a line of a script, with carets below it from the column `start` to `end` (counted from
// 0), and the script's name and the line's number above. Of a very long line, what is around
// `start`, and the column's number above as well.
std::string MarkPlace(v8::Isolate* isolate, std::string_view script, int line,
                      v8::Local<v8::String> source, int start, int end);

// Promises that were rejected while nobody handled them.
class Rejections {
 public:
  // What V8's promise reject callback is to call.
  void Note(v8::Isolate* isolate, const v8::PromiseRejectMessage& message);

  // Removes and returns the reasons of the promises that are still unhandled, in order of
  // rejection.
  std::vector<v8::Local<v8::Value>> TakeUnhandled(v8::Isolate* isolate);

 private:
  std::vector<v8::Global<v8::Promise>> promises_;
};

// Writes `text` to standard error, whole.
void PrintError(std::string_view text);

}  // namespace lo

#endif  // LO_RUNTIME_ERRORS_H_
