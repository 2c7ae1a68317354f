# SPDX-License-Identifier: Apache-2.0
# check.sh SOURCE PROGRAM...: runs the program, and compares what it prints with the last comment of
# its source.
set -eu

source=$1
shift
expected=$(sed -e '1,/It prints:$/d' "$source" \
    | sed -E -e '1d' -e '/^ \*\/$/d' -e 's@^(//|#| \*) ?@@')
[ -n "$expected" ] || { echo "$source does not say what it prints" >&2; exit 1; }
printed=$("$@")
[ "$printed" = "$expected" ] && exit 0
printf '%s printed\n%s\nand says that it prints\n%s\n' "$source" "$printed" "$expected" >&2
exit 1
