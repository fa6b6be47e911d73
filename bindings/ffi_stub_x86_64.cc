// Stubs for x86-64 by the System V ABI: arguments in rdi, rsi, rdx, rcx, r8, r9 and xmm0 to xmm7,
// the rest on the stack, above the return address. rax, r10 and r11 are free.
#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <utility>

#include "bindings/ffi_stub.h"

namespace lo::ffi::x86_64 {

namespace {

enum Register { rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8, r9, r10, r11 };

constexpr Register kGeneral[] = {rdi, rsi, rdx, rcx, r8, r9};
constexpr int kGeneralRegisters = 6;

enum Condition { kAbove = 0x7, kZero = 0x4, kNotZero = 0x5 };

// An operand in memory.
struct Memory {
  Register base;
  int offset = 0;
};

class Assembler {
 public:
  void Bytes(std::initializer_list<int> bytes) {
    for (const int byte : bytes) code_.push_back(static_cast<uint8_t>(byte));
  }

  void Move(Register to, Register from) {
    Bytes({0x48 | (from >> 3) << 2 | to >> 3, 0x89, 0xC0 | (from & 7) << 3 | (to & 7)});
  }
  void Move(Register to, uint64_t value) {
    Bytes({0x48 | to >> 3, 0xB8 | (to & 7)});
    Value(value, 8);
  }
  void Load(Register to, Memory from) { WithMemory(0x8B, to, from); }
  void Store(Memory to, Register from) { WithMemory(0x89, from, to); }
  void Add(Register to, Memory from) { WithMemory(0x03, to, from); }
  void Compare(Register left, Memory right) { WithMemory(0x3B, left, right); }

  // cmp word [memory], value
  void CompareWord(Memory memory, uint16_t value) {
    Bytes({0x66, 0x40 | memory.base >> 3, 0x81});
    Operand(7, memory);
    Value(value, 2);
  }
  void TestBits(Register of, int bits) { Bytes({0x40 | of >> 3, 0xF6, 0xC0 | (of & 7), bits}); }
  void TestZero(Register of) {
    Bytes({0x48 | (of >> 3) * 5, 0x85, 0xC0 | (of & 7) << 3 | (of & 7)});
  }
  // Grows the stack; shrinks it if `bytes` is below 0.
  void GrowStack(int bytes) {
    Bytes({0x48, 0x81, 0xEC});
    Value(static_cast<uint32_t>(bytes), 4);
  }

  // A jump to a place that is not known yet: returns where to put it.
  size_t Jump(Condition condition) {
    Bytes({0x0F, 0x80 | condition});
    Value(0, 4);
    return code_.size();
  }
  // Has the jump go to what comes next.
  void Land(size_t jump) {
    const auto distance = static_cast<uint32_t>(code_.size() - jump);
    for (int i = 0; i < 4; i++) code_[jump - 4 + i] = static_cast<uint8_t>(distance >> 8 * i);
  }

  void Value(uint64_t value, int bytes) {
    for (int i = 0; i < bytes; i++) code_.push_back(static_cast<uint8_t>(value >> 8 * i));
  }

  std::vector<uint8_t> TakeCode() { return std::move(code_); }

 private:
  void WithMemory(int opcode, Register reg, Memory memory) {
    Bytes({0x48 | (reg >> 3) << 2 | memory.base >> 3, opcode});
    Operand(reg & 7, memory);
  }
  void Operand(int field, Memory memory) {
    Bytes({0x80 | field << 3 | (memory.base & 7)});
    if (memory.base == rsp) Bytes({0x24});
    Value(static_cast<uint32_t>(memory.offset), 4);
  }

