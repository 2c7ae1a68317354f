// SPDX-License-Identifier: Apache-2.0
// A test problem as data: what Select to compute, on which layouts, in which buffers.
#include "harness/problem.hpp"

#include <algorithm>
#include <utility>

#include "harness/oracle.hpp"

namespace support {
namespace {

operand dense(const dims &extents) {
    return {extents, dense_strides(extents), {}};
}

std::string describe(const char *name, const operand &tensor) {
    const bool front = tensor.where.side == placement::guard::front;
    const std::string shape = tensor.dims.empty() ? "scalar" : to_string(tensor.dims, "x");
    return std::string(" ") + name + " " + shape + " strides " + to_string(tensor.strides, ",")
           + (tensor.strides_in_bytes ? " bytes" : "")
           + (front ? " (front guard + " : " (back guard - ")
           + std::to_string(tensor.where.gap_bytes) + ")"
           + (tensor.slack_bytes == 0 ? "" : " slack " + std::to_string(tensor.slack_bytes))
           + (tensor.offset == 0 ? "" : " offset " + std::to_string(tensor.offset));
}

std::string describe_parts(const problem &what) {
    static constexpr const char *names[] {
            "", "cond", "src0", "src1", "dst", "lhs", "rhs", "begin", "end"};
    std::string text;
    for (const part &each : parts(what))
        text += describe(names[each.arg], *each.tensor)
                + (each.is_dst && each.arg != libselect_arg_dst ? " in place" : "");
    return text;
}

} // namespace

problem dense_problem(libselect_data_type_t type, const dims &cond, const dims &src0,
        const dims &src1, const std::string &mode, std::int64_t axis) {
    problem made;
    made.type = type;
    made.cond = dense(cond);
    made.src0 = dense(src0);
    made.src1 = dense(src1);
    made.dst = dense(dst_dims(cond, src0, src1, mode));
    made.mode = mode;
    made.axis = axis;
    made.infer_dst = true;
    return made;
}

std::array<operand *, 4> operands(problem &what) {
    return {&what.cond, &what.src0, &what.src1, &what.dst};
}

std::array<const operand *, 4> operands(const problem &what) {
    return {&what.cond, &what.src0, &what.src1, &what.dst};
}

std::vector<part> parts(const problem &what) {
    const condition_rule &rule = what.rule;
    std::vector<part> made;
    if (!rule.is_interval())
        made.push_back({rule.is_compare() ? libselect_arg_lhs : libselect_arg_cond, &what.cond,
                rule.type, what.cond_is_dst});
    if (rule.is_compare())
        made.push_back({libselect_arg_rhs, &what.rhs, rule.type, what.rhs_is_dst});
    if (rule.begin != libselect_undef)
        made.push_back({libselect_arg_begin, &what.begin, rule.begin, false});
    if (rule.end != libselect_undef)
        made.push_back({libselect_arg_end, &what.end, rule.end, false});
    made.push_back({libselect_arg_src0, &what.src0, what.type, src0_is_dst(what)});
    made.push_back({libselect_arg_src1, &what.src1, what.type, src1_is_dst(what)});
    made.push_back({libselect_arg_dst, &what.dst, what.type, true});
    return made;
}

bool src0_is_dst(const problem &what) {
    return what.alias == in_place::src0 || what.alias == in_place::both;
}

bool src1_is_dst(const problem &what) {
    return what.alias == in_place::src1 || what.alias == in_place::both;
}

void place(problem &what, placement::guard side, std::size_t gap_bytes) {
    std::size_t factor = 1;
    for (operand *tensor :
            {&what.cond, &what.src0, &what.src1, &what.dst, &what.rhs, &what.begin, &what.end}) {
        tensor->where = {side, gap_bytes * factor % 64};
        factor += 2;
    }
}

libselect_data_type_t type_of_width(std::size_t elem_bytes) {
    for (const auto type :
            {libselect_u8, libselect_f16, libselect_f32, libselect_f64, libselect_c128})
        if (libselect_data_type_size(type) == elem_bytes) return type;
    return libselect_undef;
}

std::int64_t n_elems(const dims &extents) {
    std::int64_t count = 1;
    if (std::count(extents.begin(), extents.end(), 0) != 0) return 0;
    for (const std::int64_t extent : extents)
        count *= extent;
    return count;
}

byte_range addressed_bytes(const operand &tensor, std::size_t elem_bytes) {
    if (n_elems(tensor.dims) == 0) return {0, 0};
    const auto width = static_cast<std::int64_t>(elem_bytes);
    const std::int64_t unit = tensor.strides_in_bytes ? 1 : width;
    const std::int64_t first = tensor.offset * width;
    byte_range range {first, first + width};
    for (std::size_t i = 0; i < tensor.dims.size(); ++i) {
        const std::int64_t reach = (tensor.dims[i] - 1) * tensor.strides[i] * unit;
        (reach < 0 ? range.low : range.high) += reach;
    }
    return range;
}

byte_range addressed_bytes(const operand &tensor, libselect_data_type_t type) {
    if (!is_bits(type)) return addressed_bytes(tensor, libselect_data_type_size(type));
    const byte_range bits = addressed_bytes(tensor, std::size_t {1});
    return {bits.low >> 3, (bits.high + 7) >> 3};
}

std::string to_string(const dims &values, const char *separator) {
    std::string text;
    for (const std::int64_t value : values)
        text += (text.empty() ? "" : separator) + std::to_string(value);
    return text;
}

std::string to_string(const condition_rule &rule) {
    static constexpr const char *kinds[] {"boolean", "bits", "nonzero", "compare", "interval"};
    static constexpr const char *relations[] {"eq", "ne", "lt", "le", "gt", "ge"};
    std::string text = kinds[rule.kind];
    if (!rule.is_interval()) text += std::string(" ") + libselect_data_type_name(rule.type);
    if (rule.is_compare()) text += std::string(" ") + relations[rule.relation];
    if (!rule.is_interval()) return text;
    text += " axis " + std::to_string(rule.axis) + " row_axis " + std::to_string(rule.row_axis);
    if (rule.lower) text += " lower " + std::to_string(*rule.lower);
    if (rule.upper) text += " upper " + std::to_string(*rule.upper);
    for (const auto &[name, type] : {std::pair {" begin ", rule.begin}, {" end ", rule.end}})
        if (type != libselect_undef) text += std::string(name) + libselect_data_type_name(type);
    return text;
}

std::string to_string(const problem &what) {
    static constexpr const char *aliases[] {"", " dst=src0", " dst=src1", " dst=src0=src1"};
    const bool is_boolean = what.rule.kind == libselect_condition_boolean;
    return std::string(libselect_data_type_name(what.type)) + " " + what.mode + " axis "
           + std::to_string(what.axis) + (is_boolean ? "" : " by " + to_string(what.rule))
           + describe_parts(what) + (what.infer_dst ? " inferred" : "")
           + aliases[static_cast<int>(what.alias)] + " max_threads "
           + std::to_string(what.max_threads) + " true " + to_string(what.conditions);
}

} // namespace support
