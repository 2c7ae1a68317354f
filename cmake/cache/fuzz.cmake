# SPDX-License-Identifier: Apache-2.0
# Fuzz targets, for clang: cmake -C cmake/cache/fuzz.cmake -B build-fuzz -DCMAKE_CXX_COMPILER=clang++
# The flags are in tests/fuzz/CMakeLists.txt: only the library and the targets have them.
set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type")
set(CMAKE_CXX_FLAGS "-fno-omit-frame-pointer" CACHE STRING "C++ flags")
set(LIBSELECT_DCHECKS ON CACHE BOOL "Check the contracts inside the library")
set(LIBSELECT_FUZZER ON CACHE BOOL "Build libFuzzer programs")