  std::vector<uint8_t> code_;
};

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
      MoveArguments(kReturnAddress, kReturnAddress);
      Prepare();
      code_.Bytes({0x41, 0xFF, 0x23});  // jmp [r11]
    }
    if (!misses_.empty()) Miss();
    return code_.TakeCode();
  }

 private:
  static constexpr int kReturnAddress = 8;

  // Replaces a Local in `place` by the address of the typed array's memory, by the same rules as
  // Bytes::From().
  void ReadBuffer(Place place) {
    const TypedArrayLayout& layout = plan_.layout;
    const auto tag = static_cast<int>(kHeapObjectTag);
    const Memory slot = {rsp, kReturnAddress + 8 * place.index};
    if (place.in_register) {
      code_.Move(r10, kGeneral[place.index]);
    } else {
      code_.Load(r10, slot);
    }
    code_.Load(r10, {r10});  // a Local is a pointer to the tagged word
    code_.TestBits(r10, tag);
    MissIf(kZero);
    code_.Load(r11, {r10, -tag});
    code_.CompareWord({r11, layout.map_instance_type - tag}, layout.instance_type);
    MissIf(kNotZero);
    code_.Load(rax, {r10, layout.data_pointer + 8 - tag});
    code_.TestZero(rax);
    const size_t inside_heap = code_.Jump(kNotZero);
    code_.Load(r11, {r10, layout.byte_length - tag});
    code_.TestZero(r11);
    MissIf(kZero);
    code_.Add(r11, {r10, layout.byte_offset - tag});
    code_.Load(rax, {r10, layout.buffer - tag});
    code_.Compare(r11, {rax, layout.buffer_byte_length - tag});
    MissIf(kAbove);
    code_.Move(rax, uint64_t{0});
    code_.Land(inside_heap);
    code_.Add(rax, {r10, layout.data_pointer - tag});
    if (place.in_register) {
      code_.Move(kGeneral[place.index], rax);
    } else {
      code_.Store(slot, rax);
    }
  }

  void MissIf(Condition condition) { misses_.push_back(code_.Jump(condition)); }

  void Miss() {
    for (const size_t jump : misses_) code_.Land(jump);
    code_.Move(r11, AddressOf(plan_.missed));
    code_.Bytes({0x41, 0xC7, 0x03});  // mov dword [r11], 1
    code_.Value(1, 4);
    code_.Bytes({0x31, 0xC0, 0xC3});  // xor eax, eax; ret
  }

  // In order, which overwrites nothing that is still to be moved: an argument moves to the place of
  // one before it, if at all. `from` and `to` are where the arguments on the stack begin.
  void MoveArguments(int from, int to) {
    for (size_t i = 0; i < from_.size(); i++) {
      if (from_[i].in_register) {
        if (from_[i] != to_[i]) code_.Move(kGeneral[to_[i].index], kGeneral[from_[i].index]);
        continue;
      }
      const Memory source = {rsp, from + 8 * from_[i].index};
      if (to_[i].in_register) {
        code_.Load(kGeneral[to_[i].index], source);
      } else if (from != to || from_[i] != to_[i]) {
        code_.Load(rax, source);
        code_.Store({rsp, to + 8 * to_[i].index}, rax);
      }
    }
  }

  // What is left before the call: its address in r11.
  void Prepare() {
    if (plan_.variadic) {
      const auto floats = std::count_if(to_.begin(), to_.end(), [](const Place& place) {
        return place.in_register && place.is_float;
      });
      code_.Bytes({0xB8});  // mov eax, floats
      code_.Value(static_cast<uint32_t>(floats), 4);
    }
    code_.Move(r11, AddressOf(plan_.target));
  }

  void CallWide() {
    const int slots = StackSlots(to_);
    const int frame = 8 * (slots | 1);  // the return address makes it a multiple of 16
    code_.GrowStack(frame);
    MoveArguments(frame + kReturnAddress, 0);
    Prepare();
    code_.Bytes({0x41, 0xFF, 0x13});  // call [r11]
    code_.Move(r11, AddressOf(plan_.wide_result));
    code_.Store({r11}, rax);
    code_.Bytes({0xF2, 0x48, 0x0F, 0x2A, 0xC0});  // cvtsi2sd xmm0, rax
    code_.GrowStack(-frame);
    code_.Bytes({0xC3});  // ret
  }

  const StubPlan& plan_;
  const std::vector<Place> from_;
  const std::vector<Place> to_;
  Assembler code_;
  std::vector<size_t> misses_;
};

}  // namespace

std::vector<uint8_t> Stub(const StubPlan& plan) { return Builder(plan).Build(); }

std::vector<uint8_t> SystemCall(uint32_t number, bool jump) {
  Assembler code;
  code.Move(r10, rcx);
  code.Bytes({0xB8});  // mov eax, number
  code.Value(number, 4);
  code.Bytes({0x0F, 0x05});  // syscall
  if (jump) {
    code.Bytes({0x59, 0xFF, 0xE1});  // pop rcx; jmp rcx
  } else {
    code.Bytes({0xC3});  // ret
  }
  return code.TakeCode();
}

}  // namespace lo::ffi::x86_64
