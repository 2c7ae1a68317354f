// SPDX-License-Identifier: Apache-2.0
// Parameters of kernels: taken from a plan, and printed.
#include "kernel/kernel.hpp"

#include <algorithm>

#include "kernel/fused_kernel.hpp"
#include "kernel/transpose_kernel.hpp"

namespace libselect {

row_params params_of(const loop_nest &nest) noexcept {
    row_params params;
    params.decides = nest.decides;
    params.elem_bytes = nest.elem_bytes;
    params.roles = nest.roles;
    return params;
}

bool has_strided(const row_params &params) noexcept {
    return std::ranges::find(params.roles, role::strided) != params.roles.end();
}

kernel_loops loops_of_groups(const fused_kernel &kernel, std::int64_t groups) noexcept {
    const fused_params &params = kernel.params;
    kernel_loops loops {kernel.group.rows, groups, params.cols, {}, {}, {}};
    for (const operand which : all_operands) {
        const std::int64_t unit = params.unit(which);
        const fused_role along = params.roles[which];
        if (along == fused_role::full) loops.row_strides[which] = params.cols * unit;
        if (along == fused_role::repeating) loops.row_strides[which] = unit;
        if (along == fused_role::full || along == fused_role::periodic)
            loops.col_strides[which] = unit;
    }
    return loops;
}

std::string to_string(const row_params &params) {
    std::string text = "w";
    text += std::to_string(params.elem_bytes);
    for (std::size_t i = 0; i < n_operands; ++i) {
        text += i > 0 ? ", " : " ";
        text += operand_names[i];
        text += ' ';
        text += role_name(params.roles[i]);
    }
    if (params.stores == store_kind::streaming) text += ", streaming";
    if (params.kept != in_place::none)
        text += params.kept == in_place::src0 ? ", in place of src0" : ", in place of src1";
    if (params.skips) text += ", skipping";
    if (params.narrow) text += ", narrow";
    if (params.splits_blends) text += ", blends split";
    if (params.ahead != prefetched::none)
        text += params.ahead == prefetched::src0 ? ", src0 prefetched" : ", src1 prefetched";
    if (params.cols != 0) text += ", rows of " + std::to_string(params.cols);
    if (params.shares_masks) text += ", masks shared";
    return text;
}

std::string to_string(const fused_params &params) {
    std::string text =
            "w" + std::to_string(params.elem_bytes) + " rows of " + std::to_string(params.cols);
    for (const operand which : {cond, src0, src1})
        text += std::string(", ") + operand_names[which] + " "
                + fused_role_name(params.roles[which]);
    if (params.stores == store_kind::streaming) text += ", streaming";
    if (params.splits_blends) text += ", blends split";
    return text + ", vectors of " + std::to_string(params.vector_bytes);
}

std::string to_string(const transpose_params &params) {
    std::string text = "transpose of w" + std::to_string(params.elem_bytes);
    if (params.vector_bytes == 32) text += ", vectors of 32";
    if (params.narrow_cols != 0) text += ", " + std::to_string(params.narrow_cols) + " columns";
    if (params.narrow_rows != 0) text += ", " + std::to_string(params.narrow_rows) + " rows";
    return text;
}

} // namespace libselect
