#include "bindings/ffi_call.h"

#define LO_FUNCTION(name)                                                          \
  ".pushsection .text\n.p2align 4\n.globl " name "\n.hidden " name "\n.type " name \
  ", %function\n" name ":\n.cfi_startproc\n"
#define LO_END(name) ".cfi_endproc\n.size " name ", . - " name "\n.popsection\n"

#if defined(__x86_64__)

// A variadic function is told that all eight floating-point registers are in use, which is an upper
// bound, and nothing to others.
asm(LO_FUNCTION("lo_ffi_call") R"(
  push %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  mov %rsp, %rbp
  .cfi_def_cfa_register %rbp
  push %r9
  push %rbx
  .cfi_offset %rbx, -32
  mov %rdi, %r11
  mov %rsi, %r10
  lea (,%r8,8), %rax
  sub %rax, %rsp
  and $-16, %rsp
  xor %eax, %eax
1:
  cmp %r8, %rax
  jae 2f
  mov (%rcx,%rax,8), %rbx
  mov %rbx, (%rsp,%rax,8)
  inc %rax
  jmp 1b
2:
  movsd (%rdx), %xmm0
  movsd 8(%rdx), %xmm1
  movsd 16(%rdx), %xmm2
  movsd 24(%rdx), %xmm3
  movsd 32(%rdx), %xmm4
  movsd 40(%rdx), %xmm5
  movsd 48(%rdx), %xmm6
  movsd 56(%rdx), %xmm7
  mov (%r10), %rdi
  mov 8(%r10), %rsi
  mov 16(%r10), %rdx
  mov 24(%r10), %rcx
  mov 32(%r10), %r8
  mov 40(%r10), %r9
  mov $8, %eax
  call *%r11
  mov -8(%rbp), %rcx
  mov %rax, (%rcx)
  movsd %xmm0, 8(%rcx)
  mov -16(%rbp), %rbx
  leave
  .cfi_def_cfa %rsp, 8
  ret
)" LO_END("lo_ffi_call"));

#elif defined(__aarch64__)

asm(LO_FUNCTION("lo_ffi_call") R"(
  stp x29, x30, [sp, #-32]!
  .cfi_def_cfa_offset 32
  .cfi_offset x29, -32
  .cfi_offset x30, -24
  mov x29, sp
  .cfi_def_cfa_register x29
  str x19, [sp, #16]
  .cfi_offset x19, -16
  mov x19, x5
  mov x16, x0
  add x9, x4, #1
  and x9, x9, #-2
  sub sp, sp, x9, lsl #3
  mov x10, #0
1:
  cmp x10, x4
  b.hs 2f
  ldr x11, [x3, x10, lsl #3]
  str x11, [sp, x10, lsl #3]
  add x10, x10, #1
  b 1b
2:
  ldp d0, d1, [x2]
  ldp d2, d3, [x2, #16]
  ldp d4, d5, [x2, #32]
  ldp d6, d7, [x2, #48]
  mov x9, x1
  ldp x0, x1, [x9]
  ldp x2, x3, [x9, #16]
  ldp x4, x5, [x9, #32]
  ldp x6, x7, [x9, #48]
  blr x16
  str x0, [x19]
  str d0, [x19, #8]
  mov sp, x29
  ldr x19, [sp, #16]
  ldp x29, x30, [sp], #32
  .cfi_def_cfa sp, 0
  ret
)" LO_END("lo_ffi_call"));

#else
#error "lo knows the calling conventions of x86-64 and AArch64"
#endif
