// SPDX-License-Identifier: Apache-2.0
// The data of a problem: filled, and judged by the oracle.
#include "harness/problem_data.hpp"

#include "harness/problem_conditions.hpp"
#include "harness/random.hpp"

namespace support {
namespace {

view view_of(const operand &tensor, const std::byte *data) {
    return {data, tensor.dims, tensor.strides, tensor.strides_in_bytes, tensor.offset};
}

} // namespace

dims distinct_dims(const operand &tensor) {
    dims distinct = tensor.dims;
    for (std::size_t axis = 0; axis < distinct.size(); ++axis)
        if (tensor.strides[axis] == 0 && distinct[axis] > 1) distinct[axis] = 1;
    return distinct;
}

std::span<std::byte> bytes_of(const operand &tensor, libselect_data_type_t type, std::byte *data) {
    const byte_range range = addressed_bytes(tensor, type);
    return {data + range.low, range.size()};
}

void fill_bits(std::span<std::byte> bytes, std::uint64_t seed) {
    random_source random(seed);
    fill_bits(bytes, random);
}

void fill_operands(const problem &what, const operand_pointers &at) {
    fill_bits(bytes_of(what.src0, what.type, at.src0), what.seed + 1);
    fill_bits(bytes_of(what.src1, what.type, at.src1), what.seed + 2);
    if (what.alias == in_place::no) fill_bits(bytes_of(what.dst, what.type, at.dst), what.seed + 3);
    fill_condition(what, at); // last: it may read what lies in dst
}

condition_view condition_of(const problem &what, const operand_pointers &at) {
    return {what.rule, view_of(what.cond, at.cond), view_of(what.rhs, at.rhs),
            view_of(what.begin, at.begin), view_of(what.end, at.end)};
}

void run_oracle(const problem &what, const operand_pointers &at, std::byte *dst) {
    if (n_elems(what.dst.dims) == 0) return; // before a loop over 2^62 rows of nothing
    select_oracle(condition_of(what, at), view_of(what.src0, at.src0), view_of(what.src1, at.src1),
            {dst, what.dst.dims, what.dst.strides, what.dst.strides_in_bytes, what.dst.offset},
            what.elem_bytes(), what.mode, what.axis);
}

} // namespace support
