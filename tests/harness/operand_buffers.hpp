// SPDX-License-Identifier: Apache-2.0
// The buffers of a problem: filled, guarded, with the allocation of dst that the oracle expects.
#ifndef LIBSELECT_TESTS_HARNESS_OPERAND_BUFFERS_HPP
#define LIBSELECT_TESTS_HARNESS_OPERAND_BUFFERS_HPP

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "harness/guarded_buffer.hpp"
#include "harness/problem.hpp"
#include "harness/random.hpp"

namespace support {

// Kept from one problem to the next, since mapping pages costs more than a small problem does.
class operand_buffers {
public:
    // Lays out and fills the inputs and makes them read-only; fills dst, and all that lies around
    // it, with a pattern. An input that is dst itself is filled with elements and stays writable.
    void prepare(const problem &what, random_source &random);

    // What dst's whole allocation must hold afterwards: padding and frame as they were. To be
    // called before the library runs.
    [[nodiscard]] std::vector<std::byte> expected(const problem &what) const;

    // "" when dst's whole allocation equals `wanted`, else where it first differs.
    [[nodiscard]] std::string difference(
            const problem &what, const std::vector<std::byte> &wanted) const;

    // The data pointers: with an offset of 0, the elements of index 0, ..., 0.
    [[nodiscard]] std::byte *data(libselect_arg_t arg) const { return data_[arg]; }
    [[nodiscard]] std::byte *cond() const { return data(libselect_arg_cond); }
    [[nodiscard]] std::byte *src0() const { return data(libselect_arg_src0); }
    [[nodiscard]] std::byte *src1() const { return data(libselect_arg_src1); }
    [[nodiscard]] std::byte *dst() const { return data(libselect_arg_dst); }

private:
    static constexpr std::size_t n_args = libselect_arg_end + 1;
    std::array<guarded_buffer, n_args> buffers_;
    std::array<std::byte *, n_args> data_ {};
};

} // namespace support

#endif
