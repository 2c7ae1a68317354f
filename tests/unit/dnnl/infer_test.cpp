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

TEST(inferred_dst, has_the_layout_of_a_source_of_its_dims) {
    const dnnl::memory::desc whole = f32({2, 19, 3, 5}, md_tag::nChw16c);
    const dnnl::memory::desc nhwc = f32({2, 19, 3, 5}, md_tag::nhwc);
    const dnnl::memory::desc one = f32({1, 1, 1, 1}, md_tag::nchw);
    const dnnl::memory::desc cond = mask({1, 1, 1, 5}, md_tag::nchw);
    EXPECT_TRUE(dnnl_select(whole, nhwc, cond).dst_desc() == whole);
    EXPECT_TRUE(dnnl_select(nhwc, whole, cond).dst_desc() == nhwc);
    EXPECT_TRUE(dnnl_select(one, whole, cond).dst_desc() == whole);
}

TEST(inferred_dst, is_plain_where_no_source_has_its_dims) {
    const dnnl_select select(f32({2, 1, 3, 1}, md_tag::nChw16c), f32({1, 19, 1, 5}, md_tag::nhwc),
            mask({2, 19, 3, 5}, md_tag::nhwc));
    EXPECT_TRUE(select.dst_desc() == f32({2, 19, 3, 5}, md_tag::nchw));
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
