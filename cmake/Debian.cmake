# Debian's packages without installing them.
#
#   lo_debian_unpack(PACKAGE)
#     downloads PACKAGE, and the shared libraries that it needs, with apt-get, and unpacks them
#     into LO_DEBIAN_DIR. It needs no root, leaves the system's own package lists and cache alone,
#     and does nothing if it was done before. What apt-get said is in LO_DEBIAN_DIR/apt/log.
#
#   lo_debian_library(TARGET HEADER <file> LIBRARIES <name>... PACKAGE <package>)
#     makes TARGET from the system's libraries, or else from those in the unpacked package.

set(LO_DEBIAN_DIR ${PROJECT_SOURCE_DIR}/build/debian CACHE PATH
  "Where Debian's packages are unpacked, for all presets")

# Runs apt-get or apt-cache on lists and a cache of the build's own.
function(lo_debian_apt ok output)
  list(POP_FRONT ARGN program)
  execute_process(COMMAND ${program} --config-file=${LO_DEBIAN_DIR}/apt/apt.conf ${ARGN}
    WORKING_DIRECTORY ${LO_DEBIAN_DIR}/apt/debs
    RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE err)
  list(JOIN ARGN " " arguments)
  file(APPEND ${LO_DEBIAN_DIR}/apt/log "$ ${program} ${arguments}\n${out}${err}[${status}]\n")
  string(COMPARE EQUAL "${status}" 0 success)
  set(${ok} ${success} PARENT_SCOPE)
  set(${output} "${out}" PARENT_SCOPE)
endfunction()

# Fetches the lists, once a run. The machine's other sources may be out of reach, so that a failure
# says nothing yet: the download will tell.
function(lo_debian_update)
  get_property(updated GLOBAL PROPERTY lo_debian_updated)
  if(updated)
    return()
  endif()
  set_property(GLOBAL PROPERTY lo_debian_updated TRUE)
  set(apt ${LO_DEBIAN_DIR}/apt)
  file(MAKE_DIRECTORY ${apt}/lists/partial ${apt}/cache/archives/partial)
  # No package counts as installed, or another vendor's nodejs would be in the way.
  file(WRITE ${apt}/status "")
  file(WRITE ${apt}/log "")
  file(WRITE ${apt}/apt.conf "\
Dir::State \"${apt}\";
Dir::State::lists \"${apt}/lists\";
Dir::State::status \"${apt}/status\";
Dir::Cache \"${apt}/cache\";
Dir::Cache::pkgcache \"pkgcache.bin\";
Dir::Cache::srcpkgcache \"srcpkgcache.bin\";
APT::Sandbox::User \"root\";
Acquire::Languages \"none\";
Acquire::IndexTargets::deb-src::Sources::DefaultEnabled \"false\";
Acquire::http::Timeout \"20\";
Acquire::Retries \"1\";
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
")
  lo_debian_apt(ok output apt-get update)
endfunction()

# PACKAGE and the shared libraries that it needs, directly or not. Those that come with the compiler
# are left out, since a second copy of one of them in a process is a bug.
function(lo_debian_closure result package)
  lo_debian_apt(ok output apt-cache depends --recurse --important ${package})
  string(REPLACE "\n" ";" lines "${output}")
  foreach(line ${lines})
    if(line MATCHES "^[a-z0-9]")
      set(name ${line})
    elseif(line MATCHES "Depends: ((lib|zlib)[^ :]*)$")
      list(APPEND needs_${name} ${CMAKE_MATCH_1})
    endif()
  endforeach()

  set(packages)
  set(seen libc6 libgcc-s1 libstdc++6)
  set(next ${package})
  while(next)
    list(POP_FRONT next name)
    if(name IN_LIST seen OR (name MATCHES "-dev$" AND NOT name STREQUAL package))
      continue()
    endif()
    list(APPEND seen ${name})
    list(APPEND packages ${name})
    list(APPEND next ${needs_${name}})
  endwhile()
  set(${result} ${packages} PARENT_SCOPE)
endfunction()

function(lo_debian_unpack package)
  set(apt ${LO_DEBIAN_DIR}/apt)
  set(done ${apt}/${package}.done)
  file(MAKE_DIRECTORY ${apt})
  file(LOCK ${apt} DIRECTORY GUARD FUNCTION)
  if(EXISTS ${done})
    return()
  endif()

  message(STATUS "Downloading ${package} from Debian")
  file(REMOVE_RECURSE ${apt}/debs)
  file(MAKE_DIRECTORY ${apt}/debs)
  lo_debian_update()
  lo_debian_closure(packages ${package})
  lo_debian_apt(ok output apt-get download ${packages})
  if(NOT ok)
    message(FATAL_ERROR "${package} is not installed, and apt-get could not download it from "
      "Debian: is the network up? What apt-get said is in ${apt}/log")
  endif()
  file(GLOB debs ${apt}/debs/*.deb)
  foreach(deb ${debs})
    execute_process(COMMAND dpkg-deb --extract ${deb} ${LO_DEBIAN_DIR} COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  # Some packages still have their libraries in /lib. As on an installed system, it is /usr/lib.
  if(EXISTS ${LO_DEBIAN_DIR}/lib)
    file(COPY ${LO_DEBIAN_DIR}/lib DESTINATION ${LO_DEBIAN_DIR}/usr)
    file(REMOVE_RECURSE ${LO_DEBIAN_DIR}/lib)
  endif()
  file(REMOVE_RECURSE ${apt}/debs)
  file(TOUCH ${done})
endfunction()

# Sets INCLUDE to the folder of HEADER, and FILES to the paths of LIBRARIES.
function(lo_debian_find include files header libraries)
  find_path(folder ${header} ${ARGN} NO_CACHE)
  set(paths)
  foreach(library ${libraries})
    find_library(path_${library} ${library} ${ARGN} NO_CACHE)
    list(APPEND paths ${path_${library}})
  endforeach()
  set(${include} ${folder} PARENT_SCOPE)
  set(${files} ${paths} PARENT_SCOPE)
endfunction()

function(lo_debian_library target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADER;PACKAGE" "LIBRARIES")
  lo_debian_find(include files ${arg_HEADER} "${arg_LIBRARIES}")
  if("${include};${files}" MATCHES "NOTFOUND")
    lo_debian_unpack(${arg_PACKAGE})
    lo_debian_find(include files ${arg_HEADER} "${arg_LIBRARIES}"
      PATHS ${LO_DEBIAN_DIR}/usr/include ${LO_DEBIAN_DIR}/usr/lib
      PATH_SUFFIXES ${CMAKE_LIBRARY_ARCHITECTURE} NO_DEFAULT_PATH)
  endif()
  add_library(${target} INTERFACE)
  target_include_directories(${target} SYSTEM INTERFACE ${include})
  target_link_libraries(${target} INTERFACE ${files})
endfunction()
