// SPDX-License-Identifier: Apache-2.0
// Select on oneDNN memory: each operand keeps its layout, here blocks of 16 channels.
#include <cstdio>
#include <cstring>

#include <libselect/dnnl.hpp>

int main() {
    using desc = dnnl::memory::desc;
    using type = dnnl::memory::data_type;
    using tag = dnnl::memory::format_tag;
    const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
    const dnnl::stream stream(engine);

    const dnnl::memory image(desc({1, 3, 2, 2}, type::f32, tag::nChw16c), engine);
    const dnnl::memory colour(desc({1, 3, 1, 1}, type::f32, tag::nchw), engine);
    const dnnl::memory mask(desc({1, 1, 2, 2}, type::u8, tag::nchw), engine); // taken as boolean
    std::memset(image.get_data_handle(), 0, image.get_desc().get_size());
    const unsigned char outside[4] = {1, 0, 0, 1};
    std::memcpy(mask.get_data_handle(), outside, sizeof outside);
    const float rgb[3] = {0.25F, 0.5F, 0.75F};
    std::memcpy(colour.get_data_handle(), rgb, sizeof rgb);

    const libselect::dnnl_select select(image.get_desc(), colour.get_desc(), mask.get_desc());
    const dnnl::memory dst(select.dst_desc(), engine); // in the layout of the image, which is SRC_0
    select.execute(stream, {{DNNL_ARG_SRC_0, image}, {DNNL_ARG_SRC_1, colour},
                                   {DNNL_ARG_SRC_2, mask}, {DNNL_ARG_DST, dst}});

    const float *const pixels = static_cast<const float *>(dst.get_data_handle());
    for (int pixel = 0; pixel < 4; ++pixel)
        std::printf("%g %g %g\n", static_cast<double>(pixels[pixel * 16]),
                static_cast<double>(pixels[pixel * 16 + 1]),
                static_cast<double>(pixels[pixel * 16 + 2]));
}

// It prints:
//
// 0 0 0
// 0.25 0.5 0.75
// 0.25 0.5 0.75
// 0 0 0
