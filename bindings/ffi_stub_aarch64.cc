// Stubs for AArch64 by AAPCS64, as on Linux (macOS packs what is on the stack, and puts all
// variadic arguments there): arguments in x0 to x7 and v0 to v7, the rest on the stack. x9 to x17
// are free.
#include <cstddef>

#include "bindings/ffi_stub.h"

namespace lo::ffi::aarch64 {

namespace {

constexpr int kGeneralRegisters = 8;
constexpr uint32_t kStack = 31;  // sp, as the base of an address
constexpr uint32_t kZeroRegister = 31;

constexpr uint32_t kEqual = 0x0;  // the condition of b.cond
constexpr uint32_t kNotEqual = 0x1;
constexpr uint32_t kHigher = 0x8;

class Assembler {
 public:
  void Word(uint32_t instruction) { code_.push_back(instruction); }

  void Move(uint32_t to, uint32_t from) { Word(0xAA0003E0 | from << 16 | to); }
  void Move(uint32_t to, uint64_t value) {
    Word(0xD2800000 | static_cast<uint32_t>(value & 0xFFFF) << 5 | to);  // movz
    for (uint32_t part = 1; part < 4; part++) {
      const auto bits = static_cast<uint32_t>(value >> 16 * part & 0xFFFF);
      if (bits != 0) Word(0xF2800000 | part << 21 | bits << 5 | to);  // movk
    }
  }
  void Load(uint32_t to, uint32_t base, int offset) {
    Word(0xF9400000 | Scaled(offset, 8) | base << 5 | to);
  }
  void Store(uint32_t from, uint32_t base, int offset) {
    Word(0xF9000000 | Scaled(offset, 8) | base << 5 | from);
  }
  void LoadHalfword(uint32_t to, uint32_t base, int offset) {
    Word(0x79400000 | Scaled(offset, 2) | base << 5 | to);
  }
  void StoreWord(uint32_t from, uint32_t base) { Word(0xB9000000 | base << 5 | from); }
  void Add(uint32_t to, uint32_t left, uint32_t right) {
    Word(0x8B000000 | right << 16 | left << 5 | to);
  }
  void SubtractOne(uint32_t to, uint32_t from) { Word(0xD1000400 | from << 5 | to); }
  void Compare(uint32_t left, uint32_t right) {
    Word(0xEB000000 | right << 16 | left << 5 | kZeroRegister);
  }
  void GrowStack(int bytes) { Word(0xD10003FF | static_cast<uint32_t>(bytes) << 10); }
  void Call(uint32_t target) { Word(0xD63F0000 | target << 5); }
  void Branch(uint32_t target) { Word(0xD61F0000 | target << 5); }
  void Return() { Word(0xD65F03C0); }

  // Jumps to a place that is not known yet: return where they are.
  size_t BranchIf(uint32_t condition) { return Open(0x54000000 | condition); }
  size_t BranchIfZero(uint32_t of) { return Open(0xB4000000 | of); }
  size_t BranchIfNotZero(uint32_t of) { return Open(0xB5000000 | of); }

  // Has the jump go to what comes next.
  void Land(size_t branch) { code_[branch] |= static_cast<uint32_t>(code_.size() - branch) << 5; }

  std::vector<uint8_t> TakeCode() const {
    std::vector<uint8_t> bytes;
    for (const uint32_t word : code_) {
      for (int i = 0; i < 4; i++) bytes.push_back(static_cast<uint8_t>(word >> 8 * i));
    }
    return bytes;
  }

 private:
  static uint32_t Scaled(int offset, int size) {
    return static_cast<uint32_t>(offset / size) << 10;
  }

  size_t Open(uint32_t instruction) {
    Word(instruction);
    return code_.size() - 1;
  }

  std::vector<uint32_t> code_;
};

uint32_t RegisterOf(Place place) { return static_cast<uint32_t>(place.index); }

class Builder {
 public:
  explicit Builder(const StubPlan& plan)
      : plan_(plan),
        from_(PlacesOf(plan.arguments, kGeneralRegisters, 1)),
        to_(PlacesOf(plan.arguments, kGeneralRegisters, 0)) {}

  std::vector<uint8_t> Build() {
    for (size_t i = 0; i < from_.size(); i++) {
      if (plan_.arguments[i] == Arrival::kBuffer) ReadBuffer(from_[i]);
    }
    if (plan_.wide) {
      CallWide();
    } else {
      MoveArguments(0, 0);
      LoadTarget();
      code_.Branch(16);
    }
    if (!misses_.empty()) Miss();
    return code_.TakeCode();
  }

