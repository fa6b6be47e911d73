// What JavaScript can't see of an object: lo.load('inspect'), for lib/inspect.js.
#include <cstdint>
#include <iterator>
#include <string>

#include "runtime/binding.h"

namespace lo {

namespace {

using Info = v8::FunctionCallbackInfo<v8::Value>;

template <bool (v8::Value::*is)() const>
bool Is(v8::Local<v8::Value> value) {
  return ((*value)->*is)();
}

bool IsAsyncGeneratorFunction(v8::Local<v8::Value> value) {
  return value->IsAsyncFunction() && value->IsGeneratorFunction();
}

// What an object is by its internal slots. A kind's number is its place here; the first that fits
// counts, so that what is common comes early, and an async generator function before what it also
// is.
constexpr struct {
  const char* name;
  bool (*matches)(v8::Local<v8::Value>);
} kKinds[] = {
    {"PROXY", Is<&v8::Value::IsProxy>},
    {"ARRAY", Is<&v8::Value::IsArray>},
    {"ASYNC_GENERATOR_FUNCTION", IsAsyncGeneratorFunction},
    {"ASYNC_FUNCTION", Is<&v8::Value::IsAsyncFunction>},
    {"GENERATOR_FUNCTION", Is<&v8::Value::IsGeneratorFunction>},
    {"FUNCTION", Is<&v8::Value::IsFunction>},
    {"MAP", Is<&v8::Value::IsMap>},
    {"SET", Is<&v8::Value::IsSet>},
    {"ERROR", Is<&v8::Value::IsNativeError>},
    {"TYPED_ARRAY", Is<&v8::Value::IsTypedArray>},
    {"DATE", Is<&v8::Value::IsDate>},
    {"REGEXP", Is<&v8::Value::IsRegExp>},
    {"PROMISE", Is<&v8::Value::IsPromise>},
    {"ARRAY_BUFFER", Is<&v8::Value::IsArrayBuffer>},
    {"SHARED_ARRAY_BUFFER", Is<&v8::Value::IsSharedArrayBuffer>},
    {"DATA_VIEW", Is<&v8::Value::IsDataView>},
    {"ARGUMENTS", Is<&v8::Value::IsArgumentsObject>},
    {"MAP_ITERATOR", Is<&v8::Value::IsMapIterator>},
    {"SET_ITERATOR", Is<&v8::Value::IsSetIterator>},
    {"WEAK_MAP", Is<&v8::Value::IsWeakMap>},
    {"WEAK_SET", Is<&v8::Value::IsWeakSet>},
    {"MODULE_NAMESPACE", Is<&v8::Value::IsModuleNamespaceObject>},
    {"NUMBER_OBJECT", Is<&v8::Value::IsNumberObject>},
    {"STRING_OBJECT", Is<&v8::Value::IsStringObject>},
    {"BOOLEAN_OBJECT", Is<&v8::Value::IsBooleanObject>},
    {"BIGINT_OBJECT", Is<&v8::Value::IsBigIntObject>},
    {"SYMBOL_OBJECT", Is<&v8::Value::IsSymbolObject>},
    {"EXTERNAL", Is<&v8::Value::IsExternal>},
};
constexpr int32_t kPlain = std::size(kKinds);

// kind(value): one of the constants.
int32_t Kind(v8::Local<v8::Value> value) {
  int32_t kind = 0;
  while (kind < kPlain && !kKinds[kind].matches(value)) kind++;
  return kind;
}

// Whether the first argument is what `is` asks for; throws a TypeError if not.
template <bool (v8::Value::*is)() const>
bool Takes(const Info& info, const char* what) {
  if (Is<is>(info[0])) return true;
  v8::Isolate* isolate = info.GetIsolate();
  const std::string message = std::string("The \"value\" argument must be ") + what;
  isolate->ThrowException(v8::Exception::TypeError(ToString(isolate, message).ToLocalChecked()));
  return false;
}

void ReturnPair(const Info& info, v8::Local<v8::Value> first, v8::Local<v8::Value> second) {
  v8::Local<v8::Value> pair[] = {first, second};
  info.GetReturnValue().Set(v8::Array::New(info.GetIsolate(), pair, std::size(pair)));
}

// proxyDetails(proxy): [target, handler], both null once it is revoked.
void ProxyDetails(const Info& info) {
  if (!Takes<&v8::Value::IsProxy>(info, "a Proxy")) return;
  auto proxy = info[0].As<v8::Proxy>();
  ReturnPair(info, proxy->GetTarget(), proxy->GetHandler());
}

// promiseDetails(promise): [state, result], the state as PENDING, FULFILLED or REJECTED.
void PromiseDetails(const Info& info) {
  if (!Takes<&v8::Value::IsPromise>(info, "a Promise")) return;
  v8::Isolate* isolate = info.GetIsolate();
  auto promise = info[0].As<v8::Promise>();
  const v8::Promise::PromiseState state = promise->State();
  // A pending promise has no result to ask for.
  ReturnPair(
      info, v8::Integer::New(isolate, state),
      state == v8::Promise::kPending ? v8::Undefined(isolate).As<v8::Value>() : promise->Result());
}

// previewEntries(value): of a map, set, weak collection or an iterator of a map or set, without
// side effects, [entries, isPairs]: keys and values in turn if isPairs. Undefined for anything
// else.
void PreviewEntries(const Info& info) {
  if (!Takes<&v8::Value::IsObject>(info, "an object")) return;
  bool is_pairs = false;
  v8::Local<v8::Array> entries;
  if (info[0].As<v8::Object>()->PreviewEntries(&is_pairs).ToLocal(&entries)) {
    ReturnPair(info, entries, v8::Boolean::New(info.GetIsolate(), is_pairs));
  }
}

// nonIndexKeys(value, onlyEnumerable): the object's own keys but for 0, 1, 2 and so on, of which an
// array may have millions.
void NonIndexKeys(const Info& info) {
  if (!Takes<&v8::Value::IsObject>(info, "an object")) return;
  v8::Isolate* isolate = info.GetIsolate();
  const v8::PropertyFilter filter =
      info[1]->BooleanValue(isolate) ? v8::ONLY_ENUMERABLE : v8::ALL_PROPERTIES;
  v8::Local<v8::Array> keys;
  if (info[0]
          .As<v8::Object>()
          ->GetPropertyNames(isolate->GetCurrentContext(), v8::KeyCollectionMode::kOwnOnly, filter,
                             v8::IndexFilter::kSkipIndices)
          .ToLocal(&keys)) {
    info.GetReturnValue().Set(keys);
  }
}

// constructorName(value): V8's own idea of what made the object, which no property can change.
void ConstructorName(const Info& info) {
  if (!Takes<&v8::Value::IsObject>(info, "an object")) return;
  info.GetReturnValue().Set(info[0].As<v8::Object>()->GetConstructorName());
}

// externalAddress(external): the address in it, as a BigInt.
void ExternalAddress(const Info& info) {
  if (!Takes<&v8::Value::IsExternal>(info, "an External")) return;
  const auto address = reinterpret_cast<uintptr_t>(info[0].As<v8::External>()->Value());
  info.GetReturnValue().Set(v8::BigInt::NewFromUnsigned(info.GetIsolate(), address));
}

void Initialize(Exports& exports) {
  exports.Fast<&Kind>("kind", {"value"});
  for (int32_t kind = 0; kind < kPlain; kind++) exports.Constant(kKinds[kind].name, kind);
  exports.Constant("PLAIN", kPlain);

  exports.Slow<&ProxyDetails>("proxyDetails", 1);
  exports.Slow<&PromiseDetails>("promiseDetails", 1);
  exports.Constant("PENDING", v8::Promise::kPending);
  exports.Constant("FULFILLED", v8::Promise::kFulfilled);
  exports.Constant("REJECTED", v8::Promise::kRejected);
  exports.Slow<&PreviewEntries>("previewEntries", 1);
  exports.Slow<&NonIndexKeys>("nonIndexKeys", 2);
  exports.Slow<&ConstructorName>("constructorName", 1);
  exports.Slow<&ExternalAddress>("externalAddress", 1);
}

}  // namespace

LO_BINDING(inspect, Initialize)

}  // namespace lo
