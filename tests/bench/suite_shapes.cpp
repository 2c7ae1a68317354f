// SPDX-License-Identifier: Apache-2.0
// Shapes beside the workloads: other inner extents, ranks, widths and masks.
#include "session.hpp"

namespace bench {
namespace {

using support::mask;
using support::mask_kind;

mask random_mask(double chance) {
    return {.chance = chance};
}

std::vector<bench_case> inner_extents() {
    std::vector<bench_case> made;
    for (const std::int64_t n : {1, 2, 5, 31, 33, 100, 1000}) {
        const std::int64_t rows = 600000 / n;
        const std::string suffix = "_n" + std::to_string(n);
        made.push_back(make_case("cond_row" + suffix, "f32", {rows, 1}, {rows, n}, {rows, n}));
        made.push_back(make_case("fill" + suffix, "f32", {rows, n}, {rows, 1}, {rows, n}));
        made.push_back(make_case("src1_period" + suffix, "u16", {rows, 1}, {rows, n}, {n}));
    }
    return made;
}

std::vector<bench_case> masks_and_widths() {
    std::vector<bench_case> made;
    for (const char *type : {"u8", "f16", "f32", "f64", "c128"}) {
        const std::string prefix = std::string(type) + "_";
        const dims flat {700001};
        made.push_back(make_case(prefix + "true", type, flat, flat, flat, random_mask(1)));
        made.push_back(make_case(prefix + "false", type, flat, flat, flat, random_mask(0)));
        made.push_back(make_case(prefix + "1pct", type, flat, flat, flat, random_mask(0.01)));
        made.push_back(make_case(prefix + "50pct", type, flat, flat, flat, random_mask(0.5)));
        made.push_back(make_case(prefix + "runs", type, flat, flat, flat,
                mask {.kind = mask_kind::runs, .length = 200}));
        made.push_back(make_case(prefix + "causal", type, {1, 1, 400, 400}, {2, 4, 400, 400}, {},
                mask {.kind = mask_kind::causal}));
    }
    return made;
}

std::vector<bench_case> ranks() {
    return {make_case("rank3_mid", "f32", {64, 1, 100}, {64, 50, 100}, {64, 50, 100}),
            make_case("rank4_outer_inner", "f32", {20, 1, 30, 1}, {20, 12, 30, 50}, {1, 12, 1, 50}),
            make_case("rank5_alternate", "bf16", {4, 1, 16, 1, 33}, {4, 8, 16, 20, 33},
                    {1, 8, 1, 20, 1}),
            make_case("rank6_alternate", "f32", {3, 1, 8, 1, 10, 1}, {3, 5, 8, 7, 10, 31},
                    {1, 5, 1, 7, 1, 31}),
            make_case("rank6_dense", "u8", {6, 5, 8, 7, 10, 31}, {6, 5, 8, 7, 10, 31},
                    {6, 5, 8, 7, 10, 31}),
            make_case("rank4_heads", "f16", {4, 1, 1, 1000}, {}, {4, 12, 33, 1000},
                    mask {.kind = mask_kind::suffix}),
            make_case("both_scalars", "f32", {1000003}, {}, {}, {}, "multidirectional"),
            make_case("scalar_cond", "f32", {1}, {1000003}, {1000003}),
            make_case("outer_f64", "f64", {700, 333}, {700, 1}, {1, 333}),
            make_case("rgba", "u8", {720, 1280, 1}, {720, 1280, 4}, {4},
                    mask {.kind = mask_kind::blobs, .cell = {37, 53}})};
}

std::vector<bench_case> strided() {
    std::vector<bench_case> made {
            make_case("transposed_500", "f32", {500, 500}, {500, 500}, {500, 500}),
            make_case("transposed_u8", "u8", {1000, 1000}, {1000, 1000}, {1000, 1000}),
            make_case("transposed_cond", "f32", {1000, 1000}, {1000, 1000}, {1000, 1000}),
            make_case("channels_last", "f32", {8, 56, 56, 64}, {8, 56, 56, 64}, {64})};
    made[0].what.src0.strides = {1, 500};
    made[1].what.src1.strides = {1, 1000};
    made[2].what.cond.strides = {1, 1000};
    made[3].what.src0.strides = {56 * 56 * 64, 56, 1, 56 * 56}; // NCHW read as NHWC
    return made;
}

} // namespace

void run_shapes(session &all) {
    field_options wanted;
    wanted.peers = false;
    for (const auto &cases : {inner_extents(), masks_and_widths(), ranks(), strided()})
        all.run(cases, wanted, true);
    for (bench_case one : masks_and_widths()) {
        if (one.what.src1.dims != one.what.dst.dims) continue;
        one.name += "_inplace";
        one.what.alias = support::in_place::src1;
        all.run({one}, wanted, true);
    }
    print_summary(all.results());
    print_worst(all.results(), 15);
    print_worst_to_plain(all.results(), 15);
}

} // namespace bench
