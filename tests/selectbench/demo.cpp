// SPDX-License-Identifier: Apache-2.0
// selectbench demo: the problems that the library was made for, each checked and timed.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <thread>
#include <vector>

#include "command.hpp"
#include "problem.hpp"
#include "problem_text.hpp"
#include "timing.hpp"

namespace selectbench {
namespace {

struct demo_problem {
    problem what;
    run_settings how;
};

std::vector<demo_problem> demo_problems() {
    constexpr auto boolean = ls::data_type::boolean;
    constexpr auto f32 = ls::data_type::f32;
    constexpr auto bf16 = ls::data_type::bf16;
    constexpr auto u8 = ls::data_type::u8;
    return {
            {{"DistilBERT padding mask", {boolean, {8, 1, 1, 128}}, {f32, {}},
                     {f32, {8, 12, 128, 128}}, {}, {}},
                    {parse_mask("suffix")}},
            {{"GPT causal mask", {boolean, {1, 1, 1024, 1024}}, {f32, {1, 12, 1024, 1024}},
                     {f32, {}}, {}, {}},
                    {parse_mask("causal")}},
            {{"Gemma decode", {boolean, {1, 8, 2, 1, 256}}, {f32, {1, 8, 2, 1, 256}}, {f32, {1}},
                     {}, {}},
                    {parse_mask("prefix")}},
            {{"LLM decode step", {boolean, {32, 1, 1, 4096}}, {bf16, {32, 32, 1, 4096}}, {bf16, {}},
                     {}, {}},
                    {parse_mask("prefix")}},
            {{"RGB image composite", {boolean, {1080, 1920, 1}}, {u8, {1080, 1920, 3}}, {u8, {3}},
                     {}, {}},
                    {parse_mask("discs")}},
            {{"transposed src0", {boolean, {1024, 1024}}, {f32, {1024, 1024}, {1, 1024}},
                     {f32, {1024, 1024}}, {}, {}},
                    {parse_mask("random")}},
            {{"masked fill in place", {boolean, {4194304}}, {f32, {}}, {f32, {4194304}}, {}, {}},
                    {parse_mask("runs"), in_place::src1}},
    };
}

// For each problem, and for memcpy.
constexpr double seconds_each = 0.25;

// GB/s of a memcpy that moves as many bytes in all: half of them read, half written, by one thread.
double memcpy_rate(std::size_t moved_bytes) {
    const std::size_t half = std::max<std::size_t>(moved_bytes / 2, 1);
    const buffer from(half);
    const buffer to(half);
    fill_random(from.bytes(), 0);
    const auto copy = [&] {
        std::memcpy(to.data(), from.data(), half);
        // The copy is read by nobody; without this the compiler might drop it.
        asm volatile("" : : "r"(to.data()) : "memory");
    };
    return 2e-9 * static_cast<double>(half) / time_calls(copy, seconds_each).median;
}

void print_heading() {
    std::printf("%-23s %-42s %-5s %-14s %7s %9s %7s %7s %s\n", "problem", "cond:src0:src1", "type",
            "implementation", "threads", "time us", "GB/s", "memcpy", "result");
}

bool run_demo(const demo_problem &demo) {
    const problem_run run(demo.what, demo.how);
    const bool passed = !run.execute_and_compare();
    const double seconds = time_calls([&] { run.execute(); }, seconds_each).median;
    const std::size_t bytes = run.compulsory_bytes();
    std::printf("%-23s %-42s %-5s %-14s %7u %9.1f %7.1f %7.1f %s\n", demo.what.name.c_str(),
            shapes_text(demo.what).c_str(), ls::to_string(run.op().dst().type()),
            run.implementation(), std::thread::hardware_concurrency(), 1e6 * seconds,
            1e-9 * static_cast<double>(bytes) / seconds, memcpy_rate(bytes),
            passed ? "PASS" : "FAIL");
    std::fflush(stdout);
    return passed;
}

int demo_all() {
    print_heading();
    bool passed = true;
    for (const demo_problem &demo : demo_problems())
        passed = run_demo(demo) && passed;
    std::printf("threads: the most one call may use. time: median. GB/s: every input read once and "
                "dst written once\n(in place: cond, and the elements that change). memcpy: GB/s of "
                "one thread moving as many bytes.\n");
    return passed ? 0 : 1;
}

} // namespace

void add_demo(CLI::App &app, action &chosen) {
    CLI::App *command = app.add_subcommand("demo", "Check and time problems of real programs");
    command->callback([&chosen] { chosen = demo_all; });
}

} // namespace selectbench
