// SPDX-License-Identifier: Apache-2.0
// Parameters of a kernel: from a plan, and printed.
#include "kernel/kernel.hpp"

namespace libselect {

kernel_params params_of(const plan &made) noexcept {
    return {made.elem_bytes, made.roles};
}

std::string to_string(const kernel_params &params) {
    std::string text = "w";
    text += std::to_string(params.elem_bytes);
    for (std::size_t i = 0; i < n_operands; ++i) {
        text += i > 0 ? ", " : " ";
        text += operand_names[i];
        text += ' ';
        text += role_name(params.roles[i]);
    }
    return text;
}

} // namespace libselect
