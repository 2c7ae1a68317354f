// SPDX-License-Identifier: Apache-2.0
// The command line of select_bench.
#include "options.hpp"

#include <CLI/CLI.hpp>

#include <map>

namespace bench {

options parse_options(int argc, char **argv) {
    options chosen;
    chosen.workloads = LIBSELECT_BENCH_WORKLOADS;
    CLI::App app {"Measures libselect against the fastest loops that only move the bytes"};
    app.add_option("--suite", chosen.suite, "What to measure")
            ->check(CLI::IsMember(
                    {"workloads", "conditions", "fixed", "short", "shapes", "linear", "search"}))
            ->capture_default_str();
    app.add_option("--threads", chosen.threads, "Thread counts, 1,2")
            ->delimiter(',')
            ->check(CLI::PositiveNumber);
    auto *rounds = app.add_option("--rounds", chosen.rounds, "Interleaved rounds; medians count")
                           ->check(CLI::PositiveNumber)
                           ->capture_default_str();
    auto *sample = app.add_option("--sample-ms", chosen.sample_ms, "Time of one sample")
                           ->check(CLI::PositiveNumber)
                           ->capture_default_str();
    app.add_flag("--quick", chosen.quick, "3 short rounds, smaller problems in memory");
    app.add_option("--filter", chosen.filter, "Regular expression; cases whose names hold a match");
    app.add_option(
            "--json", chosen.json, "Writes all samples, with the fields of Google Benchmark");
    app.add_option("--svg", chosen.svg, "Draws the ratios to the limit");
    app.add_option("--workloads", chosen.workloads, "Another workloads.json");
    const std::map<std::string, memory_kind> memories {
            {"aligned", memory_kind::aligned}, {"malloc", memory_kind::malloc}};
    app.add_option("--memory", chosen.memories, "Where buffers lie: aligned, malloc, or both")
            ->delimiter(',')
            ->transform(CLI::CheckedTransformer(memories));
    app.add_option("--seed", chosen.seed, "Of the shapes that `short` and `search` draw");
    app.add_option(
            "--count", chosen.count, "How many `short` and `search` draw; 0: all mixes, --seconds");
    app.add_option("--seconds", chosen.seconds, "How long `search` draws problems")
            ->capture_default_str();
    app.add_option(
            "--every", chosen.every, "File for the times and forms of all that `search` draws");
    app.add_option("--problem", chosen.problems, "Measures this problem of `search` again");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError &error) {
        std::exit(app.exit(error));
    }
    if (chosen.quick) {
        if (rounds->count() == 0) chosen.rounds = 3;
        if (sample->count() == 0) chosen.sample_ms = 0.5;
    }
    return chosen;
}

} // namespace bench
