// SPDX-License-Identifier: Apache-2.0
// What the variables ask for is written when a primitive is created, and is never a reason to fail.
// Each test runs in a child process, since the first kernel decides.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "base/verbose.hpp"
#include "common/scratch_directory.hpp"
#include "common/text_shape.hpp"
#include "exec/primitive.hpp"

namespace internal {
namespace {

namespace fs = std::filesystem;

constexpr const char *profiled_kernel =
        "libselect_scalar_rows_w4_cond-full_src0-constant_src1-full_dst-full";

void create_primitive() {
    const libselect::primitive ready(op_of("7", "1", "7"), 1);
    std::fprintf(stderr, "%s ", ready.decided.chosen.from->name);
}

// Bodies of child processes; what they print is matched.

void print_perf_map() {
    setenv("LIBSELECT_JIT_PROFILE", "perfmap", 1);
    const std::string path = "/tmp/perf-" + std::to_string(getpid()) + ".map";
    create_primitive();
    create_primitive();
    std::fprintf(stderr, "%s", bytes_of_file(path).c_str());
    unlink(path.c_str());
}

void print_jitdumps_in(const scratch_directory &scratch) {
    create_primitive();
    for (const fs::directory_entry &entry : fs::recursive_directory_iterator(scratch.path()))
        if (entry.path().extension() == ".dump")
            std::fprintf(stderr, "%zu bytes", bytes_of_file(entry.path()).size());
}

void print_jitdump() {
    const scratch_directory scratch;
    setenv("LIBSELECT_JIT_PROFILE", "jitdump", 1);
    setenv("JITDUMPDIR", scratch.path().c_str(), 1);
    print_jitdumps_in(scratch);
}

void print_jitdump_at_home() {
    const scratch_directory scratch;
    setenv("LIBSELECT_JIT_PROFILE", "jitdump", 1);
    unsetenv("JITDUMPDIR");
    setenv("HOME", scratch.path().c_str(), 1);
    print_jitdumps_in(scratch);
}

void print_code_dump() {
    const scratch_directory scratch;
    setenv("LIBSELECT_JIT_DUMP", scratch.path().c_str(), 1);
    create_primitive();
    for (const fs::directory_entry &entry : fs::directory_iterator(scratch.path()))
        std::fprintf(stderr, "%s\n", entry.path().filename().c_str());
}

// Verbose lines go where the parent looks.
void redirect_stdout() {
    std::fflush(stdout); // what GoogleTest left there
    dup2(STDERR_FILENO, STDOUT_FILENO);
}

void print_verbose_lines() {
    redirect_stdout();
    libselect::set_verbose(1);
    create_primitive();
}

void print_unknown_profile() {
    setenv("LIBSELECT_JIT_PROFILE", "vtune", 1);
    print_verbose_lines();
}

void print_refused_dump() {
    setenv("LIBSELECT_JIT_DUMP", "/dev/null/a", 1);
    print_verbose_lines();
}

void print_refused_jitdump_without_verbose() {
    setenv("LIBSELECT_JIT_PROFILE", "jitdump", 1);
    setenv("JITDUMPDIR", "/dev/null/a", 1);
    redirect_stdout();
    create_primitive();
}

[[noreturn]] void in_child(void (*body)()) {
    for (const char *name : {"LIBSELECT_JIT_PROFILE", "LIBSELECT_JIT_DUMP", "LIBSELECT_VERBOSE"})
        unsetenv(name);
    setenv("LIBSELECT_MAX_CPU_ISA", "scalar", 1);
    body();
    std::_Exit(0);
}

class code_profile : public testing::Test {
protected:
    void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
    static void expect(void (*body)(), const std::string &printed) {
        EXPECT_EXIT(in_child(body), testing::ExitedWithCode(0), "^jit:scalar " + printed + "$");
    }
};

TEST_F(code_profile, perfmap_names_each_kernel_once) {
    expect(print_perf_map, std::string("jit:scalar [0-9a-f]+ [0-9a-f]+ ") + profiled_kernel + "\n");
}

TEST_F(code_profile, jitdump_is_written_below_its_directory_or_at_home) {
    expect(print_jitdump, "[0-9]+ bytes");
    expect(print_jitdump_at_home, "[0-9]+ bytes");
}

TEST_F(code_profile, dump_has_a_file_of_the_kernels_name) {
    expect(print_code_dump, std::string(profiled_kernel) + "\\.bin\n");
}

TEST_F(code_profile, a_variable_that_is_no_profile_stands_in_a_verbose_line) {
    EXPECT_EXIT(in_child(print_unknown_profile), testing::ExitedWithCode(0),
            "^libselect_verbose,v1,info,LIBSELECT_JIT_PROFILE: \"vtune\" is not a profile and "
            "counts as none; the profiles are perfmap jitdump\njit:scalar $");
}

TEST_F(code_profile, what_the_system_refuses_stands_in_a_verbose_line) {
    EXPECT_EXIT(in_child(print_refused_dump), testing::ExitedWithCode(0),
            "^libselect_verbose,v1,info,jit profile: mkdir /dev/null/a: Not a directory; no more "
            "kernels are recorded there\njit:scalar $");
}

TEST_F(code_profile, what_the_system_refuses_is_silent_unless_asked_for) {
    expect(print_refused_jitdump_without_verbose, "");
}

} // namespace
} // namespace internal
