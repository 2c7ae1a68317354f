// SPDX-License-Identifier: Apache-2.0
// One word per parameter; a parameter at its default is left out.
#include "code/kernel_name.hpp"

namespace libselect {
namespace {

std::string width_of(int elem_bytes) {
    return "_w" + std::to_string(elem_bytes);
}

std::string cols_of(int cols) {
    return cols == 0 ? "" : "_cols" + std::to_string(cols);
}

std::string name_of(cpu_isa, const row_params &params) {
    std::string text = "_rows" + width_of(params.elem_bytes) + cols_of(params.cols);
    for (std::size_t i = 0; i < n_operands; ++i)
        text += std::string("_") + operand_names[i] + "-" + role_name(params.roles[i]);
    if (params.stores == store_kind::streaming) text += "_streaming";
    if (params.kept != in_place::none)
        text += params.kept == in_place::src0 ? "_in-place-src0" : "_in-place-src1";
    if (params.skips) text += "_skipping";
    if (params.narrow) text += "_narrow";
    if (params.splits_blends) text += "_split-blends";
    if (params.ahead != prefetched::none)
        text += params.ahead == prefetched::src0 ? "_prefetched-src0" : "_prefetched-src1";
    if (params.shares_masks) text += "_shared-masks";
    return text;
}

std::string name_of(cpu_isa isa, const fused_params &params) {
    std::string text = "_fused" + width_of(params.elem_bytes) + cols_of(params.cols);
    for (const operand which : {cond, src0, src1})
        text += std::string("_") + operand_names[which] + "-"
                + fused_role_name(params.roles[which]);
    if (params.stores == store_kind::streaming) text += "_streaming";
    if (isa == libselect_cpu_isa_avx512 && params.vector_bytes == 32) text += "_narrow";
    if (params.splits_blends) text += "_split-blends";
    return text;
}

std::string name_of(cpu_isa, const transpose_params &params) {
    const bool is_wide = params.vector_bytes == 32;
    return "_transpose" + width_of(params.elem_bytes) + (is_wide ? "_vectors32" : "");
}

} // namespace

std::string kernel_name(const code_key &key) {
    return std::string("libselect_") + cpu_isa_name(key.isa)
           + std::visit([&](const auto &params) { return name_of(key.isa, params); }, key.params);
}

} // namespace libselect