 private:
  // Replaces a Local in `place` by the address of the typed array's memory, by the same rules as
  // Bytes::From(): x9 is the array, x10 to x12 are at hand.
  void ReadBuffer(Place place) {
    const TypedArrayLayout& layout = plan_.layout;
    if (place.in_register) {
      code_.Load(9, RegisterOf(place), 0);  // a Local is a pointer to the tagged word
    } else {
      code_.Load(9, kStack, 8 * place.index);
      code_.Load(9, 9, 0);
    }
    code_.Word(0xF240013F);  // tst x9, #1
    MissIf(code_.BranchIf(kEqual));
    code_.SubtractOne(9, 9);
    code_.Load(10, 9, 0);
    code_.SubtractOne(10, 10);
    code_.LoadHalfword(10, 10, layout.map_instance_type);
    code_.Move(11, uint64_t{layout.instance_type});
    code_.Compare(10, 11);
    MissIf(code_.BranchIf(kNotEqual));
    code_.Load(10, 9, layout.data_pointer + 8);
    const size_t inside_heap = code_.BranchIfNotZero(10);
    code_.Load(11, 9, layout.byte_length);
    MissIf(code_.BranchIfZero(11));
    code_.Load(12, 9, layout.byte_offset);
    code_.Add(11, 11, 12);
    code_.Load(12, 9, layout.buffer);
    code_.SubtractOne(12, 12);
    code_.Load(12, 12, layout.buffer_byte_length);
    code_.Compare(11, 12);
    MissIf(code_.BranchIf(kHigher));
    code_.Land(inside_heap);
    code_.Load(11, 9, layout.data_pointer);
    if (place.in_register) {
      code_.Add(RegisterOf(place), 10, 11);
    } else {
      code_.Add(10, 10, 11);
      code_.Store(10, kStack, 8 * place.index);
    }
  }

  void MissIf(size_t branch) { misses_.push_back(branch); }

  void Miss() {
    for (const size_t branch : misses_) code_.Land(branch);
    code_.Move(16, AddressOf(plan_.missed));
    code_.Move(9, uint64_t{1});
    code_.StoreWord(9, 16);
    code_.Move(0, uint64_t{0});
    code_.Return();
  }

  // In order, which overwrites nothing that is still to be moved: an argument moves to the place of
  // one before it, if at all. `from` and `to` are where the arguments on the stack begin.
  void MoveArguments(int from, int to) {
    for (size_t i = 0; i < from_.size(); i++) {
      if (from_[i].in_register) {
        if (from_[i] != to_[i]) code_.Move(RegisterOf(to_[i]), RegisterOf(from_[i]));
        continue;
      }
      const int source = from + 8 * from_[i].index;
      if (to_[i].in_register) {
        code_.Load(RegisterOf(to_[i]), kStack, source);
      } else if (from != to || from_[i] != to_[i]) {
        code_.Load(9, kStack, source);
        code_.Store(9, kStack, to + 8 * to_[i].index);
      }
    }
  }

  // The function's address in x16.
  void LoadTarget() {
    code_.Move(16, AddressOf(plan_.target));
    code_.Load(16, 16, 0);
  }

  void CallWide() {
    constexpr int kSaved = 16;
    const int frame = (8 * StackSlots(to_) + 15) & ~15;
    code_.Word(0xA9BF7BFD);  // stp x29, x30, [sp, #-16]!
    code_.Word(0x910003FD);  // mov x29, sp
    code_.GrowStack(frame);
    MoveArguments(frame + kSaved, 0);
    LoadTarget();
    code_.Call(16);
    code_.Move(16, AddressOf(plan_.wide_result));
    code_.Store(0, 16, 0);
    code_.Word(0x9E620000);  // scvtf d0, x0
    code_.Word(0x910003BF);  // mov sp, x29
    code_.Word(0xA8C17BFD);  // ldp x29, x30, [sp], #16
    code_.Return();
  }

  const StubPlan& plan_;
  const std::vector<Place> from_;
  const std::vector<Place> to_;
  Assembler code_;
  std::vector<size_t> misses_;
};

}  // namespace

std::vector<uint8_t> Stub(const StubPlan& plan) { return Builder(plan).Build(); }

std::vector<uint8_t> SystemCall(uint32_t number, bool) {
  Assembler code;
  code.Move(8, uint64_t{number});
  code.Word(0xD4000001);  // svc #0
  code.Return();
  return code.TakeCode();
}

}  // namespace lo::ffi::aarch64
