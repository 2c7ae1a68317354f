#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds the library for /usr in one folder and puts the Debian packages of it into another.
# Usage, in the root of the source tree: sh cmake/debian/build.sh BUILD_FOLDER PACKAGE_FOLDER \
#     [CMAKE_OPTIONS...]
set -eu
build=$1
packages=$2
shift 2
umask 022
cmake -C cmake/cache/release.cmake -S . -B "$build" -G Ninja \
    -DCMAKE_INSTALL_PREFIX=/usr -DLIBSELECT_BUILD_TESTS=OFF "$@" > /dev/null
# Where Python's headers are missing, there is no python3-libselect.
targets=libselect
[ ! -e "$build/python" ] || targets="libselect libselect_python"
# shellcheck disable=SC2086 # one word per target
cmake --build "$build" --target $targets --parallel "$(nproc)"
rm -f "$packages"/libselect_*.deb "$packages"/libselect-dev_*.deb "$packages"/python3-libselect_*.deb
cpack --config "$build/CPackConfig.cmake" -B "$packages" > "$build/cpack.log" 2>&1 \
    || { cat "$build/cpack.log"; exit 1; }
rm -rf "$packages/_CPack_Packages"
ls "$packages"/*libselect*.deb
