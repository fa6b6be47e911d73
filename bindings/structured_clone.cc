// structuredClone() by V8's serializer (https://html.spec.whatwg.org/#structured-cloning).
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/binding.h"

namespace {

using Arguments = v8::FunctionCallbackInfo<v8::Value>;

// What travels beside the serialized bytes: the memory of SharedArrayBuffers and the code of
// WebAssembly modules, which a clone shares. Their places are their ids.
struct Shared {
  std::vector<std::shared_ptr<v8::BackingStore>> memories;
  std::vector<v8::CompiledWasmModule> modules;
};

template <typename T>
uint32_t Add(std::vector<T>& list, T item) {
  list.push_back(std::move(item));
  return static_cast<uint32_t>(list.size() - 1);
}

class Writer : public v8::ValueSerializer::Delegate {
 public:
  // `new_error` makes an error of a message.
  Writer(v8::Isolate* isolate, v8::Local<v8::Function> new_error, Shared* shared)
      : isolate_(isolate), new_error_(new_error), shared_(shared) {}

  void ThrowDataCloneError(v8::Local<v8::String> message) override {
    v8::Local<v8::Value> error;
    v8::Local<v8::Value> arguments[] = {message};
    if (new_error_->Call(isolate_->GetCurrentContext(), v8::Undefined(isolate_), 1, arguments)
            .ToLocal(&error)) {
      isolate_->ThrowException(error);
    }
  }

  v8::Maybe<uint32_t> GetSharedArrayBufferId(v8::Isolate*,
                                             v8::Local<v8::SharedArrayBuffer> buffer) override {
    return v8::Just(Add(shared_->memories, buffer->GetBackingStore()));
  }

  v8::Maybe<uint32_t> GetWasmModuleTransferId(v8::Isolate*,
                                              v8::Local<v8::WasmModuleObject> module) override {
    return v8::Just(Add(shared_->modules, module->GetCompiledModule()));
  }

  void* ReallocateBufferMemory(void* old, size_t size, size_t* actual_size) override {
    *actual_size = size;
    return std::realloc(old, size);
  }

  void FreeBufferMemory(void* buffer) override { std::free(buffer); }

 private:
  v8::Isolate* isolate_;
  v8::Local<v8::Function> new_error_;
  Shared* shared_;
};

class Reader : public v8::ValueDeserializer::Delegate {
 public:
  explicit Reader(const Shared* shared) : shared_(shared) {}

  v8::MaybeLocal<v8::SharedArrayBuffer> GetSharedArrayBufferFromId(v8::Isolate* isolate,
                                                                   uint32_t id) override {
    return v8::SharedArrayBuffer::New(isolate, shared_->memories[id]);
  }

  v8::MaybeLocal<v8::WasmModuleObject> GetWasmModuleFromId(v8::Isolate* isolate,
                                                           uint32_t id) override {
    return v8::WasmModuleObject::FromCompiledModule(isolate, shared_->modules[id]);
  }

 private:
  const Shared* shared_;
};

using Buffers = std::vector<v8::Local<v8::ArrayBuffer>>;

// The ArrayBuffers of `list`. Throws a DataCloneError for what can't be transferred.
bool ReadTransferList(v8::Isolate* isolate, v8::Local<v8::Array> list, Writer& writer,
                      Buffers* buffers) {
  for (uint32_t i = 0; i < list->Length(); i++) {
    v8::Local<v8::Value> item;
    if (!list->Get(isolate->GetCurrentContext(), i).ToLocal(&item)) return false;
    if (!item->IsArrayBuffer()) {
      writer.ThrowDataCloneError(
          v8::String::NewFromUtf8Literal(isolate, "Found invalid object in transferList"));
      return false;
    }
    auto buffer = item.As<v8::ArrayBuffer>();
    if (!buffer->IsDetachable()) {  // the memory of a WebAssembly instance
      writer.ThrowDataCloneError(v8::String::NewFromUtf8Literal(
          isolate, "An ArrayBuffer is not detachable and could not be cloned."));
      return false;
    }
    buffers->push_back(buffer);
  }
  return true;
}

// Whether all buffers still have their memory. A getter of the cloned value may have detached one.
bool CheckAttached(v8::Isolate* isolate, const Buffers& buffers, Writer& writer) {
  for (v8::Local<v8::ArrayBuffer> buffer : buffers) {
    if (!buffer->WasDetached()) continue;
    writer.ThrowDataCloneError(v8::String::NewFromUtf8Literal(
        isolate, "An ArrayBuffer is detached and could not be cloned."));
    return false;
  }
  return true;
}

// Moves the memory of `buffer` to a new one.
v8::Local<v8::ArrayBuffer> Transfer(v8::Isolate* isolate, v8::Local<v8::ArrayBuffer> buffer) {
  std::shared_ptr<v8::BackingStore> memory = buffer->GetBackingStore();
  buffer->Detach();
  return v8::ArrayBuffer::New(isolate, std::move(memory));
}

// clone(value, transfer, newError): a copy of `value`. The ArrayBuffers in the array `transfer`,
// none of them twice, are moved to the copy. `newError` makes a DataCloneError of a message.
void Clone(const Arguments& info) {
  v8::Isolate* isolate = info.GetIsolate();
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  if (!info[1]->IsArray() || !info[2]->IsFunction()) {
    isolate->ThrowException(v8::Exception::TypeError(
        v8::String::NewFromUtf8Literal(isolate, "clone() takes a value, an array and a function")));
    return;
  }
  Shared shared;
  Writer writer(isolate, info[2].As<v8::Function>(), &shared);
  Buffers buffers;
  if (!ReadTransferList(isolate, info[1].As<v8::Array>(), writer, &buffers)) return;

  v8::ValueSerializer serializer(isolate, &writer);
  for (uint32_t i = 0; i < buffers.size(); i++) serializer.TransferArrayBuffer(i, buffers[i]);
  serializer.WriteHeader();
  if (!serializer.WriteValue(context, info[0]).FromMaybe(false)) return;
  if (!CheckAttached(isolate, buffers, writer)) return;
  const auto [data, size] = serializer.Release();
  const std::unique_ptr<uint8_t, decltype(&std::free)> bytes(data, &std::free);

  Reader reader(&shared);
  v8::ValueDeserializer deserializer(isolate, bytes.get(), size, &reader);
  for (uint32_t i = 0; i < buffers.size(); i++) {
    deserializer.TransferArrayBuffer(i, Transfer(isolate, buffers[i]));
  }
  v8::Local<v8::Value> copy;
  if (deserializer.ReadHeader(context).FromMaybe(false) &&
      deserializer.ReadValue(context).ToLocal(&copy)) {
    info.GetReturnValue().Set(copy);
  }
}

void Initialize(lo::Exports& exports) { exports.Slow<&Clone>("clone", 3); }

}  // namespace

LO_BINDING(structured_clone, Initialize)
