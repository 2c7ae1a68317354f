// SPDX-License-Identifier: Apache-2.0
// The list of implementations: its order, what each refuses and why, and which one is chosen.
#include "schedule/implementation_list.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <new>
#include <set>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "plan/row_form.hpp"

namespace internal {
namespace {

using libselect::choose_implementation;
using libselect::held_code;
using libselect::implementation;
using libselect::implementation_choice;
using libselect::implementation_list;
using libselect::role;
using libselect::row_params;

constexpr std::array<role, 3> every_role {role::full, role::constant, role::strided};

row_params params_with(int elem_bytes, const libselect::per_operand<role> &roles) {
    row_params params;
    params.elem_bytes = elem_bytes;
    params.roles = roles;
    return params;
}

std::vector<row_params> all_params() {
    std::vector<row_params> all;
    for (const int elem_bytes : {1, 2, 4, 8, 16})
        for (const role cond : every_role)
            for (const role src0 : every_role)
                for (const role src1 : every_role)
                    for (const role dst : {role::full, role::strided})
                        all.push_back(params_with(elem_bytes, {cond, src0, src1, dst}));
    return all;
}

// The first operand that is strided, or nullptr. Not used on other CPUs than x86-64.
[[maybe_unused]] const char *strided_operand(const row_params &params) {
    for (std::size_t i = 0; i < libselect::n_operands; ++i)
        if (params.roles[i] == role::strided) return libselect::operand_names[i];
    return nullptr;
}

TEST(schedule_implementation_list, is_ordered_best_first) {
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

TEST(schedule_implementation_list, each_needs_less_of_the_cpu_than_the_one_before) {
    const auto list = implementation_list();
    for (std::size_t i = 1; i < list.size(); ++i)
        EXPECT_LT(list[i].isa, list[i - 1].isa);
    EXPECT_EQ(list.back().isa, libselect_cpu_isa_portable);
}

TEST(schedule_implementation_list, the_last_one_refuses_nothing) {
    held_code held;
    for (const row_params &params : all_params()) {
        EXPECT_EQ(implementation_list().back().refusal(params), "") << to_string(params);
        EXPECT_NE(implementation_list().back().create(params, held), nullptr) << to_string(params);
    }
}

#if defined(LIBSELECT_JIT)

TEST(schedule_implementation_list, vector_kernels_refuse_strided_operands_by_name) {
    for (const implementation &one : implementation_list().first(2))
        for (const row_params &params : all_params()) {
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

TEST(schedule_implementation_list, the_scalar_kernel_takes_every_role) {
    for (const row_params &params : all_params())
        EXPECT_EQ(implementation_list()[2].refusal(params), "") << to_string(params);
}

TEST(schedule_implementation_list, a_kernel_is_made_once) {
    const row_params params = params_with(4, {role::full, role::constant, role::full, role::full});
    held_code held;
    const implementation &scalar = implementation_list()[2];
    EXPECT_EQ(scalar.create(params, held), scalar.create(params, held));
    EXPECT_EQ(held.codes.size(), 2U);
    EXPECT_LE(held.n_generated, 1);
}

TEST(schedule_implementation_list,
        the_scalar_kernel_differs_in_streaming_stores_and_in_place_by_row) {
    held_code held;
    for (row_params params : all_params()) {
        if (has_strided(params)) continue;
        const libselect::kernel_fn plain = implementation_list()[2].create(params, held);
        params.stores = libselect::store_kind::streaming;
        const bool streams = implementation_list()[2].create(params, held) != plain;
        EXPECT_EQ(streams, params.elem_bytes >= 4) << to_string(params);
        params.kept = libselect::in_place::src0;
        params.skips = params.narrow = true;
        params.cols = 7;
        const bool leaves_rows = implementation_list()[2].create(params, held) != plain;
        EXPECT_EQ(leaves_rows, params.roles[libselect::cond] == role::constant)
                << to_string(params);
    }
}

TEST(schedule_implementation_list, strided_rows_are_the_same_code_for_every_isa) {
    held_code held;
    for (row_params params : all_params()) {
        if (!has_strided(params)) continue;
        params.stores = libselect::store_kind::streaming;
        params.narrow = params.splits_blends = true;
        params.kept = libselect::in_place::src0;
        params.cols = libselect::straight_cols + 1;
        const libselect::kernel_fn kernel = implementation_list()[0].create(params, held);
        const row_params plain = params_with(params.elem_bytes, params.roles);
        EXPECT_EQ(kernel, implementation_list()[2].create(plain, held)) << to_string(params);
    }
}

// What conditions predict may be kept, and rows of known length are straight code.
TEST(schedule_implementation_list, strided_rows_have_forms) {
    held_code held;
    const implementation &scalar = implementation_list()[2];
    row_params params = params_with(4, {role::full, role::strided, role::full, role::full});
    std::set<libselect::kernel_fn> kernels {scalar.create(params, held)};
    params.cols = libselect::straight_cols;
    kernels.insert(scalar.create(params, held));
    params.skips = true;
    kernels.insert(scalar.create(params, held));
    params.kept = libselect::in_place::src1;
    kernels.insert(scalar.create(params, held));
    EXPECT_EQ(kernels.size(), 4U);
}

TEST(schedule_implementation_list, all_but_the_scalar_kernel_make_fused_and_transpose_kernels) {
    for (const implementation &one : implementation_list()) {
        const bool has_vectors = one.isa != libselect_cpu_isa_scalar;
        EXPECT_EQ(one.create_fused != nullptr, has_vectors) << one.name;
        EXPECT_EQ(one.create_transpose != nullptr, has_vectors) << one.name;
    }
}

#endif

TEST(schedule_implementation_list, portable_is_compiled_for_each_isa_best_first) {
    std::vector<std::string> names;
    for (const implementation &one : libselect::portable_implementations())
        names.emplace_back(one.name);
#if defined(__x86_64__)
    EXPECT_EQ(names,
            (std::vector<std::string> {"portable:avx512", "portable:avx2", "portable:baseline"}));
#else
    EXPECT_EQ(names, (std::vector<std::string> {"portable:baseline"}));
#endif
}

TEST(schedule_implementation_list, a_cap_of_portable_leaves_portable_all_instructions) {
    using libselect::cpu_isa;
    const cpu_isa cap = libselect::max_cpu_isa(), cpu = libselect::detected_cpu_isa();
    const cpu_isa allowed = cap == libselect_cpu_isa_portable ? cpu : std::min(cap, cpu);
    const implementation &best = libselect::best_portable();
    EXPECT_LE(best.isa, allowed) << best.name;
    for (const implementation &one : libselect::portable_implementations())
        EXPECT_TRUE(one.isa > allowed || one.isa <= best.isa) << one.name << " is allowed";
    held_code held;
    const row_params params = params_with(4, {});
    EXPECT_EQ(implementation_list().back().create(params, held), best.create(params, held));
}

// Why the CPU or the cap of this process rules an implementation out; "" when they do not.
std::string ruled_out(const implementation &one) {
    const libselect::cpu_isa cap = libselect::max_cpu_isa();
    if (one.isa > cap) return std::string("the ISA is capped at ") + libselect::cpu_isa_name(cap);
    if (one.isa > libselect::detected_cpu_isa())
        return std::string("this CPU or system lacks ") + libselect::cpu_isa_name(one.isa);
    return "";
}

std::vector<const implementation *> allowed_implementations() {
    std::vector<const implementation *> allowed;
    for (const implementation &one : implementation_list())
        if (ruled_out(one).empty()) allowed.push_back(&one);
    return allowed;
}

// "name: reason; " of all better than `chosen`; the reason is `refused` when nothing else is.
std::string expected_refusals(const implementation *chosen, const std::string &refused) {
    std::string text;
    for (const implementation &one : implementation_list()) {
        if (&one == chosen) break;
        const std::string reason = ruled_out(one);
        text += std::string(one.name) + ": " + (reason.empty() ? refused : reason) + "; ";
    }
    return text;
}

TEST(schedule_implementation_list, the_first_that_the_attempt_succeeds_with_is_chosen) {
    for (const implementation *wanted : allowed_implementations()) {
        const implementation_choice chosen = choose_implementation(
                [&](const implementation &one) { return &one == wanted ? "" : "not wanted"; });
        EXPECT_EQ(chosen.from, wanted);
        EXPECT_EQ(to_string(chosen.refusals), expected_refusals(wanted, "not wanted"));
    }
}

TEST(schedule_implementation_list, attempts_go_best_first_and_end_with_success) {
    std::vector<const implementation *> allowed = allowed_implementations();
    std::vector<const implementation *> tried;
    (void)choose_implementation([&](const implementation &one) {
        tried.push_back(&one);
        return &one == allowed.back() ? "" : "not wanted";
    });
    EXPECT_EQ(tried, allowed);
    tried.clear();
    (void)choose_implementation([&](const implementation &one) {
        tried.push_back(&one);
        return "";
    });
    allowed.resize(1);
    EXPECT_EQ(tried, allowed);
}

TEST(schedule_implementation_list, a_failure_of_an_attempt_is_a_reason) {
    const implementation *last = &implementation_list().back();
    const implementation_choice chosen =
            choose_implementation([&](const implementation &one) -> std::string {
                if (&one != last) libselect::fail(libselect_runtime_error, {"no memory to run"});
                return "";
            });
    EXPECT_EQ(chosen.from, last);
    EXPECT_EQ(to_string(chosen.refusals), expected_refusals(last, "no memory to run"));
}

TEST(schedule_implementation_list, running_out_of_memory_is_none) {
    const auto attempt = [](const implementation &) -> std::string { throw std::bad_alloc(); };
    EXPECT_THROW((void)choose_implementation(attempt), std::bad_alloc);
}

TEST(schedule_implementation_list, the_refusals_of_implementations_make_the_choice) {
    for (const row_params &params : all_params()) {
        const implementation *expected = nullptr;
        for (const implementation *one : allowed_implementations())
            if (expected == nullptr && one->refusal(params).empty()) expected = one;
        const implementation_choice chosen = choose_implementation(
                [&](const implementation &one) { return one.refusal(params); });
        EXPECT_EQ(chosen.from, expected) << to_string(params);
    }
}

TEST(schedule_implementation_list, parameters_print_width_roles_and_form) {
    row_params params = params_with(4, {role::full, role::constant, role::strided, role::full});
    EXPECT_EQ(to_string(params), "w4 cond full, src0 constant, src1 strided, dst full");
    params.kept = libselect::in_place::src0;
    EXPECT_EQ(to_string(params),
            "w4 cond full, src0 constant, src1 strided, dst full, in place of src0");
    params = params_with(1, {});
    params.stores = libselect::store_kind::streaming;
    params.kept = libselect::in_place::src1;
    params.skips = params.narrow = true;
    params.cols = 7;
    EXPECT_EQ(to_string(params),
            "w1 cond full, src0 full, src1 full, dst full, streaming, in place of src1, skipping, "
            "narrow, rows of 7");
}

TEST(schedule_implementation_list, parameters_are_the_width_and_roles_of_a_plan) {
    libselect::plan made;
    made.elem_bytes = 8;
    made.roles = {role::constant, role::full, role::strided, role::full};
    EXPECT_EQ(libselect::params_of(made), params_with(8, made.roles));
}

} // namespace
} // namespace internal
