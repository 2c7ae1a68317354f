// SPDX-License-Identifier: Apache-2.0
// The data of a problem: filled, judged by the oracle, counted.
#include "harness/problem_data.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "harness/oracle.hpp"

namespace support {
namespace {

// A dim of stride 0 is one element that is seen many times.
dims distinct_dims(const operand &tensor) {
    dims distinct = tensor.dims;
    for (std::size_t axis = 0; axis < distinct.size(); ++axis)
        if (tensor.strides[axis] == 0 && distinct[axis] > 1) distinct[axis] = 1;
    return distinct;
}

std::span<std::byte> bytes_of(const operand &tensor, std::size_t elem_bytes, std::byte *origin) {
    const byte_range range = addressed_bytes(tensor, elem_bytes);
    return {origin + range.low, range.size()};
}

void fill_condition(const problem &what, std::byte *cond) {
    random_source random(what.seed);
    const dims distinct = distinct_dims(what.cond);
    const std::span<std::byte> bytes = bytes_of(what.cond, 1, cond);
    if (what.cond.strides == dense_strides(distinct))
        return fill_mask(bytes, distinct, what.conditions, random);
    std::vector<std::byte> dense(static_cast<std::size_t>(n_elems(distinct)));
    fill_mask(dense, distinct, what.conditions, random);
    std::ranges::fill(bytes, std::byte {1});
    const std::byte *next = dense.data();
    walk_elements(distinct, what.cond.strides, [&](const dims &, std::int64_t offset) {
        cond[offset] = *next++;
        return true;
    });
}

view view_of(const operand &tensor, const std::byte *origin) {
    return {origin, tensor.dims, tensor.strides};
}

} // namespace

void fill_bits(std::span<std::byte> bytes, std::uint64_t seed) {
    random_source random(seed);
    for (std::size_t begin = 0; begin < bytes.size(); begin += sizeof(std::uint64_t)) {
        const std::uint64_t bits = random.next();
        std::memcpy(bytes.data() + begin, &bits, std::min(sizeof bits, bytes.size() - begin));
    }
}

void fill_operands(const problem &what, const operand_pointers &at) {
    const std::size_t elem_bytes = what.elem_bytes();
    fill_condition(what, at.cond);
    fill_bits(bytes_of(what.src0, elem_bytes, at.src0), what.seed + 1);
    fill_bits(bytes_of(what.src1, elem_bytes, at.src1), what.seed + 2);
    if (what.alias == in_place::no)
        fill_bits(bytes_of(what.dst, elem_bytes, at.dst), what.seed + 3);
}

void run_oracle(const problem &what, const operand_pointers &at, std::byte *dst) {
    if (n_elems(what.dst.dims) == 0) return; // before a loop over 2^62 rows of nothing
    select_oracle(view_of(what.cond, at.cond), view_of(what.src0, at.src0),
            view_of(what.src1, at.src1), {dst, what.dst.dims, what.dst.strides}, what.elem_bytes(),
            what.mode, what.axis);
}

std::size_t distinct_elems(const operand &tensor) {
    return static_cast<std::size_t>(n_elems(distinct_dims(tensor)));
}

std::size_t true_elems(const problem &what, const std::byte *cond) {
    std::size_t count = 0;
    walk_elements(
            distinct_dims(what.cond), what.cond.strides, [&](const dims &, std::int64_t offset) {
                count += cond[offset] != std::byte {0};
                return true;
            });
    return count;
}

std::size_t compulsory_bytes(const problem &what, const std::byte *cond) {
    const std::size_t n_dst = distinct_elems(what.dst);
    if (n_dst == 0) return 0;
    const std::size_t n_cond = distinct_elems(what.cond);
    const std::size_t n_src0 = distinct_elems(what.src0), n_src1 = distinct_elems(what.src1);
    if (what.alias == in_place::no) return n_cond + what.elem_bytes() * (n_src0 + n_src1 + n_dst);
    // Counted per element of cond: one that is broadcast stands for several of dst.
    const bool is_src1 = what.alias == in_place::src1;
    const std::size_t n_true = true_elems(what, cond);
    const std::size_t n_written = (is_src1 ? n_true : n_cond - n_true) * (n_dst / n_cond);
    return n_cond
           + what.elem_bytes() * (n_written + std::min(n_written, is_src1 ? n_src0 : n_src1));
}

} // namespace support
