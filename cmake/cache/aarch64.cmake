# SPDX-License-Identifier: Apache-2.0
# Cross build for AArch64, which has no generated kernels, to be run by qemu. The environment names
# the folder that cmake/aarch64.sh has filled: AARCH64_ROOT.
set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type")
set(CMAKE_SYSTEM_NAME Linux CACHE STRING "Target system")
set(CMAKE_SYSTEM_PROCESSOR aarch64 CACHE STRING "Target CPU")
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc CACHE STRING "C compiler")
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++ CACHE STRING "C++ compiler")
set(CMAKE_PREFIX_PATH "$ENV{AARCH64_ROOT}/usr" CACHE STRING "Where oneTBB and GoogleTest are")
# A library of the build machine with the name of one of the target must not be found.
set(CMAKE_IGNORE_PREFIX_PATH "/usr" CACHE STRING "Not searched for packages")
