#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks what libselect.so shows and needs: the functions of libselect.h, each under the version of the
# library that brought it, no other symbol, and no shared library beyond oneTBB and the C++ runtime.
# Usage: exported_symbols.sh libselect.so libselect.h exported_symbols.txt
set -eu
library=$1
header=$2
list=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

# compare WHAT LIST FOUND: fails with the difference, "<" only in the list, ">" only found.
compare() {
    if ! diff "$2" "$3" > "$scratch/difference"; then
        echo "$1 differs from $list:"
        cat "$scratch/difference"
        failed=1
    fi
}

# A version is an absolute symbol of its own, and follows each name behind "@@".
LC_ALL=C nm -D --defined-only "$library" | awk '$2 != "A" { print $3 }' \
    | LC_ALL=C sort > "$scratch/exported"
compare "what the library exports" "$list" "$scratch/exported"

# Function names are the words before "(" in declarations; comments and macros are left out.
sed -e 's,/\*.*\*/,,' -e '/\/\*/,/\*\//d' -e '/^#/d' "$header" \
    | grep -o 'libselect_[a-z0-9_]*(' | tr -d '(' | LC_ALL=C sort > "$scratch/declared"
sed 's/@.*//' "$list" | LC_ALL=C sort > "$scratch/names"
compare "what the header declares" "$scratch/names" "$scratch/declared"

# The loader is there for thread-local storage, the sanitizers in builds that ask for them.
extra=$(LC_ALL=C readelf -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\].*/\1/p' \
    | grep -v -E '^(libtbb|libstdc\+\+|libm|libgcc_s|libc|ld-linux.*|lib[a-z]*san)\.so' || true)
if [ -n "$extra" ]; then
    echo "the library needs shared libraries that it should not: $extra"
    failed=1
fi
exit $failed
