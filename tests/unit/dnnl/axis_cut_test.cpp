// SPDX-License-Identifier: Apache-2.0
// An axis cut into runs: the examples of the header, and every cut of small axes.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include <libselect/detail/axis_cut.hpp>

namespace {

using libselect::detail::axis_cut;
using libselect::detail::axis_digits;
using libselect::detail::cut_axis;
using libselect::detail::offset_at;
using libselect::detail::operand_view;
using libselect::detail::run;
using libselect::detail::stride_at;

using views = std::array<operand_view, 2>;

// "16x4": runs of level 0 or more as start:weight*count.
std::string text_of(const axis_cut &cut) {
    std::string text;
    for (const run &of : cut.runs)
        text += (text.empty() ? "" : " ") + std::to_string(of.start) + ":"
                + std::to_string(cut.weight(of.level)) + "*" + std::to_string(of.count);
    return text;
}

views blocks_of(std::int64_t first, std::int64_t second) {
    const auto view = [](std::int64_t block) {
        return operand_view {{axis_digits {{1, 1}, {block, 1000}}}, 0};
    };
    return {view(first), view(second)};
}

TEST(axis_cut, is_one_run_of_whole_blocks) {
    EXPECT_EQ(text_of(cut_axis(blocks_of(16, 16), 0, 0, 64)), "0:16*4");
    EXPECT_EQ(text_of(cut_axis(blocks_of(8, 16), 0, 0, 64)), "0:16*4");
}

TEST(axis_cut, takes_a_partial_block_apart) {
    EXPECT_EQ(text_of(cut_axis(blocks_of(16, 16), 0, 0, 19)), "0:16*1 16:1*3");
    EXPECT_EQ(text_of(cut_axis(blocks_of(4, 16), 0, 0, 27)), "0:16*1 16:4*2 24:1*3");
    EXPECT_EQ(text_of(cut_axis(blocks_of(16, 16), 0, 0, 3)), "0:1*3");
}

TEST(axis_cut, may_begin_within_a_block) {
    EXPECT_EQ(text_of(cut_axis(blocks_of(16, 16), 0, 19, 50)), "19:1*13 32:16*1 48:1*2");
    EXPECT_EQ(text_of(cut_axis(blocks_of(16, 16), 0, 30, 34)), "30:1*2 32:1*2");
    EXPECT_EQ(text_of(cut_axis(blocks_of(16, 16), 0, 5, 5)), "");
}

TEST(axis_cut, ends_runs_at_blocks_that_do_not_divide) {
    EXPECT_EQ(text_of(cut_axis(blocks_of(32, 40), 0, 0, 80)), "0:32*1 32:1*8 40:1*24 64:1*16");
}

// The runs cover [lo, hi) once, in order, and the offset of each position is the sum over its
// digits.
void expect_addresses(const views &of, std::int64_t lo, std::int64_t hi) {
    const axis_cut cut = cut_axis(of, 0, lo, hi);
    std::int64_t position = lo;
    for (const run &in : cut.runs) {
        ASSERT_EQ(in.start, position);
        for (; position < in.start + in.count * cut.weight(in.level); ++position)
            for (const operand_view &view : of) {
                const axis_digits &digits = view.axes[0];
                std::int64_t offset = offset_at(digits, in.start), rest = position - in.start;
                for (int level = in.level; level >= 0; --level) {
                    ASSERT_GE(cut.extent(in, level), 1);
                    offset += rest / cut.weight(level) * stride_at(digits, cut.weight(level));
                    rest %= cut.weight(level);
                }
                ASSERT_EQ(offset, offset_at(digits, position)) << position;
            }
    }
    ASSERT_EQ(position, hi);
}

TEST(axis_cut, gives_every_position_its_address) {
    const std::vector<axis_digits> layouts {{{1, 7}}, {{1, 1}, {4, 100}}, {{1, 1}, {6, 90}},
            {{1, 2}, {2, 50}, {8, 1000}}, {{1, 3}, {3, 70}, {12, 900}}, {{1, 0}}};
    for (const axis_digits &first : layouts)
        for (const axis_digits &second : layouts)
            for (std::int64_t lo = 0; lo < 26; ++lo)
                for (std::int64_t hi = lo; hi < 40; ++hi)
                    expect_addresses(
                            {operand_view {{first}, 0}, operand_view {{second}, 0}}, lo, hi);
}

} // namespace
