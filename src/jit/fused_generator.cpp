// SPDX-License-Identifier: Apache-2.0
// The frame of fused kernels: arguments, groups, tables.
#include "jit/fused_generator.hpp"

#include <cstddef>

namespace libselect {

fused_generator::fused_generator(const fused_params &params)
    : Xbyak::CodeGenerator(sizeof code, code),
      params_(params),
      lanes_(params.vector_bytes / params.elem_bytes),
      group_(group_of(params.elem_bytes, params.cols, params.vector_bytes)) {
    setDefaultJmpNEAR(true);
}

std::span<const std::byte> fused_generator::generate() {
    Xbyak::Label all_src1, done;
    endbr64();
    push(rbp);
    mov(rbp, rsp);
    for (const operand which : all_operands)
        mov(reg_at[which],
                ptr[reg_args + offsetof(kernel_args, data) + which * sizeof(std::byte *)]);
    mov(reg_groups, ptr[reg_args + offsetof(kernel_args, loops)]);
    mov(reg_groups, ptr[reg_groups + offsetof(kernel_loops, rows)]);
    load_constants();
    if (is(fused_role::constant, cond)) {
        mask().test(conditions(0));
        je(all_src1);
        emit_groups(source::src0);
        jmp(done);
        L(all_src1);
        emit_groups(source::src1);
        L(done);
    } else {
        emit_groups(source::blend);
    }
    vzeroupper();
    pop(rbp);
    ret();
    emit_tables();
    return code_of(*this);
}

void fused_generator::emit_groups(source from) {
    Xbyak::Label next;
    L(next);
    for (int v = 0; v < group_.vectors; ++v)
        select_vector(from, v);
    for (const operand which : all_operands) {
        int elems = 0;
        if (is(fused_role::full, which)) elems = group_.rows * params_.cols;
        if (is(fused_role::repeating, which)) elems = group_.rows;
        if (elems == 0) continue;
        if (which == cond)
            mask().advance(reg_at[cond], elems);
        else
            add(reg_at[which], static_cast<std::uint32_t>(elems * elem_bytes()));
    }
    dec(reg_groups);
    jnz(next);
}

int fused_generator::first_element(operand which, int v) const noexcept {
    if (is(fused_role::constant, which)) return 0;
    if (is(fused_role::repeating, which)) return v * lanes_ / params_.cols;
    return is(fused_role::periodic, which) ? v * lanes_ % params_.cols : v * lanes_;
}

Xbyak::RegExp fused_generator::elements(operand which, int v) const {
    return reg_at[which] + static_cast<std::size_t>(first_element(which, v) * elem_bytes());
}

mask_place fused_generator::conditions(int v) const {
    return {reg_at[cond], nullptr, first_element(cond, v)};
}

std::vector<std::uint8_t> fused_generator::unit_order(int v, int unit) const {
    const int per_elem = elem_bytes() / unit;
    std::vector<std::uint8_t> order;
    for (int i = 0; i < lanes_ * per_elem; ++i) {
        const int index = row_in_vector(v, i / per_elem) * per_elem + i % per_elem;
        order.push_back(static_cast<std::uint8_t>(index));
        order.resize(order.size() + static_cast<std::size_t>(unit) - 1);
    }
    return order;
}

int fused_generator::row_in_vector(int v, int i) const noexcept {
    return (v * lanes_ + i) / params_.cols - v * lanes_ / params_.cols;
}

Xbyak::RegRip fused_generator::table(const std::vector<std::uint8_t> &bytes) {
    for (const index_table &known : tables_)
        if (known.bytes == bytes) return rip + known.label;
    tables_.push_back({bytes, {}});
    return rip + tables_.back().label;
}

void fused_generator::emit_tables() {
    for (index_table &each : tables_) {
        align(each.bytes.size());
        L(each.label);
        db(each.bytes.data(), each.bytes.size());
    }
}

} // namespace libselect
