// SPDX-License-Identifier: Apache-2.0
// select_tune: measures the choices that src/schedule makes by size, and prints beside each what
// the model of the machine chooses. The constants there name this program, the CPU and the date.
#include <algorithm>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "exec/executor.hpp"
#include "machine.hpp"
#include "schedule/schedule.hpp"
#include "tune_conditions.hpp"
#include "tune_data.hpp"

namespace {

using namespace libselect;
using bench::operands;
using form = operands::form;

constexpr std::int64_t KiB = 1024;
constexpr support::mask random_mask {};
constexpr support::mask no_mask {.kind = support::mask_kind::none};
constexpr support::mask few_runs {.kind = support::mask_kind::runs, .chance = 0.005, .length = 64};

int n_choices = 0;
int n_disagreements = 0;

// Counts a choice of the model. Returns what to print behind the measured ratio, which is the time
// with the choice over the time without: what the model chooses, and "!" where the other choice is
// faster by more than a tenth.
std::string verdict(bool chosen, double ratio, const char *name) {
    const bool disagrees = chosen ? ratio > 1.1 : ratio < 0.9;
    ++n_choices;
    n_disagreements += disagrees ? 1 : 0;
    std::string text = std::string(chosen ? name : "-") + (disagrees ? " !" : "");
    text.resize(std::max<std::size_t>(text.size(), 12), ' ');
    return text;
}

memory_policy policy_for(const operands &data) {
    return policy_of(data.plan(), this_machine());
}

void print_head(const char *what, const char *columns, const char *first = "KiB touched") {
    std::printf("\n%s\n%12s  %s\n", what, first, columns);
}

void print_size(std::int64_t kib) {
    std::printf("%12lld  ", static_cast<long long>(kib));
}

// What one core has of the caches: the rate at which it reads the same bytes again.
void tune_levels() {
    std::printf("\nreading again (machine.cpp: last)\n%12s  GB/s  over memory  model\n", "KiB");
    constexpr std::int64_t sizes[] = {
            131072, 65536, 32768, 24576, 16384, 12288, 8192, 4096, 1024, 256};
    std::vector<std::uint64_t> words(static_cast<std::size_t>(sizes[0] * KiB) / 8, 1);
    double from_memory = 0;
    for (const std::int64_t size : sizes) {
        const std::span<const std::uint64_t> part(
                words.data(), static_cast<std::size_t>(size * KiB) / 8);
        volatile std::uint64_t sink = 0;
        const auto read = [&] {
            std::uint64_t sums[8] = {};
            for (std::size_t i = 0; i < part.size(); i += 8)
                for (std::size_t k = 0; k < 8; ++k)
                    sums[k] += part[i + k];
            for (const std::uint64_t sum : sums)
                sink = sink + sum;
        };
        const double rate = static_cast<double>(size * KiB) / bench::time_both(read, read).first;
        if (from_memory == 0) from_memory = rate;
        // Where the model does not stream yet, the caches should be faster than memory.
        const bool stays = size * KiB < this_machine().stream_from;
        print_size(size);
        std::printf("%4.0f  %.2f  %s\n", rate * 1e-9, rate / from_memory,
                verdict(stays, stays ? 1.2 * from_memory / rate : 1, "in caches").c_str());
    }
}

void tune_vectors() {
    print_head("32-byte over 64-byte vectors (machine.cpp: vector_bytes)", "ratio  model");
    if (bench::best_implementation().isa != libselect_cpu_isa_avx512) {
        std::printf("this CPU has no 64-byte vectors\n");
        return;
    }
    for (const std::int64_t size : {32, 128, 512, 1024, 2048, 8192, 65536}) {
        operands data(size * KiB, form::two_sources, random_mask);
        row_params narrow = data.params();
        narrow.narrow = true;
        const double ratio = data.time_kernels(narrow, data.params()).ratio;
        print_size(size);
        std::printf("%.2f  %s\n", ratio, verdict(policy_for(data).narrow, ratio, "32").c_str());
    }
}

void tune_stores() {
    print_head("streaming over ordinary stores (machine.cpp: stream_from, stream_two_from)",
            "1 source  model       2 sources  model");
    for (const std::int64_t size :
            {1024, 4096, 8192, 12288, 16384, 20480, 24576, 32768, 49152, 131072}) {
        print_size(size);
        for (const form shape : {form::one_source, form::two_sources}) {
            operands data(size * KiB, shape, random_mask);
            row_params ordinary = data.params();
            ordinary.narrow = true;
            row_params streaming = ordinary;
            streaming.stores = store_kind::streaming;
            const double ratio = data.time_kernels(streaming, ordinary).ratio;
            const bool chosen = policy_for(data).stores == store_kind::streaming;
            std::printf("%8.2f  %s", ratio, verdict(chosen, ratio, "streaming").c_str());
        }
        std::printf("\n");
    }
}

void tune_prefetch() {
    print_head("one source, streaming: prefetched a page ahead over not (machine.cpp: prefetches)",
            "ratio  model");
    for (const std::int64_t size : {24576, 49152, 98304, 196608}) {
        operands data(size * KiB, form::one_source, random_mask);
        row_params plain = data.params();
        plain.stores = store_kind::streaming;
        row_params prefetching = plain;
        prefetching.ahead = prefetched::src1;
        const double ratio = data.time_kernels(prefetching, plain).ratio;
        print_size(size);
        const bool chosen = policy_for(data).prefetches;
        std::printf("%.2f  %s\n", ratio, verdict(chosen, ratio, "prefetch").c_str());
    }
}

void tune_skips() {
    print_head("looking for equal blocks over not (memory_policy.cpp)",
            "all false  model       random");
    for (const std::int64_t size : {512, 2048, 8192, 24576, 131072}) {
        const auto ratio_with = [&](const support::mask &conditions) {
            operands data(size * KiB, form::two_sources, conditions);
            row_params plain = data.params();
            plain.narrow = true;
            row_params skipping = plain;
            skipping.skips = true;
            return data.time_kernels(skipping, plain).ratio;
        };
        const double equal = ratio_with(no_mask);
        const bool chosen = policy_for({size * KiB, form::two_sources, no_mask}).skips;
        print_size(size);
        std::printf("%9.2f  %s%6.2f\n", equal, verdict(chosen, equal, "skips").c_str(),
                ratio_with(random_mask));
    }
}

// More bytes must not take less time: the time of the model's choice is printed too.
void tune_keeps() {
    print_head("in place, leaving lines alone over storing all (memory_policy.cpp)",
            "0.5 % true  model         us of it  50 % true");
    double before = 0;
    for (const std::int64_t size :
            {16, 64, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072}) {
        const auto times_with = [&](const support::mask &conditions) {
            operands data(size * KiB, form::in_place, conditions);
            row_params plain = data.params();
            plain.stores = store_kind::ordinary;
            row_params keeping = plain;
            keeping.kept = in_place::src1;
            keeping.stores = policy_for(data).stores;
            return data.time_kernels(keeping, plain);
        };
        const bool chosen = policy_for({size * KiB, form::in_place, few_runs}).keeps;
        const bench::pair_of_times few = times_with(few_runs);
        const double seconds = chosen ? few.first : few.second;
        const bool shrinks = seconds < 0.9 * before;
        n_disagreements += shrinks ? 1 : 0;
        before = std::max(before, seconds);
        print_size(size);
        std::printf("%10.2f  %s%9.1f%s  %9.2f\n", few.ratio,
                verdict(chosen, few.ratio, "keeps").c_str(), seconds * 1e6,
                shrinks ? " ! less than for fewer bytes" : "", times_with(random_mask).ratio);
    }
}

void tune_threads() {
    // Long samples: a thread that wakes takes milliseconds to get a CPU of its own.
    constexpr double sample = 0.1;
    print_head("all threads over one (form_schedule.cpp: parallel_bytes)", "ratio  model");
    for (const std::int64_t size : {64, 128, 256, 512, 1024, 2048, 8192}) {
        operands data(size * KiB, form::two_sources, random_mask);
        schedule alone = make_schedule(data.plan(), 0);
        schedule shared = alone;
        const bool chosen = alone.parallel;
        alone.parallel = false;
        shared.parallel = true;
        const auto run = [&](const schedule &decided) {
            run_tiles({decided, data.pointers(), in_place::none, store_kind::streaming});
        };
        const double ratio =
                bench::time_both([&] { run(shared); }, [&] { run(alone); }, sample).ratio;
        print_size(size);
        std::printf("%.2f  %s\n", ratio, verdict(chosen, ratio, "all").c_str());
    }
}

// Returns what to print for a block size: "!" where it is faster than the constant by a tenth.
std::string block_verdict(bool is_constant, double ratio) {
    const bool disagrees = !is_constant && ratio < 0.9;
    ++n_choices;
    n_disagreements += disagrees ? 1 : 0;
    char text[32];
    std::snprintf(
            text, sizeof text, "%6.2f %s%s", ratio, disagrees ? "!" : " ", is_constant ? "*" : " ");
    return text;
}

// Ratios to the constant, which has a star; a column for each size of the problem.
void tune_blocks() {
    print_head("conditions evaluated in blocks (evaluation.hpp: evaluated_bytes, *)",
            "  of 64 Ki  1 Mi  16 Mi", "Ki elements");
    for (const std::int64_t block : {2, 4, 8, 16, 32, 64}) {
        print_size(block);
        for (const std::int64_t n_elems : {64 * KiB, KiB * KiB, 16 * KiB * KiB})
            std::printf("%s", block_verdict(block * KiB == evaluated_bytes,
                                      bench::evaluated_ratio(n_elems, block * KiB))
                                      .c_str());
        std::printf("\n");
    }
    print_head("causal rows in blocks (evaluation.hpp: direct_bytes, *)",
            "in place: 4  48 MiB  apart: 4  48", "KiB of dst");
    for (const std::int64_t block : {64, 128, 256, 512, 1024, 2048}) {
        print_size(block);
        for (const bool is_in_place : {true, false})
            for (const std::int64_t planes : {1, 12})
                std::printf("%s", block_verdict(block * KiB == direct_bytes,
                                          bench::direct_ratio(planes, block * KiB, is_in_place))
                                          .c_str());
        std::printf("\n");
    }
}

} // namespace

// select_tune [blocks]: all, or the blocks of conditions alone.
int main(int argc, char **argv) {
    std::printf("%s\n%s", bench::machine_line().c_str(), bench::load_warning().c_str());
    std::printf("the model: %s\n(%s)\n", to_string(this_machine()).c_str(), this_machine().reason);
    std::printf(
            "ratios are times; ! stands where the other choice is faster by more than a tenth\n");
    const bool only_blocks = argc > 1 && std::string(argv[1]) == "blocks";
    for (const auto tune : {tune_levels, tune_vectors, tune_stores, tune_prefetch, tune_skips,
                 tune_keeps, tune_threads})
        if (!only_blocks) tune();
    tune_blocks();
    std::printf("\nthe model and the measurements disagree in %d of %d places\n", n_disagreements,
            n_choices);
    return 0;
}
