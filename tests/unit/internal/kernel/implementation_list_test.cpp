// SPDX-License-Identifier: Apache-2.0
// The list of implementations: its order, what each refuses and why, and which one is chosen.
#include "kernel/implementation_list.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace internal {
namespace {

using libselect::choose_kernel;
using libselect::implementation;
using libselect::implementation_list;
using libselect::kernel_params;
using libselect::role;

constexpr std::array<role, 3> every_role {role::full, role::scalar, role::strided};

std::vector<kernel_params> all_params() {
    std::vector<kernel_params> all;
    for (const int elem_bytes : {1, 2, 4, 8, 16})
        for (const role cond : every_role)
            for (const role src0 : every_role)
                for (const role src1 : every_role)
                    for (const role dst : {role::full, role::strided})
                        all.push_back({elem_bytes, {cond, src0, src1, dst}});
    return all;
}

// The first operand that is strided, or nullptr.
const char *strided_operand(const kernel_params &params) {
    for (std::size_t i = 0; i < libselect::n_operands; ++i)
        if (params.roles[i] == role::strided) return libselect::operand_names[i];
    return nullptr;
}

TEST(kernel_implementation_list, is_ordered_best_first) {
    std::vector<std::string> names;
    for (const implementation &one : implementation_list())
        names.emplace_back(one.name);
#if defined(LIBSELECT_JIT)
    EXPECT_EQ(
            names, (std::vector<std::string> {"jit:avx512", "jit:avx2", "jit:scalar", "portable"}));
#else
    EXPECT_EQ(names, (std::vector<std::string> {"portable"}));
#endif
}

TEST(kernel_implementation_list, each_needs_less_of_the_cpu_than_the_one_before) {
    const auto list = implementation_list();
    for (std::size_t i = 1; i < list.size(); ++i)
        EXPECT_LT(list[i].isa, list[i - 1].isa);
    EXPECT_EQ(list.back().isa, libselect_cpu_isa_portable);
}

TEST(kernel_implementation_list, the_last_one_refuses_nothing) {
    for (const kernel_params &params : all_params()) {
        EXPECT_EQ(implementation_list().back().refusal(params), "") << to_string(params);
        EXPECT_NE(implementation_list().back().create(params), nullptr) << to_string(params);
    }
}

#if defined(LIBSELECT_JIT)

TEST(kernel_implementation_list, vector_kernels_refuse_strided_operands_by_name) {
    for (const implementation &one : implementation_list().first(2))
        for (const kernel_params &params : all_params()) {
            const char *strided = strided_operand(params);
            EXPECT_EQ(one.refusal(params), strided == nullptr
                                                   ? ""
                                                   : std::string(strided)
                                                             + " is strided in the inner loop; "
                                                               "vectors need unit stride or "
                                                               "one element")
                    << one.name << " " << to_string(params);
        }
}

TEST(kernel_implementation_list, the_scalar_kernel_takes_every_role) {
    for (const kernel_params &params : all_params())
        EXPECT_EQ(implementation_list()[2].refusal(params), "") << to_string(params);
}

TEST(kernel_implementation_list, a_kernel_is_made_once) {
    const kernel_params params {4, {role::full, role::scalar, role::full, role::full}};
    EXPECT_EQ(implementation_list()[2].create(params), implementation_list()[2].create(params));
}

#endif

// Judges choose_kernel by the list, for the CPU and the cap that this process happens to have.
TEST(kernel_implementation_list, the_first_that_can_is_chosen_and_the_others_give_reasons) {
    const libselect::cpu_isa cap = libselect::max_cpu_isa();
    const libselect::cpu_isa detected = libselect::detected_cpu_isa();
    for (const kernel_params &params : all_params()) {
        std::string reasons;
        const implementation *expected = nullptr;
        for (const implementation &one : implementation_list()) {
            std::string reason = one.refusal(params);
            if (one.isa > detected)
                reason =
                        std::string("this CPU or system lacks ") + libselect::cpu_isa_name(one.isa);
            if (one.isa > cap)
                reason = std::string("the ISA is capped at ") + libselect::cpu_isa_name(cap);
            expected = &one;
            if (reason.empty()) break;
            reasons += std::string(one.name) + ": " + reason + "; ";
        }
        const libselect::chosen_kernel chosen = choose_kernel(params);
        EXPECT_EQ(chosen.from, expected) << to_string(params);
        EXPECT_EQ(chosen.refusals, reasons) << to_string(params);
        EXPECT_EQ(chosen.run, expected->create(params)) << to_string(params);
    }
}

TEST(kernel_implementation_list, parameters_print_width_and_roles) {
    EXPECT_EQ(to_string(kernel_params {4, {role::full, role::scalar, role::strided, role::full}}),
            "w4 cond full, src0 scalar, src1 strided, dst full");
}

TEST(kernel_implementation_list, parameters_are_the_width_and_roles_of_a_plan) {
    libselect::plan made;
    made.elem_bytes = 8;
    made.roles = {role::scalar, role::full, role::strided, role::full};
    EXPECT_EQ(libselect::params_of(made),
            (kernel_params {8, {role::scalar, role::full, role::strided, role::full}}));
}

} // namespace
} // namespace internal
