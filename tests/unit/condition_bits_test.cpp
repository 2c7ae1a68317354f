// SPDX-License-Identifier: Apache-2.0
// Bits as conditions: every length and offset, any strides, and no byte beyond them.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "harness/oracle.hpp"
#include "harness/random_problem.hpp"
#include "harness/run_problem.hpp"
#include "harness/type_lists.hpp"
#include "unit/truth.hpp"
#include "unit/type_name.hpp"

namespace {

using support::dims;
using support::placement;
using support::problem;

constexpr std::array both_orders {libselect_u1, libselect_u1_msb};

class condition_bits : public testing::TestWithParam<libselect::data_type> {
protected:
    support::random_source random_ {20261102};

    [[nodiscard]] static problem full(const dims &extents, libselect_data_type_t order) {
        problem made = support::dense_problem(GetParam(), extents, extents, extents);
        made.rule = {.kind = libselect_condition_bits, .type = order};
        return made;
    }
    void expect_right_against_both_guards(problem what) {
        for (const auto side : {placement::guard::front, placement::guard::back}) {
            place(what, side);
            ASSERT_EQ(support::run(what, random_), "");
        }
    }
};

// Between the guard pages lie the bytes that hold a bit, and no other.
TEST_P(condition_bits, every_length_at_every_offset_is_right) {
    const std::int64_t longest = GetParam() == libselect::data_type::u8 ? 200 : 80;
    for (const libselect_data_type_t order : both_orders)
        for (std::int64_t n = 1; n <= longest; ++n)
            for (const std::int64_t offset : {n % 8, (n + 3) % 8, 8 - n}) {
                problem what = full({n}, order);
                what.cond.offset = offset;
                expect_right_against_both_guards(what);
            }
}

TEST_P(condition_bits, in_place_is_right) {
    for (const libselect_data_type_t order : both_orders)
        for (const auto alias : {support::in_place::src0, support::in_place::src1})
            for (const std::int64_t n : {1, 7, 31, 64, 129, 1000}) {
                problem what = full({3, n}, order);
                what.cond.offset = n % 8;
                what.alias = alias;
                expect_right_against_both_guards(what);
                // Dense rows, which begin anywhere in a byte, and rows of whole bytes.
                what.cond.strides = {(n + 7) / 8 * 8 + 64, 1};
                expect_right_against_both_guards(what);
            }
}

TEST_P(condition_bits, any_strides_in_bits_are_right) {
    for (const libselect_data_type_t order : both_orders)
        for (const dims &strides : {dims {0, 1}, dims {1, 0}, dims {0, 0}, dims {37, -1},
                     dims {-37, 1}, dims {1, 5}, dims {-1, -5}, dims {3, 7}, dims {8, 64}}) {
            problem what = full({5, 37}, order);
            what.cond.strides = strides;
            for (what.cond.offset = -9; what.cond.offset < 9; what.cond.offset += 3)
                expect_right_against_both_guards(what);
        }
}

TEST_P(condition_bits, random_strides_are_right) {
    for (int i = 0; i < 300; ++i) {
        problem what = full({3, 4, 21}, both_orders[random_.below(2)]);
        what.cond.strides = support::random_input_strides(what.cond.dims, random_);
        what.cond.offset = random_.between(-100, 100);
        expect_right_against_both_guards(what);
    }
}

TEST_P(condition_bits, broadcast_along_any_axes_is_right) {
    for (const libselect_data_type_t order : both_orders)
        for (const dims &cond : {dims {}, dims {33}, dims {1, 33}, dims {7, 1}, dims {5, 1, 1},
                     dims {5, 7, 1}, dims {5, 1, 33}, dims {1, 7, 33}}) {
            problem what = full({5, 7, 33}, order);
            what.cond = {cond, support::dense_strides(cond), {}};
            what.cond.offset = 3;
            expect_right_against_both_guards(what);
        }
}

INSTANTIATE_TEST_SUITE_P(
        widths, condition_bits, testing::ValuesIn(support::type_of_every_width()), unit::type_name);

// Each other bit of the bytes, once 0 and once 1.
TEST(bits_around, have_no_influence) {
    for (const auto order : {libselect::data_type::u1, libselect::data_type::u1_msb}) {
        const bool from_the_top = order == libselect::data_type::u1_msb;
        for (std::int64_t offset = 0; offset < 8; ++offset)
            for (std::int64_t n = 1; n <= 8; ++n) {
                const libselect::logical_tensor tensor(order, {n}, {1}, offset);
                std::array<std::uint8_t, 2> ones {};
                for (std::int64_t bit = offset; bit < offset + n; ++bit) {
                    const auto place = static_cast<unsigned>(bit % 8);
                    auto &byte = ones[static_cast<std::size_t>(bit / 8)];
                    byte = static_cast<std::uint8_t>(
                            byte | 1U << (from_the_top ? 7 - place : place));
                }
                const std::array zeros {
                        static_cast<std::uint8_t>(~ones[0]), static_cast<std::uint8_t>(~ones[1])};
                const auto length = static_cast<std::size_t>(n);
                using libselect::arg;
                EXPECT_EQ(unit::truth(tensor, {{arg::cond, ones.data()}}, {n}),
                        std::string(length, 'T'));
                EXPECT_EQ(unit::truth(tensor, {{arg::cond, zeros.data()}}, {n}),
                        std::string(length, 'F'));
            }
    }
}

TEST(bits_sizes, round_up_to_the_bytes_touched) {
    const auto size = [](dims extents, dims strides, std::int64_t offset) {
        return libselect::logical_tensor(libselect::data_type::u1, extents, strides, offset)
                .size_bytes();
    };
    EXPECT_EQ(size({3}, {1}, 0), 1U);
    EXPECT_EQ(size({8}, {1}, 0), 1U);
    EXPECT_EQ(size({9}, {1}, 0), 2U);
    EXPECT_EQ(size({3}, {1}, 5), 1U);
    EXPECT_EQ(size({3}, {1}, 6), 2U);
    EXPECT_EQ(size({3}, {1}, -1), 2U);
    EXPECT_EQ(size({2}, {1}, -2), 1U);
    EXPECT_EQ(size({3}, {-1}, 0), 2U);
    EXPECT_EQ(size({3}, {-1}, 2), 1U);
    EXPECT_EQ(size({3, 5}, {5, 1}, 0), 2U);
    EXPECT_EQ(size({}, {}, 1000), 1U);
    EXPECT_EQ(size({4, 0}, {1, 1}, 7), 0U);
}

} // namespace
