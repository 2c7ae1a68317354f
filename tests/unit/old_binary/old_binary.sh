#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs a program that was linked to the symbols of libselect 0.1 with the library of this build.
# Usage: old_binary.sh PROGRAM FOLDER-OF-THE-LIBRARY
set -eu
program=$1
libdir=$2

# What it asks of libselect: functions, all of LIBSELECT_0.1.
needed=$(LC_ALL=C nm -D --undefined-only "$program" | awk '{ print $2 }' | grep '^libselect_')
newer=$(echo "$needed" | grep -v '@LIBSELECT_0\.1$' || true)
if [ -n "$newer" ]; then
    echo "the program is not one of 0.1, it needs: $newer"
    exit 1
fi

# Every symbol is bound at the start. libselect.so comes from this build and from nowhere else.
export LD_LIBRARY_PATH="$libdir" LD_BIND_NOW=1
ldd "$program" | grep -q "libselect.so.0 => $libdir/" || { ldd "$program"; exit 1; }
exec "$program"
