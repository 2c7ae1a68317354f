// SPDX-License-Identifier: Apache-2.0
// Every layout the adapter names, broadcast along and across the blocked axis, whole and partial
// blocks.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "harness/random.hpp"
#include "unit/dnnl/blocked_problem.hpp"

namespace {

using unit::blocked_problem;
using unit::dims;
using unit::layout;
using unit::md_tag;
using unit::md_type;
using unit::tagged;

struct named_tag {
    const char *name;
    md_tag tag;
};

const std::vector<named_tag> tags_2d {{"ab", md_tag::ab}, {"ba", md_tag::ba},
        {"BA16a16b", md_tag::BA16a16b}, {"AB16b16a", md_tag::AB16b16a},
        {"AB16b16a4b", md_tag::AB16b16a4b}, {"AB32a16b", md_tag::AB32a16b},
        {"BA4b8a8b4a", md_tag::BA4b8a8b4a}};
const std::vector<named_tag> tags_3d {{"abc", md_tag::abc}, {"acb", md_tag::acb},
        {"aBc16b", md_tag::aBc16b}, {"aBc8b", md_tag::aBc8b}, {"NCw16n16c", md_tag::NCw16n16c},
        {"OIw4i16o4i", md_tag::OIw4i16o4i}};
const std::vector<named_tag> tags_4d {{"nchw", md_tag::nchw}, {"nhwc", md_tag::nhwc},
        {"chwn", md_tag::chwn}, {"nChw4c", md_tag::nChw4c}, {"nChw8c", md_tag::nChw8c},
        {"nChw16c", md_tag::nChw16c}, {"aBcd4b", md_tag::aBcd4b},
        {"NChw16n16c", md_tag::NChw16n16c}, {"NChw32n16c", md_tag::NChw32n16c},
        {"NChw40n16c", md_tag::NChw40n16c}, {"OIhw8i16o2i", md_tag::OIhw8i16o2i},
        {"OIhw4i16o4i", md_tag::OIhw4i16o4i}, {"OIhw4o8i8o4i", md_tag::OIhw4o8i8o4i},
        {"OIhw16i48o4i", md_tag::OIhw16i48o4i}};
const std::vector<named_tag> tags_5d {{"abcde", md_tag::abcde}, {"acdeb", md_tag::acdeb},
        {"aBcde16b", md_tag::aBcde16b}, {"gOIhw4i16o4i", md_tag::gOIhw4i16o4i}};

// The blocked axis may be whole blocks, a block and a part, or less than a block.
const dims channels {1, 3, 16, 17, 19, 32, 64};

class layouts : public testing::TestWithParam<named_tag> {};

TEST_P(layouts, of_all_operands_alike) {
    for (const std::int64_t c : channels) {
        SCOPED_TRACE("C is " + std::to_string(c));
        const layout all = tagged({2, c, 3, 5}, GetParam().tag);
        unit::expect_right({all, all, all, all});
    }
}

TEST_P(layouts, with_each_operand_broadcast) {
    const std::vector<dims> shapes {{2, 1, 1, 5}, {1, 0, 1, 1}, {2, 0, 1, 1}, {1, 1, 1, 1}};
    for (const std::int64_t c : {1, 17, 32})
        for (dims shape : shapes) {
            std::replace(shape.begin(), shape.end(), std::int64_t {0}, c);
            SCOPED_TRACE("C is " + std::to_string(c) + ", " + testing::PrintToString(shape));
            const layout whole = tagged({2, c, 3, 5}, GetParam().tag);
            const layout one = tagged(shape, GetParam().tag);
            unit::expect_right({whole, whole, one, whole});
            unit::expect_right({one, whole, one, whole});
            unit::expect_right({whole, one, tagged(shape, md_tag::nchw), whole});
        }
}

TEST_P(layouts, with_the_others_plain) {
    for (const std::int64_t c : channels) {
        SCOPED_TRACE("C is " + std::to_string(c));
        const layout plain = tagged({2, c, 3, 5}, md_tag::nchw);
        const layout blocked = tagged({2, c, 3, 5}, GetParam().tag);
        unit::expect_right({plain, plain, plain, blocked});
        unit::expect_right({blocked, plain, plain, plain});
        unit::expect_right({plain, blocked, plain, plain});
        unit::expect_right({plain, plain, blocked, plain});
    }
}

TEST_P(layouts, of_every_type) {
    const layout all = tagged({3, 19, 2, 2}, GetParam().tag);
    for (const md_type type :
            {md_type::f32, md_type::bf16, md_type::f16, md_type::s32, md_type::s8, md_type::u8})
        for (const md_type cond_type : {md_type::s8, md_type::u8}) {
            SCOPED_TRACE(static_cast<int>(type));
            unit::expect_right({all, all, all, all, type, cond_type});
        }
}

INSTANTIATE_TEST_SUITE_P(dnnl, layouts, testing::ValuesIn(tags_4d),
        [](const auto &test) { return std::string(test.param.name); });

TEST(blocked_layouts, whose_blocks_do_not_divide) {
    for (const std::int64_t n : {31, 40, 97, 120, 160}) {
        SCOPED_TRACE(n);
        const layout by_32 = tagged({n, 17, 2, 1}, md_tag::NChw32n16c);
        const layout by_40 = tagged({n, 17, 2, 1}, md_tag::NChw40n16c);
        const layout by_48 = tagged({n, 17, 2, 1}, md_tag::OIhw16i48o4i);
        const layout by_1 = tagged({1, 17, 2, 1}, md_tag::nhwc);
        unit::expect_right({by_32, by_48, by_40, by_40});
        unit::expect_right({by_40, by_32, by_1, by_32});
        unit::expect_right({by_32, by_40, by_32, by_48});
    }
}

TEST(plain_layouts, with_padded_strides) {
    const layout dst = unit::strided({3, 4, 5}, {64, 9, 1});
    const layout src0 = unit::strided({3, 4, 5}, {1, 20, 4});
    const layout src1 = unit::strided({3, 1, 5}, {11, 7, 2});
    const layout cond = unit::strided({1, 4, 1}, {90, 3, 1});
    unit::expect_right({src0, src1, cond, dst});
}

TEST(parts, of_a_greater_memory) {
    const layout plain = part_of(tagged({5, 40, 6, 7}, md_tag::nhwc), {2, 20, 3, 4}, {1, 5, 2, 3});
    const layout blocked =
            part_of(tagged({5, 40, 6, 7}, md_tag::nChw8c), {2, 16, 3, 4}, {3, 8, 2, 0});
    const layout blocked_src =
            part_of(tagged({2, 64, 3, 4}, md_tag::nChw16c), {2, 16, 3, 4}, {0, 32, 0, 0});
    unit::expect_right({plain, plain, plain, plain});
    unit::expect_right({blocked_src, blocked, tagged({2, 1, 3, 4}, md_tag::nchw), blocked});
}

TEST(ranks, may_differ_as_in_numpy) {
    const layout dst = tagged({2, 19, 3, 5}, md_tag::nChw16c);
    unit::expect_right({dst, tagged({1}, md_tag::a), tagged({3, 5}, md_tag::ba), dst});
    unit::expect_right({tagged({19, 1, 1}, md_tag::abc), dst, tagged({5}, md_tag::a), dst});
}

TEST(broadcast_modes, are_those_of_select_op) {
    using libselect::auto_broadcast;
    const layout dst = tagged({2, 19, 3, 5}, md_tag::nChw16c);
    unit::expect_right({dst, tagged({19, 3}, md_tag::ab), tagged({19, 1}, md_tag::ab), dst,
            md_type::f32, md_type::s8, {auto_broadcast::pdpd, 1}});
    const layout one = tagged({2, 1, 3, 5}, md_tag::nChw16c);
    unit::expect_right({one, one, tagged({19, 1, 1}, md_tag::abc), dst, md_type::f32, md_type::s8,
            auto_broadcast::multidirectional});
    unit::expect_right({dst, dst, dst, dst, md_type::f32, md_type::s8, auto_broadcast::none});
}

const std::vector<named_tag> &tags_of(std::size_t rank) {
    return rank == 2 ? tags_2d : rank == 3 ? tags_3d : rank == 4 ? tags_4d : tags_5d;
}

layout any_layout(const dims &extents, support::random_source &random) {
    const std::vector<named_tag> &tags = tags_of(extents.size());
    const named_tag &at = tags[random.below(tags.size())];
    return tagged(extents, at.tag, at.name);
}

TEST(layouts_at_random, give_what_the_oracle_gives) {
    const support::seed_range seeds = support::test_seeds(400);
    for (std::uint64_t seed = seeds.first; seed < seeds.first + seeds.count; ++seed) {
        support::random_source random(seed);
        const dims sizes {1, 2, 3, 5, 16, 17, 19, 33, 50};
        dims dst(2 + random.below(4)), src0, src1, cond;
        for (std::size_t axis = 0; axis < dst.size(); ++axis)
            dst[axis] = axis < 2 ? sizes[random.below(sizes.size())]
                                 : static_cast<std::int64_t>(1 + random.below(3));
        for (const std::int64_t extent : dst) {
            const std::uint64_t broadcast = random.below(6);
            src0.push_back(broadcast == 0 ? 1 : extent);
            src1.push_back(broadcast == 1 ? 1 : extent);
            cond.push_back(random.one_in(3) ? 1 : extent);
        }
        const blocked_problem problem {any_layout(src0, random), any_layout(src1, random),
                any_layout(cond, random), any_layout(dst, random),
                random.one_in(2) ? md_type::f32 : md_type::bf16};
        SCOPED_TRACE(problem.src0.name + " " + problem.src1.name + " " + problem.cond.name + " -> "
                     + problem.dst.name + " " + testing::PrintToString(dst) + "\n"
                     + support::reproduce_command("bin/dnnl_test", "layouts_at_random.*", seed));
        unit::expect_right(problem, seed);
        if (HasFailure()) return;
    }
}

} // namespace
