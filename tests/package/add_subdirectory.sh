# SPDX-License-Identifier: Apache-2.0
# Builds and runs a program that takes the source tree in with add_subdirectory. GoogleTest and CLI11
# are out of reach, as they are for somebody who wants the library only. Objects of the library that
# are built already with the same options are taken as they are.
set -eu

unset CMAKE_BUILD_TYPE CXXFLAGS
rm -rf "$work_dir"

# configure DIRECTORY [cmake options]
configure() {
    dir=$1
    shift
    "$cmake" -S "$source_dir/tests/package/add_subdirectory" -B "$dir" -G "$generator" \
        -DCMAKE_DISABLE_FIND_PACKAGE_GTest=TRUE -DCMAKE_DISABLE_FIND_PACKAGE_CLI11=TRUE \
        -DCMAKE_CXX_COMPILER_LAUNCHER="$launcher" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
        -Dlibselect_source="$source_dir" -Dexpected_version="$version" "$@"
}

# commands DIRECTORY: those that compile the library, without the loops that are always optimized.
commands() {
    grep -E '"command": .*Unity/unity_[0-9]+_cxx[.]cxx' "$1/compile_commands.json"
}

configure "$work_dir"
if commands "$work_dir" | grep -v -e ' -O3 '; then
    echo "nobody said how to optimize, and the commands above do not" >&2
    exit 1
fi
configure "$work_dir/said" -DCMAKE_CXX_FLAGS=-Og > /dev/null
if commands "$work_dir/said" | grep -e ' -O[0-3]'; then
    echo "somebody said -Og, and the commands above say something else" >&2
    exit 1
fi
[ "$(commands "$work_dir/said" | grep -c -e ' -Og ')" -gt 3 ] || exit 1
"$cmake" --build "$work_dir"
"$work_dir/consumer"

if configure "$work_dir/no_dnnl" -Dlinks_dnnl=ON > "$work_dir/no_dnnl.log" 2>&1; then
    echo "a target links libselect::dnnl without oneDNN, and nothing says so" >&2
    exit 1
fi
tr -s ' \n' ' ' < "$work_dir/no_dnnl.log" | grep -F \
    'consumer: libselect::dnnl needs oneDNN: call find_package(dnnl) before add_subdirectory(libselect)'

"$cmake" --install "$work_dir" --prefix "$work_dir/installed"
if [ -e "$work_dir/installed" ]; then
    echo "a project that takes the library in would install it as well" >&2
    exit 1
fi
