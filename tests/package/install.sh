# SPDX-License-Identifier: Apache-2.0
# Installs the built library and moves the installed tree to $prefix, where the other tests use it.
set -eu

first="$work_dir/first prefix"
rm -rf "$work_dir" "$prefix"
mkdir -p "$work_dir"
"$cmake" --install "$build_dir" --prefix "$first" > "$work_dir/log"
mv "$first" "$prefix"

if grep -rlF -e "$source_dir" -e "$build_dir" -e "$first" "$prefix/$libdir/cmake" \
    "$prefix/$libdir/pkgconfig"; then
    echo "the files above name a folder of the build; the package cannot be moved" >&2
    exit 1
fi
if grep -rliE -e tbb -e libselect_objects "$prefix/$libdir/cmake" "$prefix/$libdir/pkgconfig"; then
    echo "the files above name what is private to the library" >&2
    exit 1
fi
