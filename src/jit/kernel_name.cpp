// SPDX-License-Identifier: Apache-2.0
// One word per parameter; a parameter at its default is left out.
#include "jit/kernel_name.hpp"

namespace libselect {
namespace {

std::string row_roles(const code_key &key) {
    std::string text;
    for (std::size_t i = 0; i < n_operands; ++i)
        text += std::string("_") + operand_names[i] + "-" + role_name(key.params.roles[i]);
    return text;
}

std::string fused_roles(const code_key &key) {
    std::string text;
    for (const operand which : {cond, src0, src1})
        text += std::string("_") + operand_names[which] + "-"
                + fused_role_name(key.fused_roles[which]);
    return text;
}

std::string options(const kernel_params &params) {
    std::string text;
    if (params.how == store::streaming) text += "_streaming";
    if (params.kept != in_place::none)
        text += params.kept == in_place::src0 ? "_in-place-src0" : "_in-place-src1";
    if (params.skips) text += "_skipping";
    if (params.narrow) text += "_narrow";
    return text;
}

} // namespace

std::string kernel_name(const code_key &key) {
    const std::string isa = std::string("libselect_") + cpu_isa_name(key.isa);
    const std::string width = "_w" + std::to_string(key.params.elem_bytes);
    std::string cols;
    if (key.params.cols != 0) cols = "_cols" + std::to_string(key.params.cols);
    switch (key.kind) {
    case code_kind::rows:
        return isa + "_rows" + width + cols + row_roles(key) + options(key.params);
    case code_kind::fused:
        return isa + "_fused" + width + cols + fused_roles(key) + options(key.params);
    case code_kind::transpose:
        break;
    }
    return isa + "_transpose" + width;
}

} // namespace libselect
