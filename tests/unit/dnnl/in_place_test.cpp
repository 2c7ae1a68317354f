// SPDX-License-Identifier: Apache-2.0
// dst in the memory of src0 or src1, and memory shared in ways that are refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "unit/dnnl/blocked_problem.hpp"
#include "unit/outcome.hpp"

namespace {

using libselect::status;
using unit::arguments;
using unit::layout;
using unit::md_tag;
using unit::md_type;
using unit::tagged;
using place = unit::blocked_problem::place;

TEST(in_place, in_src0_and_in_src1) {
    for (const md_tag tag : {md_tag::nchw, md_tag::nhwc, md_tag::nChw16c, md_tag::NChw16n16c})
        for (const std::int64_t c : {1, 16, 19}) {
            SCOPED_TRACE(c);
            const layout all = tagged({2, c, 3, 5}, tag);
            const layout cond = tagged({2, 1, 1, 5}, md_tag::nchw);
            const layout other = tagged({1, c, 3, 1}, md_tag::nChw8c);
            for (const place at : {place::in_src0, place::in_src1})
                unit::expect_right({all, all, cond, all, md_type::f32, md_type::u8, {}, at});
            unit::expect_right(
                    {all, other, cond, all, md_type::f32, md_type::u8, {}, place::in_src0});
            unit::expect_right(
                    {other, all, cond, all, md_type::f32, md_type::u8, {}, place::in_src1});
        }
}

// src0 begins `shift` bytes after dst's memory. The rest lies apart.
status shifted(const layout &src0, const layout &dst, std::size_t shift) {
    std::vector<std::byte> bytes(1 << 16);
    const dnnl::memory::desc src0_md = src0.make(md_type::f32), dst_md = dst.make(md_type::f32);
    const unit::operand_memory src1(dst, md_type::f32, false, 1), cond(dst, md_type::u8, true, 2);
    const arguments args {
            {DNNL_ARG_SRC_0, dnnl::memory(src0_md, unit::cpu_engine(), bytes.data() + shift)},
            {DNNL_ARG_SRC_1, src1.memory()}, {DNNL_ARG_SRC_2, cond.memory()},
            {DNNL_ARG_DST, dnnl::memory(dst_md, unit::cpu_engine(), bytes.data())}};
    std::fill(bytes.begin(), bytes.end(), std::byte {7});
    const std::vector<std::byte> before = bytes;
    const libselect::dnnl_select select(src0_md, dst_md, cond.memory().get_desc(), dst_md);
    const status outcome =
            unit::status_of([&] { select.execute(dnnl::stream(unit::cpu_engine()), args); });
    EXPECT_EQ(outcome == status::success, bytes != before);
    return outcome;
}

TEST(shared_memory, of_a_cut_problem_is_refused_unless_it_is_one_operand) {
    const layout dst = tagged({2, 19, 3, 5}, md_tag::nChw16c);
    const std::size_t dst_bytes = dst.make(md_type::f32).get_size();
    EXPECT_EQ(shifted(dst, dst, 0), status::success);
    EXPECT_EQ(shifted(dst, dst, dst_bytes), status::success);
    EXPECT_EQ(shifted(dst, dst, dst_bytes - 4), status::invalid_arguments);
    EXPECT_EQ(shifted(dst, dst, 4), status::invalid_arguments);
    EXPECT_EQ(shifted(tagged({2, 19, 3, 5}, md_tag::nchw), dst, 0), status::invalid_arguments);
}

TEST(shared_memory, of_one_piece_is_judged_exactly) {
    const layout dst = unit::strided({4, 8}, {16, 1});
    EXPECT_EQ(shifted(dst, dst, 32), status::success); // the gaps of dst
    EXPECT_EQ(shifted(dst, dst, 28), status::invalid_arguments);
}

} // namespace
