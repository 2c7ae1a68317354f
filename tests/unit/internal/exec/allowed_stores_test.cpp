// SPDX-License-Identifier: Apache-2.0
// Streaming stores are allowed by the addresses of an execution.
#include <gtest/gtest.h>

#include <array>

#include "common/text_shape.hpp"
#include "exec/execute.hpp"

namespace internal {
namespace {

using libselect::in_place;
using libselect::store_kind;

// Rows of 512 bytes that join, more than the caches hold.
libselect::schedule short_rows() {
    const libselect::machine model =
            libselect::model_of(libselect::last_level::victim, {32 << 10, 512 << 10, 1 << 20});
    return libselect::make_schedule(plan_of("128", "20000x128", "1"), 1, model);
}

bool may_stream(const libselect::schedule &how, std::size_t src0_at, std::size_t to) {
    alignas(4096) static std::array<std::byte, 3 * 4096> memory;
    const libselect::per_operand<std::byte *> data {
            memory.data(), &memory[src0_at], memory.data(), &memory[4096 + to]};
    return allowed_stores(how, data, in_place::none) == store_kind::streaming;
}

TEST(exec_allowed_stores, stream_to_whole_lines) {
    const libselect::schedule how = short_rows();
    EXPECT_TRUE(may_stream(how, 0, 0));
    EXPECT_TRUE(may_stream(how, 128, 64));
    EXPECT_FALSE(may_stream(how, 4, 4));
}

TEST(exec_allowed_stores, stream_within_lines_unless_loads_would_wait) {
    const libselect::schedule how = short_rows();
    const bool has_vectors = how.rows.streams_within_lines;
    EXPECT_EQ(may_stream(how, 16, 16), has_vectors);
    EXPECT_EQ(may_stream(how, 0, 80), has_vectors);
    EXPECT_EQ(may_stream(how, 32, 16), has_vectors);
    EXPECT_FALSE(may_stream(how, 0, 16));
    EXPECT_FALSE(may_stream(how, 0, 48));
}

} // namespace
} // namespace internal
