// SPDX-License-Identifier: Apache-2.0
// The bits of a line are an integer: 0 where nothing changes, -1 where all does. Comparing sixteen
// of them gives a mask register, under which the columns of the lines are compressed.
#include "jit/avx512_lines.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace libselect::avx512 {
namespace {

constexpr int n_lines = 16; // that are listed together
static_assert(n_lines <= list_slack);

const Xbyak::Opmask k_wholes {1}, k_parts {2};
const Xbyak::Zmm block_of_line {0}, col_of_line {1}, zeros {2}, ones {3}, cols {4}, listed {5};

std::size_t offset(int bytes) {
    return static_cast<std::size_t>(bytes);
}

// into = `values`, one per line.
void load_constant(Xbyak::CodeGenerator &g, const Xbyak::Zmm &into, const Xbyak::Reg64 &tmp,
        const std::array<int, n_lines> &values) {
    const Xbyak::Xmm low(into.getIdx());
    for (std::uint8_t half = 0; half < 2; ++half) {
        std::uint64_t bytes = 0;
        for (std::size_t i = 0; i < 8; ++i)
            bytes |= static_cast<std::uint64_t>(values[8U * half + i]) << 8U * i;
        g.mov(tmp, bytes);
        g.vpinsrq(low, low, tmp, half);
    }
    g.vpmovzxbd(into, low);
}

void load_constants(Xbyak::CodeGenerator &g, const line_lists &lists) {
    std::array<int, n_lines> blocks {}, first_cols {};
    for (int line = 0; line < n_lines; ++line) {
        const auto at = static_cast<std::size_t>(line);
        blocks[at] = line / lists.elem_bytes;
        first_cols[at] = line % lists.elem_bytes * (look_cols / lists.elem_bytes);
    }
    load_constant(g, block_of_line, lists.tmp, blocks);
    load_constant(g, col_of_line, lists.tmp, first_cols);
    g.vpxord(zeros, zeros, zeros);
    g.vpternlogd(ones, ones, ones, 0xff);
}

// k = the lines whose bits are those of `value`.
void compare(Xbyak::CodeGenerator &g, const line_lists &lists, const Xbyak::Opmask &k,
        const Xbyak::Zmm &value) {
    const auto masks = g.ptr[g.rsp + lists.at * slot_bytes + offset(lists.masks)];
    switch (lists.elem_bytes) {
    case 2:
        g.vpcmpeqd(k, value, masks);
        break;
    case 4:
        g.vpcmpeqw(k, Xbyak::Ymm(value.getIdx()), masks);
        break;
    default:
        g.vpcmpeqb(k, Xbyak::Xmm(value.getIdx()), masks);
        break;
    }
}

// Appends the columns of the lines in k.
void append(Xbyak::CodeGenerator &g, const line_lists &lists, const Xbyak::Opmask &k,
        const Xbyak::Reg64 &n_listed, int list) {
    g.vpcompressd(listed | k | Xbyak::util::T_z, cols); // to memory, it is slow on AMD
    g.vmovdqu32(g.ptr[g.rsp + n_listed * entry_bytes + offset(list)], listed);
    g.kmovw(lists.tmp.cvt32(), k);
    g.popcnt(lists.tmp.cvt32(), lists.tmp.cvt32());
    g.add(n_listed.cvt32(), lists.tmp.cvt32());
}

} // namespace

void list_lines(Xbyak::CodeGenerator &g, const line_lists &lists) {
    Xbyak::Label next, end;
    load_constants(g, lists);
    // The last comparison may be of fewer blocks.
    g.vmovdqu64(g.ptr[g.rsp + lists.n_blocks * slot_bytes + offset(lists.masks)], zeros);
    g.xor_(lists.at.cvt32(), lists.at.cvt32());
    g.L(next);
    g.cmp(lists.at.cvt32(), lists.n_blocks.cvt32());
    g.jge(end, Xbyak::CodeGenerator::T_NEAR);
    g.vpermd(cols, block_of_line, g.ptr[g.rsp + lists.at * entry_bytes + offset(lists.blocks)]);
    g.vpaddd(cols, cols, col_of_line);
    compare(g, lists, k_wholes, ones);
    compare(g, lists, k_parts, zeros);
    g.korw(k_parts, k_parts, k_wholes);
    g.knotw(k_parts, k_parts);
    append(g, lists, k_wholes, lists.n_wholes, lists.wholes);
    append(g, lists, k_parts, lists.n_parts, lists.parts);
    g.add(lists.at.cvt32(), static_cast<std::uint32_t>(n_lines / lists.elem_bytes));
    g.jmp(next);
    g.L(end);
}

} // namespace libselect::avx512
