// SPDX-License-Identifier: Apache-2.0
// Rows with a range: every length, range, place and way to store, by the loops of every ISA.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "common/needed_isa.hpp"
#include "harness/guarded_buffer.hpp"
#include "harness/random.hpp"
#include "kernel/range_row.hpp"
#include "schedule/implementation_list.hpp"

namespace internal {
namespace {

using libselect::in_place;

constexpr std::size_t line_of_bytes = 64;

// Between the guard pages lie the elements of a row, and of a constant source one line.
std::string run_random_row(const libselect::portable_kernels &loops,
        std::array<support::guarded_buffer, 3> &buffers, support::random_source &random) {
    const std::size_t width = std::size_t {1} << random.below(5);
    const std::size_t n = (1 + random.below(random.one_in(2) ? 12 : 600)) * width;
    const auto kept = static_cast<in_place>(random.below(3));
    const std::size_t streams = random.below(2);
    const auto lay = [&](std::size_t i, std::size_t n_bytes) {
        const support::placement where {random.one_in(2) ? support::placement::guard::front
                                                         : support::placement::guard::back,
                width * random.below(3)};
        std::byte *at = buffers[i].allocate(n_bytes, where);
        support::fill_elements({at, n_bytes}, width, random);
        return at;
    };
    libselect::range_row_args args;
    args.dst = lay(2, n);
    args.kept = kept;
    args.n_bytes = static_cast<std::int64_t>(n);
    args.first = static_cast<std::int64_t>(random.below(n / width + 1) * width);
    args.last =
            args.first
            + static_cast<std::int64_t>(
                    random.below((n - static_cast<std::size_t>(args.first)) / width + 1) * width);
    for (std::size_t i = 0; i < 2; ++i) {
        const bool is_kept = kept == (i == 0 ? in_place::src0 : in_place::src1);
        args.is_constant[i] = !is_kept && random.one_in(2);
        std::byte *at = is_kept ? args.dst : lay(i, args.is_constant[i] ? line_of_bytes : n);
        for (std::size_t k = width; args.is_constant[i] && k < line_of_bytes; ++k)
            at[k] = at[k - width];
        args.sources[i] = at;
    }
    std::vector<std::byte> wanted(n);
    for (std::size_t i = 0; i < n; ++i) {
        const auto at = static_cast<std::int64_t>(i);
        const std::size_t source = args.first <= at && at < args.last ? 0 : 1;
        wanted[i] = args.sources[source][args.is_constant[source] ? i % line_of_bytes : i];
    }
    loops.range_row[streams](args);
    if (streams != 0) loops.end_segments();
    if (std::equal(wanted.begin(), wanted.end(), args.dst)) return {};
    return std::to_string(n) + " bytes, range " + std::to_string(args.first) + " to "
           + std::to_string(args.last) + ", kept " + std::to_string(static_cast<int>(kept))
           + ", streams " + std::to_string(streams);
}

TEST(kernel_range_row, every_row_is_right) {
    for (const libselect::implementation &each : libselect::portable_implementations()) {
        if (verdict_on(each.isa) == isa_verdict::skip) continue;
        std::array<support::guarded_buffer, 3> buffers;
        support::random_source random(20261123);
        for (int i = 0; i < 2000; ++i)
            ASSERT_EQ(run_random_row(*each.loops, buffers, random), "") << each.name;
    }
}

} // namespace
} // namespace internal
