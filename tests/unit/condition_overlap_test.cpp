// SPDX-License-Identifier: Apache-2.0
// Memory that dst shares with what a condition reads: refused before a write, unless dst is exactly
// lhs, rhs or the tensor of nonzero.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "harness/condition_oracle.hpp"
#include "harness/random.hpp"
#include "harness/run_problem.hpp"
#include "unit/outcome.hpp"

namespace {

using libselect::arg;
using libselect::data_type;
using libselect::dims;
using libselect::logical_tensor;
using libselect::status;

constexpr auto refused = status::invalid_arguments;
constexpr auto right = status::success;

// A tensor in the buffer that all of them share.
struct placed {
    data_type type;
    dims extents;
    dims strides;
    std::ptrdiff_t offset_bytes;
    std::int64_t offset = 0; // in elements, from there
};

class condition_overlap : public testing::Test {
protected:
    condition_overlap() : buffer_(4096) {
        support::random_source random(20261107);
        support::fill_elements(buffer_, 4, random);
    }

    // Runs Select of the rule. What is refused must leave the buffer alone, what is accepted must
    // give what the oracle gives on copies of the inputs.
    status run(const support::condition_rule &rule, const placed &cond, const placed &rhs,
            const placed &dst) {
        const std::vector<std::byte> before = buffer_;
        const placed source {dst.type, dst.extents, dims(dst.extents.size(), 0), 4088};
        const status outcome = unit::status_of([&] { execute(rule, cond, rhs, source, dst); });
        std::vector<std::byte> wanted = before;
        if (outcome == right)
            support::select_oracle({rule, view_of(before, cond), view_of(before, rhs),
                                           view_of(before, cond), view_of(before, cond)},
                    view_of(before, source), view_of(before, source, 4),
                    {wanted.data() + dst.offset_bytes, dst.extents, dst.strides, false, dst.offset},
                    libselect::size_of(dst.type), "numpy", -1);
        EXPECT_TRUE(buffer_ == wanted);
        buffer_ = before;
        return outcome;
    }
    status run_compare(const placed &lhs, const placed &rhs, const placed &dst) {
        return run({.kind = libselect_condition_compare,
                           .type = static_cast<libselect_data_type_t>(lhs.type),
                           .relation = libselect_relation_lt},
                lhs, rhs, dst);
    }
    status run_nonzero(const placed &tensor, const placed &dst) {
        return run({.kind = libselect_condition_nonzero,
                           .type = static_cast<libselect_data_type_t>(tensor.type)},
                tensor, {}, dst);
    }
    status run_bits(const placed &tensor, const placed &dst) {
        return run({.kind = libselect_condition_bits,
                           .type = static_cast<libselect_data_type_t>(tensor.type)},
                tensor, {}, dst);
    }
    static placed row(std::ptrdiff_t offset_bytes, data_type type = data_type::f32) {
        return {type, {100}, {1}, offset_bytes};
    }

private:
    static logical_tensor tensor_of(const placed &from) {
        return {from.type, from.extents, from.strides, from.offset};
    }
    static libselect::condition condition_of(
            const support::condition_rule &rule, const placed &cond, const placed &rhs) {
        switch (rule.kind) {
        case libselect_condition_compare:
            return libselect::compare(tensor_of(cond), "<", tensor_of(rhs));
        case libselect_condition_nonzero:
            return libselect::nonzero(tensor_of(cond));
        case libselect_condition_interval:
            return libselect::lengths(tensor_of(cond));
        default:
            return tensor_of(cond);
        }
    }
    void execute(const support::condition_rule &rule, const placed &cond, const placed &rhs,
            const placed &source, const placed &dst) {
        const libselect::condition decides = condition_of(rule, cond, rhs);
        const logical_tensor input = tensor_of(source), target = tensor_of(dst);
        const libselect::primitive primitive(libselect::select_op(decides, input, input, target));
        const auto memory = [&](libselect_arg_t part, const logical_tensor &tensor,
                                    std::ptrdiff_t offset_bytes) {
            return libselect_exec_arg_t {
                    part, {tensor.get(), buffer_.data() + offset_bytes, LIBSELECT_UNKNOWN_SIZE}};
        };
        const logical_tensor first = tensor_of(cond);
        std::vector<libselect_exec_arg_t> list {
                memory(libselect_arg_src0, input, source.offset_bytes),
                memory(libselect_arg_src1, input, source.offset_bytes + 4),
                memory(libselect_arg_dst, target, dst.offset_bytes)};
        const auto part = rule.is_compare()    ? libselect_arg_lhs
                          : rule.is_interval() ? libselect_arg_end
                                               : libselect_arg_cond;
        list.push_back(memory(part, first, cond.offset_bytes));
        const logical_tensor second = rule.is_compare() ? tensor_of(rhs) : first;
        if (rule.is_compare()) list.push_back(memory(libselect_arg_rhs, second, rhs.offset_bytes));
        support::execute(primitive, list);
    }
    static support::view view_of(const std::vector<std::byte> &buffer, const placed &tensor,
            std::ptrdiff_t further = 0) {
        return {buffer.data() + tensor.offset_bytes + further, tensor.extents, tensor.strides,
                false, tensor.offset};
    }

