// SPDX-License-Identifier: Apache-2.0
// A kernel that streams ends with sfence: without it, another thread could read dst before it is
// written. No run shows that for certain, so the instruction is looked for.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "jit/generate.hpp"

namespace internal {
namespace {

using libselect::code_key;
using libselect::fused_params;
using libselect::fused_role;
using libselect::row_params;
using libselect::store_kind;

bool has_sfence(const code_key &key) {
    constexpr std::array sfence {std::byte {0x0f}, std::byte {0xae}, std::byte {0xf8}};
    const auto code = libselect::generate(key);
    return std::search(code.begin(), code.end(), sfence.begin(), sfence.end()) != code.end();
}

TEST(jit_streaming, row_kernels_end_with_sfence) {
    row_params params;
    params.elem_bytes = 4;
    for (const auto isa :
            {libselect_cpu_isa_scalar, libselect_cpu_isa_avx2, libselect_cpu_isa_avx512})
        for (const int cols : {0, 16}) {
            params.cols = cols;
            params.stores = store_kind::streaming;
            EXPECT_TRUE(has_sfence({isa, params})) << libselect::cpu_isa_name(isa);
            params.stores = store_kind::ordinary;
            EXPECT_FALSE(has_sfence({isa, params})) << libselect::cpu_isa_name(isa);
        }
}

TEST(jit_streaming, fused_kernels_end_with_sfence) {
    for (const int vector_bytes : {32, 64}) {
        const auto isa = vector_bytes == 32 ? libselect_cpu_isa_avx2 : libselect_cpu_isa_avx512;
        const fused_params params {vector_bytes, 4, 3,
                {fused_role::repeating, fused_role::full, fused_role::periodic, fused_role::full},
                store_kind::streaming};
        EXPECT_TRUE(has_sfence({isa, params})) << vector_bytes;
    }
}

} // namespace
} // namespace internal
