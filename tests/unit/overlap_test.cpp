// SPDX-License-Identifier: Apache-2.0
// Memory that dst shares with an input: refused before a write, unless the two are one.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "harness/mask.hpp"
#include "harness/oracle.hpp"
#include "harness/random.hpp"
#include "unit/outcome.hpp"

namespace {

using libselect::data_type;
using libselect::dims;
using libselect::logical_tensor;
using libselect::status;

// One operand in the buffer that all of them share.
struct placed {
    dims extents;
    dims strides;
    std::ptrdiff_t offset_bytes;
};

class overlap : public testing::Test {
protected:
    overlap() : buffer_(4096) {
        support::random_source random(20240109);
        support::fill_elements(buffer_, 4, random);
        support::fill_cond(std::span(buffer_).first(1024), random);
    }

    // Runs f32 Select in the buffer. What is refused must leave the buffer alone, what is accepted
    // must give what the oracle gives on copies of the inputs.
    status run(const placed &cond, const placed &src0, const placed &src1, const placed &dst) {
        const std::vector<std::byte> before = buffer_;
        const status outcome = unit::status_of([&] { execute(cond, src0, src1, dst); });
        std::vector<std::byte> wanted = before;
        if (outcome == status::success)
            support::select_oracle(view_of(before, cond), view_of(before, src0),
                    view_of(before, src1),
                    {wanted.data() + dst.offset_bytes, dst.extents, dst.strides}, 4, "numpy", -1);
        EXPECT_TRUE(buffer_ == wanted);
        return outcome;
    }

    // The operands that a test does not look at: cond in the first KiB, one source in the last.
    static placed cond_of(const dims &extents) {
        return {extents, support::dense_strides(extents), 0};
    }
    static placed far(const dims &extents) {
        return {extents, support::dense_strides(extents), 3072};
    }

private:
    void execute(const placed &cond, const placed &src0, const placed &src1, const placed &dst) {
        const logical_tensor mask(data_type::boolean, cond.extents, cond.strides);
        const logical_tensor a(data_type::f32, src0.extents, src0.strides);
        const logical_tensor b(data_type::f32, src1.extents, src1.strides);
        const logical_tensor target(data_type::f32, dst.extents, dst.strides);
        const libselect::primitive primitive(libselect::select_op(mask, a, b, target));
        std::byte *data = buffer_.data();
        primitive.execute({mask, data + cond.offset_bytes}, {a, data + src0.offset_bytes},
                {b, data + src1.offset_bytes}, {target, data + dst.offset_bytes});
    }
    static support::view view_of(const std::vector<std::byte> &buffer, const placed &tensor) {
        return {buffer.data() + tensor.offset_bytes, tensor.extents, tensor.strides};
    }

