// SPDX-License-Identifier: Apache-2.0
// Names of instruction sets and the cap, which is fixed once per process: hence child processes.
#include "kernel/cpu_isa.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "common/expect_failure.hpp"
#include "schedule/implementation_list.hpp"

namespace internal {
namespace {

using libselect::cpu_isa;

constexpr cpu_isa every_isa[] = {libselect_cpu_isa_portable, libselect_cpu_isa_scalar,
        libselect_cpu_isa_avx2, libselect_cpu_isa_avx512};

cpu_isa value_of(int value) {
    return static_cast<cpu_isa>(value);
}

constexpr const char *variable = "LIBSELECT_MAX_CPU_ISA";

// The body of a child process: prints what the call gives and exits with 0.
template <typename Call>
[[noreturn]] void report(const Call &call) {
    const std::string refused = failure_of([&] { std::fputs(call(), stderr); });
    std::fputs(refused.c_str(), stderr);
    std::exit(0);
}

// The name of the best implementation that may be used.
const char *first_choice() {
    const auto attempt = [](const libselect::implementation &) { return ""; };
    return libselect::choose_implementation(attempt).from->name;
}

// Each child begins as a new process, in which no other test has fixed the cap.
class kernel_cpu_isa_cap : public testing::Test {
protected:
    void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST(kernel_cpu_isa, every_isa_has_its_name) {
    EXPECT_STREQ(libselect::cpu_isa_name(libselect_cpu_isa_portable), "portable");
    EXPECT_STREQ(libselect::cpu_isa_name(libselect_cpu_isa_scalar), "scalar");
    EXPECT_STREQ(libselect::cpu_isa_name(libselect_cpu_isa_avx2), "avx2");
    EXPECT_STREQ(libselect::cpu_isa_name(libselect_cpu_isa_avx512), "avx512");
}

TEST(kernel_cpu_isa, every_name_parses_to_its_isa) {
    for (const cpu_isa isa : every_isa)
        EXPECT_EQ(libselect::parse_cpu_isa(libselect::cpu_isa_name(isa)), isa);
}

TEST(kernel_cpu_isa, a_value_that_is_none_is_unknown) {
    EXPECT_STREQ(libselect::cpu_isa_name(value_of(4)), "unknown");
}

TEST(kernel_cpu_isa, upper_case_is_taken) {
    EXPECT_EQ(libselect::parse_cpu_isa("AVX512"), libselect_cpu_isa_avx512);
    EXPECT_EQ(libselect::parse_cpu_isa("AVX2"), libselect_cpu_isa_avx2);
    EXPECT_EQ(libselect::parse_cpu_isa("Scalar"), libselect_cpu_isa_scalar);
    EXPECT_EQ(libselect::parse_cpu_isa("PORTABLE"), libselect_cpu_isa_portable);
}

TEST(kernel_cpu_isa, an_unknown_name_is_refused_with_the_list_of_names) {
    for (const char *name : {"AVX", "", "avx512 ", "sse", "jit:avx2"})
        EXPECT_EQ(failure_of([&] { (void)libselect::parse_cpu_isa(name); }),
                std::string("invalid_arguments: LIBSELECT_MAX_CPU_ISA: \"") + name
                        + "\" is not an ISA; the ISAs are avx512, avx2, scalar, portable");
}

#if defined(__x86_64__)

TEST(kernel_cpu_isa, detection_agrees_with_the_compiler_runtime) {
    __builtin_cpu_init();
    const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
                        && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
    const bool avx2 = __builtin_cpu_supports("avx2");
    EXPECT_EQ(libselect::detected_cpu_isa(), avx512 ? libselect_cpu_isa_avx512
                                             : avx2 ? libselect_cpu_isa_avx2
                                                    : libselect_cpu_isa_scalar);
}

#endif

TEST_F(kernel_cpu_isa_cap, is_avx512_when_nothing_is_said) {
    const auto call = [] { return libselect::cpu_isa_name(libselect::max_cpu_isa()); };
    EXPECT_EXIT((unsetenv(variable), report(call)), testing::ExitedWithCode(0), "^avx512$");
    EXPECT_EXIT((setenv(variable, "", 1), report(call)), testing::ExitedWithCode(0), "^avx512$");
}

TEST_F(kernel_cpu_isa_cap, is_what_the_variable_says) {
    for (const cpu_isa isa : every_isa) {
        const char *name = libselect::cpu_isa_name(isa);
        std::string exactly = name;
        exactly.insert(exactly.begin(), '^');
        exactly.push_back('$');
        const auto call = [] { return libselect::cpu_isa_name(libselect::max_cpu_isa()); };
        EXPECT_EXIT((setenv(variable, name, 1), report(call)), testing::ExitedWithCode(0), exactly);
    }
}

TEST_F(kernel_cpu_isa_cap, an_unknown_name_in_the_variable_is_refused_at_every_use) {
    const auto call = [] {
        const std::string first = failure_of([] { (void)libselect::max_cpu_isa(); });
        const std::string second = failure_of([] { (void)first_choice(); });
        if (first != second) std::fputs("the second use differs: ", stderr);
        std::fputs(second.c_str(), stderr);
        return "";
    };
    EXPECT_EXIT((setenv(variable, "avx1024", 1), report(call)), testing::ExitedWithCode(0),
            "^invalid_arguments: LIBSELECT_MAX_CPU_ISA: \"avx1024\" is not an ISA; the ISAs are "
            "avx512, avx2, scalar, portable$");
}

TEST_F(kernel_cpu_isa_cap, set_before_the_first_use_wins_over_the_variable) {
    const auto call = [] {
        libselect::set_max_cpu_isa(libselect_cpu_isa_avx2);
        libselect::set_max_cpu_isa(libselect_cpu_isa_scalar);
        return libselect::cpu_isa_name(libselect::max_cpu_isa());
    };
    EXPECT_EXIT(
            (setenv(variable, "avx512", 1), report(call)), testing::ExitedWithCode(0), "^scalar$");
    EXPECT_EXIT((setenv(variable, "nonsense", 1), report(call)), testing::ExitedWithCode(0),
            "^scalar$");
}

TEST_F(kernel_cpu_isa_cap, cannot_be_set_after_the_first_use) {
    const auto call = [] {
        (void)first_choice();
        libselect::set_max_cpu_isa(libselect_cpu_isa_scalar);
        return "set";
    };
    EXPECT_EXIT((setenv(variable, "avx2", 1), report(call)), testing::ExitedWithCode(0),
            "^invalid_arguments: max_cpu_isa: is avx2 and in use, asked for scalar; it must be set "
            "before the first primitive$");
}

TEST_F(kernel_cpu_isa_cap, a_value_that_is_none_cannot_be_set) {
    const auto call = [] {
        libselect::set_max_cpu_isa(value_of(4));
        return "set";
    };
    EXPECT_EXIT(report(call), testing::ExitedWithCode(0),
            "^invalid_arguments: max_cpu_isa: 4 is not an ISA; the ISAs are avx512, avx2, scalar, "
            "portable$");
}

TEST_F(kernel_cpu_isa_cap, decides_the_implementation) {
    const auto call = [] { return first_choice(); };
    EXPECT_EXIT((setenv(variable, "portable", 1), report(call)), testing::ExitedWithCode(0),
            "^portable$");
#if defined(LIBSELECT_JIT)
    EXPECT_EXIT((setenv(variable, "scalar", 1), report(call)), testing::ExitedWithCode(0),
            "^jit:scalar$");
#endif
}

} // namespace
} // namespace internal
