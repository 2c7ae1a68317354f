# SPDX-License-Identifier: Apache-2.0
# Thread sanitizer: cmake -C cmake/cache/tsan.cmake -B build-tsan
set(flags "-O1 -fno-omit-frame-pointer -fsanitize=thread")
# Lines in reports, and no more, which takes less time to build.
set(CMAKE_BUILD_TYPE Debug CACHE STRING "Build type")
set(CMAKE_C_FLAGS_DEBUG "-g1" CACHE STRING "C flags")
set(CMAKE_CXX_FLAGS_DEBUG "-g1" CACHE STRING "C++ flags")
set(CMAKE_C_FLAGS "${flags}" CACHE STRING "C flags")
set(CMAKE_CXX_FLAGS "${flags}" CACHE STRING "C++ flags")
