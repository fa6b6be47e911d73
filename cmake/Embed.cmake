# lo_embed(RESULT FOLDER)
#
# Makes a C++ file that carries FOLDER/**/*.js in the binary, as runtime/embedded.h declares, and
# sets RESULT to its path. The assembler copies the files, which costs no compile time.
function(lo_embed result folder)
  cmake_path(GET folder PARENT_PATH top)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${top} ${folder}/*.js)
  list(SORT files)

  set(files_by_number)
  set(table)
  set(n 0)
  foreach(file ${files})
    string(APPEND files_by_number "LO_FILE(${n}, \"${top}/${file}\")\n")
    string(APPEND table "    {\"${file}\", {lo_file_${n}, lo_file_end_${n}}},\n")
    math(EXPR n "${n} + 1")
  endforeach()
  set(generated ${PROJECT_BINARY_DIR}/embedded_files.cc)
  file(CONFIGURE OUTPUT ${generated} @ONLY CONTENT [[
// Made by cmake/Embed.cmake.
#include "runtime/embedded.h"

// Global, since the linker gets local labels wrong in position-independent code on arm64.
#define LO_LABEL(name) ".globl " name "\n.hidden " name "\n" name ":\n"
#define LO_FILE(n, path)                                                          \
  asm(".pushsection .rodata\n" LO_LABEL("lo_file_" #n) ".incbin \"" path "\"\n"   \
      LO_LABEL("lo_file_end_" #n) ".popsection\n");                               \
  extern "C" __attribute__((visibility("hidden"))) const char lo_file_##n[], lo_file_end_##n[];

@files_by_number@
std::span<const lo::EmbeddedFile> lo::EmbeddedFiles() {
  static const EmbeddedFile files[] = {
@table@  };
  return files;
}
]])
  list(TRANSFORM files PREPEND ${top}/)
  set_source_files_properties(${generated} PROPERTIES OBJECT_DEPENDS "${files}")
  set(${result} ${generated} PARENT_SCOPE)
endfunction()
