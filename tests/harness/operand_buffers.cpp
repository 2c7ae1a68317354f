// SPDX-License-Identifier: Apache-2.0
// The buffers of a problem: filled, guarded, with the allocation of dst that the oracle expects.
#include "harness/operand_buffers.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "harness/condition_data.hpp"
#include "harness/condition_oracle.hpp"
#include "harness/mask.hpp"

namespace support {
namespace {

// The addressed bytes of an operand, given its data pointer.
std::span<std::byte> data_of(
        const operand &tensor, libselect_data_type_t type, std::byte *pointer) {
    const byte_range range = addressed_bytes(tensor, type);
    return {pointer + range.low, range.size()};
}

std::byte *allocate(guarded_buffer &buffer, const part &which) {
    const byte_range range = addressed_bytes(*which.tensor, which.type);
    return buffer.allocate(range.size() + which.tensor->slack_bytes, which.tensor->where)
           - range.low;
}

// The data once more behind itself, as far as there is slack.
void fill_slack(const operand &tensor, std::span<std::byte> data) {
    for (std::size_t i = 0; i < tensor.slack_bytes; ++i)
        data.data()[data.size() + i] = data[i % data.size()];
}

// Puts a dense mask where the strides say, in row-major order.
void scatter(std::span<const std::byte> dense, const operand &cond, libselect_data_type_t type,
        std::byte *data) {
    if (!is_bits(type) && cond.strides == dense_strides(cond.dims)) {
        std::ranges::copy(dense, data + cond.offset);
        return;
    }
    dims at(cond.dims.size(), 0);
    std::int64_t offset = cond.offset;
    for (const std::byte value : dense) {
        if (is_bits(type))
            set_bit(data, offset, type, value != std::byte {0});
        else
            data[offset] = value;
        for (std::size_t i = at.size(); i-- > 0;) {
            offset += cond.strides[i];
            if (++at[i] < cond.dims[i]) break;
            offset -= at[i] * cond.strides[i];
            at[i] = 0;
        }
    }
}

// Of boolean and bits.
void fill_mask_tensor(
        const problem &what, std::span<std::byte> bytes, std::byte *data, random_source &random) {
    if (is_bits(what.rule.type))
        fill_bit_bytes(bytes, random);
    else
        fill_cond(bytes, random);
    if (what.conditions.kind == mask_kind::stretches) return;
    std::vector<std::byte> dense(static_cast<std::size_t>(n_elems(what.cond.dims)));
    fill_mask(dense, what.cond.dims, what.conditions, random);
    scatter(dense, what.cond, what.rule.type, data);
}

std::int64_t columns(const problem &what) {
    const auto rank = static_cast<int>(what.dst.dims.size());
    const int axis = what.rule.axis < 0 ? rank + what.rule.axis : what.rule.axis;
    return what.dst.dims[static_cast<std::size_t>(axis)];
}

// Nothing is drawn for a condition that reads no numbers.
number_palette palette_for(const condition_rule &rule, random_source &random) {
    random_source none(0);
    return {rule.reads_numbers() ? rule.type : libselect_u8, rule.reads_numbers() ? random : none};
}

// An input that lies at its own place or at that of dst.
void fill_input(const problem &what, const part &which, const number_palette &palette,
        std::byte *data, random_source &random) {
    const std::span<std::byte> bytes = data_of(*which.tensor, which.type, data);
    if (which.arg == libselect_arg_begin || which.arg == libselect_arg_end)
        fill_bounds(bytes, which.type, columns(what), random);
    else if (which.arg == libselect_arg_src0 || which.arg == libselect_arg_src1)
        fill_elements(bytes, what.elem_bytes(), random);
    else if (what.rule.reads_numbers())
        palette.fill(bytes, random);
    else
        fill_mask_tensor(what, bytes, data, random);
    if (!which.is_dst) fill_slack(*which.tensor, bytes);
}

// Neighbouring bytes differ, so that a misplaced copy of the frame is seen too. The pattern repeats
// after 256 bytes.
void fill_pattern(std::span<std::byte> bytes) {
    std::array<std::byte, 256> pattern;
    for (std::size_t i = 0; i < pattern.size(); ++i)
        pattern[i] = static_cast<std::byte>((i * 37 + 0x5a) & 0xffU);
    for (; !bytes.empty(); bytes = bytes.subspan(std::min(pattern.size(), bytes.size())))
        std::memcpy(bytes.data(), pattern.data(), std::min(pattern.size(), bytes.size()));
}

} // namespace

void operand_buffers::prepare(const problem &what, random_source &random) {
    const number_palette palette = palette_for(what.rule, random);
    const std::vector<part> all = parts(what);
    const part &target = all.back(); // dst
    std::byte *const dst = allocate(buffers_[libselect_arg_dst], target);
    data_[libselect_arg_dst] = dst;
    fill_pattern(buffers_[libselect_arg_dst].whole());
    for (const part &each : all) {
        if (each.arg == libselect_arg_dst) continue;
        std::byte *const data = each.is_dst ? dst : allocate(buffers_[each.arg], each);
        fill_input(what, each, palette, data, random);
        data_[each.arg] = each.is_dst ? dst : buffers_[each.arg].read_only(data);
    }
    // A source in the same place has written over what the condition compares.
    if (what.cond_is_dst || what.rhs_is_dst)
        palette.fill(data_of(what.dst, what.type, dst), random);
}

std::vector<std::byte> operand_buffers::expected(const problem &what) const {
    const std::span<std::byte> whole = buffers_[libselect_arg_dst].whole();
    std::vector<std::byte> wanted(whole.begin(), whole.end());
    const auto input = [&](const operand &tensor, libselect_arg_t arg) {
        return view {
                data(arg), tensor.dims, tensor.strides, tensor.strides_in_bytes, tensor.offset};
    };
    const auto lhs = what.rule.is_compare() ? libselect_arg_lhs : libselect_arg_cond;
    select_oracle(
            {what.rule, input(what.cond, lhs), input(what.rhs, libselect_arg_rhs),
                    input(what.begin, libselect_arg_begin), input(what.end, libselect_arg_end)},
            input(what.src0, libselect_arg_src0), input(what.src1, libselect_arg_src1),
            {wanted.data() + (dst() - whole.data()), what.dst.dims, what.dst.strides,
                    what.dst.strides_in_bytes, what.dst.offset},
            what.elem_bytes(), what.mode, what.axis);
    return wanted;
}

std::string operand_buffers::difference(
        const problem &what, const std::vector<std::byte> &wanted) const {
    const std::span<std::byte> whole = buffers_[libselect_arg_dst].whole();
    // At once: byte by byte takes long under sanitizers.
    if (std::memcmp(whole.data(), wanted.data(), whole.size()) == 0) return "";
    const auto [differs, wants] = std::mismatch(whole.begin(), whole.end(), wanted.begin());
    const std::ptrdiff_t at = (whole.data() + (differs - whole.begin())) - dst();
    const byte_range range = addressed_bytes(what.dst, what.elem_bytes());
    const char *where = at < range.low ? "before" : at >= range.high ? "behind" : "in";
    return std::string("byte ") + std::to_string(at) + " from dst's data pointer (" + where
           + " dst, which has bytes " + std::to_string(range.low) + " to "
           + std::to_string(range.high) + ") is " + std::to_string(std::to_integer<int>(*differs))
           + ", the oracle says " + std::to_string(std::to_integer<int>(*wants));
}

} // namespace support
