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

constexpr auto refused = status::invalid_arguments;
constexpr auto right = status::success;

TEST_F(overlap, of_a_shifted_source_or_cond) {
    const placed dst {{100}, {1}, 2000};
    for (const std::ptrdiff_t shift : {-4, 4, 396, -396, -1, 1, 399, -399}) {
        const placed source {{100}, {1}, 2000 + shift};
        EXPECT_EQ(run(cond_of({100}), source, far({100}), dst), refused) << shift;
        EXPECT_EQ(run(cond_of({100}), far({100}), source, dst), refused) << shift;
    }
    for (const std::ptrdiff_t shift : {-400, 400})
        EXPECT_EQ(run(cond_of({100}), {{100}, {1}, 2000 + shift}, far({100}), dst), right);
    for (const std::ptrdiff_t offset_bytes : {2000, 2001, 2399, 1901})
        EXPECT_EQ(run({{100}, {1}, offset_bytes}, far({100}), far({100}), dst), refused);
    for (const std::ptrdiff_t offset_bytes : {1900, 2400})
        EXPECT_EQ(run({{100}, {1}, offset_bytes}, far({100}), far({100}), dst), right);
}

// In the buffer of dst, or between its elements.
TEST_F(overlap, of_a_source_laid_out_otherwise) {
    const placed square {{8, 8}, {8, 1}, 2000}, even {{50}, {2}, 2000};
    const struct {
        placed source, dst;
        status expected;
    } table[] {
            {{{8, 8}, {1, 8}, 2000}, square, refused}, // transposed
            {{{1, 8}, {77, 1}, 2000}, {{1, 8}, {8, 1}, 2000}, right},
            {{{8}, {1}, 2000}, square, refused}, // broadcast from it
            {{{}, {}, 2252}, square, refused},
            {{{8, 8}, {0, 1}, 2000}, square, refused},
            {{{100}, {-1}, 2396}, {{100}, {1}, 2000}, refused}, // turned round
            {{{50}, {2}, 2004}, even, right},                   // odd elements into even ones
            {{{50}, {-2}, 2396}, even, right},
            {{{50}, {2}, 2002}, even, refused},                          // at half their width
            {{{10, 5}, {10, 1}, 2000}, {{10, 5}, {10, 1}, 2020}, right}, // halves of rows
            {{{10, 5}, {10, 1}, 2000}, {{10, 5}, {10, 1}, 2016}, refused},
    };
    for (const auto &row : table) {
        const dims &extents = row.dst.extents;
        SCOPED_TRACE(&row - table);
        EXPECT_EQ(run(cond_of(extents), row.source, far(extents), row.dst), row.expected);
        EXPECT_EQ(run(cond_of(extents), far(extents), row.source, row.dst), row.expected);
    }
}

TEST_F(overlap, of_cond_in_the_gaps_of_dst) {
    const placed dst {{50}, {2}, 2000};
    EXPECT_EQ(run({{50}, {8}, 2004}, far({50}), far({50}), dst), right);
    EXPECT_EQ(run({{50}, {8}, 2007}, far({50}), far({50}), dst), right);
    EXPECT_EQ(run({{50}, {8}, 2008}, far({50}), far({50}), dst), refused);
}

TEST_F(overlap, inputs_may_overlap_each_other_in_any_way) {
    EXPECT_EQ(run({{100}, {1}, 3100}, {{100}, {1}, 3073}, {{100}, {-1}, 3500}, {{100}, {1}, 2000}),
            right);
}

} // namespace
