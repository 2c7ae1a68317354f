# SPDX-License-Identifier: Apache-2.0
# Optimized build, the default: cmake -C cmake/cache/release.cmake -B build
set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type")
