// SPDX-License-Identifier: Apache-2.0
// Threads with little stack left, above a guard page and memory that must stay as it is.
#ifndef LIBSELECT_TESTS_FAULTS_GUARDED_STACK_HPP
#define LIBSELECT_TESTS_FAULTS_GUARDED_STACK_HPP

#include <cstddef>
#include <functional>
#include <string>

namespace faults {

// What a child of fork does, in this order.
struct stack_run {
    std::function<std::string()> prepare = [] { return std::string(); };
    std::function<void()> at_depth; // with little stack left
    std::function<std::string()> check;
};

// The outcome of a run whose stack ended at its guard page.
inline const std::string at_guard_page = "exit 42";

// Runs on a thread that has left_bytes of stack, and below that a guard page of 4 KiB. Returns what
// prepare or check say, "" where all is well, at_guard_page, or another end of the child; with
// ", written behind the guard page" after it, where that is so.
std::string run_on_stack(const stack_run &run, std::size_t left_bytes);

} // namespace faults

#endif
