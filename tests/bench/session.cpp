// SPDX-License-Identifier: Apache-2.0
// Verifying and measuring cases.
#include "session.hpp"

#include <oneapi/tbb/task_arena.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <regex>

#include "harness/problem_data.hpp"

namespace bench {
namespace {

// Everybody's threads come from the arena that the measuring thread is in.
template <typename Body>
void in_arena(int threads, const Body &body) {
    tbb::task_arena arena(threads);
    arena.execute(body);
}

} // namespace

session::session(const options &chosen)
    : chosen_(chosen),
      watch_(chosen.rounds, chosen.sample_ms * 1e-3) {
}

bool session::matches(const std::string &name) {
    const bool matches = std::regex_search(name, std::regex(chosen_.filter));
    has_matched_ = has_matched_ || matches;
    return matches;
}

template <typename Data>
void session::verify(const std::string &name, const Data &data, std::vector<contestant> &field) {
    std::erase_if(field, [&](const contestant &each) {
        if (!each.computes) return false;
        data.reset_dst();
        each.call();
        if (data.dst_is_expected()) return false;
        std::printf("%s: %s computes a wrong result\n", name.c_str(), each.name.c_str());
        failed_ = true;
        return true;
    });
}

template <typename Data>
void session::race(
        const subject &what, const Data &data, std::vector<contestant> field, bool brief) {
    verify(what.name, data, field);
    const std::string run_name = what.name + "/memory:" + memory_name(what.memory)
                                 + "/threads:" + std::to_string(what.threads);
    case_result result {what.name, what.memory, what.threads,
            static_cast<double>(what.compulsory_bytes), watch_.measure(run_name, field)};
    if (brief)
        print_line(result);
    else
        print_case(result, what.shape);
    note_ratios(run_name, result);
    results_.push_back(std::move(result));
}

void session::run(const std::vector<bench_case> &cases, const field_options &wanted, bool brief) {
    for (const bench_case &one : cases) {
        if (!matches(one.name)) continue;
        const case_data aligned(one, memory_kind::aligned);
        for (const memory_kind memory : chosen_.memories) {
            const bool is_aligned = memory == memory_kind::aligned;
            const auto moved = is_aligned ? nullptr : std::make_unique<case_data>(one, memory);
            const case_data &data = is_aligned ? aligned : *moved;
            for (const int threads : chosen_.threads)
                in_arena(threads, [&] {
                    race({one.name, shape_text(one), memory, threads,
                                 support::compulsory_bytes(one.what, data.cond())},
                            data, fields_.make(one, data, aligned, threads, wanted), brief);
                });
        }
    }
}

void session::run(const condition_case &one) {
    if (!matches(one.name)) return;
    const condition_data aligned(one, memory_kind::aligned, nullptr);
    for (const memory_kind memory : chosen_.memories) {
        const bool is_aligned = memory == memory_kind::aligned;
        const auto moved =
                is_aligned ? nullptr : std::make_unique<condition_data>(one, memory, &aligned);
        const condition_data &data = is_aligned ? aligned : *moved;
        for (const int threads : chosen_.threads)
            in_arena(threads, [&] {
                race({one.name, shape_text(one), memory, threads, data.compulsory_bytes()}, data,
                        fields_.make(one, data, aligned, threads), chosen_.quick);
            });
    }
}

void session::note_ratios(const std::string &run_name, const case_result &result) {
    for (const timing &each : result.timings) {
        const std::string name = run_name + "/" + each.name;
        watch_.note(name, "bytes_per_second", result.bytes / each.ns * 1e9);
        watch_.note(name, "to_limit", result.to_limit(each.name));
        const double to_plain = result.ratio(each.name, "plain");
        if (!std::isnan(to_plain)) watch_.note(name, "to_plain", to_plain);
    }
}

} // namespace bench
