// SPDX-License-Identifier: Apache-2.0
// Names of kernels: what they say, that they differ, and that they are words and file names.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "jit/kernel_name.hpp"

namespace internal {
namespace {

using libselect::code_key;
using libselect::code_kind;
using libselect::fused_role;
using libselect::in_place;
using libselect::kernel_name;
using libselect::kernel_params;
using libselect::role;
using libselect::store;

constexpr std::string_view word =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";

TEST(jit_kernel_name, says_what_a_row_kernel_is_for) {
    code_key key {libselect_cpu_isa_avx512, code_kind::rows, {}, {}};
    key.params.elem_bytes = 4;
    key.params.roles = {role::full, role::scalar, role::full, role::full};
    key.params.how = store::streaming;
    EXPECT_EQ(kernel_name(key), "libselect_avx512_rows_w4_cond-full_src0-scalar_src1-full_dst-full"
                                "_streaming");
    key.params.how = store::ordinary;
    key.params.kept = in_place::src1;
    key.params.skips = key.params.narrow = true;
    key.params.cols = 16;
    EXPECT_EQ(kernel_name(key), "libselect_avx512_rows_w4_cols16_cond-full_src0-scalar_src1-full"
                                "_dst-full_in-place-src1_skipping_narrow");
}

TEST(jit_kernel_name, says_what_other_kernels_are_for) {
    code_key key {libselect_cpu_isa_avx2, code_kind::fused, {},
            {fused_role::repeating, fused_role::full, fused_role::periodic, fused_role::full}};
    key.params.elem_bytes = 1;
    key.params.cols = 3;
    EXPECT_EQ(kernel_name(key),
            "libselect_avx2_fused_w1_cols3_cond-repeating_src0-full_src1-periodic");
    key.kind = code_kind::transpose;
    EXPECT_EQ(kernel_name(key), "libselect_avx2_transpose_w1");
}

void add_row_keys(std::vector<code_key> &keys, code_key key) {
    for (int roles = 0; roles < 3 * 3 * 3 * 3; ++roles) {
        int rest = roles;
        for (role &one : key.params.roles) {
            one = static_cast<role>(rest % 3);
            rest /= 3;
        }
        for (const in_place kept : {in_place::none, in_place::src0, in_place::src1})
            for (const bool skips : {false, true}) {
                key.params.kept = kept;
                key.params.skips = skips;
                keys.push_back(key);
            }
    }
}

void add_fused_keys(std::vector<code_key> &keys, code_key key) {
    for (int roles = 0; roles < 4 * 4 * 4; ++roles) {
        key.fused_roles = {static_cast<fused_role>(roles % 4),
                static_cast<fused_role>(roles / 4 % 4), static_cast<fused_role>(roles / 16),
                fused_role::full};
        keys.push_back(key);
    }
}

std::vector<code_key> many_keys() {
    std::vector<code_key> keys;
    for (const auto isa :
            {libselect_cpu_isa_scalar, libselect_cpu_isa_avx2, libselect_cpu_isa_avx512})
        for (const int width : {1, 16}) {
            code_key key {isa, code_kind::transpose, {}, {}};
            key.params.elem_bytes = width;
            keys.push_back(key);
            for (const store how : {store::ordinary, store::streaming})
                for (const bool narrow : {false, true})
                    for (const int cols : {0, 1, 512}) {
                        key.params.how = how;
                        key.params.narrow = narrow;
                        key.params.cols = cols;
                        key.kind = code_kind::rows;
                        add_row_keys(keys, key);
                        key.kind = code_kind::fused;
                        add_fused_keys(keys, key);
                    }
        }
    return keys;
}

TEST(jit_kernel_name, differs_where_kernels_do_and_is_a_file_name) {
    const std::vector<code_key> keys = many_keys();
    std::set<std::string> names;
    for (const code_key &key : keys) {
        const std::string name = kernel_name(key);
        EXPECT_TRUE(names.insert(name).second) << name;
        EXPECT_LE(name.size(), libselect::max_kernel_name) << name;
        EXPECT_EQ(name.find_first_not_of(word), std::string::npos) << name;
    }
    EXPECT_GT(names.size(), 10000U);
}

} // namespace
} // namespace internal
