// SPDX-License-Identifier: Apache-2.0
// Bits arrive as they left, for every type; and the examples of the specification.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "harness/problem.hpp"
#include "harness/random.hpp"
#include "harness/type_lists.hpp"
#include "unit/type_name.hpp"

namespace {

using libselect::data_type;
using libselect::dims;
using libselect::logical_tensor;

// dst of a dense Select over these values, of the inferred shape.
template <typename T>
std::vector<T> select(data_type type, const dims &cond_dims, const std::vector<std::uint8_t> &cond,
        const dims &src0_dims, const std::vector<T> &src0, const dims &src1_dims,
        const std::vector<T> &src1, const libselect::attributes &attr = {}) {
    const libselect::select_op op(logical_tensor(data_type::boolean, cond_dims),
            logical_tensor(type, src0_dims), logical_tensor(type, src1_dims), attr);
    std::vector<T> dst(op.dst().size_bytes() / sizeof(T));
    libselect::primitive(op).execute({op.cond(), cond.data(), cond.size()},
            {op.src0(), src0.data()}, {op.src1(), src1.data()}, {op.dst(), dst.data()});
    return dst;
}

class values : public testing::TestWithParam<data_type> {
protected:
    const std::size_t elem_bytes_ = libselect::size_of(GetParam());
    const std::size_t part_bytes_ = std::min<std::size_t>(elem_bytes_, 8);

    // Every special value, and every pair of them in the two halves of a wide element, repeated
    // beyond a few vectors.
    [[nodiscard]] std::vector<std::byte> specials() const {
        const std::span<const std::uint64_t> bits = support::special_bits(part_bytes_);
        const std::size_t n = bits.size() * bits.size() + 64;
        std::vector<std::byte> elements(n * elem_bytes_);
        for (std::size_t i = 0; i < n; ++i) {
            std::memcpy(&elements[i * elem_bytes_], &bits[i % bits.size()], part_bytes_);
            if (elem_bytes_ > part_bytes_)
                std::memcpy(&elements[i * elem_bytes_ + part_bytes_],
                        &bits[i / bits.size() % bits.size()], part_bytes_);
        }
        return elements;
    }

    // Select of n elements with all conditions equal.
    [[nodiscard]] std::vector<std::byte> select_all(std::uint8_t cond,
            const std::vector<std::byte> &src0, const std::vector<std::byte> &src1) const {
        const auto n = static_cast<std::int64_t>(src0.size() / elem_bytes_);
        const std::vector<std::uint8_t> conds(src0.size() / elem_bytes_, cond);
        return select(GetParam(), {n}, conds, {n}, src0, {n}, src1);
    }
};

TEST_P(values, special_values_keep_their_bits_where_taken_and_never_leak) {
    const std::vector<std::byte> special = specials();
    const std::vector<std::byte> ones(special.size(), std::byte {1});
    EXPECT_EQ(select_all(1, special, ones), special);
    EXPECT_EQ(select_all(0, ones, special), special);
    EXPECT_EQ(select_all(0, special, ones), ones);
    EXPECT_EQ(select_all(1, ones, special), ones);
}

TEST_P(values, special_values_survive_alternating_conditions) {
    const std::vector<std::byte> special = specials();
    std::vector<std::byte> turned(special.rbegin(), special.rend());
    const std::size_t n = special.size() / elem_bytes_;
    std::vector<std::uint8_t> conds(n);
    std::vector<std::byte> wanted = turned;
    for (std::size_t i = 0; i < n; i += 2) {
        conds[i] = 1;
        std::memcpy(&wanted[i * elem_bytes_], &special[i * elem_bytes_], elem_bytes_);
    }
    const auto extent = static_cast<std::int64_t>(n);
    EXPECT_EQ(select(GetParam(), {extent}, conds, {extent}, special, {extent}, turned), wanted);
}

TEST_P(values, every_non_zero_condition_byte_is_true) {
    const std::vector<std::byte> src0(256 * elem_bytes_, std::byte {0xaa});
    const std::vector<std::byte> src1(256 * elem_bytes_, std::byte {0x55});
    std::vector<std::uint8_t> conds(256);
    for (std::size_t i = 0; i < conds.size(); ++i)
        conds[i] = static_cast<std::uint8_t>(i);
    std::vector<std::byte> wanted = src0;
    std::memcpy(wanted.data(), src1.data(), elem_bytes_);
    EXPECT_EQ(select(GetParam(), {256}, conds, {256}, src0, {256}, src1), wanted);
}

INSTANTIATE_TEST_SUITE_P(types, values, testing::ValuesIn(support::all_types()), unit::type_name);

TEST(examples, onednn_test_case_holds) {
    EXPECT_EQ(select<float>(data_type::f32, {3, 2}, {0, 0, 1, 0, 1, 1}, {3, 2}, {-1, 0, 1, 2, 3, 4},
                      {3, 2}, {11, 10, 9, 8, 7, 6}),
            (std::vector<float> {11, 10, 1, 8, 3, 4}));
}

TEST(examples, pdpd_with_axis_minus_one_holds) {
    EXPECT_EQ(select<int>(data_type::s32, {4}, {0, 1, 0, 1}, {2, 4}, {1, 2, 3, 4, 5, 6, 7, 8},
                      {2, 4}, {11, 12, 13, 14, 15, 16, 17, 18}, {"pdpd", -1}),
            (std::vector<int> {11, 2, 13, 4, 15, 6, 17, 8}));
}

} // namespace
