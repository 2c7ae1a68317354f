// SPDX-License-Identifier: Apache-2.0
// The command line of select_bench.
#include "options.hpp"

#include <CLI/CLI.hpp>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace bench {
namespace {

// A run whose file cannot be written would be lost.
void expect_writable(const std::string &path) {
    if (!path.empty() && !std::ofstream(path, std::ios::app))
        throw std::runtime_error(path + " cannot be written");
}

// What is wrong with a value of --seconds; "" when nothing is.
std::string wrong_time(const std::string &text) {
    char *end = nullptr;
    const double seconds = std::strtod(text.c_str(), &end);
    const bool is_time = *end == '\0' && std::isfinite(seconds) && seconds > 0;
    return is_time ? "" : text + " is no time; it has to be more than 0 s";
}

} // namespace

options parse_options(int argc, char **argv) {
    options chosen;
    chosen.workloads = LIBSELECT_BENCH_WORKLOADS;
    CLI::App app {"Measures libselect against the fastest loops that only move the bytes"};
    app.add_option("--suite", chosen.suite, "What to measure")
            ->check(CLI::IsMember(
                    {"workloads", "conditions", "fixed", "short", "shapes", "linear", "search"}))
            ->capture_default_str();
    app.add_option("--threads", chosen.threads, "Thread counts; `search` has one thread")
            ->delimiter(',')
            ->check(CLI::Range(1, 1024))
            ->capture_default_str();
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
    std::vector<std::string> memories {"aligned", "malloc"};
    app.add_option("--memory", memories, "Where buffers lie")
            ->delimiter(',')
            ->check(CLI::IsMember({"aligned", "malloc"}))
            ->capture_default_str();
    app.add_option("--seed", chosen.seed, "Of the shapes that `short` and `search` draw")
            ->capture_default_str();
    app.add_option("--count", chosen.count,
               "How many shapes are drawn; with 0, `short` takes all mixes, and `search` draws for "
               "--seconds")
            ->capture_default_str();
    app.add_option("--seconds", chosen.seconds, "How long `search` draws problems")
            ->check(wrong_time)
            ->capture_default_str();
    app.add_option(
            "--every", chosen.every, "File for the times and forms of all that `search` draws");
    app.add_option("--problem", chosen.problems,
            "Measures this problem of `search` again, as it prints it: w4/extents/strides of "
            "cond/of "
            "src0/of src1/of dst/mask,chance,length/source in place");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError &error) {
        std::exit(app.exit(error));
    }
    const bool has_names = chosen.suite != "fixed" && chosen.suite != "search";
    if (!has_names && chosen.filter != options().filter)
        throw std::runtime_error("the suite " + chosen.suite + " has no --filter");
    chosen.memories.clear();
    for (const std::string &name : memories)
        chosen.memories.push_back(name == "aligned" ? memory_kind::aligned : memory_kind::malloc);
    for (const std::string &path : {chosen.json, chosen.svg, chosen.every})
        expect_writable(path);
    if (chosen.quick) {
        if (rounds->count() == 0) chosen.rounds = 3;
        if (sample->count() == 0) chosen.sample_ms = 0.5;
    }
    return chosen;
}

} // namespace bench
