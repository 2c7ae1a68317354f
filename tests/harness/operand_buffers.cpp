// SPDX-License-Identifier: Apache-2.0
// The buffers of a problem: filled, guarded, with the allocation of dst that the oracle expects.
#include "harness/operand_buffers.hpp"

#include <algorithm>
#include <span>

#include "harness/mask.hpp"
#include "harness/oracle.hpp"

namespace support {
namespace {

// The addressed bytes of an operand, given its element of index 0, ..., 0.
std::span<std::byte> data_of(const operand &tensor, std::size_t elem_bytes, std::byte *origin) {
    const byte_range range = addressed_bytes(tensor, elem_bytes);
    return {origin + range.low, range.size()};
}

std::byte *allocate(guarded_buffer &buffer, const operand &tensor, std::size_t elem_bytes) {
    const byte_range range = addressed_bytes(tensor, elem_bytes);
    return buffer.allocate(range.size() + tensor.slack_bytes, tensor.where) - range.low;
}

// The data once more behind itself, as far as there is slack.
void fill_slack(const operand &tensor, std::span<std::byte> data) {
    for (std::size_t i = 0; i < tensor.slack_bytes; ++i)
        data.data()[data.size() + i] = data[i % data.size()];
}

// Puts a dense mask where the strides say, in row-major order.
void scatter(std::span<const std::byte> dense, const operand &cond, std::byte *origin) {
    dims at(cond.dims.size(), 0);
    for (const std::byte value : dense) {
        std::int64_t offset = 0;
        for (std::size_t i = 0; i < at.size(); ++i)
            offset += at[i] * cond.strides[i];
        origin[offset] = value;
        for (std::size_t i = at.size(); i-- > 0 && ++at[i] == cond.dims[i];)
            at[i] = 0;
    }
}

void fill_conditions(const problem &what, std::byte *origin, random_source &random) {
    const std::span<std::byte> data = data_of(what.cond, 1, origin);
    fill_cond(data, random);
    if (what.conditions.kind != mask_kind::stretches) {
        std::vector<std::byte> dense(static_cast<std::size_t>(n_elems(what.cond.dims)));
        fill_mask(dense, what.cond.dims, what.conditions, random);
        scatter(dense, what.cond, origin);
    }
    fill_slack(what.cond, data);
}

// Neighbouring bytes differ, so that a misplaced copy of the frame is seen too.
void fill_pattern(std::span<std::byte> bytes) {
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::byte>((i * 37 + 0x5a) & 0xffU);
}

} // namespace

void operand_buffers::prepare(const problem &what, random_source &random) {
    const std::size_t elem_bytes = what.elem_bytes();
    const auto make_input = [&](guarded_buffer &buffer, const operand &tensor) {
        std::byte *origin = allocate(buffer, tensor, elem_bytes);
        const std::span<std::byte> data = data_of(tensor, elem_bytes, origin);
        fill_elements(data, elem_bytes, random);
        fill_slack(tensor, data);
        buffer.make_read_only();
        return origin;
    };
    cond_ = allocate(cond_buffer_, what.cond, 1);
    fill_conditions(what, cond_, random);
    cond_buffer_.make_read_only();

    dst_ = allocate(dst_buffer_, what.dst, elem_bytes);
    fill_pattern(dst_buffer_.whole());
    if (what.alias != in_place::no)
        fill_elements(data_of(what.dst, elem_bytes, dst_), elem_bytes, random);
    src0_ = src0_is_dst(what) ? dst_ : make_input(src0_buffer_, what.src0);
    src1_ = src1_is_dst(what) ? dst_ : make_input(src1_buffer_, what.src1);
}

std::vector<std::byte> operand_buffers::expected(const problem &what) const {
    const std::span<std::byte> whole = dst_buffer_.whole();
    std::vector<std::byte> wanted(whole.begin(), whole.end());
    const auto input = [](const operand &tensor, const std::byte *data) {
        return view {data, tensor.dims, tensor.strides, tensor.strides_in_bytes};
    };
    select_oracle(input(what.cond, cond_), input(what.src0, src0_), input(what.src1, src1_),
            {wanted.data() + (dst_ - whole.data()), what.dst.dims, what.dst.strides,
                    what.dst.strides_in_bytes},
            what.elem_bytes(), what.mode, what.axis);
    return wanted;
}

std::string operand_buffers::difference(
        const problem &what, const std::vector<std::byte> &wanted) const {
    const std::span<std::byte> whole = dst_buffer_.whole();
    const auto [differs, wants] = std::mismatch(whole.begin(), whole.end(), wanted.begin());
    if (differs == whole.end()) return "";
    const std::ptrdiff_t at = (whole.data() + (differs - whole.begin())) - dst_;
    const byte_range range = addressed_bytes(what.dst, what.elem_bytes());
    const char *where = at < range.low ? "before" : at >= range.high ? "behind" : "in";
    return std::string("byte ") + std::to_string(at) + " from dst's first element (" + where
           + " dst, which has bytes " + std::to_string(range.low) + " to "
           + std::to_string(range.high) + ") is " + std::to_string(std::to_integer<int>(*differs))
           + ", the oracle says " + std::to_string(std::to_integer<int>(*wants));
}

} // namespace support
