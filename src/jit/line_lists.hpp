// SPDX-License-Identifier: Apache-2.0
// Where a kernel in place lists the cache lines of dst that change.
#ifndef LIBSELECT_JIT_LINE_LISTS_HPP
#define LIBSELECT_JIT_LINE_LISTS_HPP

#include <xbyak/xbyak.h>

namespace libselect {

inline constexpr int look_cols = 64;  // of a block: conditions that are looked at together
inline constexpr int entry_bytes = 4; // of an entry of a list, a column
inline constexpr int slot_bytes = 8;  // of a number on the stack, and of a mask
// A step that lists lines may write so many entries and masks behind the last.
inline constexpr int list_slack = 16;

// A row in place saves the row pointers on the stack, and so has their registers. The three
// lists of columns are on the stack too: blocks count columns from the pointers on, and the lines
// from the pointers at the end of their chunk, so theirs are negative.
struct change_registers {
    Xbyak::Reg64 col {Xbyak::Operand::RSI};
    Xbyak::Reg64 n_blocks {Xbyak::Operand::RDX};
    Xbyak::Reg64 n_parts {Xbyak::Operand::R8};
    Xbyak::Reg64 n_wholes {Xbyak::Operand::R9};
};

// What a step that lists the lines of blocks is given: arrays on the stack, as offsets from rsp,
// and registers.
struct line_lists {
    int elem_bytes;
    int blocks; // the first columns of the blocks, as lines count columns
    int masks;  // of the blocks: a bit for each column, 1 where it changes
    int wholes; // the first columns of lines that change as a whole are appended here,
    int parts;  // and here of those that change in part
    Xbyak::Reg64 n_blocks, n_wholes, n_parts; // entries; n_blocks is kept
    Xbyak::Reg64 tmp, at;                     // are lost
};

} // namespace libselect

#endif
