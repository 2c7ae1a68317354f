// SPDX-License-Identifier: Apache-2.0
// What 100,000 primitives with different kernels, created and destroyed, leave behind: no more than
// the cache of kernels holds.
#include <gtest/gtest.h>
#include <malloc.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "faults/child.hpp"
#include "harness/problem.hpp"
#include "harness/run_problem.hpp"
#include "harness/sanitized.hpp"
#include "unit/call_counter.hpp"

namespace {

using support::dims;
using support::problem;

struct usage {
    std::size_t resident_bytes; // VmRSS
    std::size_t mappings;       // lines of /proc/self/maps
    std::size_t executable_bytes;
};

usage current_usage() {
    usage now {};
    std::ifstream statm("/proc/self/statm");
    std::size_t pages = 0;
    statm >> pages >> pages;
    now.resident_bytes = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line); ++now.mappings) {
        std::size_t begin = 0, end = 0;
        if (std::sscanf(line.c_str(), "%zx-%zx r-xp", &begin, &end) != 2) continue;
        if (line.find(" r-xp ") != std::string::npos) now.executable_bytes += end - begin;
    }
    return now;
}

// Problem i of a series in which every width meets every number of columns up to 512 bytes with
// every set of roles in rows, and as short rows.
problem different(int i) {
    static const auto &types = support::type_of_every_width();
    const libselect::data_type type = types[static_cast<std::size_t>(i) % types.size()];
    i /= static_cast<int>(types.size());
    const std::int64_t rows = 2 + i % 2 * 40;
    i /= 2;
    const auto widest = static_cast<std::int64_t>(512 / libselect::size_of(type));
    const std::int64_t cols = 1 + i % widest;
    const int roles = i / 512 % 27;
    const auto shape = [&](int role) {
        if (role == 0) return dims {rows, cols};
        return role == 1 ? dims {cols} : dims {rows, 1};
    };
    return support::dense_problem(
            type, shape(roles % 3), shape(roles / 3 % 3), shape(roles / 9), "multidirectional");
}

// What the README states, over what there was before the first primitive. Linux counts a mapping
// for each run of pages that were published together.
constexpr std::size_t allowed_executable_bytes = std::size_t {2} << 20U;
constexpr std::size_t allowed_mappings = 512;
// From a fifth of the primitives on. The heap is as large as malloc likes to keep it.
constexpr std::size_t allowed_growth_bytes = std::size_t {8} << 20U;

std::string judge(const usage &first, const usage &warm, const usage &last) {
    std::printf("[ KiB      ] resident %zu, %zu, %zu; executable +%zu; mappings +%zu\n",
            first.resident_bytes >> 10U, warm.resident_bytes >> 10U, last.resident_bytes >> 10U,
            (last.executable_bytes - first.executable_bytes) >> 10U,
            last.mappings - first.mappings);
    (void)std::fflush(stdout);
    std::string wrong;
    if (last.executable_bytes > first.executable_bytes + allowed_executable_bytes)
        wrong += "executable memory is kept; ";
    // A sanitizer keeps what is freed.
    if (!unit::can_count_calls) return wrong;
    if (last.mappings > first.mappings + allowed_mappings) wrong += "mappings are kept; ";
    if (last.resident_bytes > warm.resident_bytes + allowed_growth_bytes)
        wrong += "memory is kept; ";
    return wrong;
}

// A sanitizer keeps what is freed, so that more would show no more.
constexpr int many = support::is_sanitized ? 20000 : 100000;

TEST(kept_memory, of_100000_different_primitives_is_bounded) {
    EXPECT_EQ(faults::in_child([] {
        const usage first = current_usage();
        usage warm {};
        for (int i = 0; i < many; ++i) {
            (void)libselect::primitive(support::make_op(different(i)));
            if (i == many / 5) warm = current_usage();
        }
        return judge(first, warm, current_usage());
    }),
            "");
}

// The same while all of them are in use, then given back.
TEST(kept_memory, of_5000_primitives_in_use_comes_back) {
    EXPECT_EQ(faults::in_child([] {
        const usage first = current_usage();
        for (int round = 0; round < 2; ++round) {
            std::vector<libselect::primitive> in_use;
            for (int i = 0; i < 5000; ++i)
                in_use.emplace_back(support::make_op(different(i)));
        }
        malloc_trim(0);
        const usage last = current_usage();
        return judge(first, last, last);
    }),
            "");
}

} // namespace
