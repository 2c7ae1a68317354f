# SPDX-License-Identifier: Apache-2.0
# Build for work on the library, with debug checks and warnings as errors:
# cmake -C cmake/cache/dev.cmake -B build-dev
set(CMAKE_BUILD_TYPE Debug CACHE STRING "Build type")
set(LIBSELECT_WERROR ON CACHE BOOL "Treat warnings as errors")
