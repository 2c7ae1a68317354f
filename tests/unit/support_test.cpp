// SPDX-License-Identifier: Apache-2.0
// The tests' own instruments: each must see the fault that it is there for.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "harness/fault_note.hpp"
#include "harness/operand_buffers.hpp"
#include "harness/oracle.hpp"
#include "harness/random_problem.hpp"

namespace {

using support::dims;
using support::guarded_buffer;
using support::placement;
using support::problem;

// A read or write that the compiler may not leave out.
std::byte read(const volatile std::byte *at) {
    return *at;
}
void write(volatile std::byte *at) {
    *at = std::byte {1};
}

class guards : public testing::TestWithParam<std::size_t> {
protected:
    guards() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
    guarded_buffer buffer_;
};

TEST_P(guards, a_read_before_data_at_the_front_guard_faults) {
    std::byte *data = buffer_.allocate(GetParam(), {placement::guard::front, 0});
    EXPECT_DEATH(read(data - 1), "");
    EXPECT_DEATH(read(buffer_.read_only(data) - 1), "");
}

TEST_P(guards, a_read_behind_data_at_the_back_guard_faults) {
    std::byte *data = buffer_.allocate(GetParam(), {placement::guard::back, 0});
    EXPECT_DEATH(read(data + GetParam()), "");
    EXPECT_DEATH(read(buffer_.read_only(data) + GetParam()), "");
}

TEST_P(guards, a_write_to_a_read_only_buffer_faults) {
    std::byte *data = buffer_.allocate(GetParam() + 1, {placement::guard::back, 0});
    EXPECT_DEATH(write(buffer_.read_only(data)), "");
}

TEST_P(guards, data_may_be_written_and_read_from_its_first_to_its_last_byte) {
    for (const auto side : {placement::guard::front, placement::guard::back})
        for (const std::size_t gap_bytes : {0U, 1U, 63U}) {
            std::byte *data = buffer_.allocate(GetParam(), {side, gap_bytes});
            std::memset(data, 1, GetParam());
            const std::byte *const read_only = buffer_.read_only(data);
            EXPECT_TRUE(std::all_of(read_only, read_only + GetParam(),
                    [](std::byte each) { return each == std::byte {1}; }));
        }
}

INSTANTIATE_TEST_SUITE_P(sizes, guards, testing::Values(0, 1, 4095, 4096, 4097));

TEST(fault_note, a_fault_prints_the_text) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const problem what = support::dense_problem(libselect_bf16, {7}, {7}, {7});
    guarded_buffer buffer;
    std::byte *data = buffer.allocate(1, {placement::guard::back, 0});
    EXPECT_DEATH(
            {
                const support::fault_note note([&] { return to_string(what); });
                read(data + 1);
            },
            "fault in bf16 numpy");
}

// A padded dst that the oracle has filled, as a right library would.
class difference : public testing::Test {
protected:
    difference() {
        what_.infer_dst = false;
        what_.dst.strides = {5, 1};
        buffers_.prepare(what_, random_);
        wanted_ = buffers_.expected(what_);
        for (std::int64_t row = 0; row < 3; ++row)
            std::memcpy(buffers_.dst() + row * 20, wanted_.data() + offset() + row * 20, 16);
    }
    [[nodiscard]] std::ptrdiff_t offset() const {
        // dst ends where its allocation does: it lies against the back guard.
        return static_cast<std::ptrdiff_t>(wanted_.size()) - (2 * 20 + 16);
    }
    void flip(std::ptrdiff_t at) { buffers_.dst()[at] ^= std::byte {0x10}; }
    [[nodiscard]] bool is_seen() const { return !buffers_.difference(what_, wanted_).empty(); }

    problem what_ = support::dense_problem(libselect_f32, {3, 4}, {3, 4}, {4});
    support::random_source random_ {1};
    support::operand_buffers buffers_;
    std::vector<std::byte> wanted_;
};

TEST_F(difference, of_a_right_dst_is_none) {
    EXPECT_FALSE(is_seen());
}

TEST_F(difference, in_any_single_byte_of_dst_is_seen) {
    for (std::ptrdiff_t at = 0; at < 56; ++at) {
        flip(at);
        EXPECT_TRUE(is_seen());
        flip(at);
    }
}

TEST(operand_buffers, a_write_to_an_input_faults) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    support::operand_buffers buffers;
    support::random_source random {1};
    buffers.prepare(support::dense_problem(libselect_f32, {3, 4}, {3, 4}, {4}), random);
    for (std::byte *input : {buffers.cond(), buffers.src0(), buffers.src1()})
        EXPECT_DEATH(write(input), "");
    write(buffers.dst());
}

TEST_F(difference, in_the_frame_is_seen) {
    for (const std::ptrdiff_t at : {std::ptrdiff_t {-1}, std::ptrdiff_t {-100}, -offset()}) {
        flip(at);
        EXPECT_TRUE(is_seen());
        flip(at);
    }
}

TEST(oracle, agrees_with_a_result_worked_out_by_hand) {
    const std::uint8_t cond[] {0, 1, 0xff, 0};
    const std::uint8_t src0[] {1, 2}, src1[] {11, 12, 13, 14};
    std::uint8_t dst[4] {};
    support::select_oracle({reinterpret_cast<const std::byte *>(cond), {2, 2}, {2, 1}},
            {reinterpret_cast<const std::byte *>(src0), {2}, {1}},
            {reinterpret_cast<const std::byte *>(src1), {2, 2}, {1, 2}},
            {reinterpret_cast<std::byte *>(dst), {2, 2}, {2, 1}}, 1, "numpy", -1);
    EXPECT_EQ(std::vector<int>(dst, dst + 4), (std::vector<int> {11, 2, 1, 14}));
}

TEST(random_problem, meets_every_mode_alias_and_kind_of_stride) {
    bool zero_size = false, in_place = false, backwards = false, given = false, scalar = false;
    bool none = false, pdpd = false;
    for (std::uint64_t seed = 1; seed < 2000; ++seed) {
        support::random_source random(seed);
        const problem what = support::random_problem(random);
        zero_size |= support::n_elems(what.dst.dims) == 0;
        in_place |= what.alias == support::in_place::both;
        backwards |= support::addressed_bytes(what.dst, 1).low < 0;
        given |= !what.infer_dst;
        scalar |= what.src0.dims.empty() && !what.dst.dims.empty();
        none |= what.mode == "none";
        pdpd |= what.mode == "pdpd" && what.axis > 0;
    }
    EXPECT_TRUE(zero_size && in_place && backwards && given && scalar && none && pdpd);
}

} // namespace
