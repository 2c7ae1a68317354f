// SPDX-License-Identifier: Apache-2.0
// The parts that the fused generators of both vector ISAs share: the loop over groups, and tables.
#ifndef LIBSELECT_JIT_FUSED_GENERATOR_HPP
#define LIBSELECT_JIT_FUSED_GENERATOR_HPP

#include <cstdint>
#include <list>
#include <span>
#include <vector>

#include <xbyak/xbyak.h>

#include "jit/code_buffer.hpp"
#include "jit/mask_emitter.hpp"
#include "jit/row_generator.hpp"
#include "kernel/fused_kernel.hpp"

namespace libselect {

// Generates a kernel of the fused contract. The vectors of one group are straight code: the
// generator knows which element of an operand belongs in each place of each vector. So
// - a full or periodic operand is a load at a constant offset;
// - a repeating operand is a load of neighbouring elements and a permutation by a table; tables lie
//   behind the code.
class fused_generator : private code_buffer<49152>, protected Xbyak::CodeGenerator {
public:
    virtual ~fused_generator() = default;

    // Generates and returns the code, position-independent. Call once. Throws Xbyak::Error.
    [[nodiscard]] std::span<const std::byte> generate();

protected:
    explicit fused_generator(const fused_params &params);

    // The emitter of the masks; the generator owns it.
    virtual mask_emitter &mask() = 0;
    // Once per call of the kernel: loads constants and constant sources.
    virtual void load_constants() = 0;
    // Selects vector v of the group.
    virtual void select_vector(source from, int v) = 0;

    [[nodiscard]] int elem_bytes() const noexcept { return params_.elem_bytes; }
    [[nodiscard]] bool streams() const noexcept { return params_.stores == store_kind::streaming; }
    [[nodiscard]] bool splits_blends() const noexcept { return params_.splits_blends; }
    [[nodiscard]] bool is(fused_role kind, operand which) const noexcept {
        return params_.roles[which] == kind;
    }
    // Whether one load gets the operand's elements of a vector.
    [[nodiscard]] bool is_load(operand which) const noexcept {
        return is(fused_role::full, which) || is(fused_role::periodic, which);
    }
    // Address of the operand's elements of vector v: of the first that it needs, where they repeat.
    [[nodiscard]] Xbyak::RegExp elements(operand which, int v) const;
    // The conditions of vector v.
    [[nodiscard]] mask_place conditions(int v) const;
    // What the mask emitter may use.
    [[nodiscard]] mask_frame frame() noexcept {
        return {*this, params_.vector_bytes, params_.elem_bytes, reg_tmp, reg_shift};
    }
    // The row that element i of vector v belongs to, counted from the first one of the vector.
    [[nodiscard]] int row_in_vector(int v, int i) const noexcept;
    // Rows that vector v meets.
    [[nodiscard]] int rows_of(int v) const noexcept { return row_in_vector(v, lanes_ - 1) + 1; }
    [[nodiscard]] int lanes() const noexcept { return lanes_; }

    // The index table that permutes a repeating source into vector v. It has one entry of `unit`
    // bytes per unit of the vector: which of the loaded units belongs there.
    [[nodiscard]] std::vector<std::uint8_t> unit_order(int v, int unit) const;
    // The address, relative to rip, of a table of these bytes. Equal tables are emitted once.
    [[nodiscard]] Xbyak::RegRip table(const std::vector<std::uint8_t> &bytes);

    const Xbyak::Reg64 reg_args {Xbyak::Operand::RDI};
    const per_operand<Xbyak::Reg64> reg_at {Xbyak::Reg64 {Xbyak::Operand::RSI},
            Xbyak::Reg64 {Xbyak::Operand::RDX}, Xbyak::Reg64 {Xbyak::Operand::R8},
            Xbyak::Reg64 {Xbyak::Operand::R9}};
    const Xbyak::Reg64 reg_groups {Xbyak::Operand::RCX};
    const Xbyak::Reg64 reg_tmp {Xbyak::Operand::RAX};
    const Xbyak::Reg64 reg_shift {Xbyak::Operand::R11};

private:
    struct index_table {
        std::vector<std::uint8_t> bytes;
        Xbyak::Label label;
    };
    // The index of the first element that vector v needs of an operand.
    [[nodiscard]] int first_element(operand which, int v) const noexcept;
    void emit_groups(source from);
    void emit_tables();

    const fused_params params_;
    const int lanes_;
    const group_size group_;
    std::list<index_table> tables_; // labels must not move
};

} // namespace libselect

#endif
