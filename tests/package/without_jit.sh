# SPDX-License-Identifier: Apache-2.0
# Builds the library without generated kernels, and runs a program and tests on it: Xbyak is not
# looked for, and portable kernels run. Objects that are built already with the same options are
# taken as they are, which are all but one.
set -eu

build="$work_dir/build"
rm -rf "$work_dir"
"$cmake" -S "$source_dir" -B "$build" -G "$generator" -DLIBSELECT_JIT=OFF \
    -DLIBSELECT_BUILD_TESTS=OFF -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$CXX" \
    -DCMAKE_CXX_COMPILER_LAUNCHER="$launcher" -DCMAKE_DISABLE_FIND_PACKAGE_dnnl=TRUE
if grep -i xbyak_ "$build/CMakeCache.txt"; then
    echo "Xbyak was looked for" >&2
    exit 1
fi
"$cmake" --build "$build"
if nm -C "$build/lib/libselect.so" | grep -i -e xbyak -e executable_memory; then
    echo "the library has the functions above, which generate code" >&2
    exit 1
fi

"$CXX" -std=c++17 -DEXPECTED_VERSION="\"$version\"" -I "$source_dir/include" \
    "$source_dir/tests/package/consumer.cpp" -o "$work_dir/consumer" \
    -L "$build/lib" -Wl,-rpath,"$build/lib" -lselect
# Any cap will do: it chooses among the compiled loops.
for isa in '' avx512 avx2 scalar portable; do
    printed=$(LIBSELECT_MAX_CPU_ISA=$isa "$work_dir/consumer")
    if [ "$printed" != "portable: 12 elements are right" ]; then
        echo "capped at '$isa', the program printed '$printed'" >&2
        exit 1
    fi
done

# Tests of the interface take this library in place of the other one, which their run path names.
# The long ones are left out, since the loops are those of `portable`, and isa.*, which names
# generated kernels.
export LD_LIBRARY_PATH="$build/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
left_out='isa.*:widths/broadcast*:widths/all_conditions*:threads_and_layouts*:shapes/threads*'
for program in select_test condition_test; do
    if ! ldd "$build_dir/bin/$program" | grep -F "$build/lib/libselect.so"; then
        echo "$program does not load $build/lib/libselect.so" >&2
        exit 1
    fi
    "$build_dir/bin/$program" --gtest_brief=1 --gtest_filter="-$left_out"
done
