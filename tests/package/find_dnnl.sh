# SPDX-License-Identifier: Apache-2.0
# Builds and runs the oneDNN example of README.md with the component dnnl of the installed library.
set -eu

rm -rf "$work_dir"
mkdir -p "$work_dir"
awk -v cpp="$work_dir/example.cpp" '
    /^## / { section = $2 }
    /^```/ && copying { exit }
    copying { print > cpp }
    section == "oneDNN" && /^```cpp$/ { copying = 1 }' "$source_dir/README.md"

"$cmake" -S "$source_dir/tests/package/find_dnnl" -B "$work_dir/build" -G "$generator" \
    -DCMAKE_PREFIX_PATH="$prefix" -Ddnnl_DIR="$dnnl_dir" -Dexample="$work_dir/example.cpp"
"$cmake" --build "$work_dir/build"
printed=$("$work_dir/build/example")
if [ "$printed" != 0.5 ]; then
    echo "the example printed '$printed', expected 0.5" >&2
    exit 1
fi
