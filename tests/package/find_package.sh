# SPDX-License-Identifier: Apache-2.0
# Builds and runs a program that finds the installed library with find_package(libselect).
set -eu

rm -rf "$work_dir"
"$cmake" -S "$source_dir/tests/package/find_package" -B "$work_dir" -G "$generator" \
    -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_DISABLE_FIND_PACKAGE_TBB=TRUE \
    -Dexpected_prefix="$prefix" -Dexpected_version="$version"
"$cmake" --build "$work_dir"
"$work_dir/consumer"
