// SPDX-License-Identifier: Apache-2.0
// The list and the walk along it.
#include "schedule/implementation_list.hpp"

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "kernel/reference_kernel.hpp"

#if defined(LIBSELECT_JIT)
#include "schedule/jit_implementations.hpp"
#endif

namespace libselect {
namespace {

std::string takes_everything(const row_params &) {
    return {};
}

// The kernel is compiled C++ code, so there is nothing to hold.
kernel_fn create_portable(const row_params &params, held_code &) {
    return reference_kernel(params);
}

#if defined(LIBSELECT_JIT)
template <cpu_isa isa>
kernel_fn create_generated(const row_params &params, held_code &held) {
    return create_rows(isa, params, held);
}

constexpr implementation avx512 {"jit:avx512", libselect_cpu_isa_avx512, refusal_of_strided,
        create_generated<libselect_cpu_isa_avx512>, create_fused, create_transpose};
constexpr implementation avx2 {"jit:avx2", libselect_cpu_isa_avx2, refusal_of_strided,
        create_generated<libselect_cpu_isa_avx2>, create_fused, create_transpose};
constexpr implementation scalar {"jit:scalar", libselect_cpu_isa_scalar, takes_everything,
        create_generated<libselect_cpu_isa_scalar>, nullptr, nullptr};
#endif
constexpr implementation portable {"portable", libselect_cpu_isa_portable, takes_everything,
        create_portable, nullptr, nullptr};

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
