// SPDX-License-Identifier: Apache-2.0
// Long rows in place, which kernels take in chunks and look at before they store anything.
#include <vector>

#include "common/needed_isa.hpp"
#include "kernel/kernel_case.hpp"

namespace internal {
namespace {

using libselect::in_place;
using libselect::role;
using libselect::row_params;
using libselect::store_kind;

// Columns that the generators take at once; see row_generator_changes.cpp.
std::int64_t chunk_cols(const row_params &params) {
    const int narrow = params.stores == store_kind::streaming ? 8192 : 16384;
    return params.elem_bytes <= 4 ? narrow : 4 * narrow / params.elem_bytes;
}

std::vector<std::int64_t> all_chunks(row_params params) {
    std::vector<std::int64_t> chunks;
    for (const store_kind stores : {store_kind::ordinary, store_kind::streaming}) {
        params.stores = stores;
        chunks.push_back(chunk_cols(params));
    }
    return chunks;
}

// And the loops of portable_keeping.hpp.
constexpr std::int64_t portable_chunk_cols = 16384;

// Cases with conditions per element and a source that may lie in dst, which is `kept`.
std::vector<kernel_case> in_place_cases() {
    std::vector<kernel_case> cases;
    for (kernel_case one : vector_kernel_cases()) {
        if (one.params.roles[libselect::cond] != role::full) continue;
        for (const in_place kept : {in_place::src0, in_place::src1}) {
            const std::size_t which = kept == in_place::src0 ? libselect::src0 : libselect::src1;
            if (one.params.roles[which] != role::full) continue;
            one.params.kept = kept;
            one.params.narrow = true; // wide vectors have no form that leaves lines alone
            one.params.splits_blends = kept == in_place::src0;
            cases.push_back(one);
        }
    }
    return cases;
}

class kernel_in_place : public testing::TestWithParam<kernel_case> {
protected:
    // Up to two chunks, and a part of one, or none.
    [[nodiscard]] static std::int64_t random_cols(
            const row_params &params, support::random_source &random) {
        const std::int64_t chunk = chunk_cols(params);
        const auto chunks = static_cast<std::int64_t>(random.below(3));
        const auto rest = random.below(static_cast<std::uint64_t>(chunk));
        const auto few = 64 + random.below(300); // what an aligned beginning takes, or little more
        if (chunks == 0) return 1 + static_cast<std::int64_t>(rest);
        if (random.one_in(4)) return chunks * chunk;
        return chunks * chunk + static_cast<std::int64_t>(random.one_in(2) ? few : rest);
    }

    void run_rows(const std::vector<support::mask> &masks) {
        kernel_judge judge;
        for (const store_kind stores : {store_kind::ordinary, store_kind::streaming}) {
            row_params params = GetParam().params;
            params.stores = stores;
            libselect::held_code held;
            const libselect::kernel_fn run = GetParam().from->create(params, held);
            for (const support::mask &conditions : masks) {
                const extents size {
                        1, judge.random.one_in(4) ? 2 : 1, random_cols(params, judge.random)};
                support::problem what = random_kernel_problem(params, size, judge.random);
                what.conditions = conditions;
                ASSERT_TRUE(lay_in_place(what, params, alias_of(params.kept)));
                ASSERT_EQ(judge.judge(run, params, what), "");
            }
        }
    }
};

TEST_P(kernel_in_place, long_rows_change_where_cond_says_so) {
    INTERNAL_NEEDS_ISA(GetParam().from->isa)
    run_rows({every_mask().begin(), every_mask().end()});
}

// Stretches of conditions that change nothing and of others that change all or half, in turns.
std::vector<support::mask> stripes_of(std::int64_t n_cols) {
    std::vector<support::mask> masks;
    for (const auto kind : {support::mask_kind::stripes, support::mask_kind::mixed_stripes})
        for (const bool inverted : {false, true})
            masks.push_back({.kind = kind,
                    .length = n_cols,
                    .value = support::true_byte::varies,
                    .inverted = inverted});
    return masks;
}

// Three quarters of the blocks of a chunk, or one more when dst is not aligned: as much as the
// lists of what changes are made for; half of them in the portable loops.
TEST_P(kernel_in_place, as_much_of_a_chunk_changes_as_lists_hold) {
    INTERNAL_NEEDS_ISA(GetParam().from->isa)
    for (const std::int64_t chunk : all_chunks(GetParam().params))
        run_rows(stripes_of(chunk / 4 * 3));
    run_rows(stripes_of(portable_chunk_cols / 2));
}

// A chunk is not sampled behind one that stays: the lists alone tell that they cannot hold it.
TEST_P(kernel_in_place, all_of_a_chunk_changes_behind_one_that_stays) {
    INTERNAL_NEEDS_ISA(GetParam().from->isa)
    for (const std::int64_t chunk : all_chunks(GetParam().params))
        run_rows(stripes_of(chunk));
    run_rows(stripes_of(portable_chunk_cols));
}

INSTANTIATE_TEST_SUITE_P(each, kernel_in_place, testing::ValuesIn(in_place_cases()), name_of);

} // namespace
} // namespace internal
