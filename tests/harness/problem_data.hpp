// SPDX-License-Identifier: Apache-2.0
// The data of a problem, wherever its operands lie: filled, judged by the oracle, counted.
#ifndef LIBSELECT_TESTS_HARNESS_PROBLEM_DATA_HPP
#define LIBSELECT_TESTS_HARNESS_PROBLEM_DATA_HPP

#include <cstddef>
#include <cstdint>
#include <span>

#include "harness/condition_oracle.hpp"
#include "harness/problem.hpp"

namespace support {

// The data pointers. In place, dst is one of the inputs; cond is the left side of a comparison.
struct operand_pointers {
    std::byte *cond, *src0, *src1, *dst;
    std::byte *rhs = nullptr, *begin = nullptr, *end = nullptr;
};

// Random bits: every NaN payload, denormal and signed zero is as likely as any other value.
void fill_bits(std::span<std::byte> bytes, std::uint64_t seed);

// Fills the bytes that each operand addresses, by what.seed: cond with what.conditions in row-major
// order, the others with random bits. A dim of stride 0 counts as 1. Bytes between the elements of
// cond are true, and would be seen if they were read. Where numbers decide, they decide as
// what.conditions says: the side of a comparison that has more elements differs from a constant
// other side. begin and end are columns.
void fill_operands(const problem &what, const operand_pointers &at);

// What the oracle decides by.
condition_view condition_of(const problem &what, const operand_pointers &at);

// Writes to `dst`, laid out as what.dst, what the oracle computes from these inputs.
void run_oracle(const problem &what, const operand_pointers &at, std::byte *dst);

// The dims, where a dim of stride 0 is 1: one element that is seen many times.
dims distinct_dims(const operand &tensor);

// The bytes that an operand addresses, given its data pointer.
std::span<std::byte> bytes_of(const operand &tensor, libselect_data_type_t type, std::byte *data);

// How many elements of an operand differ in address, and how many of cond are true. An element
// that is seen many times counts once.
std::size_t distinct_elems(const operand &tensor);
std::size_t true_elems(const problem &what, const std::byte *cond);

// Bytes that any implementation must move: each input once and dst once; in place only cond, the
// elements that dst takes from the other source, and what these read. An interval shows without
// looking what is taken, so then the rest of a source need not be read.
std::size_t compulsory_bytes(const problem &what, const std::byte *cond);
std::size_t compulsory_bytes(const problem &what, const operand_pointers &at);
// The same, with 1 or 0 for each element of dst, as decide() gives them, or for each of fewer that
// broadcast evenly into dst.
std::size_t compulsory_bytes(const problem &what, std::span<const std::byte> decided);

// Calls visit(index, offset in elements) for each index in row-major order while it returns true.
template <typename visitor>
void walk_elements(const dims &extents, const dims &strides, const visitor &visit) {
    if (n_elems(extents) == 0) return;
    dims index(extents.size(), 0);
    std::int64_t offset = 0;
    const auto step = [&] {
        for (std::size_t axis = extents.size(); axis-- > 0;) {
            if (++index[axis] < extents[axis]) {
                offset += strides[axis];
                return true;
            }
            // A dim of 1 adds nothing, whatever its stride is.
            offset -= (extents[axis] - 1) * strides[axis];
            index[axis] = 0;
        }
        return false;
    };
    while (visit(index, offset) && step()) {
    }
}

} // namespace support

#endif
