# SPDX-License-Identifier: Apache-2.0
# Builds and runs the example of README.md, its first cpp block, and compares what it prints with the
# output that README.md shows, the first text block after it.
set -eu

export PKG_CONFIG_PATH="$prefix/$libdir/pkgconfig"
export LD_LIBRARY_PATH="$prefix/$libdir"
rm -rf "$work_dir"
mkdir -p "$work_dir"

awk -v cpp="$work_dir/example.cpp" -v text="$work_dir/expected" '
    /^```/ && out != "" { close(out); out = ""; next }
    /^```cpp$/ && !have_cpp { have_cpp = 1; out = cpp; next }
    /^```text$/ && have_cpp && !have_text { have_text = 1; out = text; next }
    /^```/ { out = "/dev/null"; next }
    out != "" { print > out }' "$source_dir/README.md"
for block in example.cpp expected; do
    if [ ! -s "$work_dir/$block" ]; then
        echo "README.md has no block for $block" >&2
        exit 1
    fi
done

eval "\"\$CXX\" -std=c++17 -pedantic -Wall -Wextra -Werror \"\$work_dir/example.cpp\" \
    -o \"\$work_dir/example\" $("$pkg_config" --cflags --libs libselect)"
"$work_dir/example" > "$work_dir/printed"
cat "$work_dir/printed"
diff "$work_dir/expected" "$work_dir/printed"
