// SPDX-License-Identifier: Apache-2.0
// A test problem as data: what Select to compute, on which layouts, in which buffers.
#include "harness/problem.hpp"

#include "harness/oracle.hpp"
#include <algorithm>

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
           + (tensor.slack_bytes == 0 ? "" : " slack " + std::to_string(tensor.slack_bytes));
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

bool src0_is_dst(const problem &what) {
    return what.alias == in_place::src0 || what.alias == in_place::both;
}

bool src1_is_dst(const problem &what) {
    return what.alias == in_place::src1 || what.alias == in_place::both;
}

void place(problem &what, placement::guard side, std::size_t gap_bytes) {
    std::size_t factor = 1;
    for (operand *tensor : operands(what)) {
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
    byte_range range {0, width};
    for (std::size_t i = 0; i < tensor.dims.size(); ++i) {
        const std::int64_t reach = (tensor.dims[i] - 1) * tensor.strides[i] * unit;
        (reach < 0 ? range.low : range.high) += reach;
    }
    return range;
}

std::string to_string(const dims &values, const char *separator) {
    std::string text;
    for (const std::int64_t value : values)
        text += (text.empty() ? "" : separator) + std::to_string(value);
    return text;
}

std::string to_string(const problem &what) {
    static constexpr const char *aliases[] {"", " dst=src0", " dst=src1", " dst=src0=src1"};
    return std::string(libselect_data_type_name(what.type)) + " " + what.mode + " axis "
           + std::to_string(what.axis) + describe("cond", what.cond) + describe("src0", what.src0)
           + describe("src1", what.src1) + describe("dst", what.dst)
           + (what.infer_dst ? " inferred" : "") + aliases[static_cast<int>(what.alias)]
           + " max_threads " + std::to_string(what.max_threads) + " true "
           + to_string(what.conditions);
}

} // namespace support
