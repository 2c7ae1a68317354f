// SPDX-License-Identifier: Apache-2.0
// Names of kernels: what they say, that they differ, and that they are words and file names.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "code/kernel_name.hpp"

namespace internal {
namespace {

using libselect::code_key;
using libselect::fused_params;
using libselect::fused_role;
using libselect::in_place;
using libselect::kernel_name;
using libselect::prefetched;
using libselect::role;
using libselect::row_params;
using libselect::store_kind;
using libselect::transpose_params;

constexpr std::string_view word_letters =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";

TEST(code_kernel_name, says_what_a_row_kernel_is_for) {
    row_params params;
    params.elem_bytes = 4;
    params.roles = {role::full, role::constant, role::full, role::full};
    params.stores = store_kind::streaming;
    EXPECT_EQ(kernel_name({libselect_cpu_isa_avx512, params}),
            "libselect_avx512_rows_w4_cond-full_src0-constant_src1-full_dst-full_streaming");
    params.ahead = prefetched::src1;
    EXPECT_EQ(kernel_name({libselect_cpu_isa_avx512, params}),
            "libselect_avx512_rows_w4_cond-full_src0-constant_src1-full_dst-full_streaming"
            "_prefetched-src1");
    params.ahead = prefetched::none;
    params.stores = store_kind::ordinary;
    params.kept = in_place::src1;
    params.skips = params.narrow = params.splits_blends = params.shares_masks = true;
    params.cols = 16;
    EXPECT_EQ(kernel_name({libselect_cpu_isa_avx512, params}),
            "libselect_avx512_rows_w4_cols16_cond-full_src0-constant_src1-full"
            "_dst-full_in-place-src1_skipping_narrow_split-blends_shared-masks");
}

TEST(code_kernel_name, says_what_other_kernels_are_for) {
    const fused_params params {32, 1, 3,
            {fused_role::repeating, fused_role::full, fused_role::periodic, fused_role::full},
            store_kind::ordinary};
    EXPECT_EQ(kernel_name({libselect_cpu_isa_avx2, params}),
            "libselect_avx2_fused_w1_cols3_cond-repeating_src0-full_src1-periodic");
    EXPECT_EQ(kernel_name({libselect_cpu_isa_avx512, params}),
            "libselect_avx512_fused_w1_cols3_cond-repeating_src0-full_src1-periodic_narrow");
    EXPECT_EQ(kernel_name({libselect_cpu_isa_avx2, transpose_params {1}}),
            "libselect_avx2_transpose_w1");
    EXPECT_EQ(kernel_name({libselect_cpu_isa_avx2, transpose_params {1, 0, 0, 32}}),
            "libselect_avx2_transpose_w1_vectors32");
}

void add_row_keys(std::vector<code_key> &keys, libselect::cpu_isa isa, row_params params) {
    for (int roles = 0; roles < 3 * 3 * 3 * 3; ++roles) {
        int rest = roles;
        for (role &each : params.roles) {
            each = static_cast<role>(rest % 3);
            rest /= 3;
        }
        for (const prefetched ahead : {prefetched::src0, prefetched::src1}) {
            params.ahead = ahead;
            keys.push_back({isa, params});
        }
        params.ahead = prefetched::none;
        for (const in_place kept : {in_place::none, in_place::src0, in_place::src1})
            for (const bool skips : {false, true})
                for (const bool narrow : {false, true}) {
                    params.kept = kept;
                    params.skips = skips;
                    params.narrow = narrow;
                    keys.push_back({isa, params});
                }
    }
}

void add_fused_keys(std::vector<code_key> &keys, libselect::cpu_isa isa, fused_params params) {
    params.vector_bytes = isa == libselect_cpu_isa_avx2 ? 32 : 64;
    for (int roles = 0; roles < 4 * 4 * 4; ++roles) {
        params.roles = {static_cast<fused_role>(roles % 4), static_cast<fused_role>(roles / 4 % 4),
                static_cast<fused_role>(roles / 16), fused_role::full};
        keys.push_back({isa, params});
    }
}

std::vector<code_key> many_keys() {
    std::vector<code_key> keys;
    for (const auto isa :
            {libselect_cpu_isa_scalar, libselect_cpu_isa_avx2, libselect_cpu_isa_avx512})
        for (const int width : {1, 16}) {
            keys.push_back({isa, transpose_params {width}});
            keys.push_back({isa, transpose_params {width, 0, 0, 32}});
            for (const store_kind stores : {store_kind::ordinary, store_kind::streaming})
                for (const int cols : {0, 1, 512}) {
                    row_params rows;
                    rows.elem_bytes = width;
                    rows.stores = stores;
                    rows.cols = cols;
                    add_row_keys(keys, isa, rows);
                    add_fused_keys(keys, isa, {64, width, cols, {}, stores});
                }
        }
    return keys;
}

TEST(code_kernel_name, differs_where_kernels_do_and_is_a_file_name) {
    const std::vector<code_key> keys = many_keys();
    std::set<std::string> names;
    for (const code_key &key : keys) {
        const std::string name = kernel_name(key);
        EXPECT_TRUE(names.insert(name).second) << name;
        EXPECT_LE(name.size(), libselect::max_kernel_name) << name;
        EXPECT_EQ(name.find_first_not_of(word_letters), std::string::npos) << name;
    }
    EXPECT_GT(names.size(), 10000U);
}

} // namespace
} // namespace internal
