// SPDX-License-Identifier: Apache-2.0
// Every kind of generated kernel begins with endbr64: with indirect branch tracking on, a call
// through a pointer must arrive at that instruction. Kernels themselves jump to labels only, and
// return.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iomanip>
#include <sstream>

#include "common/needed_isa.hpp"
#include "harness/sanitized.hpp"
#include "kernel/kernel_case.hpp"
#include "schedule/jit_implementations.hpp"

namespace internal {
namespace {

using libselect::fused_params;
using libselect::fused_role;
using libselect::in_place;
using libselect::row_params;
using libselect::store_kind;

// Executable memory may be read, so a test sees what a CPU does.
template <typename Function>
std::string first_instruction(Function kernel) {
    std::array<unsigned char, 4> bytes {};
    const auto address = reinterpret_cast<std::uintptr_t>(kernel);
    std::memcpy(bytes.data(), reinterpret_cast<const void *>(address), bytes.size());
    std::ostringstream text;
    for (const unsigned byte : bytes)
        text << std::hex << std::setw(2) << std::setfill('0') << byte;
    return text.str();
}

constexpr const char *endbr64 = "f30f1efa";

// The row kernel's forms: each parameter changed for itself.
std::vector<row_params> forms_of(const row_params &plain) {
    std::vector<row_params> forms(7, plain);
    forms[1].stores = store_kind::streaming;
    forms[2].kept = in_place::src0;
    forms[3].kept = in_place::src1;
    forms[4].skips = true;
    forms[5].narrow = true;
    forms[6].cols = 3;
    return forms;
}

class jit_entry : public testing::TestWithParam<kernel_case> {};

TEST_P(jit_entry, row_kernels_begin_with_endbr64) {
    INTERNAL_NEEDS_ISA(GetParam().from->isa)
    libselect::held_code held;
    for (const row_params &params : forms_of(GetParam().params))
        EXPECT_EQ(first_instruction(GetParam().from->create(params, held)), endbr64)
                << to_string(params);
}

std::vector<kernel_case> generated_cases() {
    std::vector<kernel_case> cases = all_kernel_cases();
    std::erase_if(cases, [](const kernel_case &one) { return !is_generated(*one.from); });
    return cases;
}

INSTANTIATE_TEST_SUITE_P(each, jit_entry, testing::ValuesIn(generated_cases()), name_of);
#if defined(LIBSELECT_SANITIZED)
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(jit_entry); // kernel_case.hpp says why
#endif

struct vectors {
    libselect::cpu_isa isa;
    int bytes;
};

class jit_vector_entry : public testing::TestWithParam<vectors> {};

TEST_P(jit_vector_entry, fused_kernels_begin_with_endbr64) {
    const auto [isa, vector_bytes] = GetParam();
    INTERNAL_NEEDS_ISA(isa)
    libselect::held_code held;
    for (const int elem_bytes : {1, 2, 4, 8, 16})
        for (const fused_role cond : {fused_role::full, fused_role::constant, fused_role::repeating,
                     fused_role::periodic})
            for (const store_kind stores : {store_kind::ordinary, store_kind::streaming}) {
                const fused_params params {vector_bytes, elem_bytes, 3,
                        {cond, fused_role::full, fused_role::periodic, fused_role::full}, stores};
                EXPECT_EQ(
                        first_instruction(libselect::create_fused(isa, params, held).run), endbr64)
                        << to_string(params);
            }
}

TEST_P(jit_vector_entry, transpose_kernels_begin_with_endbr64) {
    INTERNAL_NEEDS_ISA(GetParam().isa)
    libselect::held_code held;
    for (const int elem_bytes : {1, 2, 4, 8, 16})
        EXPECT_EQ(first_instruction(
                          libselect::create_transpose(GetParam().isa, {elem_bytes}, held).run),
                endbr64)
                << "width " << elem_bytes;
}

INSTANTIATE_TEST_SUITE_P(each, jit_vector_entry,
        testing::Values(vectors {libselect_cpu_isa_avx2, 32},
                vectors {libselect_cpu_isa_avx512, 32}, vectors {libselect_cpu_isa_avx512, 64}),
        [](const auto &one) {
            return std::string(libselect::cpu_isa_name(one.param.isa)) + "_v"
                   + std::to_string(one.param.bytes);
        });

} // namespace
} // namespace internal