    std::vector<std::byte> buffer_;
};

TEST_F(condition_overlap, of_exactly_a_side_is_right) {
    const placed dst = row(2000);
    EXPECT_EQ(run_compare(dst, row(1000), dst), right);
    EXPECT_EQ(run_compare(row(1000), dst, dst), right);
    EXPECT_EQ(run_compare(dst, dst, dst), right);
    EXPECT_EQ(run_nonzero(dst, dst), right);
    EXPECT_EQ(run_nonzero(row(2000, data_type::s32), dst), right);
}

TEST_F(condition_overlap, of_a_shifted_side_is_refused) {
    const placed dst = row(2000);
    for (const std::ptrdiff_t shift : {-4, 4, 396, -396, -1, 1, 399, -399}) {
        EXPECT_EQ(run_compare(row(2000 + shift), row(1000), dst), refused) << shift;
        EXPECT_EQ(run_compare(row(1000), row(2000 + shift), dst), refused) << shift;
        EXPECT_EQ(run_nonzero(row(2000 + shift), dst), refused) << shift;
    }
    for (const std::ptrdiff_t shift : {-400, 400}) {
        EXPECT_EQ(run_compare(row(2000 + shift), row(1000), dst), right) << shift;
        EXPECT_EQ(run_compare(row(1000), row(2000 + shift), dst), right) << shift;
        EXPECT_EQ(run_nonzero(row(2000 + shift), dst), right) << shift;
    }
}

// The same first byte is not enough: strides and widths count too.
TEST_F(condition_overlap, of_other_strides_or_another_width_is_refused) {
    const placed dst = row(2000);
    const placed backwards {data_type::f32, {100}, {-1}, 2396};
    const placed repeated {data_type::f32, {100}, {0}, 2000};
    const placed scalar {data_type::f32, {}, {}, 2000};
    const placed halves {data_type::f16, {100}, {2}, 2000}; // a half of each element of dst
    for (const placed &side : {backwards, repeated, scalar, halves, row(2000, data_type::f16),
                 row(2000, data_type::f64)}) {
        EXPECT_EQ(run_nonzero(side, dst), refused);
        EXPECT_EQ(run_compare(side, {side.type, {}, {}, 100}, dst), refused);
        EXPECT_EQ(run_compare({side.type, {}, {}, 100}, side, dst), refused);
    }
}

// A column of thresholds between the rows of dst; and in one of them.
TEST_F(condition_overlap, in_the_gaps_of_dst_is_right) {
    const placed dst {data_type::f32, {10, 9}, {10, 1}, 2000};
    const placed threshold {data_type::f32, {10, 1}, {10, 1}, 2036};
    EXPECT_EQ(run_compare(dst, threshold, dst), right);
    const placed inside {data_type::f32, {10, 1}, {10, 1}, 2032};
    EXPECT_EQ(run_compare(dst, inside, dst), refused);
}

// The same element of index 0, ..., 0 may be told by the pointer or by the offset.
TEST_F(condition_overlap, is_told_by_elements_and_not_by_pointers) {
    const placed dst = row(2000);
    const placed far {data_type::f32, {100}, {1}, 1600, 100};
    EXPECT_EQ(run_nonzero(far, dst), right);
    const placed near {data_type::f32, {100}, {1}, 2000, 1};
    EXPECT_EQ(run_nonzero(near, dst), refused);
    const placed beside {data_type::f32, {100}, {1}, 2000, 100};
    EXPECT_EQ(run_nonzero(beside, dst), right);
    const placed moved {data_type::f32, {100}, {1}, 1600, 100};
    EXPECT_EQ(run_nonzero(dst, moved), right);
}

// The pointer of dst lies behind all of it.
TEST_F(condition_overlap, of_a_dst_with_an_offset_is_seen) {
    const placed dst {data_type::f32, {100}, {1}, 3000, -250};
    EXPECT_EQ(run_nonzero(row(2000), dst), right);
    EXPECT_EQ(run_nonzero(row(2004), dst), refused);
    EXPECT_EQ(run_nonzero(row(1604), dst), refused);
    EXPECT_EQ(run_compare(row(2396), row(1000), dst), refused);
    EXPECT_EQ(run_bits({data_type::u1, {100}, {1}, 1900, 800}, dst), refused);
    EXPECT_EQ(run_bits({data_type::u1, {100}, {1}, 2500, -808}, dst), refused);
    EXPECT_EQ(run_bits({data_type::u1, {100}, {1}, 1900, 700}, dst), right);
}

TEST_F(condition_overlap, of_bits_counts_the_bytes_they_touch) {
    const placed dst = row(2000);
    for (const data_type order : {data_type::u1, data_type::u1_msb}) {
        const auto bits = [&](std::ptrdiff_t at, std::int64_t offset) {
            return placed {order, {100}, {1}, at, offset};
        };
        EXPECT_EQ(run_bits(bits(2000, 0), dst), refused);
        EXPECT_EQ(run_bits(bits(1987, 0), dst), right);   // 13 bytes, up to 2000
        EXPECT_EQ(run_bits(bits(1987, 4), dst), right);   // the last bit of 1999
        EXPECT_EQ(run_bits(bits(1987, 5), dst), refused); // the first of 2000
        EXPECT_EQ(run_bits(bits(2400, 0), dst), right);
        EXPECT_EQ(run_bits(bits(2400, -1), dst), refused);
        // Between the elements of dst.
        const placed even {data_type::u8, {50}, {2}, 2000};
        EXPECT_EQ(run_bits({order, {50}, {16}, 2001, 7}, even), right);
        EXPECT_EQ(run_bits({order, {50}, {16}, 2001, 8}, even), refused);
    }
}

TEST_F(condition_overlap, of_begin_or_end_is_refused_even_exactly) {
    const placed dst {data_type::s32, {100, 1}, {1, 1}, 2000};
    const support::condition_rule lengths {
            .kind = libselect_condition_interval, .end = libselect_s32};
    EXPECT_EQ(run(lengths, dst, {}, dst), refused);
    EXPECT_EQ(run(lengths, {data_type::s32, {100, 1}, {1, 1}, 2396}, {}, dst), refused);
    EXPECT_EQ(run(lengths, {data_type::s32, {100, 1}, {1, 1}, 2400}, {}, dst), right);
}

TEST_F(condition_overlap, of_the_sides_with_each_other_is_right) {
    EXPECT_EQ(run_compare(row(1000), row(1001), row(2000)), right);
    EXPECT_EQ(run_compare({data_type::f32, {100}, {-1}, 1396}, row(1000), row(2000)), right);
}

} // namespace
