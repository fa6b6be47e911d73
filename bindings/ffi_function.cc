#include "bindings/ffi_function.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "bindings/ffi_call.h"
#include "bindings/ffi_memory.h"
#include "bindings/ffi_stub.h"
#include "bindings/ffi_values.h"
#include "runtime/binding.h"
#include "runtime/bytes.h"

namespace lo::ffi {

namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

// What lib/ffi.js lets a function have.
constexpr int kMostParameters = 64;

std::vector<std::unique_ptr<Function>>& Functions() {
  static auto& functions = *new std::vector<std::unique_ptr<Function>>();
  return functions;
}

// Functions that were released, by their signature and whether they may be fast. A signature with
// none left keeps its place.
std::vector<Function*>& Released(const std::string& text, bool may_be_fast) {
  struct Pool {
    std::string text;
    bool may_be_fast;
    std::vector<Function*> functions;
  };
  static auto& pools = *new std::list<Pool>();
  auto pool = std::find_if(pools.begin(), pools.end(), [&](const Pool& each) {
    return each.text == text && each.may_be_fast == may_be_fast;
  });
  if (pool == pools.end()) pool = pools.insert(pool, {text, may_be_fast, {}});
  return pool->functions;
}

// How V8 passes a parameter. A 32-bit integer it does not check, but lib/ffi.js does, and passes
// `x | 0`.
v8::CTypeInfo ParameterType(Letter letter) {
  using Type = v8::CTypeInfo::Type;
  if (IsWide(letter)) return v8::CTypeInfo(Type::kInt64);
  switch (letter) {
    case kFloat32:
      return v8::CTypeInfo(Type::kFloat32);
    case kFloat64:
      return v8::CTypeInfo(Type::kFloat64);
    case kUint32:
      return v8::CTypeInfo(Type::kUint32);
    case kBuffer:
      return v8::CTypeInfo(Type::kV8Value);
    default:
      return v8::CTypeInfo(Type::kInt32);
  }
}

// The stub makes a double of what is wide.
v8::CTypeInfo ResultType(Letter letter) {
  using Type = v8::CTypeInfo::Type;
  if (letter == kVoid) return v8::CTypeInfo(Type::kVoid);
  return IsWide(letter) ? v8::CTypeInfo(Type::kFloat64) : ParameterType(letter);
}

Arrival ArrivalOf(const Type& type) {
  if (type.letter == kBuffer) return Arrival::kBuffer;
  return IsFloating(type.letter) ? Arrival::kFloat : Arrival::kGeneral;
}

// What a C function is called with. Left uninitialised where nothing reads it.
class Arguments {
 public:
  // False if `value` is a buffer that can't be read.
  bool Add(v8::Local<v8::Value> value, Letter letter) {
    if (letter != kBuffer) {
      Push(BitsOf(value, letter), IsFloating(letter));
      return true;
    }
    auto memory = MemoryOf(value);
    if (!memory) return false;
    Push(reinterpret_cast<uintptr_t>(memory->data), false);
    if (memory->store != nullptr) kept_.push_back(std::move(memory->store));
    return true;
  }

  Returned Call(const void* target) const {
    Returned returned;
    lo_ffi_call(target, general_.data(), floating_.data(), stack_.data(), stacked_, &returned);
    return returned;
  }

 private:
  void Push(uint64_t bits, bool floating) {
    if (floating && floats_ < kFloatRegisters) {
      floating_[floats_++] = bits;
    } else if (!floating && generals_ < kGeneralRegisters) {
      general_[generals_++] = bits;
    } else {
      stack_[stacked_++] = bits;
    }
  }

  std::array<uint64_t, kGeneralRegisters> general_;
  std::array<uint64_t, kFloatRegisters> floating_;
  std::array<uint64_t, kMostParameters> stack_;
  int generals_ = 0;
  int floats_ = 0;
  size_t stacked_ = 0;
  std::vector<std::shared_ptr<v8::BackingStore>> kept_;
};

// What a stub leaves V8 with: lib/ffi.js makes the result of it, on both paths alike.
void SetResult(const Info& info, Letter letter, Returned returned) {
  auto result = info.GetReturnValue();
  if (IsWide(letter)) {
    notes.wide_result = returned.general;
    return result.Set(static_cast<double>(static_cast<int64_t>(returned.general)));
  }
  float single;
  double number;
  switch (letter) {
    case kVoid:
      return;
    case kFloat32:
      std::memcpy(&single, &returned.floating, sizeof single);
      return result.Set(static_cast<double>(single));
    case kFloat64:
      std::memcpy(&number, &returned.floating, sizeof number);
      return result.Set(number);
    case kUint32:
      return result.Set(static_cast<uint32_t>(returned.general));
    default:
      return result.Set(static_cast<int32_t>(returned.general));
  }
}

Running* now = nullptr;

}  // namespace

Running::Running(Function* function) : function_(function), outer_(now) {
  function_->running_++;
  now = this;
}

Running::~Running() {
  now = outer_;
  function_->running_--;
}

Running* Running::Now() { return now; }

Running::Suspension::Suspension(Running* running) : running_(running) { now = nullptr; }

Running::Suspension::~Suspension() { now = running_; }

