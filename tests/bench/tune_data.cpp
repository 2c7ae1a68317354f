// SPDX-License-Identifier: Apache-2.0
// Buffers, plans and clocks.
#include "tune_data.hpp"

#include <algorithm>
#include <chrono>
#include <span>
#include <string>

#include "op/logical_tensor.hpp"
#include "op/select_op.hpp"

namespace bench {
namespace {

using namespace libselect;

constexpr int n_rounds = 9;

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

std::int64_t elems_of(std::int64_t touched_bytes, operands::form shape) {
    const std::int64_t n_full = shape == operands::form::two_sources ? 3 : 2;
    return touched_bytes / (1 + operands::elem_bytes * n_full);
}

} // namespace

pair_of_times time_both(const call &first, const call &second, double sample) {
    const double once = std::max(seconds_of(first, 2), seconds_of(second, 2));
    const int repeats = std::max(static_cast<int>(sample / once), 1);
    std::vector<double> firsts, seconds, ratios;
    for (int round = 0; round < n_rounds; ++round) {
        firsts.push_back(seconds_of(first, repeats));
        seconds.push_back(seconds_of(second, repeats));
        ratios.push_back(firsts.back() / seconds.back());
    }
    return {median(firsts), median(seconds), median(ratios)};
}

operands::operands(std::int64_t touched_bytes, form shape, const support::mask &conditions)
    : form_(shape),
      n_(elems_of(touched_bytes, shape)) {
    for (std::vector<std::uint32_t> &words : data_)
        words.assign(static_cast<std::size_t>(n_) + 16, 0x3f80ffff);
    support::random_source random(1);
    const std::span<std::byte> bytes(pointers()[cond], static_cast<std::size_t>(n_));
    fill_mask(bytes, {n_}, conditions, random);
}

plan operands::plan() const {
    const std::int64_t extent_of_src0 = form_ == form::two_sources ? n_ : 1;
    const tensor_ref mask = make_logical_tensor(libselect_boolean, 1, &n_, nullptr);
    const tensor_ref if_true = make_logical_tensor(libselect_f32, 1, &extent_of_src0, nullptr);
    const tensor_ref if_false = make_logical_tensor(libselect_f32, 1, &n_, nullptr);
    return make_plan(make_select_op(*mask, *if_true, *if_false, nullptr, {}));
}

row_params operands::params() const {
    return params_of(plan());
}

per_operand<std::byte *> operands::pointers() {
    per_operand<std::byte *> at;
    for (std::size_t i = 0; i < n_operands; ++i) {
        const auto address = reinterpret_cast<std::uintptr_t>(data_[i].data());
        at[i] = reinterpret_cast<std::byte *>((address + 63) / 64 * 64);
    }
    if (form_ == form::in_place) at[src1] = at[dst];
    return at;
}

pair_of_times operands::time_kernels(const row_params &first, const row_params &second) {
    const std::int64_t unit_of_src0 = form_ == form::two_sources ? elem_bytes : 0;
    const kernel_loops loops {1, 1, n_, {}, {}, {1, unit_of_src0, elem_bytes, elem_bytes}};
    const kernel_args args {pointers(), &loops};
    held_code held;
    const kernel_fn run_first = best_implementation().create(first, held);
    const kernel_fn run_second = best_implementation().create(second, held);
    return time_both([&] { run_first(&args); }, [&] { run_second(&args); });
}

const implementation &best_implementation() {
    const implementation_choice best =
            choose_implementation([](const implementation &) { return std::string(); });
    return *best.from;
}

} // namespace bench
