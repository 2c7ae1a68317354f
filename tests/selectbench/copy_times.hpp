// SPDX-License-Identifier: Apache-2.0
// What memory allows for as many bytes: copies that decide nothing.
#ifndef SELECTBENCH_COPY_TIMES_HPP
#define SELECTBENCH_COPY_TIMES_HPP

#include <cstddef>

namespace selectbench {

// Times of one thread that moves so many bytes, half of them read and half written. They are
// measured for about `seconds`.
struct copy_times {
    double memcpy; // median
    double limit;  // the fastest sample of memcpy and of a copy that stores past the caches
};
copy_times time_copies(std::size_t moved_bytes, double seconds);

} // namespace selectbench

#endif
