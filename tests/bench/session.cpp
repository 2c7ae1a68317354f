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

session::session(const options &chosen)
    : chosen_(chosen),
      watch_(chosen.rounds, chosen.sample_ms * 1e-3) {
}

bool session::matches(const std::string &name) const {
    return std::regex_search(name, std::regex(chosen_.filter));
}

void session::run(const std::vector<bench_case> &cases, const field_options &wanted, bool brief) {
    for (const bench_case &one : cases) {
        if (!matches(one.name)) continue;
        const case_data aligned(one, memory_kind::aligned);
        for (const memory_kind memory : chosen_.memories) {
            const bool is_aligned = memory == memory_kind::aligned;
            const auto moved = is_aligned ? nullptr : std::make_unique<case_data>(one, memory);
            const case_data &data = is_aligned ? aligned : *moved;
            for (const int threads : chosen_.threads) {
                // Everybody's threads come from the arena that the measuring thread is in.
                tbb::task_arena arena(threads);
                arena.execute(
                        [&] { run_case(one, memory, data, aligned, threads, wanted, brief); });
            }
        }
    }
}

void session::run_case(const bench_case &one, memory_kind memory, const case_data &data,
        const case_data &aligned, int threads, const field_options &wanted, bool brief) {
    std::vector<contestant> field = fields_.make(one, data, aligned, threads, wanted);
    verify(one, data, field);
    const std::string run_name =
            one.name + "/memory:" + memory_name(memory) + "/threads:" + std::to_string(threads);
    case_result result {one.name, memory, threads,
            static_cast<double>(support::compulsory_bytes(one.what, data.cond())),
            watch_.measure(run_name, field)};
    if (brief)
        print_line(result);
    else
        print_case(result, shape_text(one));
    note_ratios(run_name, result);
    results_.push_back(std::move(result));
}

void session::verify(const bench_case &one, const case_data &data, std::vector<contestant> &field) {
    std::erase_if(field, [&](const contestant &each) {
        if (!each.computes) return false;
        data.reset_dst();
        each.call();
        if (data.dst_is_expected()) return false;
        std::printf("%s: %s computes a wrong result\n", one.name.c_str(), each.name.c_str());
        failed_ = true;
        return true;
    });
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