Function* Function::Acquire(v8::Local<v8::Context> context, const std::string& text,
                            bool may_be_fast, const void* target) {
  std::vector<Function*>& released = Released(text, may_be_fast);
  if (released.empty()) {
    std::unique_ptr<Signature> signature = Signature::Parse(text);
    if (signature == nullptr || signature->parameters().size() > kMostParameters) return nullptr;
    const auto number = static_cast<int32_t>(Functions().size());
    Functions().emplace_back(new Function(std::move(signature), number));
    Functions().back()->MakeJs(context, may_be_fast);
    released.push_back(Functions().back().get());
  }
  Function* function = released.back();
  released.pop_back();
  function->target_ = target;
  function->in_use_ = true;
  function->record_.slow_calls = 0;
  function->released_ = &released;
  return function;
}

Function* Function::Find(int32_t number) {
  if (number < 0 || static_cast<size_t>(number) >= Functions().size()) return nullptr;
  Function* function = Functions()[number].get();
  return function->in_use_ ? function : nullptr;
}

void Function::Release() {
  in_use_ = false;
  released_->push_back(this);
}

const void* Function::MakeStub() {
  StubPlan plan;
  for (const Type& parameter : signature_->parameters()) {
    plan.arguments.push_back(ArrivalOf(parameter));
  }
  const bool has_buffer =
      std::count(plan.arguments.begin(), plan.arguments.end(), Arrival::kBuffer) > 0;
  if (has_buffer && !Bytes::CanReadInFastCall()) return nullptr;
  plan.variadic = signature_->variadic();
  plan.wide = IsWide(signature_->result().letter);
  plan.target = &target_;
  plan.wide_result = &notes.wide_result;
  plan.missed = &notes.missed;
  plan.layout = Bytes::Layout();
  return Publish(native::Stub(plan));
}

void Function::MakeJs(v8::Local<v8::Context> context, bool may_be_fast) {
  v8::Isolate* isolate = context->GetIsolate();
  v8::Local<v8::External> self = v8::External::New(isolate, this);
  const auto length = static_cast<int>(signature_->parameters().size());
  const void* stub = may_be_fast && !signature_->HasStruct() ? MakeStub() : nullptr;
  const auto make = [&](const v8::CFunction* fast) {
    return v8::FunctionTemplate::New(isolate, &CallSlowly, self, v8::Local<v8::Signature>(), length,
                                     v8::ConstructorBehavior::kThrow,
                                     v8::SideEffectType::kHasSideEffect, fast)
        ->GetFunction(context)
        .ToLocalChecked();
  };
  v8::Local<v8::Function> slow = make(nullptr);
  slow_js_.Reset(isolate, slow);
  if (stub == nullptr) return js_.Reset(isolate, slow);

  types_.emplace_back(v8::CTypeInfo::Type::kV8Value);  // the receiver
  for (const Type& parameter : signature_->parameters()) {
    types_.push_back(ParameterType(parameter.letter));
  }
  info_ = std::make_unique<v8::CFunctionInfo>(ResultType(signature_->result().letter),
                                              static_cast<unsigned>(types_.size()), types_.data());
  const v8::CFunction fast(stub, info_.get());
  js_.Reset(isolate, make(&fast));
}

void Function::CallSlowly(const Info& info) {
  auto* self = static_cast<Function*>(info.Data().As<v8::External>()->Value());
  self->record_.slow_calls++;
  if (self->signature_->HasStruct()) return self->CallByLibffi(info);
  self->CallByRegisters(info);
}

void Function::CallByRegisters(const Info& info) {
  Arguments arguments;
  const auto& parameters = signature_->parameters();
  for (size_t i = 0; i < parameters.size(); i++) {
    if (!arguments.Add(info[static_cast<int>(i)], parameters[i].letter)) {
      notes.missed = 1;
      return;
    }
  }
  Running running(this);
  const Returned returned = arguments.Call(target_);
  const int error = errno;
  if (running.exception.IsEmpty()) {
    SetResult(info, signature_->result().letter, returned);
  } else {
    info.GetIsolate()->ThrowException(running.exception.Get(info.GetIsolate()));
  }
  errno = error;
}

void Function::CallByLibffi(const Info& info) {
  v8::Isolate* isolate = info.GetIsolate();
  std::array<uint64_t, kMostParameters> words;
  std::array<void*, kMostParameters> places;
  std::vector<Memory> kept;
  const auto& parameters = signature_->parameters();
  for (size_t i = 0; i < parameters.size(); i++) {
    const Type& type = parameters[i];
    const v8::Local<v8::Value> value = info[static_cast<int>(i)];
    places[i] = &words[i];
    if (type.letter != kBuffer && type.letter != kStruct) {
      words[i] = BitsOf(value, type.letter);
      continue;
    }
    auto memory = MemoryOf(value);
    if (!memory || (type.letter == kStruct && memory->size < type.description->size)) {
      notes.missed = 1;
      return;
    }
    words[i] = reinterpret_cast<uintptr_t>(memory->data);
    if (type.letter == kStruct) places[i] = memory->data;
    kept.push_back(std::move(*memory));
  }

  const Type& result = signature_->result();
  // libffi extends a narrow integer to a whole word.
  std::vector<uint64_t> space(result.description->size / sizeof(uint64_t) + 1);
  Running running(this);
  ffi_call(signature_->cif(), FFI_FN(const_cast<void*>(target_)), space.data(), places.data());
  const int error = errno;
  if (!running.exception.IsEmpty()) {
    isolate->ThrowException(running.exception.Get(isolate));
  } else if (result.letter == kStruct) {
    info.GetReturnValue().Set(CopyOf(isolate, space.data(), result.description->size));
  } else {
    SetResult(info, result.letter, {space[0], space[0]});
  }
  errno = error;
}

}  // namespace lo::ffi
