// SPDX-License-Identifier: Apache-2.0
// The oracle: Select by element index, straight from the specification. Shares no code with src/.
#include "harness/oracle.hpp"

#include "harness/copy_element.hpp"

namespace support {
namespace {

// steps_over() in bytes.
template <typename Byte>
dims steps_of(const operand_view<Byte> &tensor, std::size_t first, std::size_t dst_rank,
        std::size_t elem_bytes) {
    const std::int64_t unit = tensor.strides_in_bytes ? 1 : static_cast<std::int64_t>(elem_bytes);
    dims steps = steps_over(tensor.dims, tensor.strides, first, dst_rank);
    for (std::int64_t &step : steps)
        step *= unit;
    return steps;
}

template <typename Byte>
Byte *first_element(const operand_view<Byte> &tensor, std::size_t elem_bytes) {
    return tensor.data + tensor.offset * static_cast<std::int64_t>(elem_bytes);
}

// The loops over the dims of dst, one within the other.
struct loops {
    dims extents;
    dims cond_steps, src0_steps, src1_steps, dst_steps;
    std::size_t elem_bytes;

    void run(std::size_t axis, const std::byte *cond, const std::byte *src0, const std::byte *src1,
            std::byte *dst) const {
        if (axis == extents.size()) return run_one(cond, src0, src1, dst);
        const std::int64_t extent = extents[axis];
        const std::int64_t cond_step = cond_steps[axis], dst_step = dst_steps[axis];
        const std::int64_t src0_step = src0_steps[axis], src1_step = src1_steps[axis];
        const bool is_last = axis + 1 == extents.size();
        for (std::int64_t k = 0; k < extent; ++k) {
            const std::byte *cond_k = cond + k * cond_step;
            const std::byte *src0_k = src0 + k * src0_step, *src1_k = src1 + k * src1_step;
            if (is_last)
                run_one(cond_k, src0_k, src1_k, dst + k * dst_step);
            else
                run(axis + 1, cond_k, src0_k, src1_k, dst + k * dst_step);
        }
    }
    void run_one(const std::byte *cond, const std::byte *src0, const std::byte *src1,
            std::byte *dst) const {
        copy_element(dst, *cond != std::byte {0} ? src0 : src1, elem_bytes);
    }
};

// Right-aligned, a missing dim counts as 1; of two valid dims the one that is not 1 wins.
dims broadcast(const dims &a, const dims &b) {
    dims longer = a.size() < b.size() ? b : a;
    const dims &shorter = a.size() < b.size() ? a : b;
    const std::size_t first = longer.size() - shorter.size();
    for (std::size_t i = 0; i < shorter.size(); ++i)
        if (longer[first + i] == 1) longer[first + i] = shorter[i];
    return longer;
}

} // namespace

dims dense_strides(const dims &extents) {
    dims strides(extents.size(), 1);
    for (std::size_t i = extents.size(); i-- > 1;)
        strides[i - 1] = strides[i] * extents[i];
    return strides;
}

dims dst_dims(const dims &cond, const dims &src0, const dims &src1, const std::string &mode) {
    if (mode == "pdpd") return src0;
    if (mode == "multidirectional") return broadcast(cond, broadcast(src0, src1));
    return broadcast(src0, src1);
}

dims steps_over(const dims &extents, const dims &strides, std::size_t first, std::size_t dst_rank) {
    dims steps(dst_rank, 0);
    for (std::size_t i = 0; i < extents.size(); ++i)
        if (extents[i] != 1) steps[first + i] = strides[i];
    return steps;
}

std::size_t first_axis(
        std::size_t dst_rank, std::size_t rank, const std::string &mode, std::int64_t axis) {
    // A full rank leaves no choice.
    const bool placed = mode == "pdpd" && axis != -1 && rank != dst_rank;
    return placed ? static_cast<std::size_t>(axis) : dst_rank - rank;
}

void select_oracle(const view &cond, const view &src0, const view &src1, const mutable_view &dst,
        std::size_t elem_bytes, const std::string &mode, std::int64_t axis) {
    const std::size_t rank = dst.dims.size();
    const auto steps_of_input = [&](const view &input, std::size_t width) {
        const std::size_t first = first_axis(rank, input.dims.size(), mode, axis);
        return steps_of(input, first, rank, width);
    };
    const loops all {dst.dims, steps_of_input(cond, 1),
            steps_of(src0, rank - src0.dims.size(), rank, elem_bytes),
            steps_of_input(src1, elem_bytes), steps_of(dst, 0, rank, elem_bytes), elem_bytes};
    all.run(0, first_element(cond, 1), first_element(src0, elem_bytes),
            first_element(src1, elem_bytes), first_element(dst, elem_bytes));
}

} // namespace support
