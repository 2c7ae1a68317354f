// SPDX-License-Identifier: Apache-2.0
// Verbose mode amid what a program does meanwhile: threads, forks, its own output, another locale,
// no memory.
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <clocale>
#include <cstdio>
#include <thread>

#include "unit/call_counter.hpp" // LIBSELECT_SANITIZED
#include "unit/failing_new.hpp"
#include "unit/verbose_program.hpp"

namespace {

using unit::child_output;
using unit::lines_of;
using unit::n_header_lines;
using unit::primitive_lines;
using unit::run_child;
using unit::select_or_exit;
using unit::selection;

class verbose_amid : public unit::verbose_test {};

TEST_F(verbose_amid, lines_of_threads_do_not_mix) {
    set_level("2");
    constexpr int n_threads = 8, n_times = 200;
    const child_output output = run_child([] {
        setenv("LIBSELECT_MAX_CPU_ISA", "portable", 1); // more lines that belong together
        std::vector<std::thread> threads;
        for (int i = 0; i < n_threads; ++i)
            threads.emplace_back([] {
                for (int n = 0; n < n_times; ++n)
                    select_or_exit();
            });
        for (std::thread &one : threads)
            one.join();
    });
    EXPECT_EQ(output.exit_status, 0);
    EXPECT_EQ(primitive_lines(output).size(), 2U * n_threads * n_times);
    EXPECT_EQ(lines_of(output, "info,libselect v").size(), 1U);
    EXPECT_EQ(output.lines[0].rfind("libselect_verbose,v1,info,libselect v", 0), 0U);
    // A plan stands right before the creation that it belongs to.
    for (std::size_t i = 0; i + 1 < output.lines.size(); ++i) {
        if (output.lines[i].find(",info,plan: ") == std::string::npos) continue;
        EXPECT_NE(output.lines[i + 1].find(",create:cache_"), std::string::npos);
    }
}

TEST_F(verbose_amid, a_forked_child_goes_on_without_a_second_header) {
    set_level("1");
    const child_output output = run_child([] {
        select_or_exit();
        const child_output of_child = run_child(select_or_exit);
        for (const std::string &line : of_child.lines)
            std::puts(("child " + line).c_str());
    });
    ASSERT_EQ(output.lines.size(), n_header_lines + 4);
    EXPECT_EQ(output.lines[n_header_lines + 2].rfind(
                      "child libselect_verbose,v1,primitive,create:", 0),
            0U);
    EXPECT_EQ(
            output.lines[n_header_lines + 3].rfind("child libselect_verbose,v1,primitive,exec,", 0),
            0U);
}

// Processes share the pipe here, and lines are shorter than what a pipe takes at once.
TEST_F(verbose_amid, threads_that_write_while_another_forks_leave_nothing_behind_in_the_child) {
#if defined(LIBSELECT_SANITIZED)
    GTEST_SKIP() << "the sanitizer's own locks hang in the child";
#endif
    set_level("1");
    constexpr int n_threads = 3, n_times = 100, n_children = 30;
    const child_output output = run_child([] {
        std::vector<std::thread> threads;
        for (int i = 0; i < n_threads; ++i)
            threads.emplace_back([] {
                for (int n = 0; n < n_times; ++n)
                    select_or_exit();
            });
        for (int n = 0; n < n_children; ++n) {
            const pid_t child = fork();
            if (child == 0) {
                select_or_exit();
                std::exit(0);
            }
            int status = 0;
            waitpid(child, &status, 0);
            if (status != 0) std::_Exit(2);
        }
        for (std::thread &one : threads)
            one.join();
    });
    EXPECT_EQ(output.exit_status, 0);
    const std::size_t n_selections = n_threads * n_times + n_children;
    EXPECT_EQ(primitive_lines(output).size(), 2 * n_selections);
    EXPECT_LE(output.lines.size(), 2 * n_selections + n_header_lines * (1 + n_children));
}

TEST_F(verbose_amid, lines_stand_between_what_the_program_prints) {
    const child_output output = run_child([] {
        std::printf("before\n");
        libselect::set_verbose(1);
        select_or_exit();
        std::printf("after\n");
    });
    ASSERT_EQ(output.lines.size(), n_header_lines + 4);
    EXPECT_EQ(output.lines.front(), "before");
    EXPECT_EQ(output.lines.back(), "after");
}

TEST_F(verbose_amid, numbers_have_a_point_in_every_locale) {
    const char *found = nullptr;
    for (const char *name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "fr_FR.utf8", "de_DE"})
        if (found == nullptr && std::setlocale(LC_NUMERIC, name) != nullptr) found = name;
    std::setlocale(LC_NUMERIC, "C");
    if (found == nullptr) GTEST_SKIP() << "this system has no locale with a decimal comma";
    set_level("1");
    EXPECT_EQ(primitive_lines(run_child([found] {
        std::setlocale(LC_ALL, found);
        select_or_exit();
    })).size(),
            2U);
}

TEST_F(verbose_amid, a_stdout_that_cannot_be_written_changes_nothing) {
    set_level("2");
    const auto with_stdout = [](const char *path) {
        return run_child([path] {
            if (*path == '\0')
                close(STDOUT_FILENO);
            else if (std::freopen(path, "w", stdout) == nullptr)
                std::_Exit(3);
            selection selected;
            errno = 7;
            selected.execute_or_exit();
            if (errno != 7) std::_Exit(4);
        }).exit_status;
    };
    EXPECT_EQ(with_stdout(""), 0);
    EXPECT_EQ(with_stdout("/dev/full"), 0);
}

TEST_F(verbose_amid, no_memory_for_a_line_changes_nothing) {
    const child_output output = run_child([] {
        selection selected;
        libselect::set_verbose(2);
        {
            const unit::failing_new none;
            selected.execute_or_exit();
        }
        select_or_exit();
    });
    EXPECT_EQ(output.exit_status, 0);
    EXPECT_EQ(primitive_lines(output).size(), 2U); // of select_or_exit, after the header
}

} // namespace
