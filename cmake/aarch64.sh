#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds for AArch64 in build-aarch64/ and runs the portable tests there under qemu; called by dev.sh,
# which has installed the compiler and qemu. oneTBB for that CPU comes from Debian without the
# machine's apt being told of another architecture; GoogleTest is built from Debian's source package.
set -eu

dir=$PWD/build-aarch64
jobs=$(nproc)
AARCH64_ROOT=$dir/root
export AARCH64_ROOT

# apt-get with lists and a cache of its own.
arm64_apt_get() {
    apt-get -qq -o Dir::State="$dir/apt" -o Dir::State::Lists="$dir/apt/lists" \
        -o Dir::State::status="$dir/apt/status" -o Dir::Cache="$dir/apt/cache" \
        -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o APT::Sandbox::User=root "$@"
}

# configure SOURCE BUILD [cmake options]
configure() {
    source=$1 build=$2
    shift 2
    [ -e "$build/CMakeCache.txt" ] || set -- -G Ninja "$@"
    cmake -C cmake/cache/aarch64.cmake -S "$source" -B "$build" "$@" > /dev/null
}

if [ ! -e "$AARCH64_ROOT/usr/include/gtest" ]; then
    mkdir -p "$dir/apt/lists/partial" "$dir/apt/cache/archives/partial"
    : > "$dir/apt/status"
    arm64_apt_get update
    (cd "$dir/apt" && arm64_apt_get download libtbb12 libtbbmalloc2 libtbbbind-2-5 libtbb-dev)
    for package in "$dir"/apt/*.deb; do
        dpkg -x "$package" "$AARCH64_ROOT"
    done
    configure /usr/src/googletest "$dir/googletest" -DBUILD_GMOCK=OFF \
        -DCMAKE_INSTALL_PREFIX="$AARCH64_ROOT/usr"
    cmake --build "$dir/googletest" --target install --parallel "$jobs" > /dev/null
fi

configure . "$dir"
cmake --build "$dir" --target select_test condition_test internal_test --parallel "$jobs"
# Its loops are vectors of NEON.
find "$dir/src" -name '*.o' -exec sh tests/unit/portable_code.sh \
    aarch64-linux-gnu-objdump aarch64-linux-gnu-nm {} +
# By hand, not by ctest: tests that start themselves anew are left out, since the system cannot run
# their file without qemu.
qemu="qemu-aarch64 -L /usr/aarch64-linux-gnu"
$qemu "$dir/bin/internal_test" --gtest_brief=1 \
    --gtest_filter='op_*:plan_*:kernel_*:exec_*:*/kernel_*:*/exec_*:-*_cap.*'
for tests in select_test condition_test; do
    LIBSELECT_MAX_CPU_ISA=portable $qemu "$dir/bin/$tests" --gtest_brief=1
done
