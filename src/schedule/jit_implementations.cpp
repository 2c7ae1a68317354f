// SPDX-License-Identifier: Apache-2.0
// Refusals of the generated implementations, and the keys of their kernels.
#include "schedule/jit_implementations.hpp"

#include "code/publish_code.hpp"
#include "jit/generate.hpp"
#include "plan/row_form.hpp"
#include "schedule/implementation_list.hpp"

namespace libselect {
namespace {

// Permissions that a generator ignores are left out of the key, so that the code is there once.
row_params used_for_strided(const row_params &params) {
    row_params used = params;
    used.stores = store_kind::ordinary;
    used.narrow = used.splits_blends = used.shares_masks = false;
    used.ahead = prefetched::none;
    if (!params.skips) used.kept = in_place::none;
    if (params.cols > straight_cols) used.cols = 0;
    return used;
}

row_params used_by(cpu_isa isa, const row_params &params) {
    row_params used = params;
    used.narrow = params.narrow && isa == libselect_cpu_isa_avx512;
    used.splits_blends = params.splits_blends && isa == libselect_cpu_isa_avx2;
    used.shares_masks = params.shares_masks && isa != libselect_cpu_isa_scalar;
    if (isa != libselect_cpu_isa_scalar) return used;
    used.stores = store_kind::ordinary;
    used.skips = false;
    used.cols = 0;
    if (params.roles[cond] != role::constant) used.kept = in_place::none;
    used.ahead = prefetched::none;
    // In place nothing is streamed: every line of dst has just been read into the caches.
    if (params.elem_bytes >= 4 && params.kept == in_place::none) used.stores = params.stores;
    return used;
}

// Strided rows are the same code for every ISA.
code_key key_of(cpu_isa isa, const row_params &params) {
    if (has_strided(params)) return {libselect_cpu_isa_scalar, used_for_strided(params)};
    return {isa, used_by(isa, params)};
}

} // namespace

// Vector kernels read and write whole vectors of neighbouring elements.
std::string refusal_of_strided(const row_params &params) {
    for (std::size_t i = 0; i < n_operands; ++i)
        if (params.roles[i] == role::strided)
            return std::string(operand_names[i])
                   + " is strided in the inner loop; vectors need unit stride or one element";
    return {};
}

kernel_fn create_rows(cpu_isa isa, const row_params &params, held_code &held) {
    return as_function<kernel_fn>(find_or_publish(key_of(isa, params), generate, held));
}

fused_kernel create_fused(cpu_isa isa, const fused_params &params, held_code &held) {
    return {as_function<kernel_fn>(find_or_publish({isa, params}, generate, held)),
            group_of(params.elem_bytes, params.cols, params.vector_bytes), params};
}

transpose_kernel create_transpose(cpu_isa isa, const transpose_params &params, held_code &held) {
    if (params.is_narrow()) return best_portable().create_transpose(isa, params, held);
    return {as_function<transpose_fn>(find_or_publish({isa, params}, generate, held)),
            params.group_cols(), params};
}

} // namespace libselect
