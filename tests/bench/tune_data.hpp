// SPDX-License-Identifier: Apache-2.0
// What select_tune runs: kernels on dense rows of 4-byte elements, and the ratio of two times.
#ifndef LIBSELECT_TESTS_BENCH_TUNE_DATA_HPP
#define LIBSELECT_TESTS_BENCH_TUNE_DATA_HPP

#include <cstdint>
#include <functional>
#include <vector>

#include "harness/mask.hpp"
#include "schedule/implementation_list.hpp"
#include "schedule/memory_policy.hpp"

namespace bench {

using call = std::function<void()>;

// Seconds of one call, the median over rounds. Each round runs both calls, each for about `sample`
// seconds.
struct pair_of_times {
    double first, second;
    double ratio; // the median of the rounds' ratios
};
[[nodiscard]] pair_of_times time_both(const call &first, const call &second, double sample = 2e-3);

// The operands of a Select of n elements in one row. No element is zero.
class operands {
public:
    static constexpr std::int64_t elem_bytes = 4;
    enum class form : std::uint8_t { one_source, two_sources, in_place }; // in place: src1 is dst

    // As many elements as touch this many bytes, by the count of the memory policy.
    operands(std::int64_t touched_bytes, form shape, const support::mask &conditions);

    [[nodiscard]] std::int64_t n_elems() const noexcept { return n_; }
    [[nodiscard]] libselect::plan plan() const;
    // Of the row kernel without special forms.
    [[nodiscard]] libselect::row_params params() const;
    [[nodiscard]] libselect::per_operand<std::byte *> pointers();
    // Times of the best implementation's kernels for the two parameters.
    [[nodiscard]] pair_of_times time_kernels(
            const libselect::row_params &first, const libselect::row_params &second);

private:
    form form_;
    std::int64_t n_;
    libselect::per_operand<std::vector<std::uint32_t>> data_;
};

[[nodiscard]] const libselect::implementation &best_implementation();

} // namespace bench

#endif
