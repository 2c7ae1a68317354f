// SPDX-License-Identifier: Apache-2.0
// Executions from bytes.
#include "fuzz/execute_case.hpp"

#include <algorithm>

#include "fuzz/type_width.hpp"

namespace fuzz {
namespace {

void read_shapes(byte_reader &bytes, execute_case &into) {
    const dims base = read_dims(bytes, static_cast<std::int64_t>(into.operands[dst].width));
    operand_case &mask = into.operands[cond], &if_true = into.operands[src0];
    operand_case &if_false = into.operands[src1], &result = into.operands[dst];
    mask.extents = if_true.extents = if_false.extents = base;
    if (into.mode == libselect_auto_broadcast_pdpd) {
        into.axis =
                static_cast<std::int64_t>(bytes.below(static_cast<unsigned>(base.size()) + 2)) - 1;
        mask.extents = read_pdpd(bytes, base, into.axis);
        if_false.extents = read_pdpd(bytes, base, into.axis);
    } else if (into.mode != libselect_auto_broadcast_none) {
        if_true.extents = read_broadcast(bytes, base);
        if_false.extents = read_broadcast(bytes, base);
        const bool both_ways = into.mode == libselect_auto_broadcast_multidirectional;
        mask.extents =
                read_broadcast(bytes, both_ways ? base
                                                : *support::dst_by_the_spec(into.mode, -1, {},
                                                        if_true.extents, if_false.extents));
    }
    // An interval has the shape of dst, and takes no part in what that is.
    if (into.rule.is_interval() && into.mode != libselect_auto_broadcast_none) mask.extents = {};
    result.extents = support::dst_by_the_spec(
            into.mode, into.axis, mask.extents, if_true.extents, if_false.extents)
                             .value();
}

// Windows far apart along the first axis of dst, for operands that are not broadcast along it.
void read_distance(byte_reader &bytes, execute_case &into) {
    const dims &extents = into.operands[dst].extents;
    const unsigned tag = bytes.byte();
    const auto is_long = [](std::int64_t dim) { return dim != 1; };
    const auto first = std::find_if(extents.begin(), extents.end(), is_long);
    if (tag < 176 || first == extents.end() || *first > std::int64_t {windows::count}
            || into.mode == libselect_auto_broadcast_pdpd)
        return;
    const auto from_the_end = extents.end() - first;
    for (const operand i : {cond, src0, src1, dst}) {
        operand_case &one = into.operands[i];
        const auto axis = static_cast<std::ptrdiff_t>(one.extents.size()) - from_the_end;
        if (axis < 0 || one.extents[static_cast<std::size_t>(axis)] == 1) continue;
        if (i != dst && ((tag >> i) & 1U) != 0) continue;
        one.far_axis = static_cast<int>(axis);
        const std::int64_t stride = windows::distance / static_cast<std::int64_t>(one.width);
        one.strides[static_cast<std::size_t>(axis)] = (tag & 8U) != 0 ? -stride : stride;
    }
}

// In place, or anywhere in the window of dst.
void read_aliasing(byte_reader &bytes, execute_case &into) {
    const unsigned tag = bytes.byte();
    const operand_case &result = into.operands[dst];
    if (tag < 144) return;
    if (tag < 208) {
        if (tag % 4 != 1) lay_in_place(into.operands[src0], result);
        if (tag % 4 != 2) lay_in_place(into.operands[src1], result);
        return;
    }
    operand_case &one = into.operands[tag % 3];
    if (result.far_axis >= 0 || one.far_axis >= 0) return;
    one.in_dst = true;
    const unsigned fine = bytes.byte();
    one.shift = std::int64_t {fine} - 128;
    if (tag >= 232) one.shift *= static_cast<std::int64_t>(result.width);
    if (tag >= 248) one.shift *= 16;
}

} // namespace

void lay_in_place(operand_case &source, const operand_case &result) {
    if (source.extents != result.extents) return;
    source = result;
    source.in_dst = true;
}

execute_case read_execution(byte_reader &bytes, const support::condition_rule &rule) {
    execute_case made;
    made.rule = rule;
    made.type = static_cast<libselect_data_type_t>(1 + bytes.below(17));
    made.mode = static_cast<libselect_auto_broadcast_t>(bytes.below(4));
    const unsigned kind = bytes.byte();
    made.max_threads = static_cast<int>(kind & 3U);
    made.tells_sizes = (kind & 4U) == 0;
    made.mask_kind = kind / 16;
    made.data_seed = static_cast<std::uint64_t>(bytes.byte());
    for (const operand i : {src0, src1, dst})
        made.operands[i].width = width_of(made.type);
    read_shapes(bytes, made);
    for (const operand i : {cond, src0, src1, dst}) {
        read_strides(bytes, made.operands[i], i == dst);
        read_placement(bytes, made.operands[i]);
    }
    read_distance(bytes, made);
    read_aliasing(bytes, made);
    const operand_case &result = made.operands[dst];
    made.infers_dst = (kind & 8U) != 0 && result.strides == dense_strides(result.extents);
    return made;
}

std::vector<operand> inputs_of(const execute_case &given) {
    const support::condition_rule &rule = given.rule;
    if (rule.kind == libselect_condition_boolean) return {cond, src0, src1};
    // Sources first: what the condition reads in their place is written last.
    std::vector<operand> inputs {src0, src1};
    if (!rule.is_interval()) inputs.push_back(cond);
    if (rule.is_compare()) inputs.push_back(rhs);
    if (rule.begin != libselect_undef) inputs.push_back(begin);
    if (rule.end != libselect_undef) inputs.push_back(end);
    return inputs;
}

libselect_data_type_t type_of(const execute_case &given, operand which) {
    switch (which) {
    case cond:
    case rhs:
        return given.rule.type;
    case begin:
        return given.rule.begin;
    case end:
        return given.rule.end;
    default:
        return given.type;
    }
}

} // namespace fuzz
