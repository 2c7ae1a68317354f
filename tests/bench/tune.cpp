// SPDX-License-Identifier: Apache-2.0
// select_tune: measures the choices that src/schedule makes by size, and prints where
// each begins to pay on this machine. The constants there name this program, the CPU and the date.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "exec/executor.hpp"
#include "machine.hpp"
#include "op/logical_tensor.hpp"
#include "op/select_op.hpp"
#include "schedule/implementation_list.hpp"
#include "schedule/schedule.hpp"

namespace {

using namespace libselect;

constexpr int n_rounds = 9;
constexpr std::int64_t elem_bytes = 4;

using call = std::function<void()>;

double seconds_of(const call &run, int repeats) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < repeats; ++i)
        run();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    return taken.count() / repeats;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

// Time of a over time of b: the median over interleaved rounds of about this many seconds each.
double ratio(const call &a, const call &b, double sample = 2e-3) {
    const double once = std::max(seconds_of(a, 2), seconds_of(b, 2));
    const int repeats = std::max(static_cast<int>(sample / once), 1);
    std::vector<double> ratios;
    for (int round = 0; round < n_rounds; ++round) {
        const double first = seconds_of(a, repeats);
        ratios.push_back(first / seconds_of(b, repeats));
    }
    return median(ratios);
}

// Dense operands of n elements; nothing in them is zero or all alike.
class operands {
public:
    operands(std::int64_t n, bool two_sources) : n_(n), two_sources_(two_sources) {
        for (std::vector<std::uint32_t> &one : data_)
            one.assign(static_cast<std::size_t>(n) + 16, 0x3f80ffff);
        std::uint32_t state = 1;
        for (std::uint32_t &word : data_[cond]) {
            state = state * 1664525 + 1013904223;
            word = state >> 7 & 0x01010101;
        }
    }
    void clear_cond() { std::fill(data_[cond].begin(), data_[cond].end(), 0); }

    [[nodiscard]] per_operand<std::byte *> pointers() {
        per_operand<std::byte *> at;
        for (std::size_t i = 0; i < n_operands; ++i) {
            const auto address = reinterpret_cast<std::uintptr_t>(data_[i].data());
            at[i] = reinterpret_cast<std::byte *>((address + 63) / 64 * 64);
        }
        return at;
    }

    [[nodiscard]] kernel_loops loops() const {
        const std::int64_t unit0 = two_sources_ ? elem_bytes : 0;
        return {1, 1, n_, {}, {}, {1, unit0, elem_bytes, elem_bytes}};
    }

    [[nodiscard]] row_params params() const {
        row_params made;
        made.elem_bytes = elem_bytes;
        if (!two_sources_) made.roles[src0] = role::constant;
        return made;
    }

private:
    std::int64_t n_;
    bool two_sources_;
    per_operand<std::vector<std::uint32_t>> data_;
};

std::int64_t elems_of(std::int64_t touched_bytes, bool two_sources) {
    return touched_bytes / (1 + elem_bytes * (two_sources ? 3 : 2));
}

const implementation &best_implementation() {
    const implementation_choice best =
            choose_implementation([](const implementation &) { return std::string(); });
    return *best.from;
}

// Time of the kernel of `changed` over that of `plain`.
double kernel_ratio(operands &data, const row_params &changed, const row_params &plain) {
    const kernel_loops loops = data.loops();
    const kernel_args args {data.pointers(), &loops};
    held_code held;
    const kernel_fn a = best_implementation().create(changed, held);
    const kernel_fn b = best_implementation().create(plain, held);
    return ratio([&] { a(&args); }, [&] { b(&args); });
}

constexpr std::int64_t kib = 1024;

void print_head(const char *what, const char *columns) {
    std::printf("\n%s\n%12s  %s\n", what, "KiB touched", columns);
}

void tune_vectors() {
    print_head("32-byte over 64-byte vectors (schedule.cpp: from beyond L2)", "ratio");
    for (const std::int64_t size : {32, 128, 512, 1024, 2048, 8192, 65536}) {
        operands data(elems_of(size * kib, true), true);
        row_params narrow = data.params();
        narrow.narrow = true;
        std::printf("%12lld  %.2f\n", static_cast<long long>(size),
                kernel_ratio(data, narrow, data.params()));
    }
}

void tune_stores() {
    print_head("streaming over ordinary stores (memory_policy.cpp: beyond the last level; from "
               "half of "
               "it with two sources)",
            "1 source  2 sources");
    for (const std::int64_t size : {1024, 4096, 12288, 16384, 24576, 32768, 49152, 131072}) {
        std::printf("%12lld", static_cast<long long>(size));
        for (const bool two : {false, true}) {
            operands data(elems_of(size * kib, two), two);
            row_params plain = data.params();
            plain.narrow = true;
            row_params streaming = plain;
            streaming.stores = store_kind::streaming;
            std::printf("      %.2f", kernel_ratio(data, streaming, plain));
        }
        std::printf("\n");
    }
}

void tune_skips() {
    print_head(
            "looking for equal blocks over not (memory_policy.cpp: between L2 and the last level)",
            "all false  random");
    for (const std::int64_t size : {512, 2048, 8192, 24576, 131072}) {
        operands data(elems_of(size * kib, true), true);
        row_params plain = data.params();
        plain.narrow = true;
        row_params skipping = plain;
        skipping.skips = true;
        const double random = kernel_ratio(data, skipping, plain);
        data.clear_cond();
        std::printf("%12lld       %.2f    %.2f\n", static_cast<long long>(size),
                kernel_ratio(data, skipping, plain), random);
    }
}

void tune_threads() {
    // Long samples: a thread that wakes takes milliseconds to get a CPU of its own.
    constexpr double sample = 0.1;
    print_head("all threads over one (schedule.cpp: parallel_bytes)", "ratio");
    for (const std::int64_t size : {64, 128, 256, 512, 1024, 2048, 8192}) {
        const std::int64_t n = elems_of(size * kib, true);
        operands data(n, true);
        const tensor_ref mask = make_logical_tensor(libselect_boolean, 1, &n, nullptr);
        const tensor_ref values = make_logical_tensor(libselect_f32, 1, &n, nullptr);
        const plan made = make_plan(make_select_op(*mask, *values, *values, nullptr, {}));
        schedule one = make_schedule(made, 0);
        schedule all = one;
        one.parallel = false;
        all.parallel = true;
        const auto run = [&](const schedule &how) {
            run_tiles({how, data.pointers(), in_place::none, store_kind::streaming});
        };
        std::printf("%12lld  %.2f\n", static_cast<long long>(size),
                ratio([&] { run(all); }, [&] { run(one); }, sample));
    }
}

} // namespace

int main() {
    std::printf("%s\n%s", bench::machine_line().c_str(), bench::load_warning().c_str());
    tune_vectors();
    tune_stores();
    tune_skips();
    tune_threads();
    return 0;
}
