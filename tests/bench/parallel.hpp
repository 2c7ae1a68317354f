// SPDX-License-Identifier: Apache-2.0
// How yardsticks and `plain` use threads.
#ifndef LIBSELECT_TESTS_BENCH_PARALLEL_HPP
#define LIBSELECT_TESTS_BENCH_PARALLEL_HPP

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cstdint>

namespace bench {

// Calls body(begin, end) for parts of [0, n), whose borders are multiples of `grain`. There are
// four parts per thread, so that a thread that starts late gets fewer. With one thread, it is a
// plain call.
template <typename Body>
void parallel_parts(std::int64_t n, std::int64_t grain, int threads, const Body &body) {
    constexpr std::int64_t parts_per_thread = 4;
    const std::int64_t n_grains = (n + grain - 1) / grain;
    const std::int64_t n_parts = std::min(n_grains, threads * parts_per_thread);
    if (threads == 1 || n_parts <= 1) {
        body(std::int64_t {0}, n);
        return;
    }
    const auto border = [=](std::int64_t part) {
        return std::min(n, n_grains * part / n_parts * grain);
    };
    tbb::parallel_for(
            std::int64_t {0}, n_parts,
            [&](std::int64_t part) { body(border(part), border(part + 1)); },
            tbb::simple_partitioner {});
}

} // namespace bench

#endif
