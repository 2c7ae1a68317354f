// SPDX-License-Identifier: Apache-2.0
// The peer of the suite `search`: loop nests that an engineer writes for the strides at hand.
#ifndef LIBSELECT_TESTS_BENCH_SEARCH_PEER_HPP
#define LIBSELECT_TESTS_BENCH_SEARCH_PEER_HPP

#include <functional>
#include <vector>

#include "search_case.hpp"

namespace bench {

struct peer_loop {
    std::int64_t extent;
    std::array<std::int64_t, 4> strides; // of cond, src0, src1 and dst, in elements
};

// The two inner loops of a nest; absent ones have an extent of 1.
struct peer_plane {
    std::array<void *, 4> data;
    peer_loop row, column;
};

using peer_fn = void (*)(const peer_plane &plane);

// The functions for these inner strides: one that reads both sources of an element, and, where a
// source is strided, one that reads only the source taken.
std::vector<peer_fn> peer_functions(std::size_t elem_bytes, const peer_loop &column);

// A nest of loops with its inner function.
struct peer_nest {
    std::vector<peer_loop> loops; // outermost first
    peer_fn run;
    std::size_t elem_bytes;
    std::size_t variant; // of the functions for the inner strides
    void operator()(const std::array<void *, 4> &data) const;
};

// Loops in the order of dst's memory, merged where possible, and the same with the longest other
// loop innermost; each with all functions for its inner strides.
std::vector<peer_nest> peers_of(const search_case &one);

// "2x700x16 0" for extents and variant.
std::string to_string(const peer_nest &nest);

} // namespace bench

#endif
