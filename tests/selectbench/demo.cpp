// SPDX-License-Identifier: Apache-2.0
// selectbench demo: the problems that the library was made for, each checked and timed.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <vector>

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

template <typename callable>
double median_seconds(const callable &call) {
    const std::array loops {support::make_loop(call)};
    return support::measure(loops, {3, 25e-6, 0.25})[0].median();
}

// A memcpy that moves as many bytes in all, half of them read and half written, by one thread.
struct copy {
    explicit copy(std::size_t moved_bytes)
        : half(std::max<std::size_t>(moved_bytes / 2, 1)),
          from(half),
          to(half) {
        support::fill_bits(from.bytes(), 0);
    }
    std::size_t half;
    buffer from, to;
};

void print_heading() {
    std::printf("%-23s %-42s %-5s %-14s %7s %9s %7s %7s %s\n", "problem", "cond:src0:src1", "type",
            "implementation", "threads", "time us", "GB/s", "memcpy", "result");
}

bool run_demo(const demo_problem &each) {
    support::problem settings;
    settings.conditions = parse_mask(each.mask);
    parse_in_place(each.in_place, settings);
    const problem_run run(each.what, settings);
    const bool passed = !run.execute_and_compare();
    const std::size_t bytes = run.compulsory_bytes();
    const copy peer(bytes);
    // One after the other: in turn, they would push each other out of the caches.
    const double seconds = median_seconds([&run] { run.execute(); });
    const double copy_seconds =
            median_seconds([&peer] { std::memcpy(peer.to.data(), peer.from.data(), peer.half); });
    std::printf("%-23s %-42s %-5s %-14s %7u %9.1f %7.1f %7.1f %s\n", each.what.name.c_str(),
            shapes_text(each.what).c_str(), ls::to_string(run.op().dst().type()),
            run.implementation(), run.most_threads(), 1e6 * seconds,
            1e-9 * static_cast<double>(bytes) / seconds,
            2e-9 * static_cast<double>(peer.half) / copy_seconds, passed ? "PASS" : "FAIL");
    std::fflush(stdout);
    return passed;
}

} // namespace

int demo() {
    print_heading();
    bool passed = true;
    for (const demo_problem &each : demo_problems())
        passed = run_demo(each) && passed;
    std::printf("threads: the most one call may use. time: median. GB/s: every input read once and "
                "dst written once\n(in place: cond, and the elements that change). memcpy: GB/s of "
                "one thread moving as many bytes.\n");
    return passed ? 0 : 1;
}

} // namespace selectbench
