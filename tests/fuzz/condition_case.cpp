// SPDX-License-Identifier: Apache-2.0
// Conditions from bytes: the rule, then an execution, then what the rule reads in it.
#include "fuzz/condition_case.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "fuzz/type_width.hpp"

namespace fuzz {
namespace {

using support::condition_rule;

std::optional<std::int64_t> read_bound(byte_reader &bytes) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    constexpr std::array<std::int64_t, 6> odd {
            most, -most - 1, most - 3, 3 - most, std::int64_t {1} << 32, -(std::int64_t {1} << 31)};
    const unsigned tag = bytes.byte();
    if (tag < 64) return std::nullopt;
    if (tag >= 250) return odd[tag - 250];
    return std::int64_t {tag} - 128;
}

libselect_data_type_t read_bound_type(byte_reader &bytes) {
    constexpr std::array types {libselect_undef, libselect_undef, libselect_s32, libselect_s64};
    return types[bytes.below(4)];
}

condition_rule read_rule(byte_reader &bytes) {
    condition_rule rule;
    const unsigned kind = bytes.byte();
    rule.kind = static_cast<libselect_condition_kind_t>(kind % 5);
    switch (rule.kind) {
    case libselect_condition_bits:
        rule.type = kind < 128 ? libselect_u1 : libselect_u1_msb;
        break;
    case libselect_condition_compare:
        rule.type = static_cast<libselect_data_type_t>(libselect_u8 + bytes.below(16));
        rule.relation = static_cast<libselect_relation_t>(
                bytes.below(support::is_complex(rule.type) ? 2 : 6));
        break;
    case libselect_condition_nonzero:
        rule.type = static_cast<libselect_data_type_t>(libselect_u8 + bytes.below(16));
        break;
    case libselect_condition_interval:
        rule.type = libselect_undef;
        rule.lower = read_bound(bytes);
        rule.upper = read_bound(bytes);
        rule.begin = read_bound_type(bytes);
        rule.end = read_bound_type(bytes);
        break;
    default:
        break;
    }
    return rule;
}

// Axes of dst; a rank that is too small takes the bounds away, or the interval itself.
void read_axes(byte_reader &bytes, execute_case &into) {
    condition_rule &rule = into.rule;
    const auto rank = static_cast<int>(into.operands[dst].extents.size());
    const unsigned tag = bytes.byte();
    if (rank == 0) {
        rule = {.kind = libselect_condition_bits, .type = libselect_u1};
        into.operands[cond] = {};
        return;
    }
    if (rank == 1) rule.lower = rule.upper = std::nullopt;
    rule.axis = static_cast<int>(tag) % rank;
    rule.row_axis =
            rank == 1 ? 1000 : (rule.axis + 1 + static_cast<int>(tag / 64) % (rank - 1)) % rank;
    const unsigned ends = bytes.byte();
    if ((ends & 1U) != 0) rule.axis -= rank;
    if ((ends & 2U) != 0) rule.row_axis -= rank;
}

// The layout of an input whose extents and width are known. One that fits no window is one element.
void read_layout(byte_reader &bytes, operand_case &into) {
    read_strides(bytes, into, false);
    read_placement(bytes, into);
    if (range_in_window(into).size() > room) std::fill(into.strides.begin(), into.strides.end(), 0);
}

void read_bounds(byte_reader &bytes, execute_case &into, operand which) {
    operand_case &tensor = into.operands[which];
    tensor.extents = into.operands[dst].extents;
    const auto rank = static_cast<int>(tensor.extents.size());
    tensor.extents[static_cast<std::size_t>((into.rule.axis + rank) % rank)] = 1;
    tensor.extents = read_broadcast(bytes, tensor.extents);
    tensor.width = width_of(type_of(into, which));
    read_layout(bytes, tensor);
}

// Where a side has the dim of the other, it may be 1 in one of the two.
void thin_out(byte_reader &bytes, operand_case &lhs, const operand_case &other) {
    const unsigned mask = bytes.byte();
    for (std::size_t i = 1; i <= lhs.extents.size() && i <= other.extents.size(); ++i)
        if (((mask >> (i % 8)) & 1U) != 0
                && other.extents[other.extents.size() - i] == lhs.extents[lhs.extents.size() - i])
            lhs.extents[lhs.extents.size() - i] = 1;
}

void read_sides(byte_reader &bytes, execute_case &into) {
    operand_case &lhs = into.operands[cond], &other = into.operands[rhs];
    other.extents = lhs.extents;
    if (into.mode == libselect_auto_broadcast_pdpd) {
        other.extents = read_pdpd(bytes, into.operands[dst].extents, into.axis);
    } else if (into.mode != libselect_auto_broadcast_none) {
        other.extents = read_broadcast(bytes, lhs.extents);
        thin_out(bytes, lhs, other);
        if (bytes.flag()) std::swap(lhs.extents, other.extents);
    }
    other.width = lhs.width;
    read_layout(bytes, other);
    read_layout(bytes, lhs);
}

void read_tensor_of_condition(byte_reader &bytes, execute_case &into) {
    operand_case &tensor = into.operands[cond];
    const dims extents = tensor.extents;
    tensor = {};
    tensor.extents = extents;
    tensor.width = support::is_bits(into.rule.type) ? 1 : width_of(into.rule.type);
    tensor.in_bits = support::is_bits(into.rule.type);
    if (into.rule.is_compare())
        read_sides(bytes, into);
    else
        read_layout(bytes, tensor);
}

std::int64_t read_offset(byte_reader &bytes) {
    const unsigned tag = bytes.byte();
    return tag < 96 ? 0 : std::int64_t {tag} - 176;
}

// Exactly dst, or anywhere in its window.
void read_condition_aliasing(byte_reader &bytes, execute_case &into) {
    const unsigned tag = bytes.byte();
    const operand_case &result = into.operands[dst];
    const auto lay = [&](operand which) {
        if (into.operands[which].width == result.width && !into.operands[which].in_bits)
            lay_in_place(into.operands[which], result);
    };
    if (tag < 128) return;
    if (tag < 208) {
        if (into.rule.reads_numbers() && tag % 4 != 1) lay(cond);
        if (into.rule.is_compare() && tag % 4 != 2) lay(rhs);
        return;
    }
    constexpr std::array anywhere {cond, rhs, begin, end};
    const std::vector<operand> inputs = inputs_of(into);
    const operand which = anywhere[tag % 4];
    if (result.far_axis >= 0 || std::ranges::count(inputs, which) == 0) return;
    operand_case &one = into.operands[which];
    one.in_dst = true;
    one.shift = std::int64_t {bytes.byte()} - 128;
    if (tag >= 240) one.shift *= static_cast<std::int64_t>(result.width) * (tag >= 248 ? 8 : 1);
}

} // namespace

execute_case read_condition_execution(byte_reader &bytes) {
    const condition_rule rule = read_rule(bytes);
    execute_case made = read_execution(bytes, rule);
    // What lies in dst keeps the strides and the offset of dst, which is exact or on purpose.
    for (const operand which : {src0, src1, dst})
        made.operands[which].offset = read_offset(bytes);
    for (const operand which : {src0, src1})
        if (made.operands[which].in_dst && made.operands[which].shift == 0)
            made.operands[which].offset = made.operands[dst].offset;
    if (made.operands[dst].offset != 0) made.infers_dst = false;
    if (rule.is_interval()) read_axes(bytes, made);
    if (!made.rule.is_interval()) read_tensor_of_condition(bytes, made);
    for (const operand which : {begin, end})
        if (type_of(made, which) != libselect_undef) read_bounds(bytes, made, which);
    for (const operand which : {cond, rhs, begin, end})
        made.operands[which].offset = read_offset(bytes);
    read_condition_aliasing(bytes, made);
    return made;
}

} // namespace fuzz
