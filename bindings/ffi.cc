// Shared libraries, and whatever functions they have: lo.load('ffi'), for lib/ffi.js, which checks
// what it passes. Unlike other bindings, this one trusts its arguments: an address is an address.
#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <string>
#include <utility>

#include "bindings/epoll_wait.h"
#include "bindings/ffi_callback.h"
#include "bindings/ffi_function.h"
#include "bindings/ffi_memory.h"
#include "bindings/ffi_stub.h"
#include "bindings/ffi_values.h"
#include "runtime/binding.h"

namespace lo::ffi {

namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

constexpr int kSystemCallArguments = 6;

std::string TextOf(const Info& info, int index) {
  const v8::String::Utf8Value text(info.GetIsolate(), info[index]);
  return *text == nullptr ? std::string() : std::string(*text, static_cast<size_t>(text.length()));
}

void* AddressAt(const Info& info, int index) {
  return reinterpret_cast<void*>(BitsOf(info[index], kPointer));
}

template <typename T>
double Number(T* address) {
  return static_cast<double>(reinterpret_cast<uintptr_t>(address));
}

void ReturnText(const Info& info, std::string_view text) {
  info.GetReturnValue().Set(
      ToString(info.GetIsolate(), text).FromMaybe(v8::String::Empty(info.GetIsolate())));
}

// openLibrary(path | null): dlopen(3). Returns the handle, or what dlerror(3) says.
void OpenLibrary(const Info& info) {
  const std::string path = TextOf(info, 0);
  void* handle = dlopen(info[0]->IsNull() ? nullptr : path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return ReturnText(info, dlerror());
  info.GetReturnValue().Set(Number(handle));
}

// findSymbol(handle, name): dlsym(3), 0 if there is none.
void FindSymbol(const Info& info) {
  info.GetReturnValue().Set(Number(dlsym(AddressAt(info, 0), TextOf(info, 1).c_str())));
}

// closeLibrary(handle): dlclose(3)
void CloseLibrary(const Info& info) { info.GetReturnValue().Set(dlclose(AddressAt(info, 0))); }

// systemCall(number): the address of a C function that makes the system call; 0 where the system
// refuses memory for it.
void SystemCall(const Info& info) {
  static auto& made = *new std::map<int32_t, const void*>();
  static const bool jump = KernelSpoilsReturnPredictor();
  int32_t number;
  if (!TakeArgument(info, 0, "systemCall", "number", &number)) return;
  const void*& address = made[number];
  if (address == nullptr) {
    address = Publish(native::SystemCall(static_cast<uint32_t>(number), jump));
  }
  info.GetReturnValue().Set(Number(address));
}

// callSystem(number, a, b, c, d, e, f): makes a system call now. Each argument is an integer or a
// buffer. Returns a wide result.
void CallSystem(const Info& info) {
  int32_t number;
  if (!TakeArgument(info, 0, "callSystem", "number", &number)) return;
  long words[kSystemCallArguments] = {};
  Memory kept[kSystemCallArguments];
  for (int i = 0; i < kSystemCallArguments; i++) {
    const v8::Local<v8::Value> value = info[i + 1];
    if (value->IsNumber() || value->IsBigInt()) {
      words[i] = static_cast<long>(BitsOf(value, kInt64));
      continue;
    }
    auto memory = MemoryOf(value);
    if (!memory) {
      notes.missed = 1;
      return;
    }
    kept[i] = std::move(*memory);
    words[i] = reinterpret_cast<intptr_t>(kept[i].data);
  }
  const long result = syscall(number, words[0], words[1], words[2], words[3], words[4], words[5]);
  const int64_t answer = result == -1 ? -errno : result;
  notes.wide_result = static_cast<uint64_t>(answer);
  info.GetReturnValue().Set(static_cast<double>(answer));
}

// acquire(signature, mayBeFast, address): [number, function, the same without a fast path], or
// undefined for what is no signature.
void Acquire(const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  Function* function = Function::Acquire(isolate->GetCurrentContext(), TextOf(info, 0),
                                         info[1]->IsTrue(), AddressAt(info, 2));
  if (function == nullptr) return;
  v8::Local<v8::Value> made[] = {v8::Integer::New(isolate, function->number()),
                                 function->ForJs(isolate), function->SlowForJs(isolate)};
  info.GetReturnValue().Set(v8::Array::New(isolate, made, std::size(made)));
}

// present(number, wrapper): has lo.slowCalls(wrapper) tell of the function.
void Present(const Info& info) {
  int32_t number;
  if (!TakeArgument(info, 0, "present", "number", &number)) return;
  Function* function = Function::Find(number);
  if (function == nullptr || !info[1]->IsFunction()) return;
  SetRecord(info.GetIsolate()->GetCurrentContext(), info[1].As<v8::Function>(), function->record());
}

// isRunning(number): whether the function has called a C function that has not returned.
bool IsRunning(int32_t number) {
  const Function* function = Function::Find(number);
  return function != nullptr && function->IsRunning();
}

// release(number): gives the function back.
void Release(int32_t number) {
  Function* function = Function::Find(number);
  if (function != nullptr) function->Release();
}

std::map<int32_t, std::unique_ptr<Callback>>& Callbacks() {
  static auto& callbacks = *new std::map<int32_t, std::unique_ptr<Callback>>();
  return callbacks;
}

// createCallback(signature, function): [number, address], or undefined.
void CreateCallback(const Info& info) {
  static int32_t last = 0;
  v8::Isolate* isolate = info.GetIsolate();
  std::unique_ptr<Signature> signature = Signature::Parse(TextOf(info, 0));
  if (signature == nullptr || !info[1]->IsFunction()) return;
  auto callback = Callback::Create(std::move(signature), isolate, info[1].As<v8::Function>());
  if (callback == nullptr) return;
  v8::Local<v8::Value> made[] = {v8::Integer::New(isolate, ++last),
                                 v8::Number::New(isolate, Number(callback->address()))};
  Callbacks().emplace(last, std::move(callback));
  info.GetReturnValue().Set(v8::Array::New(isolate, made, std::size(made)));
}

// closeCallback(number): gives the memory back; -EBUSY while C is calling it.
int32_t CloseCallback(int32_t number) {
  const auto callback = Callbacks().find(number);
  if (callback == Callbacks().end()) return -EBADF;
  if (callback->second->IsRunning()) return -EBUSY;
  Callbacks().erase(callback);
  return 0;
}

// addressOf(buffer): where its memory is, which stays in place as long as the buffer lives; -1 for
// a buffer that can't be read.
void AddressOf(const Info& info) {
  const auto memory = MemoryOf(info[0]);
  info.GetReturnValue().Set(memory ? Number(memory->data) : -1);
}

// view(address, length): an ArrayBuffer over memory that is not V8's.
void View(const Info& info) {
  auto store = v8::ArrayBuffer::NewBackingStore(AddressAt(info, 0), BitsOf(info[1], kUint64),
                                                &v8::BackingStore::EmptyDeleter, nullptr);
  info.GetReturnValue().Set(v8::ArrayBuffer::New(info.GetIsolate(), std::move(store)));
}

// stringAt(address, most): the UTF-8 up to a NUL, in no more bytes than `most`. Undefined if that
// is longer than V8 allows.
void StringAt(const Info& info) {
  const char* text = static_cast<const char*>(AddressAt(info, 0));
  const size_t length = strnlen(text, BitsOf(info[1], kUint64));
  if (length > static_cast<size_t>(v8::String::kMaxLength)) return;
  v8::Local<v8::String> string;
  if (ToString(info.GetIsolate(), {text, length}).ToLocal(&string)) {
    info.GetReturnValue().Set(string);
  }
}

// errno(): what the last library function that failed left.
int32_t Errno() { return errno; }

// Notes, for a Uint32Array or BigInt64Array.
v8::Local<v8::Value> NotesBuffer(v8::Isolate* isolate) {
  static_assert(offsetof(Notes, wide_result) == 0 && offsetof(Notes, missed) == 8);
  auto store = v8::ArrayBuffer::NewBackingStore(&notes, sizeof notes,
                                                &v8::BackingStore::EmptyDeleter, nullptr);
  return v8::ArrayBuffer::New(isolate, std::move(store));
}

void Initialize(Exports& exports) {
  exports.Slow<&OpenLibrary>("openLibrary", 1);
  exports.Slow<&FindSymbol>("findSymbol", 2);
  exports.Slow<&CloseLibrary>("closeLibrary", 1);
  exports.Slow<&SystemCall>("systemCall", 1);
  exports.Slow<&CallSystem>("callSystem", 7);
  exports.Slow<&Acquire>("acquire", 3);
  exports.Slow<&Present>("present", 2);
  exports.Fast<&IsRunning>("isRunning", {"number"});
  exports.Blocking<&Release>("release", {"number"});
  exports.Slow<&CreateCallback>("createCallback", 2);
  exports.Blocking<&CloseCallback>("closeCallback", {"number"});
  exports.Slow<&AddressOf>("addressOf", 1);
  exports.Slow<&View>("view", 2);
  exports.Slow<&StringAt>("stringAt", 2);
  exports.Fast<&Errno>("errno");
  exports.Value("notes", NotesBuffer(exports.isolate()));
}

}  // namespace

LO_BINDING(ffi, Initialize)

}  // namespace lo::ffi
