# SPDX-License-Identifier: Apache-2.0
# Address and undefined behaviour sanitizers: cmake -C cmake/cache/asan.cmake -B build-asan
# By clang, so that one build also shows clang's warnings of everything with tests.
set(CMAKE_C_COMPILER clang CACHE STRING "C compiler")
set(CMAKE_CXX_COMPILER clang++ CACHE STRING "C++ compiler")
set(flags "-O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all")
# A C caller may pass any int as an enum, and the library answers with a status; to C++ the value itself
# is undefined, though no compiler here makes use of that (-fstrict-enums is off).
string(APPEND flags " -fno-sanitize=enum")
# The function check reads the bytes before a called function; generated code has none there.
string(APPEND flags " -fno-sanitize=function")
# Lines in reports, and no more, which takes less time to build.
set(CMAKE_BUILD_TYPE Debug CACHE STRING "Build type")
set(CMAKE_C_FLAGS_DEBUG "-g1" CACHE STRING "C flags")
set(CMAKE_CXX_FLAGS_DEBUG "-g1" CACHE STRING "C++ flags")
set(CMAKE_C_FLAGS "${flags}" CACHE STRING "C flags")
set(CMAKE_CXX_FLAGS "${flags}" CACHE STRING "C++ flags")
