// SPDX-License-Identifier: Apache-2.0
// Blocked layouts that oneDNN has no tag for, drawn at random and judged by the address formula.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include <libselect/detail/blocked_select.hpp>

#include "harness/mask.hpp"
#include "harness/random.hpp"

namespace {

using libselect::dims;
using libselect::detail::blocked_layout;

// Blocks of any sizes on any axes, and outer strides with gaps, in any order of the axes.
blocked_layout random_layout(const dims &extents, support::random_source &random) {
    blocked_layout layout {libselect::data_type::s32, extents, {}, {}, {}, 0};
    const std::size_t rank = extents.size();
    dims per_axis(rank, 1);
    std::int64_t dense = 1;
    for (std::uint64_t blocks = random.below(4); blocks > 0; --blocks) {
        const auto size = static_cast<std::int64_t>(1 + random.below(6));
        layout.blocks.push_back({random.below(rank), size});
        per_axis[layout.blocks.back().axis] *= size;
        dense *= size;
    }
    layout.padded.resize(rank);
    layout.strides.resize(rank);
    for (std::size_t i = 0, axis = random.below(rank); i < rank; ++i, axis = (axis + 1) % rank) {
        const std::int64_t blocks = (extents[axis] + per_axis[axis] - 1) / per_axis[axis];
        layout.padded[axis] = blocks * per_axis[axis];
        layout.strides[axis] = dense;
        dense = dense * blocks + static_cast<std::int64_t>(random.below(3));
    }
    layout.offset = static_cast<std::int64_t>(random.below(5));
    return layout;
}

// By oneDNN's description of a blocked layout: blocks from the innermost out, then the outer
// strides.
std::size_t address(const blocked_layout &layout, dims position) {
    std::int64_t at = layout.offset, block_stride = 1;
    for (auto block = layout.blocks.rbegin(); block != layout.blocks.rend(); ++block) {
        at += position[block->axis] % block->size * block_stride;
        position[block->axis] /= block->size;
        block_stride *= block->size;
    }
    for (std::size_t axis = 0; axis < position.size(); ++axis)
        at += position[axis] * layout.strides[axis];
    return static_cast<std::size_t>(at);
}

bool advance(dims &position, const dims &extents) {
    for (std::size_t axis = position.size(); axis-- > 0;) {
        if (++position[axis] < extents[axis]) return true;
        position[axis] = 0;
    }
    return false;
}

dims in_operand(const blocked_layout &layout, dims position) {
    for (std::size_t axis = 0; axis < position.size(); ++axis)
        if (layout.extents[axis] == 1) position[axis] = 0;
    return position;
}

bool is_padding(const blocked_layout &layout, const dims &position) {
    for (std::size_t axis = 0; axis < position.size(); ++axis)
        if (position[axis] >= layout.extents[axis]) return true;
    return false;
}

constexpr std::size_t n_slots = 200000;
using words = std::vector<std::int32_t>;

words random_words(support::random_source &random) {
    words made(n_slots);
    support::fill_elements(std::as_writable_bytes(std::span(made)), 4, random);
    return made;
}

void expect_right(std::array<blocked_layout, 4> layouts, support::random_source &random) {
    layouts[0].type = libselect::data_type::boolean;
    std::vector<std::byte> cond(n_slots);
    support::fill_cond(cond, random);
    words src0 = random_words(random), src1 = random_words(random), dst = random_words(random);

    words wanted = dst;
    dims position(layouts[3].extents.size(), 0);
    do {
        const auto at = [&](std::size_t i) {
            return address(layouts[i], in_operand(layouts[i], position));
        };
        wanted[address(layouts[3], position)] = is_padding(layouts[3], position) ? 0
                                                : cond[at(0)] != std::byte {0}   ? src0[at(1)]
                                                                                 : src1[at(2)];
    } while (advance(position, layouts[3].padded));

    const libselect::detail::blocked_select select(layouts, {}, 0);
    select.execute({cond.data(), src0.data(), src1.data(), dst.data()});
    EXPECT_TRUE(dst == wanted);
}

TEST(blocked_select, takes_any_blocks) {
    const support::seed_range seeds = support::test_seeds(300);
    for (std::uint64_t seed = seeds.first; seed < seeds.first + seeds.count; ++seed) {
        support::random_source random(seed);
        dims dst(1 + random.below(3)), src0, src1, cond;
        for (std::int64_t &extent : dst)
            extent = static_cast<std::int64_t>(1 + random.below(25));
        for (const std::int64_t extent : dst) {
            const std::uint64_t broadcast = random.below(6);
            src0.push_back(broadcast == 0 ? 1 : extent);
            src1.push_back(broadcast == 1 ? 1 : extent);
            cond.push_back(random.one_in(3) ? 1 : extent);
        }
        SCOPED_TRACE(support::reproduce_command("bin/dnnl_test", "blocked_select.*", seed));
        expect_right({random_layout(cond, random), random_layout(src0, random),
                             random_layout(src1, random), random_layout(dst, random)},
                random);
        if (HasFailure()) return;
    }
}

} // namespace
