// SPDX-License-Identifier: Apache-2.0
// The memory of generated code, as /proc/self/maps shows it, and systems that refuse it.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "faults/child.hpp"
#include "faults/problems.hpp"
#include "faults/refuse.hpp"
#include "faults/sample.hpp"
#include "unit/child_output.hpp"

namespace {

using faults::in_child;
using faults::sample;

// The lines of /proc/self/maps whose access, "rw-p", is wanted.
std::vector<std::string> mappings(const std::function<bool(const std::string &)> &wanted) {
    std::vector<std::string> found;
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);)
        if (wanted(line.substr(line.find(' ') + 1, 4))) found.push_back(line);
    return found;
}

std::size_t n_executable() {
    return mappings([](const std::string &access) { return access[2] == 'x'; }).size();
}

std::string writable_and_executable() {
    const auto found = mappings(
            [](const std::string &access) { return access[1] == 'w' && access[2] == 'x'; });
    return found.empty() ? "" : found[0];
}

// Kernels of `cols` columns are new ones, but for the first round.
std::string create_and_run_rows(int from, int step) {
    std::string wrong;
    for (int cols = from; cols <= 128 && wrong.empty(); cols += step)
        wrong = sample(faults::row_problem(4, cols)).create_and_run();
    return wrong;
}

TEST(executable_memory, is_never_writable_while_threads_generate_and_execute) {
    const std::string outcome = in_child([] {
        if (!writable_and_executable().empty()) return faults::skipped;
        std::atomic<int> n_running = 3;
        std::vector<std::string> outcomes(4);
        std::vector<std::thread> threads;
        for (int i = 0; i < 3; ++i)
            threads.emplace_back([&, i] {
                for (int round = 0; round < 40; ++round)
                    outcomes[static_cast<std::size_t>(i)] += create_and_run_rows(1 + i, 3);
                --n_running;
            });
        while (n_running > 0 && outcomes[3].empty())
            outcomes[3] = writable_and_executable();
        for (std::thread &thread : threads)
            thread.join();
        return outcomes[0] + outcomes[1] + outcomes[2] + outcomes[3];
    });
    if (outcome == faults::skipped) GTEST_SKIP() << "the process has such a mapping of its own";
    EXPECT_EQ(outcome, "");
}

// Kept alive, all 128 kernels lie in one region: one mapping, or a few where pages were not yet
// used.
TEST(executable_memory, is_shared_by_kernels) {
    EXPECT_EQ(in_child([]() -> std::string {
        const std::size_t before = n_executable();
        std::vector<std::unique_ptr<sample>> kept;
        for (int cols = 1; cols <= 128; ++cols) {
            kept.push_back(std::make_unique<sample>(faults::broadcast_problem(cols)));
            if (const std::string wrong = kept.back()->create_and_run(); !wrong.empty())
                return wrong;
        }
        const std::size_t added = n_executable() - before;
        return added <= 20 ? "" : std::to_string(added) + " mappings";
    }),
            "");
}

class refused_execution : public testing::TestWithParam<faults::named_problem> {
protected:
    // Under the refusal: portable, for a reason that is told, and the result is right.
    static std::string outcome_under(bool (*refuse)()) {
        return in_child([=]() -> std::string {
            if (!refuse()) return faults::skipped;
            sample tried(GetParam().what);
            if (const std::string wrong = tried.create_and_run(); !wrong.empty()) return wrong;
            if (tried.implementation() != "portable") return tried.implementation();
            const std::string text = tried.print();
            const bool is_told = text.find("; refused: ") != std::string::npos
                                 && (text.find("executable memory: ") != std::string::npos
                                         || text.find("capped at portable") != std::string::npos);
            return is_told ? "" : "the reason is not told: " + text;
        });
    }
};

TEST_P(refused_execution, by_seccomp_gives_the_portable_kernel) {
    const std::string outcome = outcome_under(faults::refuse_executable_memory);
    if (outcome == faults::skipped) GTEST_SKIP() << "this system has no seccomp filters";
    EXPECT_EQ(outcome, "");
}

TEST_P(refused_execution, by_memory_deny_write_execute_gives_the_portable_kernel) {
    const std::string outcome = outcome_under(faults::deny_write_execute);
    if (outcome == faults::skipped) GTEST_SKIP() << "this system has no PR_SET_MDWE (Linux 6.3)";
    EXPECT_EQ(outcome, "");
}

// Without elements there is no kernel that could be refused.
std::vector<faults::named_problem> problems_with_kernels() {
    std::vector<faults::named_problem> all = faults::problem_of_every_kind();
    std::erase_if(
            all, [](const auto &named) { return support::n_elems(named.what.dst.dims) == 0; });
    return all;
}

INSTANTIATE_TEST_SUITE_P(
        each, refused_execution, testing::ValuesIn(problems_with_kernels()), faults::name_of);

TEST(refused_execution_reason, stands_in_a_line_of_verbose_mode) {
    const unit::child_output output = unit::run_child([] {
        if (!faults::refuse_executable_memory()) std::_Exit(77);
        if (libselect_set_verbose(2) != libselect_success) std::_Exit(1);
        if (!sample(faults::row_problem(4, 50)).create_and_run().empty()) std::_Exit(2);
    });
    if (output.exit_status == 77) GTEST_SKIP() << "this system has no seccomp filters";
    EXPECT_EQ(output.exit_status, 0);
    const auto n_with = [&](const std::string &begin, const std::string &reason) {
        return std::count_if(output.lines.begin(), output.lines.end(), [&](const auto &line) {
            return line.rfind("libselect_verbose,v1,primitive," + begin, 0) == 0
                   && line.find(reason) != std::string::npos;
        });
    };
    EXPECT_EQ(n_with("exec,cpu,select,portable,", ""), 1);
    const auto n_refused = n_with("create:dispatch,select,cpu,select,", "executable memory: ");
    EXPECT_TRUE(n_refused > 0 || n_with("create:dispatch,", "capped at portable") > 0);
}

// What was made before the refusal goes on.
TEST(refused_execution_later, leaves_the_kernels_that_there_are) {
    const std::string outcome = in_child([]() -> std::string {
        sample before(faults::row_problem(4, 50)), after(faults::row_problem(4, 51));
        if (const std::string wrong = before.create_and_run(); !wrong.empty()) return wrong;
        if (!faults::refuse_executable_memory()) return faults::skipped;
        if (const std::string wrong = after.create_and_run(); !wrong.empty()) return wrong;
        if (after.implementation() != "portable") return after.implementation();
        return before.run();
    });
    if (outcome == faults::skipped) GTEST_SKIP() << "this system has no seccomp filters";
    EXPECT_EQ(outcome, "");
}

} // namespace
