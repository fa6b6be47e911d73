#include "bindings/ffi_signature.h"

namespace lo::ffi {

namespace {

ffi_type* DescriptionOf(char letter) {
  switch (letter) {
    case kVoid:
      return &ffi_type_void;
    case kBool:
    case kUint8:
      return &ffi_type_uint8;
    case kInt8:
      return &ffi_type_sint8;
    case kInt16:
      return &ffi_type_sint16;
    case kUint16:
      return &ffi_type_uint16;
    case kInt32:
      return &ffi_type_sint32;
    case kUint32:
      return &ffi_type_uint32;
    case kInt64:
      return &ffi_type_sint64;
    case kUint64:
      return &ffi_type_uint64;
    case kFloat32:
      return &ffi_type_float;
    case kFloat64:
      return &ffi_type_double;
    case kPointer:
    case kFunction:
    case kBuffer:
      return &ffi_type_pointer;
    default:
      return nullptr;
  }
}

}  // namespace

bool IsWide(Letter letter) { return letter == kInt64 || letter == kUint64 || letter == kPointer; }

bool IsFloating(Letter letter) { return letter == kFloat32 || letter == kFloat64; }

// Reads a text from its start to its end.
class Signature::Parser {
 public:
  Parser(Signature& signature, std::string_view text) : signature_(signature), text_(text) {}

  bool Parse() {
    while (!text_.empty() && text_.front() != '>') {
      if (Skip('.')) {
        signature_.variadic_ = true;
      } else if (!TakeParameter()) {
        return false;
      }
    }
    return Skip('>') && TakeType(&signature_.result_) && text_.empty() &&
           signature_.result_.letter != kBuffer;
  }

 private:
  bool Skip(char letter) {
    if (text_.empty() || text_.front() != letter) return false;
    text_.remove_prefix(1);
    return true;
  }

  bool TakeParameter() {
    Type type;
    if (!TakeType(&type) || type.letter == kVoid) return false;
    signature_.parameters_.push_back(type);
    if (!signature_.variadic_) signature_.fixed_++;
    return true;
  }

  bool TakeType(Type* type) {
    if (text_.empty()) return false;
    type->letter = static_cast<Letter>(text_.front());
    text_.remove_prefix(1);
    type->description = type->letter == kStruct ? TakeFields() : DescriptionOf(type->letter);
    return type->description != nullptr;
  }

  ffi_type* TakeFields() {
    std::vector<ffi_type*> fields;
    while (!Skip('}')) {
      Type field;
      if (!TakeType(&field) || field.letter == kVoid) return nullptr;
      fields.push_back(field.description);
    }
    if (fields.empty()) return nullptr;
    fields.push_back(nullptr);
    Struct& made = signature_.structs_.emplace_back();
    made.fields = std::move(fields);
    made.description.type = FFI_TYPE_STRUCT;
    made.description.elements = made.fields.data();
    return &made.description;
  }

  Signature& signature_;
  std::string_view text_;
};

std::unique_ptr<Signature> Signature::Parse(std::string_view text) {
  std::unique_ptr<Signature> signature(new Signature());
  if (!Parser(*signature, text).Parse() || !signature->Prepare()) return nullptr;
  return signature;
}

bool Signature::Prepare() {
  for (const Type& parameter : parameters_) descriptions_.push_back(parameter.description);
  const auto count = static_cast<unsigned>(parameters_.size());
  const ffi_status status =
      variadic_
          ? ffi_prep_cif_var(&cif_, FFI_DEFAULT_ABI, static_cast<unsigned>(fixed_), count,
                             result_.description, descriptions_.data())
          : ffi_prep_cif(&cif_, FFI_DEFAULT_ABI, count, result_.description, descriptions_.data());
  return status == FFI_OK;
}

}  // namespace lo::ffi
