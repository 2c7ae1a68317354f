#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every name that libselect.h declares is in the record of the binary interface. What belongs to the
# preprocessor alone, and the version, which changes, are left out.
# Usage: abi_record.sh libselect.h abi_record.cpp
set -eu
missing=0
for name in $(sed -e 's,/\*.*\*/,,' -e '/\/\*/,/\*\//d' "$1" \
    | grep -o -w -E '(libselect|LIBSELECT)_[A-Za-z0-9_]+' | LC_ALL=C sort -u \
    | grep -v -E '^LIBSELECT_(LIBSELECT_H|API|NODISCARD|STATIC|VERSION_[A-Z]+)$'); do
    grep -q -w -e "$name" "$2" || { echo "$2 has no line about $name"; missing=1; }
done
exit $missing
