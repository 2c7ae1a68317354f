// SPDX-License-Identifier: Apache-2.0
// Cost grows linearly: time per element at ten times the size within one cache level, and at every
// rank of one collapsed shape.
#include <cmath>
#include <cstdio>

#include "session.hpp"

namespace bench {
namespace {

struct pair_of_sizes {
    const char *level;
    std::int64_t small, large;
};

// 13 bytes per element of f32. For caches like 32 KiB, 1 MiB and 32 MiB.
constexpr pair_of_sizes sizes[] = {{"L1", 200, 2000}, {"L2", 6000, 60000}, {"L3", 150000, 1500000},
        {"memory", 8000000, 80000000}};

double ns_of(session &all, const bench_case &one, const std::string &contestant) {
    const std::vector<case_result> &results = all.results();
    for (auto result = results.rbegin(); result != results.rend(); ++result)
        if (result->name == one.name && result->find(contestant) != nullptr)
            return result->find(contestant)->ns;
    return std::nan("");
}

field_options library_only() {
    field_options wanted;
    wanted.references = wanted.plain = wanted.peers = wanted.lower_isas = false;
    return wanted;
}

bench_case flat_case(std::int64_t n) {
    return make_case("flat_" + std::to_string(n), "f32", {n}, {n}, {n});
}

bench_case masked_case(std::int64_t n) {
    return make_case("masked_" + std::to_string(n), "f32", {n / 50}, {}, {50, n / 50});
}

void measure_sizes(session &all, bench_case (*make)(std::int64_t)) {
    const std::string best = implementation_name(all.fields().best());
    for (const pair_of_sizes &pair : sizes) {
        if (all.chosen().quick && pair.large > 10000000) continue;
        const bench_case small = make(pair.small), large = make(pair.large);
        if (!all.matches(small.name) || !all.matches(large.name)) continue;
        all.run({small, large}, library_only(), true);
        const double per_small = ns_of(all, small, best) / static_cast<double>(pair.small);
        const double per_large = ns_of(all, large, best) / static_cast<double>(pair.large);
        std::printf("linear %-8s %-8s ns per element %.4f -> %.4f, x %.3f\n", small.name.c_str(),
                pair.level, per_small, per_large, per_large / per_small);
    }
}

// The same 2^16 elements as rank 1 to 12: extents of 2 in front of what is left.
dims split(std::int64_t n, int rank) {
    dims extents;
    for (; rank > 1; --rank, n /= 2)
        extents.push_back(2);
    extents.push_back(n);
    return extents;
}

// With `masked`, cond is broadcast over one more axis in front, which stays a loop of its own.
bench_case rank_case(int rank, bool masked) {
    constexpr std::int64_t n = 1 << 16;
    const dims cond = split(n, rank);
    dims src1 = cond;
    if (masked) src1.insert(src1.begin(), 4);
    return make_case((masked ? "masked_rank" : "dense_rank") + std::to_string(rank), "f32", cond,
            masked ? dims {} : src1, src1);
}

void measure_ranks(session &all, bool masked) {
    const std::string best = implementation_name(all.fields().best());
    double first = 0;
    for (int rank = 1; rank <= 12; ++rank) {
        const bench_case one = rank_case(rank, masked);
        if (!all.matches(one.name)) continue;
        all.run({one}, library_only(), true);
        const double ns = ns_of(all, one, best);
        if (first == 0) first = ns;
        std::printf("linear %s %s, x first rank %.3f\n", one.name.c_str(), time_text(ns).c_str(),
                ns / first);
    }
}

} // namespace

void run_linear(session &all) {
    measure_sizes(all, flat_case);
    measure_sizes(all, masked_case);
    measure_ranks(all, false);
    measure_ranks(all, true);
}

} // namespace bench
