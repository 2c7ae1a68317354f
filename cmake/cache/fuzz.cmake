# SPDX-License-Identifier: Apache-2.0
# Fuzz targets, for clang: cmake -C cmake/cache/fuzz.cmake -B build-fuzz -DCMAKE_CXX_COMPILER=clang++
# The flags are in tests/fuzz/CMakeLists.txt: only the library and the targets have them.
# The loops of the baseline only, with fewer optimizations: those of better CPUs are the same sources,
# and compiling all of them with counters and traps took most of the time that CI has for fuzzing.
set(CMAKE_BUILD_TYPE Debug CACHE STRING "Build type")
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1" CACHE STRING "C++ flags")
set(CMAKE_CXX_FLAGS "-fno-omit-frame-pointer" CACHE STRING "C++ flags")
set(LIBSELECT_DCHECKS ON CACHE BOOL "Check the contracts inside the library")
set(LIBSELECT_FUZZER ON CACHE BOOL "Build libFuzzer programs")
