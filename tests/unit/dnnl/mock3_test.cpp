// SPDX-License-Identifier: Apache-2.0
// The adapter's branch for oneDNN 3.x, compiled against a mock where the oneDNN at hand is 2.x. It
// tells that the branch compiles and reads what it is given, not what the real 3.x gives.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include <libselect/dnnl.hpp>

#include "unit/outcome.hpp"

namespace {

using libselect::dnnl_select;
using libselect::status;

constexpr int f32 = 3, s8 = 5, u8 = 6, boolean = 8, s4 = 11;
constexpr std::int64_t channels = 19, width = 3;

// {1, 19, 3} as nCw16c: two blocks of 16, the second with 3 channels and 13 of padding.
dnnl_memory_desc blocked_desc() {
    return {f32, dnnl_blocked, {1, channels, width}, {1, 32, width}, {32 * width, 16 * width, 16},
            {16}, {1}, 0, 32 * width * sizeof(float)};
}
// {1, 1, 3}, plain.
dnnl_memory_desc mask_desc(int type) {
    return {type, dnnl_blocked, {1, 1, width}, {1, 1, width}, {width, width, 1}, {}, {}, 0, width};
}

std::size_t slot(std::int64_t c, std::int64_t w) {
    return static_cast<std::size_t>(c / 16 * 16 * width + w * 16 + c % 16);
}

class mock3 : public testing::Test {
protected:
    status execute(int cond_type, dnnl_engine_kind_t kind) {
        dnnl_memory_desc data = blocked_desc(), mask = mask_desc(cond_type);
        dnnl_engine engine {kind};
        dnnl_stream stream {&engine};
        dnnl_memory src0 {&data, &engine, ones.data()}, src1 {&data, &engine, twos.data()},
                cond {&mask, &engine, mask_bytes.data()}, out {&data, &engine, dst.data()};
        return unit::status_of([&] {
            dnnl_select(&data, &data, &mask, &data)
                    .execute(&stream, {{DNNL_ARG_SRC_0, &src0}, {DNNL_ARG_SRC_1, &src1},
                                              {DNNL_ARG_SRC_2, &cond}, {DNNL_ARG_DST, &out}});
        });
    }
    static status made_with(const dnnl_memory_desc &src0_desc) {
        dnnl_memory_desc src0 = src0_desc, data = blocked_desc(), mask = mask_desc(u8);
        return unit::status_of([&] { dnnl_select(&src0, &data, &mask, &data); });
    }

    std::vector<float> ones = std::vector<float>(32 * width, 1.0F);
    std::vector<float> twos = std::vector<float>(32 * width, 2.0F);
    std::vector<float> dst = std::vector<float>(32 * width, 9.0F);
    std::vector<std::uint8_t> mask_bytes {0, 0x80, 1};
};

TEST_F(mock3, selects_in_blocks_and_zeroes_padding) {
    for (const int cond_type : {s8, u8, boolean}) {
        ASSERT_EQ(execute(cond_type, dnnl_cpu), status::success);
        for (std::int64_t c = 0; c < 32; ++c)
            for (std::int64_t w = 0; w < width; ++w) {
                const float value = mask_bytes[static_cast<std::size_t>(w)] != 0 ? 1.0F : 2.0F;
                EXPECT_EQ(dst[slot(c, w)], c < channels ? value : 0.0F) << c << " " << w;
            }
    }
}

// The real 3.x makes blocked layouts by their tags alone, so the tag that follows src0 is searched.
TEST_F(mock3, lets_src1_and_dst_follow_src0) {
    using tag = dnnl::memory::format_tag;
    const auto type = static_cast<dnnl::memory::data_type>(f32);
    dnnl_memory_desc data = blocked_desc(), mask = mask_desc(u8);
    const dnnl_select select(&data, {{1, channels, 1}, type, tag::any}, &mask,
            {{1, channels, width}, type, tag::any});
    const dnnl::memory::desc &of_src1 = select.src1_desc(), &of_dst = select.dst_desc();
    EXPECT_EQ(of_src1.get_inner_blks(), (dnnl::memory::dims {16}));
    EXPECT_EQ(of_src1.get_strides(), (dnnl::memory::dims {32, 16, 16}));
    EXPECT_EQ(of_dst.get_strides(), data.strides);
    // Blocks that no tag has: the same order of axes.
    data.inner_blks = {8};
    data.padded_dims = {1, 24, width};
    data.strides = {24 * width, 8 * width, 8};
    data.size = 24 * width * sizeof(float);
    const dnnl_select plain(&data, &data, &mask);
    EXPECT_EQ(plain.dst_desc().get_inner_blks(), dnnl::memory::dims {});
    EXPECT_EQ(plain.dst_desc().get_strides(), (dnnl::memory::dims {channels * width, width, 1}));
}

TEST_F(mock3, refuses_another_engine) {
    EXPECT_EQ(execute(u8, dnnl_gpu), status::unimplemented);
    EXPECT_EQ(dst, std::vector<float>(32 * width, 9.0F));
}

TEST_F(mock3, refuses_what_it_cannot_read) {
    EXPECT_EQ(made_with(blocked_desc()), status::success);
    dnnl_memory_desc md = blocked_desc();
    md.format_kind = dnnl_format_kind_any;
    EXPECT_EQ(made_with(md), status::invalid_arguments);
    md.format_kind = dnnl_format_kind_opaque;
    EXPECT_EQ(made_with(md), status::unimplemented);
    md = blocked_desc();
    md.type = s4;
    EXPECT_EQ(made_with(md), status::unimplemented);
    md = blocked_desc();
    md.dims[1] = DNNL_RUNTIME_DIM_VAL;
    EXPECT_EQ(made_with(md), status::unimplemented);
    md = blocked_desc();
    md.size += 64; // as compensation makes it
    EXPECT_EQ(made_with(md), status::unimplemented);
}

} // namespace
