# SPDX-License-Identifier: Apache-2.0
# Address and undefined behaviour sanitizers: cmake -C cmake/cache/asan.cmake -B build-asan
set(flags "-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all")
# Clang's function check reads the bytes before a called function; generated code has none there.
# GCC has no such check and does not know the option.
if("$ENV{CXX}${CMAKE_CXX_COMPILER}" MATCHES "clang")
    string(APPEND flags " -fno-sanitize=function")
endif()
set(CMAKE_BUILD_TYPE Debug CACHE STRING "Build type")
set(CMAKE_C_FLAGS "${flags}" CACHE STRING "C flags")
set(CMAKE_CXX_FLAGS "${flags}" CACHE STRING "C++ flags")
