# SPDX-License-Identifier: Apache-2.0
# Builds and runs a program that takes the source tree in with add_subdirectory. GoogleTest and CLI11
# are out of reach, as they are for somebody who wants the library only. Objects of the library that
# are built already with the same options are taken as they are.
set -eu

unset CMAKE_BUILD_TYPE
rm -rf "$work_dir"
"$cmake" -S "$source_dir/tests/package/add_subdirectory" -B "$work_dir" -G "$generator" \
    -DCMAKE_DISABLE_FIND_PACKAGE_GTest=TRUE -DCMAKE_DISABLE_FIND_PACKAGE_CLI11=TRUE \
    -DCMAKE_CXX_COMPILER_LAUNCHER="$launcher" \
    -Dlibselect_source="$source_dir" -Dexpected_version="$version"
"$cmake" --build "$work_dir"
"$work_dir/consumer"

"$cmake" --install "$work_dir" --prefix "$work_dir/installed"
if [ -e "$work_dir/installed" ]; then
    echo "a project that takes the library in would install it as well" >&2
    exit 1
fi
