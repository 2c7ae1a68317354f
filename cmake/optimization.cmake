# SPDX-License-Identifier: Apache-2.0
# The library is optimized unless somebody says otherwise. A project that takes it in by
# add_subdirectory may have no build type, and compilers then do not optimize: a Select would take 25
# times as long. A build type, or a flag -O that reaches these targets, is such a word.
get_directory_property(directory_options COMPILE_OPTIONS)
set(LIBSELECT_OPTIMIZED $<CONFIG:Release,RelWithDebInfo,MinSizeRel>)
set(libselect_default_options "")
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES
   AND NOT "${CMAKE_CXX_FLAGS} ${directory_options}" MATCHES "(^|[ ;])-O")
    set(LIBSELECT_OPTIMIZED 1)
    separate_arguments(libselect_default_options UNIX_COMMAND "${CMAKE_CXX_FLAGS_RELEASE}")
endif()

function(libselect_optimization target)
    target_compile_options(${target} PRIVATE ${libselect_default_options})
endfunction()
