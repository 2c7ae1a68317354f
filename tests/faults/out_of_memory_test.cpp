// SPDX-License-Identifier: Apache-2.0
// Every allocation that creation makes, failing in turn: out_of_memory, nothing is lost, and the
// next call works.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "faults/child.hpp"
#include "faults/failing_calls.hpp"
#include "faults/problems.hpp"
#include "faults/sample.hpp"

namespace {

using faults::call;
using faults::failing_calls;
using faults::sample;

class out_of_memory : public testing::TestWithParam<faults::named_problem> {};

// Creation once per allocation that it makes, the n-th of which fails. "" when all went well.
std::string fail_each_allocation(sample &tried, bool counts_blocks) {
    for (int n = 1; n < 10000; ++n) {
        const long before = faults::n_live_blocks();
        libselect_status_t status {};
        bool has_failed = false;
        {
            const failing_calls failing(call::allocation, n);
            status = tried.create();
            has_failed = failing.has_failed();
        }
        const std::string at = "allocation " + std::to_string(n) + ": ";
        if (!has_failed) return status == libselect_success ? tried.run() : at + "spurious";
        const bool is_told =
                status == libselect_out_of_memory
                && std::string(libselect_last_error()) == "out of memory: an allocation failed";
        if (status != libselect_success && !is_told)
            return at + libselect_status_name(status) + ": " + libselect_last_error();
        // Where creation can do without it, all is as usual.
        if (status == libselect_success) {
            const std::string wrong = tried.run();
            if (!wrong.empty()) return at + wrong;
        }
        tried.destroy();
        if (counts_blocks && faults::n_live_blocks() != before)
            return at + std::to_string(faults::n_live_blocks() - before) + " blocks lost";
    }
    return "it never ends";
}

// The first creation of a process, which makes what lives as long as the process does.
TEST_P(out_of_memory, at_the_first_use_of_a_process) {
    EXPECT_EQ(faults::in_child([] {
        sample tried(GetParam().what);
        return fail_each_allocation(tried, false);
    }),
            "");
}

// Kernels stay in the cache, so the first creation is not counted.
TEST_P(out_of_memory, leaves_no_block_behind) {
    EXPECT_EQ(faults::in_child([] {
        sample tried(GetParam().what);
        const std::string wrong = tried.create_and_run();
        tried.destroy();
        return wrong.empty() ? fail_each_allocation(tried, true) : wrong;
    }),
            "");
}

INSTANTIATE_TEST_SUITE_P(
        each, out_of_memory, testing::ValuesIn(faults::problem_of_every_kind()), faults::name_of);

// Creation with a kernel that is not there yet, the n-th allocation of which fails.
libselect_status_t fail_generation(sample &tried, int n, bool &has_failed) {
    const failing_calls failing(call::allocation, n);
    const libselect_status_t status = tried.create();
    has_failed = failing.has_failed();
    return status;
}

std::string fail_each_allocation_of_generation() {
    sample first(faults::broadcast_problem(128));
    if (const std::string wrong = first.create_and_run(); !wrong.empty()) return wrong;
    for (int n = 1; n < 126; ++n) {
        sample tried(faults::broadcast_problem(n + 2));
        const long before = faults::n_live_blocks();
        bool has_failed = false;
        const libselect_status_t status = fail_generation(tried, n, has_failed);
        if (!has_failed) return n > 15 ? "" : "only " + std::to_string(n) + " allocations";
        if (status == libselect_success) continue;
        if (status != libselect_out_of_memory) return libselect_last_error();
        if (faults::n_live_blocks() != before) return "blocks lost at " + std::to_string(n);
        if (const std::string wrong = tried.create_and_run(); !wrong.empty()) return wrong;
    }
    return "too many allocations for this test";
}

// What the generation of a kernel took is given back.
TEST(out_of_memory_of_generation, leaves_no_block_behind) {
    EXPECT_EQ(faults::in_child(fail_each_allocation_of_generation), "");
}

TEST(out_of_memory_of_execute, failing_calls_are_told_though_there_is_no_memory_for_the_text) {
    EXPECT_EQ(faults::in_child([]() -> std::string {
        sample tried(faults::row_problem(3, 50));
        if (const std::string wrong = tried.create_and_run(); !wrong.empty()) return wrong;
        libselect_memory_t memories[4] {};
        const failing_calls failing(call::allocation, 1, true);
        const libselect_status_t status = libselect_execute(
                tried.primitive(), &memories[0], &memories[1], &memories[2], &memories[3]);
        return status == libselect_out_of_memory || status == libselect_invalid_arguments
                       ? ""
                       : libselect_status_name(status);
    }),
            "");
}

} // namespace

int main(int argc, char **argv) {
    testing::InitGoogleTest(&argc, argv);
    if (faults::can_fail_calls) return RUN_ALL_TESTS();
    std::puts("skipped: a sanitizer stands before malloc");
    return 77;
}
