# SPDX-License-Identifier: Apache-2.0
# The warnings every target of this project builds without.
function(libselect_warnings target)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion -Wshadow)
    # GCC 12 takes "text" + std::string for overlapping memcpy in C++20 (GCC bug 105651).
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
        target_compile_options(${target} PRIVATE -Wno-restrict)
    endif()
    if(LIBSELECT_WERROR)
        target_compile_options(${target} PRIVATE -Werror)
    endif()
endfunction()
