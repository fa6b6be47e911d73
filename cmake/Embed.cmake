# lo_embed(RESULT FOLDER)
#
# Makes a C++ file that carries FOLDER/**/*.js in the binary, as runtime/embedded.h declares, and
# sets RESULT to its path. The assembler copies the files, which costs no compile time.
function(lo_embed result folder)
  cmake_path(GET folder PARENT_PATH top)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${top} ${folder}/*.js)
  list(SORT files)

  set(bytes)
  set(symbols)
  set(table)
  set(n 0)
  foreach(file ${files})
    string(APPEND bytes "lo_embedded_${n}: .incbin \"${top}/${file}\"\n")
    string(APPEND symbols "extern const char lo_embedded_${n}[];\n")
    math(EXPR next "${n} + 1")
    string(APPEND table "    {\"${file}\", {lo_embedded_${n}, lo_embedded_${next}}},\n")
    set(n ${next})
  endforeach()
  set(generated ${PROJECT_BINARY_DIR}/embedded_files.cc)
  file(CONFIGURE OUTPUT ${generated} @ONLY CONTENT [[
// Made by cmake/Embed.cmake.
#include "runtime/embedded.h"

asm(R"(
.section .rodata
@bytes@lo_embedded_@n@:
.previous
)");

extern "C" {
@symbols@extern const char lo_embedded_@n@[];
}

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
