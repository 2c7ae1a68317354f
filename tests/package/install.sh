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

# The Python module is a component of its own; it finds the library of the same prefix. Where Python's
# headers are missing, there is none.
module=$(find "$build_dir/python/libselect" -name '_libselect*.so' 2> /dev/null || true)
[ -n "$module" ] || exit 0
"$cmake" --install "$build_dir" --prefix "$work_dir/python prefix" --component python >> "$work_dir/log"
"$cmake" --install "$build_dir" --prefix "$work_dir/python prefix" --component runtime >> "$work_dir/log"
mv "$work_dir/python prefix" "$work_dir/python moved"
site=$(dirname "$(find "$work_dir/python moved" -path '*-packages/libselect' -type d)")
PYTHONPATH="$site" /usr/bin/python3 -B -c "
import libselect
assert libselect.where([True, False], [1, 2], 0).tolist() == [1, 0]
maps = open('/proc/self/maps').read()
assert '$work_dir/python moved/$libdir/libselect.so' in maps, maps"
