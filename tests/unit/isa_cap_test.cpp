// SPDX-License-Identifier: Apache-2.0
// The caps on the ISA: the environment variable and the function. The first use fixes the cap for
// the whole process, so each test looks at a process of its own.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "unit/c_objects.hpp"

namespace {

constexpr const char *variable = "LIBSELECT_MAX_CPU_ISA";

class isa_cap : public testing::Test {
protected:
    isa_cap() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
    ~isa_cap() override { unsetenv(variable); }
};

// Ends the process with the status of creating a primitive, and says which implementation it got.
[[noreturn]] void create_and_exit() {
    const unit::c_tensor mask = unit::make_tensor(libselect_boolean, {50});
    const unit::c_tensor source = unit::make_tensor(libselect_f32, {50});
    const unit::c_op op = unit::make_op(mask, source, source);
    libselect_primitive_t *primitive = nullptr;
    const libselect_status_t status = libselect_primitive_create(&primitive, op.get(), 0);
    const char *text = status == libselect_success ? libselect_primitive_implementation(primitive)
                                                   : libselect_last_error();
    std::fprintf(stderr, "[%s]\n", text);
    std::exit(status);
}

[[noreturn]] void ask_and_exit() {
    libselect_cpu_isa_t isa = libselect_cpu_isa_portable;
    const libselect_status_t status = libselect_effective_cpu_isa(&isa);
    std::fprintf(stderr, "[%s]\n",
            status == libselect_success ? libselect_cpu_isa_name(isa) : libselect_last_error());
    std::exit(status);
}

[[noreturn]] void cap_create_and_exit(libselect_cpu_isa_t isa) {
    if (libselect_set_max_cpu_isa(isa) != libselect_success) std::exit(99);
    create_and_exit();
}

const testing::ExitedWithCode succeeds(libselect_success);
const testing::ExitedWithCode is_refused(libselect_invalid_arguments);

TEST_F(isa_cap, unknown_name_is_refused_with_the_list_of_names) {
    for (const char *name : {"sse9", "AVX2", "jit:avx2", "avx512 "}) {
        setenv(variable, name, 1);
        const std::string text = std::string(name) + ".*avx512, avx2, scalar, portable";
        EXPECT_EXIT(ask_and_exit(), is_refused, text);
        EXPECT_EXIT(create_and_exit(), is_refused, text);
    }
}

TEST_F(isa_cap, variable_caps_the_implementation) {
    setenv(variable, "portable", 1);
    EXPECT_EXIT(create_and_exit(), succeeds, "\\[portable\\]");
    EXPECT_EXIT(ask_and_exit(), succeeds, "\\[portable\\]");
}

TEST_F(isa_cap, function_caps_the_implementation) {
    EXPECT_EXIT(cap_create_and_exit(libselect_cpu_isa_portable), succeeds, "\\[portable\\]");
}

TEST_F(isa_cap, function_wins_over_the_variable) {
    setenv(variable, "avx512", 1);
    EXPECT_EXIT(cap_create_and_exit(libselect_cpu_isa_portable), succeeds, "\\[portable\\]");
}

TEST_F(isa_cap, function_wins_over_a_variable_with_an_unknown_name) {
    setenv(variable, "sse9", 1);
    EXPECT_EXIT(cap_create_and_exit(libselect_cpu_isa_portable), succeeds, "\\[portable\\]");
}

} // namespace
