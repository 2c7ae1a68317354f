// SPDX-License-Identifier: Apache-2.0
// The descriptor of a dst that is not given, and the number of pieces.
#include <gtest/gtest.h>

#include "unit/dnnl/blocked_problem.hpp"

namespace {

using libselect::dnnl_select;
using unit::dims;
using unit::md_tag;
using unit::md_type;

dnnl::memory::desc f32(const dims &extents, md_tag tag) {
    return {extents, md_type::f32, tag};
}
dnnl::memory::desc mask(const dims &extents, md_tag tag) {
    return {extents, md_type::u8, tag};
}

const dims whole_shape {2, 19, 3, 5};
constexpr md_tag all_tags[] {md_tag::nchw, md_tag::nhwc, md_tag::chwn, md_tag::nChw16c,
        md_tag::nChw8c, md_tag::NChw16n16c, md_tag::OIhw4i16o4i};

TEST(inferred_dst, follows_src0) {
    for (const md_tag tag : all_tags) {
        const dnnl::memory::desc whole = f32(whole_shape, tag),
                                 other = f32(whole_shape, md_tag::chwn);
        const dnnl::memory::desc cond = mask({1, 1, 1, 5}, md_tag::nchw);
        EXPECT_TRUE(dnnl_select(whole, other, cond).dst_desc() == whole);
        // Broadcast, too.
        EXPECT_TRUE(dnnl_select(f32({2, 19, 1, 5}, tag), other, cond).dst_desc() == whole);
        EXPECT_TRUE(dnnl_select(f32({1, 19, 3, 5}, tag), other, cond).dst_desc() == whole);
    }
    const dnnl_select select(f32({2, 1, 3, 1}, md_tag::nChw16c), f32({1, 19, 1, 5}, md_tag::nhwc),
            mask(whole_shape, md_tag::nhwc));
    EXPECT_TRUE(select.dst_desc() == f32(whole_shape, md_tag::nChw16c));
}

TEST(inferred_dst, follows_src1_where_src0_is_one_element_or_of_another_rank) {
    const dnnl::memory::desc whole = f32(whole_shape, md_tag::nChw16c);
    const dnnl::memory::desc cond = mask({1, 1, 1, 5}, md_tag::nchw);
    EXPECT_TRUE(dnnl_select(f32({1, 1, 1, 1}, md_tag::nchw), whole, cond).dst_desc() == whole);
    EXPECT_TRUE(dnnl_select(f32({3, 5}, md_tag::ba), whole, cond).dst_desc() == whole);
}

TEST(inferred_dst, is_plain_where_no_source_says_more) {
    const dnnl_select select(f32({1}, md_tag::a), f32({3, 5}, md_tag::ba),
            mask(whole_shape, md_tag::nhwc), libselect::auto_broadcast::multidirectional);
    EXPECT_TRUE(select.dst_desc() == f32(whole_shape, md_tag::nchw));
}

// What a binary primitive of oneDNN chooses for dst. (2.6.3 does not tell what it chose for src1.)
dnnl::memory::desc dst_of_onednn(
        const dnnl::memory::desc &src0, const dnnl::memory::desc &src1, const dims &dst) {
    const dnnl::memory::desc open = f32(dst, md_tag::any);
    const dnnl::algorithm add = dnnl::algorithm::binary_add;
#if DNNL_VERSION_MAJOR >= 3
    return dnnl::binary::primitive_desc(unit::cpu_engine(), add, src0, src1, open).dst_desc();
#else
    return dnnl::binary::primitive_desc({add, src0, src1, open}, unit::cpu_engine()).dst_desc();
#endif
}

TEST(format_any, of_src1_and_dst_is_answered_as_onednn_answers) {
    const dims shapes[] {whole_shape, {1, 19, 1, 1}, {2, 1, 3, 5}, {1, 1, 1, 1}, {1, 1, 1, 5}};
    const dnnl::memory::desc cond = mask({2, 1, 1, 5}, md_tag::nchw);
    for (const md_tag tag : all_tags)
        for (const dims &of_src1 : shapes) {
            SCOPED_TRACE(
                    testing::PrintToString(of_src1) + " " + std::to_string(static_cast<int>(tag)));
            const dnnl::memory::desc src0 = f32(whole_shape, tag), src1 = f32(of_src1, md_tag::any);
            const dnnl_select given(src0, src1, cond, f32(whole_shape, md_tag::any));
            const dnnl_select inferred(src0, src1, cond);
            for (const dnnl_select *select : {&given, &inferred}) {
                EXPECT_TRUE(select->src1_desc() == f32(of_src1, tag));
                EXPECT_TRUE(select->dst_desc() == dst_of_onednn(src0, src1, whole_shape));
            }
        }
}

TEST(format_any, computes_in_the_layouts_that_are_chosen) {
    for (const md_tag tag : all_tags) {
        const unit::layout src0 = unit::tagged(whole_shape, tag);
        const unit::layout src1 = unit::tagged({1, 19, 1, 5}, tag);
        const unit::layout cond = unit::tagged({2, 1, 3, 5}, md_tag::nchw);
        const dnnl_select select(f32(whole_shape, tag), f32({1, 19, 1, 5}, md_tag::any),
                mask({2, 1, 3, 5}, md_tag::nchw), f32(whole_shape, md_tag::any));
        EXPECT_TRUE(select.src1_desc() == f32({1, 19, 1, 5}, tag));
        EXPECT_TRUE(select.dst_desc() == f32(whole_shape, tag));
        unit::expect_right({src0, src1, cond, src0});
    }
}

TEST(format_any, leaves_out_the_gaps_of_src0) {
    const dnnl::memory::desc padded(whole_shape, md_type::f32, dims {2000, 1, 100, 20});
    const dnnl_select select(
            padded, f32(whole_shape, md_tag::any), mask(whole_shape, md_tag::nchw));
    EXPECT_TRUE(select.src1_desc() == f32(whole_shape, md_tag::nhwc));
    EXPECT_TRUE(select.dst_desc() == f32(whole_shape, md_tag::nhwc));
}

TEST(inferred_dst, knows_the_mode) {
    const dnnl_select select(f32({1}, md_tag::a), f32({1}, md_tag::a), mask({4}, md_tag::a),
            libselect::auto_broadcast::multidirectional);
    EXPECT_TRUE(select.dst_desc() == f32({4}, md_tag::a));
}

TEST(pieces, are_one_for_whole_blocks) {
    const auto pieces = [](std::int64_t c, md_tag of_src0, md_tag of_dst) {
        return dnnl_select(f32({2, c, 3, 5}, of_src0), f32({2, c, 3, 5}, md_tag::nhwc),
                mask({2, 1, 1, 5}, md_tag::nchw), f32({2, c, 3, 5}, of_dst))
                .pieces();
    };
    EXPECT_EQ(pieces(19, md_tag::nhwc, md_tag::nchw), 1U);
    EXPECT_EQ(pieces(64, md_tag::nChw16c, md_tag::nChw16c), 1U);
    EXPECT_EQ(pieces(64, md_tag::nChw16c, md_tag::nChw8c), 1U);
    EXPECT_EQ(pieces(19, md_tag::nChw16c, md_tag::nchw), 2U);    // a block, and 3 elements
    EXPECT_EQ(pieces(19, md_tag::nChw16c, md_tag::nChw16c), 3U); // and 13 elements of padding
}

TEST(empty_tensors, touch_nothing) {
    const dnnl::memory::desc empty = f32({2, 0, 3, 5}, md_tag::nChw16c);
    const dnnl::memory::desc cond = mask({2, 1, 3, 5}, md_tag::nChw16c);
    const dnnl_select select(empty, empty, cond, empty);
    EXPECT_EQ(select.pieces(), 0U);
    const dnnl::engine &engine = unit::cpu_engine();
    const dnnl::memory nothing(empty, engine, DNNL_MEMORY_NONE);
    select.execute(dnnl::stream(engine),
            {{DNNL_ARG_SRC_0, nothing}, {DNNL_ARG_SRC_1, nothing},
                    {DNNL_ARG_SRC_2, dnnl::memory(cond, engine)}, {DNNL_ARG_DST, nothing}});
}

} // namespace
