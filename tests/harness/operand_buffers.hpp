// SPDX-License-Identifier: Apache-2.0
// The buffers of a problem: filled, guarded, with the allocation of dst that the oracle expects.
#ifndef LIBSELECT_TESTS_HARNESS_OPERAND_BUFFERS_HPP
#define LIBSELECT_TESTS_HARNESS_OPERAND_BUFFERS_HPP

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

    // The elements of index 0, ..., 0.
    [[nodiscard]] std::byte *cond() const { return cond_; }
    [[nodiscard]] std::byte *src0() const { return src0_; }
    [[nodiscard]] std::byte *src1() const { return src1_; }
    [[nodiscard]] std::byte *dst() const { return dst_; }

private:
    guarded_buffer cond_buffer_, src0_buffer_, src1_buffer_, dst_buffer_;
    std::byte *cond_ = nullptr, *src0_ = nullptr, *src1_ = nullptr, *dst_ = nullptr;
};

} // namespace support

#endif
