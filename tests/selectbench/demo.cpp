// SPDX-License-Identifier: Apache-2.0
// selectbench demo: the problems that the library was made for, each checked and timed.
#include <array>
#include <cstdio>
#include <vector>

#include "copy_times.hpp"
#include "harness/measure.hpp"
#include "problem.hpp"

namespace selectbench {
namespace {

struct demo_problem {
    request what;
    const char *mask;
    const char *in_place = "no";
};

std::vector<demo_problem> demo_problems() {
    const auto cond = [](const ls::dims &dims) {
        return condition_of_tensor({ls::data_type::boolean, dims});
    };
    const auto word = [](const char *text) { return parse_condition(text, {}); };
    constexpr auto f32 = ls::data_type::f32;
    constexpr auto bf16 = ls::data_type::bf16;
    constexpr auto u8 = ls::data_type::u8;
    return {
            {{"DistilBERT padding mask", cond({8, 1, 1, 128}), {f32, {}}, {f32, {8, 12, 128, 128}},
                     {}, {}},
                    "suffix"},
            {{"GPT causal mask", cond({1, 1, 1024, 1024}), {f32, {1, 12, 1024, 1024}}, {f32, {}},
                     {}, {}},
                    "causal"},
            {{"Gemma decode", cond({1, 8, 2, 1, 256}), {f32, {1, 8, 2, 1, 256}}, {f32, {1}}, {},
                     {}},
                    "prefix"},
            {{"LLM decode step", cond({32, 1, 1, 4096}), {bf16, {32, 32, 1, 4096}}, {bf16, {}}, {},
                     {}},
                    "prefix"},
            {{"RGB image composite", cond({1080, 1920, 1}), {u8, {1080, 1920, 3}}, {u8, {3}}, {},
                     {}},
                    "discs"},
            {{"transposed src0", cond({1024, 1024}), {f32, {1024, 1024}, {1, 1024}},
                     {f32, {1024, 1024}}, {}, {}},
                    "random"},
            {{"masked fill in place", cond({4194304}), {f32, {}}, {f32, {4194304}}, {}, {}}, "runs",
                    "src1"},
            {{"causal by position", word("causal"), {f32, {1, 12, 1024, 1024}}, {f32, {}}, {}, {}},
                    "none", "src0"},
            {{"grammar bits on logits", word("bits(16x128256)"), {f32, {16, 128256}}, {f32, {}}, {},
                     {}},
                    "runs:1000:0.9", "src0"},
            {{"top-k filter", word("lt(16x128256,16x1)"), {f32, {}}, {f32, {16, 128256}}, {}, {}},
                    "random:0.99", "lhs+src1"},
    };
}

void print_heading() {
    std::printf("%-23s %-42s %-5s %-14s %7s %9s %9s %9s %9s %s\n", "problem", "cond:src0:src1",
            "type", "implementation", "threads", "median us", "min us", "limit us", "memcpy us",
            "result");
}

bool run_demo(const demo_problem &each) {
    support::problem settings;
    settings.conditions = parse_mask(each.mask);
    parse_in_place(each.in_place, settings);
    const problem_run run(each.what, settings);
    const bool passed = !run.execute_and_compare();
    // Select and the copies one after the other: in turn, they would push each other out of the
    // caches.
    const std::array loops {support::make_loop([&run] { run.execute(); })};
    const support::timing time = support::measure(loops, {3, 25e-6, 0.25, 0.06})[0];
    const copy_times copies = time_copies(run.compulsory_bytes(), 0.1);
    std::printf("%-23s %-42s %-5s %-14s %7u %9.1f %9.1f %9.1f %9.1f %s\n", each.what.name.c_str(),
            shapes_text(each.what).c_str(), ls::to_string(run.op().dst().type()),
            run.implementation(), run.most_threads(), 1e6 * time.median(), 1e6 * time.quantile(0),
            1e6 * copies.limit, 1e6 * copies.memcpy, passed ? "PASS" : "FAIL");
    std::fflush(stdout);
    return passed;
}

} // namespace

int demo() {
    print_heading();
    bool passed = true;
    for (const demo_problem &each : demo_problems())
        passed = run_demo(each) && passed;
    std::printf(
            "threads: the most one call may use. median, min: of one call; on a busy machine the "
            "least time tells.\nlimit: the fastest copy of as many bytes by one thread, every "
            "input read once and dst written\nonce (in place: cond, and the elements that "
            "change). memcpy: its median.\n");
    return passed ? 0 : 1;
}

} // namespace selectbench
