#!/usr/bin/env bash
# Builds the given sources, with headers in the folder TOP, for AArch64, and runs the program:
#
#   test/ffi/aarch64.sh TOP SOURCE...
#
# Ends with 77, which means skipped, where the compiler or the emulator is missing.
set -euo pipefail
top=$1
shift
compiler=aarch64-linux-gnu-g++ emulator=qemu-aarch64-static
for tool in "$compiler" "$emulator"; do
  command -v "$tool" > /dev/null || { echo "skipped: there is no $tool"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$compiler" -std=c++20 -O2 -Wall -Wextra -Werror -fno-exceptions -fno-rtti -static -I "$top" \
  "$@" -o "$work/program"
"$emulator" "$work/program"
