# SPDX-License-Identifier: Apache-2.0
# Builds and runs the programs of README.md and of the manual's pages: the first cpp block of each of
# these sections. What a program prints is the first text block after it.
set -eu

export PKG_CONFIG_PATH="$prefix/$libdir/pkgconfig"
export LD_LIBRARY_PATH="$prefix/$libdir"
rm -rf "$work_dir"

# run_example PAGE SECTION
run_example() {
    page=$1 section=$2
    dir="$work_dir/$page/$section"
    mkdir -p "$dir"
    awk -v title="## $section" -v cpp="$dir/example.cpp" -v text="$dir/expected" '
        /^## / { inside = $0 == title }
        !inside { next }
        /^```/ && out != "" { close(out); out = ""; next }
        /^```cpp$/ && !have_cpp { have_cpp = 1; out = cpp; next }
        /^```text$/ && have_cpp && !have_text { have_text = 1; out = text; next }
        /^```/ { out = "/dev/null"; next }
        out != "" { print > out }' "$source_dir/$page"
    for block in example.cpp expected; do
        if [ ! -s "$dir/$block" ]; then
            echo "$page has no block for $block in '$section'" >&2
            exit 1
        fi
    done

    eval "\"\$CXX\" -std=c++17 -pedantic -Wall -Wextra -Werror \"\$dir/example.cpp\" \
        -o \"\$dir/example\" $("$pkg_config" --cflags --libs libselect)"
    "$dir/example" > "$dir/printed"
    cat "$dir/printed"
    diff "$dir/expected" "$dir/printed"
}

run_example README.md Example
run_example README.md "Conditions without a mask"
run_example cmake/docs/broadcasting.md Examples
run_example cmake/docs/migration.md Example
run_example cmake/docs/migration.md "In place"