    std::vector<std::byte> buffer_;
};

TEST_F(overlap, dst_shifted_by_an_element_over_a_source_is_refused) {
    for (const std::ptrdiff_t shift : {-4, 4, 396, -396}) {
        const placed dst {{100}, {1}, 2000};
        const placed source {{100}, {1}, 2000 + shift};
        EXPECT_EQ(run(cond_of({100}), source, far({100}), dst), status::invalid_arguments);
        EXPECT_EQ(run(cond_of({100}), far({100}), source, dst), status::invalid_arguments);
    }
}

TEST_F(overlap, dst_shifted_by_a_byte_over_a_source_is_refused) {
    for (const std::ptrdiff_t shift : {-1, 1, 399, -399})
        EXPECT_EQ(run(cond_of({100}), {{100}, {1}, 2000 + shift}, far({100}), {{100}, {1}, 2000}),
                status::invalid_arguments);
}

TEST_F(overlap, dst_that_touches_a_source_is_right) {
    for (const std::ptrdiff_t shift : {-400, 400})
        EXPECT_EQ(run(cond_of({100}), {{100}, {1}, 2000 + shift}, far({100}), {{100}, {1}, 2000}),
                status::success);
}

TEST_F(overlap, dst_over_cond_is_refused) {
    for (const std::ptrdiff_t offset_bytes : {2000, 2001, 2399, 1901})
        EXPECT_EQ(run({{100}, {1}, offset_bytes}, far({100}), far({100}), {{100}, {1}, 2000}),
                status::invalid_arguments);
}

TEST_F(overlap, dst_beside_cond_is_right) {
    for (const std::ptrdiff_t offset_bytes : {1900, 2400})
        EXPECT_EQ(run({{100}, {1}, offset_bytes}, far({100}), far({100}), {{100}, {1}, 2000}),
                status::success);
}

TEST_F(overlap, source_with_the_start_of_dst_and_other_strides_is_refused) {
    EXPECT_EQ(run(cond_of({8, 8}), {{8, 8}, {1, 8}, 2000}, far({8, 8}), {{8, 8}, {8, 1}, 2000}),
            status::invalid_arguments);
}

TEST_F(overlap, source_with_other_strides_only_where_dst_has_one_element_is_right) {
    EXPECT_EQ(run(cond_of({1, 8}), {{1, 8}, {77, 1}, 2000}, far({1, 8}), {{1, 8}, {8, 1}, 2000}),
            status::success);
}

TEST_F(overlap, source_broadcast_from_the_buffer_of_dst_is_refused) {
    EXPECT_EQ(run(cond_of({8, 8}), {{8}, {1}, 2000}, far({8, 8}), {{8, 8}, {8, 1}, 2000}),
            status::invalid_arguments);
    EXPECT_EQ(run(cond_of({8, 8}), far({8, 8}), {{}, {}, 2252}, {{8, 8}, {8, 1}, 2000}),
            status::invalid_arguments);
}

TEST_F(overlap, source_that_repeats_a_row_of_dst_by_a_zero_stride_is_refused) {
    EXPECT_EQ(run(cond_of({8, 8}), {{8, 8}, {0, 1}, 2000}, far({8, 8}), {{8, 8}, {8, 1}, 2000}),
            status::invalid_arguments);
}

TEST_F(overlap, source_turned_round_in_the_buffer_of_dst_is_refused) {
    EXPECT_EQ(run(cond_of({100}), {{100}, {-1}, 2396}, far({100}), {{100}, {1}, 2000}),
            status::invalid_arguments);
}

TEST_F(overlap, odd_elements_selected_into_even_ones_are_right) {
    EXPECT_EQ(run(cond_of({50}), {{50}, {2}, 2004}, far({50}), {{50}, {2}, 2000}), status::success);
    EXPECT_EQ(
            run(cond_of({50}), far({50}), {{50}, {-2}, 2396}, {{50}, {2}, 2000}), status::success);
}

TEST_F(overlap, left_half_of_rows_selected_into_the_right_half_is_right) {
    EXPECT_EQ(
            run(cond_of({10, 5}), {{10, 5}, {10, 1}, 2000}, far({10, 5}), {{10, 5}, {10, 1}, 2020}),
            status::success);
}

TEST_F(overlap, halves_of_rows_that_share_a_column_are_refused) {
    EXPECT_EQ(
            run(cond_of({10, 5}), {{10, 5}, {10, 1}, 2000}, far({10, 5}), {{10, 5}, {10, 1}, 2016}),
            status::invalid_arguments);
}

TEST_F(overlap, elements_interleaved_at_half_their_width_are_refused) {
    EXPECT_EQ(run(cond_of({50}), {{50}, {2}, 2002}, far({50}), {{50}, {2}, 2000}),
            status::invalid_arguments);
}

TEST_F(overlap, bytes_of_cond_in_the_gaps_of_dst_are_right) {
    EXPECT_EQ(run({{50}, {8}, 2004}, far({50}), far({50}), {{50}, {2}, 2000}), status::success);
    EXPECT_EQ(run({{50}, {8}, 2007}, far({50}), far({50}), {{50}, {2}, 2000}), status::success);
    EXPECT_EQ(run({{50}, {8}, 2008}, far({50}), far({50}), {{50}, {2}, 2000}),
            status::invalid_arguments);
}

TEST_F(overlap, inputs_may_overlap_each_other_in_any_way) {
    EXPECT_EQ(run({{100}, {1}, 3100}, {{100}, {1}, 3073}, {{100}, {-1}, 3500}, {{100}, {1}, 2000}),
            status::success);
}

} // namespace
