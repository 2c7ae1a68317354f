// SPDX-License-Identifier: Apache-2.0
// Short inner extents: every width and every mix of roles, on inner extents drawn from 2 to 63.
#include <array>
#include <cstdio>

#include "harness/random.hpp"
#include "session.hpp"

namespace bench {
namespace {

// Full [rows, n], repeating [rows, 1], periodic [n], scalar [].
enum role : std::size_t { full, repeating, periodic, scalar, n_roles };
constexpr std::array<const char *, n_roles> role_names {"full", "repeat", "period", "scalar"};

struct mix {
    role cond, src0, src1;
};

bool has_rows(role one) {
    return one == full || one == repeating;
}

bool has_columns(role one) {
    return one == full || one == periodic;
}

// Mixes whose operands give a dst of rows and columns.
std::vector<mix> all_mixes() {
    std::vector<mix> mixes;
    for (std::size_t i = 0; i < n_roles * n_roles * n_roles; ++i) {
        const mix one {static_cast<role>(i / (n_roles * n_roles)),
                static_cast<role>(i / n_roles % n_roles), static_cast<role>(i % n_roles)};
        const bool rows = has_rows(one.cond) || has_rows(one.src0) || has_rows(one.src1);
        const bool columns =
                has_columns(one.cond) || has_columns(one.src0) || has_columns(one.src1);
        if (rows && columns) mixes.push_back(one);
    }
    return mixes;
}

dims extents_of(role one, std::int64_t rows, std::int64_t n) {
    switch (one) {
    case full:
        return {rows, n};
    case repeating:
        return {rows, 1};
    case periodic:
        return {n};
    default:
        return {};
    }
}

// cond may enlarge dst here, so that every mix is valid.
bench_case short_case(
        const char *type, const mix &roles, bool long_case, support::random_source &random) {
    const auto n = static_cast<std::int64_t>(2 + random.below(62));
    const auto below = [&](std::uint64_t limit) {
        return static_cast<std::int64_t>(random.below(limit));
    };
    const std::int64_t rows = long_case ? (1000000 + below(4000000)) / n : 200 + below(800);
    const std::string name = std::string(type) + " " + role_names[roles.cond] + ","
                             + role_names[roles.src0] + "," + role_names[roles.src1] + " "
                             + std::to_string(rows) + "x" + std::to_string(n);
    bench_case made =
            make_case(name, type, extents_of(roles.cond, rows, n), extents_of(roles.src0, rows, n),
                    extents_of(roles.src1, rows, n), {}, "multidirectional");
    made.what.seed = random.next();
    return made;
}

} // namespace

void run_short(session &all) {
    support::random_source random(all.chosen().seed);
    std::vector<bench_case> cases;
    for (const char *type : {"u8", "bf16", "f32", "f64", "c128"})
        for (const mix &roles : all_mixes())
            for (const bool long_case : {false, true})
                cases.push_back(short_case(type, roles, long_case, random));
    auto count = static_cast<std::size_t>(all.chosen().count);
    if (count == 0 && all.chosen().quick) count = 30;
    if (count != 0 && count < cases.size()) {
        for (std::size_t i = 0; i < count; ++i)
            std::swap(cases[i], cases[i + random.below(cases.size() - i)]);
        cases.resize(count);
    }
    field_options wanted;
    wanted.references = wanted.plain = wanted.peers = false; // by hand: 5 to 113 times off
    wanted.only_avx2 = true;
    std::printf("\nseed %llu, %zu shapes\n", static_cast<unsigned long long>(all.chosen().seed),
            cases.size());
    all.run(cases, wanted, true);
    print_worst(all.results(), 25);
}

} // namespace bench
