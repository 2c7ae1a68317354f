// SPDX-License-Identifier: Apache-2.0
// Where a kernel in place lists the cache lines of dst that change.
#ifndef LIBSELECT_JIT_LINE_LISTS_HPP
#define LIBSELECT_JIT_LINE_LISTS_HPP

#include <xbyak/xbyak.h>

namespace libselect {

// A step that makes lists may write so many entries and masks behind the last.
inline constexpr int list_slack = 16;

// Arrays on the stack, as offsets from rsp, and registers. Entries of lists are columns of 4 bytes.
struct line_lists {
    int elem_bytes;
    int blocks; // the first columns of blocks of 64 columns
    int masks;  // 8 bytes per block: a bit for each column, 1 where it changes
    int wholes; // the first columns of lines that change as a whole are appended here
    int parts;  // and here of those that change in part
    Xbyak::Reg64 n_blocks, n_wholes, n_parts; // entries; n_blocks is kept
    Xbyak::Reg64 tmp, at;                     // are lost
};

} // namespace libselect

#endif
