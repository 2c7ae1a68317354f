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
           + (front ? " (front guard + " : " (back guard - ")
           + std::to_string(tensor.where.gap_bytes) + ")";
}

} // namespace

problem dense_problem(libselect::data_type type, const dims &cond, const dims &src0,
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

const std::vector<libselect::data_type> &type_of_every_width() {
    using enum libselect::data_type;
    static const std::vector<libselect::data_type> types {u8, f16, f32, f64, c128};
    return types;
}

const std::vector<libselect::data_type> &all_types() {
    using enum libselect::data_type;
    static const std::vector<libselect::data_type> types {boolean, u8, s8, f8_e4m3, f8_e5m2, u16,
            s16, f16, bf16, u32, s32, f32, u64, s64, f64, c64, c128};
    return types;
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
    byte_range range {0, width};
    for (std::size_t i = 0; i < tensor.dims.size(); ++i) {
        const std::int64_t reach = (tensor.dims[i] - 1) * tensor.strides[i] * width;
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
    return std::string(libselect::to_string(what.type)) + " " + what.mode + " axis "
           + std::to_string(what.axis) + describe("cond", what.cond) + describe("src0", what.src0)
           + describe("src1", what.src1) + describe("dst", what.dst)
           + (what.infer_dst ? " inferred" : "") + aliases[static_cast<int>(what.alias)]
           + " max_threads " + std::to_string(what.max_threads);
}

} // namespace support
