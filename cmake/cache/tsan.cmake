# SPDX-License-Identifier: Apache-2.0
# Thread sanitizer: cmake -C cmake/cache/tsan.cmake -B build-tsan
set(flags "-O1 -g -fno-omit-frame-pointer -fsanitize=thread")
set(CMAKE_BUILD_TYPE Debug CACHE STRING "Build type")
set(CMAKE_C_FLAGS "${flags}" CACHE STRING "C flags")
set(CMAKE_CXX_FLAGS "${flags}" CACHE STRING "C++ flags")
