# The target `v8`, from the first of these that there is:
#
#   -DV8_ROOT=DIR   a V8 of the user's own. Its headers are in DIR/include or DIR/include/node, its
#                   library is a static libv8_monolith.a or a shared libnode.so or libv8.so, in DIR,
#                   DIR/lib, or where GN puts it below DIR/out*. -DV8_DEFINES=LIST names the macros
#                   that it was built with, for example V8_COMPRESS_POINTERS.
#   libnode-dev     as installed on the system.
#   libnode-dev     downloaded from Debian into the build folder (Debian.cmake).
#
# Sets V8_RPATH too: where the binary looks for the library when it runs.
include(Debian)
find_package(Threads REQUIRED)

set(V8_ROOT "" CACHE PATH "A V8 of your own: the folder that has include/v8.h")
set(V8_DEFINES "" CACHE STRING "Macros that the V8 in V8_ROOT was built with")

# Makes the target `v8` from what is in ROOT. If it can't, `v8_problem` says why.
function(lo_add_v8 root)
  file(GLOB folders ${root}/out*/*/obj ${root}/out*/*)
  # Debian has all of the headers only in the last of these.
  find_path(include v8-fast-api-calls.h PATHS ${root}/include
    PATH_SUFFIXES . node nodejs/deps/v8/include NO_DEFAULT_PATH NO_CACHE)
  find_library(library NAMES v8_monolith node v8 PATHS ${root} ${root}/lib ${folders}
    PATH_SUFFIXES ${CMAKE_LIBRARY_ARCHITECTURE} NO_DEFAULT_PATH NO_CACHE)
  if(NOT include OR NOT library)
    set(v8_problem "There is no v8-fast-api-calls.h or no library in ${root}" PARENT_SCOPE)
    return()
  endif()

  # The libraries that libnode needs lie beside it, and only DT_RPATH holds for those too.
  cmake_path(GET library PARENT_PATH folder)
  set(link_options LINKER:--disable-new-dtags,-rpath-link,${folder})
  set(libraries ${library} Threads::Threads ${CMAKE_DL_LIBS})
  if(library MATCHES "/libv8.so$")
    list(PREPEND libraries ${folder}/libv8_libplatform.so ${folder}/libv8_libbase.so)
  endif()
  set(checked ${include} ${library} ${V8_DEFINES})
  if(NOT checked STREQUAL "${LO_V8_CHECKED}")
    list(TRANSFORM V8_DEFINES PREPEND -D OUTPUT_VARIABLE defines)
    try_run(status compiled SOURCES ${PROJECT_SOURCE_DIR}/cmake/check_v8.cc NO_CACHE
      CMAKE_FLAGS -DINCLUDE_DIRECTORIES=${include}
      COMPILE_DEFINITIONS -fno-rtti ${defines}
      LINK_OPTIONS ${link_options}
      LINK_LIBRARIES ${libraries}
      CXX_STANDARD 20
      COMPILE_OUTPUT_VARIABLE errors
      RUN_OUTPUT_VARIABLE output)
    if(NOT compiled OR NOT status EQUAL 0)
      set(v8_problem "The V8 in ${root} does not work: ${errors}${output}" PARENT_SCOPE)
      return()
    endif()
    message(STATUS "V8 ${output}: ${library}")
    set(LO_V8_CHECKED "${checked}" CACHE INTERNAL "The V8 that check_v8.cc ran with")
  endif()

  add_library(v8 INTERFACE)
  target_include_directories(v8 SYSTEM INTERFACE ${include})
  target_compile_definitions(v8 INTERFACE ${V8_DEFINES})
  target_link_options(v8 INTERFACE ${link_options})
  target_link_libraries(v8 INTERFACE ${libraries})
  set(V8_RPATH ${folder} PARENT_SCOPE)
endfunction()

if(V8_ROOT)
  lo_add_v8(${V8_ROOT})
  if(NOT TARGET v8)
    message(FATAL_ERROR "${v8_problem}")
  endif()
  return()
endif()

set(V8_DEFINES)
lo_add_v8(/usr)
if(TARGET v8)
  set(V8_RPATH)
  return()
endif()

lo_debian_unpack(libnode-dev)
lo_add_v8(${LO_DEBIAN_DIR}/usr)
if(NOT TARGET v8)
  message(FATAL_ERROR "${v8_problem}")
endif()
# Relative, so that the build folder can be moved.
file(RELATIVE_PATH V8_RPATH ${PROJECT_BINARY_DIR} ${V8_RPATH})
set(V8_RPATH $ORIGIN/${V8_RPATH})
