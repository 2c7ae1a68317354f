// SPDX-License-Identifier: Apache-2.0
// The list and the walk along it.
#include "schedule/implementation_list.hpp"

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "kernel/portable_kernels.hpp"
#include "kernel/reference_kernel.hpp"

#if defined(LIBSELECT_JIT)
#include "schedule/jit_implementations.hpp"
#endif

namespace libselect {
namespace {

std::string takes_everything(const row_params &) {
    return {};
}

// Portable kernels are compiled C++ code, so there is nothing to hold.
template <const portable_kernels &kernels>
kernel_fn create_compiled(const row_params &params, held_code &) {
    if (!has_strided(params)) return kernels.rows(params);
    const kernel_fn strided = kernels.strided(params);
    return strided != nullptr ? strided : reference_kernel(params);
}

template <const portable_kernels &kernels>
fused_kernel create_compiled_fused(cpu_isa, const fused_params &params, held_code &) {
    return {kernels.fused(params), group_of(params.elem_bytes, params.cols, params.vector_bytes),
            params};
}

template <const portable_kernels &kernels>
transpose_kernel create_compiled_transpose(cpu_isa, const transpose_params &params, held_code &) {
    transpose_params used = params;
    used.vector_bytes = transpose_params().vector_bytes;
    return {kernels.transpose(used), used.group_cols(), used};
}

template <const portable_kernels &kernels>
constexpr implementation compiled(const char *name, cpu_isa isa) {
    return {name, isa, takes_everything, create_compiled<kernels>, create_compiled_fused<kernels>,
            create_compiled_transpose<kernels>, &kernels};
}

constexpr std::array compiled_list {
#if defined(__x86_64__)
    compiled<portable_avx512>("portable:avx512", libselect_cpu_isa_avx512),
            compiled<portable_avx2>("portable:avx2", libselect_cpu_isa_avx2),
#endif
            compiled<portable_baseline>("portable:baseline", libselect_cpu_isa_portable)
};

kernel_fn create_portable(const row_params &params, held_code &held) {
    return best_portable().create(params, held);
}

fused_kernel create_portable_fused(cpu_isa isa, const fused_params &params, held_code &held) {
    return best_portable().create_fused(isa, params, held);
}

transpose_kernel create_portable_transpose(
        cpu_isa isa, const transpose_params &params, held_code &held) {
    return best_portable().create_transpose(isa, params, held);
}

#if defined(LIBSELECT_JIT)
template <cpu_isa isa>
kernel_fn create_generated(const row_params &params, held_code &held) {
    return create_rows(isa, params, held);
}

constexpr implementation avx512 {"jit:avx512", libselect_cpu_isa_avx512, refusal_of_strided,
        create_generated<libselect_cpu_isa_avx512>, create_fused, create_transpose, nullptr};
constexpr implementation avx2 {"jit:avx2", libselect_cpu_isa_avx2, refusal_of_strided,
        create_generated<libselect_cpu_isa_avx2>, create_fused, create_transpose, nullptr};
constexpr implementation scalar {"jit:scalar", libselect_cpu_isa_scalar, takes_everything,
        create_generated<libselect_cpu_isa_scalar>, nullptr, nullptr, nullptr};
#endif
constexpr implementation portable {"portable", libselect_cpu_isa_portable, takes_everything,
        create_portable, create_portable_fused, create_portable_transpose, nullptr};

constexpr std::array list {
#if defined(LIBSELECT_JIT)
    avx512, avx2, scalar,
#endif
            portable
};

// The reason why the CPU or the cap rules an implementation out; "" when they do not.
std::string isa_refusal(const implementation &candidate, cpu_isa cap) {
    if (candidate.isa > cap) return std::string("the ISA is capped at ") + cpu_isa_name(cap);
    if (candidate.isa > detected_cpu_isa())
        return std::string("this CPU or system lacks ") + cpu_isa_name(candidate.isa);
    return {};
}

} // namespace

std::span<const implementation> implementation_list() noexcept {
    return list;
}

std::span<const implementation> portable_implementations() noexcept {
    return compiled_list;
}

const implementation &best_portable() {
    return *std::ranges::find(compiled_list, best_loops_isa(), &implementation::isa);
}

implementation_choice choose_implementation(const attempt_fn &attempt) {
    const cpu_isa cap = max_cpu_isa();
    implementation_choice chosen;
    for (const implementation &candidate : list) {
        std::string reason = isa_refusal(candidate, cap);
        if (reason.empty()) {
            try {
                reason = attempt(candidate);
            } catch (const failure &refused) {
                reason = refused.what();
            }
        }
        if (reason.empty()) {
            chosen.from = &candidate;
            break;
        }
        chosen.refusals.push_back({&candidate, reason});
    }
    return chosen;
}

std::string to_string(const std::vector<refusal> &refusals) {
    std::string text;
    for (const refusal &each : refusals)
        text += std::string(each.from->name) + ": " + each.reason + "; ";
    return text;
}

} // namespace libselect
