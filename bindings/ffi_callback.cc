#include "bindings/ffi_callback.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "bindings/ffi_function.h"
#include "bindings/ffi_values.h"
#include "runtime/errors.h"

namespace lo::ffi {

namespace {

// True on the one thread that makes callbacks.
thread_local bool runs_javascript = false;

void Refuse(const char* why) {
  PrintError(std::string("lo: a callback of lib/ffi.js was called ") + why +
             ". It has returned 0 instead.\n");
}

}  // namespace

Callback::Callback(std::unique_ptr<Signature> signature, v8::Isolate* isolate,
                   v8::Local<v8::Function> function)
    : signature_(std::move(signature)), isolate_(isolate), function_(isolate, function) {}

Callback::~Callback() {
  if (closure_ != nullptr) munmap(closure_, sizeof(ffi_closure));
}

// A page of its own, whose closure is written before it can be run: libffi's allocator hands out
// memory that is writable and executable, unless it was built to do better, and Debian's was not.
// To have closures share a page, that would have to be made writable again, while another thread
// may be running one of them.
bool Callback::MakeClosure() {
  void* memory = mmap(nullptr, sizeof(ffi_closure), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  closure_ = static_cast<ffi_closure*>(memory);
  if (ffi_prep_closure_loc(closure_, signature_->cif(), &Enter, this, memory) != FFI_OK ||
      mprotect(memory, sizeof(ffi_closure), PROT_READ | PROT_EXEC) != 0) {
    return false;
  }
  auto* code = static_cast<char*>(memory);
  __builtin___clear_cache(code, code + sizeof(ffi_closure));
  return true;
}

std::unique_ptr<Callback> Callback::Create(std::unique_ptr<Signature> signature,
                                           v8::Isolate* isolate, v8::Local<v8::Function> function) {
  runs_javascript = true;
  std::unique_ptr<Callback> callback(new Callback(std::move(signature), isolate, function));
  if (!callback->MakeClosure()) return nullptr;
  return callback;
}

void Callback::Enter(ffi_cif* cif, void* result, void** arguments, void* self) {
  if (cif->rtype != &ffi_type_void) {
    std::memset(result, 0, std::max(cif->rtype->size, sizeof(ffi_arg)));
  }
  if (!runs_javascript) {
    return Refuse("from another thread, and JavaScript runs on one only");
  }
  Running* caller = Running::Now();
  if (caller == nullptr) {
    return Refuse(
        "by a C function that JavaScript did not call as one that calls back: "
        "it needs a parameter of type 'function', or `callback: true`");
  }
  if (!caller->exception.IsEmpty()) return;
  static_cast<Callback*>(self)->Call(result, arguments);
}

void Callback::Call(void* result, void** arguments) {
  v8::HandleScope scope(isolate_);
  v8::Local<v8::Context> context = isolate_->GetCurrentContext();
  std::vector<v8::Local<v8::Value>> values;
  const auto& parameters = signature_->parameters();
  for (size_t i = 0; i < parameters.size(); i++) {
    values.push_back(ToJs(isolate_, parameters[i], arguments[i]));
  }
  Running* caller = Running::Now();
  v8::TryCatch try_catch(isolate_);
  v8::Local<v8::Value> value;
  running_++;
  bool returned;
  {
    const Running::Suspension suspension(caller);
    returned =
        function_.Get(isolate_)
            ->Call(context, v8::Undefined(isolate_), static_cast<int>(values.size()), values.data())
            .ToLocal(&value);
  }
  running_--;
  if (returned) {
    SetResult(value, result);
  } else {
    caller->exception.Reset(isolate_, try_catch.Exception());
  }
}

void Callback::SetResult(v8::Local<v8::Value> value, void* result) const {
  const Type& type = signature_->result();
  if (type.letter == kVoid) return;
  if (type.letter != kStruct) {
    // A word, also for narrow integers, is what libffi asks for.
    const uint64_t bits = BitsOf(value, type.letter);
    std::memcpy(result, &bits, sizeof bits);
    return;
  }
  const auto memory = MemoryOf(value);
  if (memory && memory->size >= type.description->size) {
    std::memcpy(result, memory->data, type.description->size);
  }
}

}  // namespace lo::ffi
