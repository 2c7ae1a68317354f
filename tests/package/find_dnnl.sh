# SPDX-License-Identifier: Apache-2.0
# Builds and runs the example of the manual's oneDNN page with the component dnnl of the installed
# library.
set -eu

rm -rf "$work_dir"
mkdir -p "$work_dir"
awk -v cpp="$work_dir/example.cpp" '
    /^```/ && copying { exit }
    copying { print > cpp }
    /^```cpp$/ { copying = 1 }' "$source_dir/cmake/docs/onednn.md"

"$cmake" -S "$source_dir/tests/package/find_dnnl" -B "$work_dir/build" -G "$generator" \
    -DCMAKE_PREFIX_PATH="$prefix" -Ddnnl_DIR="$dnnl_dir" -Dexample="$work_dir/example.cpp"
"$cmake" --build "$work_dir/build"
printed=$("$work_dir/build/example")
if [ "$printed" != 0.5 ]; then
    echo "the example printed '$printed', expected 0.5" >&2
    exit 1
fi
