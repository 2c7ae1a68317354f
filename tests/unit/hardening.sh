#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks how libselect.so was compiled and linked: cmake/hardening.cmake says what and why.
# Usage: hardening.sh libselect.so COMPILER_ID OBJECT...
#
# The linker gives the library the note of CET because it is told to. So each object is read too: what
# the note says has to be true.
set -eu
library=$1 compiler=$2
shift 2
export LC_ALL=C
failed=0

# expect WHAT PATTERN COMMAND...: a line of what the command prints matches.
expect() {
    what=$1 pattern=$2
    shift 2
    "$@" | grep -q -E -e "$pattern" || { echo "$library: $what"; failed=1; }
}

# refuse WHAT PATTERN COMMAND...: no line does.
refuse() {
    what=$1 pattern=$2
    shift 2
    if "$@" | grep -E -e "$pattern"; then
        echo "$library: $what"
        failed=1
    fi
}

# Functions that the library takes from others; nm of this machine may not know the library's.
taken() {
    readelf -W --dyn-syms "$library" | awk '$7 == "UND" { print $8 }'
}

# Instructions that touch the page that the stack has just grown by.
stack_probes() {
    objdump -d --no-show-raw-insn "$library" \
        | awk '/\$0x0,\(%rsp\)/ && grows; { grows = /sub +\$0x1000,%rsp/ }'
}

has_cet() {
    readelf -n "$1" | grep -q 'x86 feature:.*IBT.*SHSTK'
}

expect "symbols are not bound at load (-z now)" 'FLAGS_1.*NOW' readelf -d "$library"
expect "relocations stay writable (-z relro)" '^ *GNU_RELRO' readelf -lW "$library"
expect "no note says that the stack is data" '^ *GNU_STACK.* RW ' readelf -lW "$library"
refuse "a segment is writable and executable" '^ *LOAD.* RWE ' readelf -lW "$library"
refuse "the loader has to patch code (TEXTREL)" 'TEXTREL' readelf -d "$library"
expect "no function has a stack protector" '^__stack_chk_fail' taken
# clang 14 leaves printf and its kin as they are.
[ "$compiler" = Clang ] || refuse "calls are not fortified" '^(f|s|sn|vf|vs|vsn)printf(@|$)' taken

if readelf -h "$library" | grep -q 'Machine:.*X86-64'; then
    expect "large frames skip guard pages" . stack_probes
    refuse "the loader calls _init or _fini, which have no endbr64" '\((INIT|FINI)\)' \
        readelf -d "$library"
    for file in "$library" "$@"; do
        has_cet "$file" || { echo "$file: has no note of IBT and SHSTK"; failed=1; }
    done
fi
exit $failed
