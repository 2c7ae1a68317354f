// SPDX-License-Identifier: Apache-2.0
// Every mapping that creation asks for, failing in turn, and address space that runs out: another
// implementation or out_of_memory, the result is right, and the next call works.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "faults/child.hpp"
#include "faults/failing_calls.hpp"
#include "faults/problems.hpp"
#include "faults/refuse.hpp"
#include "faults/sample.hpp"

namespace {

using faults::call;
using faults::failing_calls;
using faults::sample;

class refused_mappings : public testing::TestWithParam<faults::named_problem> {};

std::string create_with_failure(sample &tried, int n, bool from_then_on, bool &has_failed) {
    const failing_calls failing(call::mapping, n, from_then_on);
    const libselect_status_t status = tried.create();
    has_failed = failing.has_failed();
    return status == libselect_success || status == libselect_out_of_memory
                   ? ""
                   : libselect_status_name(status);
}

// All in one process: what fails must leave room for what comes.
std::string fail_each_mapping() {
    for (int n = 1; n < 126; ++n) {
        sample tried(faults::row_problem(3, n + 2));
        bool has_failed = false;
        std::string wrong = create_with_failure(tried, n, false, has_failed);
        if (wrong.empty() && tried.primitive() != nullptr) wrong = tried.run();
        if (wrong.empty() && has_failed) wrong = tried.create_and_run();
        if (!wrong.empty()) return "mapping " + std::to_string(n) + ": " + wrong;
        if (!has_failed) return "";
    }
    return "it never ends";
}

TEST(refused_mapping, any_one_leaves_the_next_creation_right) {
    EXPECT_EQ(faults::in_child(fail_each_mapping), "");
}

// A kernel that is refused in one implementation is not forgotten by the next creation.
TEST(refused_mapping, the_first_one_costs_the_best_implementation_once) {
    EXPECT_EQ(faults::in_child([]() -> std::string {
        sample before(faults::row_problem(3, 50)), refused(faults::row_problem(3, 51));
        if (const std::string wrong = before.create_and_run(); !wrong.empty()) return wrong;
        bool has_failed = false;
        (void)create_with_failure(refused, 1, false, has_failed);
        if (!has_failed) return ""; // nothing is generated here
        if (refused.implementation() == before.implementation()) return "no other implementation";
        const std::string wrong = refused.create_and_run();
        return refused.implementation() == before.implementation() ? wrong : "not tried again";
    }),
            "");
}

// The n-th mapping and all that follow. What one kernel was given may be there when another is
// refused.
std::string refuse_from(const support::problem &what, int n) {
    sample tried(what);
    const long before = faults::n_live_mappings();
    bool has_failed = false;
    const std::string wrong = create_with_failure(tried, n, true, has_failed);
    if (!wrong.empty()) return wrong;
    if (has_failed && tried.implementation() != "portable") return tried.implementation();
    if (has_failed && faults::n_live_mappings() != before) return "mappings are left";
    return tried.run();
}

TEST_P(refused_mappings, from_one_on_give_the_portable_kernel_and_leave_none) {
    for (int n = 1; n <= 3; ++n)
        EXPECT_EQ(faults::in_child([n] { return refuse_from(GetParam().what, n); }), "") << n;
}

// A limit at every 64 KiB up to what creation and execution take, then none.
TEST_P(refused_mappings, address_space_that_runs_out_is_survived) {
    for (std::size_t room = 0; room < std::size_t {3} << 20U; room += 65536) {
        const std::string outcome = faults::in_child([room]() -> std::string {
            sample tried(GetParam().what);
            if (!faults::limit_address_space(room)) return "";
            const libselect_status_t status = tried.create();
            if (status != libselect_success && status != libselect_out_of_memory)
                return libselect_last_error();
            if (status == libselect_success)
                if (const std::string wrong = tried.run(); !wrong.empty()) return wrong;
            if (!faults::unlimit_address_space()) return "";
            return tried.create_and_run();
        });
        ASSERT_EQ(outcome, "") << room << " bytes of room";
    }
}

INSTANTIATE_TEST_SUITE_P(each, refused_mappings, testing::ValuesIn(faults::problem_of_every_kind()),
        faults::name_of);

} // namespace

int main(int argc, char **argv) {
    testing::InitGoogleTest(&argc, argv);
    if (faults::can_fail_calls) return RUN_ALL_TESTS();
    std::puts("skipped: a sanitizer stands before mmap");
    return 77;
}
