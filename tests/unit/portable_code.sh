#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Checks the instructions of the library's objects: the portable loops are vectors of the ISA that
# they are compiled for, no code of one ISA can run on a CPU without it, and streaming stores are
# fenced.
# Usage: portable_code.sh OBJDUMP NM OBJECT...
set -eu
objdump=$1 nm=$2
shift 2
export LC_ALL=C
failed=0

complain() {
    echo "$1"
    failed=1
}

# code_of OBJECT PART: the functions whose names have this part.
code_of() {
    "$objdump" -d --no-show-raw-insn "$1" | awk -v name="$2" '
        /^[0-9a-f]+ <.*>:$/ { inside = index($0, name) }
        inside'
}

# loop OBJECT TYPE: the kernel for dense rows of elements of this type, as names spell it.
loop() {
    code_of "$1" "select_rowsI$2NS0_9constantsILb0ELb0EEEE"
}

# blends OBJECT TYPES PATTERN: the loops have an instruction that selects in vectors.
blends() {
    for type in $2; do
        loop "$1" "$type" | grep -q -E -e "$3" || complain "$1: no $3 in the loop of $type"
    done
}

# blends_strided OBJECT TYPES PATTERN: the same of the loops with a strided src0.
blends_strided() {
    for type in $2; do
        code_of "$1" "select_strided_rowsI${type}LNS_4roleE2" | grep -q -E -e "$3" \
            || complain "$1: no $3 in the strided loops of $type"
    done
}

# loads_whole OBJECT TYPES: no source is loaded under a mask; see src/jit/avx512_generator.cpp.
loads_whole() {
    for type in $2; do
        if loop "$1" "$type" | grep -m 1 -E '[(]%r[^)]*[)],.*[{]%k'; then
            complain "$1: the loop of $type loads under a mask"
        fi
    done
}

# fences OBJECT PART: the functions whose names have this part order streamed lines before whatever
# follows. No run shows that.
fences() {
    code_of "$1" "$2" | grep -q -w sfence || complain "$1: no sfence after streaming stores"
}

# chooses_unpredicted OBJECT TYPES: strided rows have no branch on a condition, which is a byte that
# is compared with 0.
chooses_unpredicted() {
    for type in $2; do
        for rows in select_long_row select_rows choose_rows_of; do
            code_of "$1" "${rows}I${type}" | awk '
                compares { if ($2 ~ /^cmovn?e$/) chosen++; else others++ }
                { compares = $2 == "cmpb" && $3 ~ /^[$]0x0,/ }
                END { exit !(chosen && !others) }' \
                || complain "$1: $rows of $type branches on conditions"
        done
    done
}

# A function that another object may have too: the linker takes either. Pointers to what unwinds
# (DW.ref) are no functions.
shares_nothing() {
    if "$nm" -C "$1" | grep -E ' [VWuvw] [^_]' | grep -v ' V DW[.]ref[.]'; then
        complain "$1: shares the names above"
    fi
}

has_no_avx() {
    if "$objdump" -d --no-show-raw-insn "$1" | grep -m 3 -E '%[yz]mm'; then
        complain "$1: needs AVX"
    fi
}

# u8, u16, u32 and u64 are h, t, j and m.
n_loops=0 n_walks=0
walk=_ZN9libselect4walkERKNS_8walk_job
for object in "$@"; do
    case $object in
        */portable_avx512.cpp.o)
            blends "$object" "h t j m" '[{]%k[1-7][}]|vpternlog'
            blends_strided "$object" "h t j m" '[{]%k[1-7][}]|vpternlog'
            loads_whole "$object" "h t j m"
            fences "$object" fence_segments
            shares_nothing "$object"
            ;;
        */portable_avx2.cpp.o)
            blends "$object" "h t j m" 'v(p?)blendv.*%ymm'
            fences "$object" fence_segments
            shares_nothing "$object"
            ;;
        */portable_baseline.cpp.o)
            if "$objdump" -f "$object" | grep -q aarch64; then
                blends "$object" "h t j m" '\<(bsl|bit|bif)\>.*v[0-9]'
            else
                blends "$object" "h t j" '\<p?andn(ps|pd)?\>.*%xmm'
                fences "$object" fence_segments
                has_no_avx "$object"
            fi
            ;;
        */strided_rows.cpp.o)
            has_no_avx "$object"
            "$objdump" -f "$object" | grep -q aarch64 \
                || chooses_unpredicted "$object" "h t j m Dv16_h"
            continue
            ;;
        *)
            has_no_avx "$object"
            if "$nm" "$object" | grep -q " T $walk"; then
                n_walks=$((n_walks + 1))
                "$objdump" -f "$object" | grep -q aarch64 || fences "$object" "$walk"
            fi
            continue
            ;;
    esac
    n_loops=$((n_loops + 1))
done
[ "$n_walks" -eq 1 ] || complain "$n_walks of the objects have the walk of tiles"
[ "$n_loops" -gt 0 ] || complain "none of the objects has portable loops"
exit $failed
