// SPDX-License-Identifier: Apache-2.0
// The adapter beside oneDNN's own binary_select, which came with 3.7: same arguments, same result.
#include <gtest/gtest.h>

#include <cstring>

#include "unit/dnnl/blocked_problem.hpp"

#if DNNL_VERSION_MAJOR > 3 || DNNL_VERSION_MINOR >= 7

namespace {

using dnnl::memory;
using unit::md_tag;
using unit::md_type;

memory filled(const memory::desc &md, float first) {
    const memory plain({md.get_dims(), md_type::f32, md_tag::nchw}, unit::cpu_engine());
    for (std::size_t i = 0; i < plain.get_desc().get_size() / sizeof(float); ++i)
        static_cast<float *>(plain.get_data_handle())[i] = first + static_cast<float>(i % 1000);
    memory made(md, unit::cpu_engine()), from = plain;
    dnnl::stream stream(unit::cpu_engine());
    dnnl::reorder(from, made).execute(stream, from, made);
    stream.wait();
    return made;
}

TEST(binary_select, and_the_adapter_agree) {
    const dnnl::engine &engine = unit::cpu_engine();
    dnnl::stream stream(engine);
    for (const md_tag tag : {md_tag::nchw, md_tag::nhwc, md_tag::nChw16c}) {
        const memory::desc md({2, 32, 3, 5}, md_type::f32, tag);
        const memory::desc cond_md({2, 32, 3, 5}, md_type::s8, tag);
        const dnnl::binary::primitive_desc pd(
                engine, dnnl::algorithm::binary_select, md, md, cond_md, md);
        const memory src0 = filled(md, 1), src1 = filled(md, -5000), cond(cond_md, engine);
        for (std::size_t i = 0; i < cond_md.get_size(); ++i)
            static_cast<std::int8_t *>(cond.get_data_handle())[i] = i * 7 % 3 == 0;
        const memory theirs(md, engine), ours(md, engine);
        unit::arguments args {{DNNL_ARG_SRC_0, src0}, {DNNL_ARG_SRC_1, src1},
                {DNNL_ARG_SRC_2, cond}, {DNNL_ARG_DST, theirs}};
        dnnl::binary(pd).execute(stream, args);
        stream.wait();
        args[DNNL_ARG_DST] = ours;
        libselect::dnnl_select(md, md, cond_md, md).execute(stream, args);
        EXPECT_EQ(std::memcmp(ours.get_data_handle(), theirs.get_data_handle(), md.get_size()), 0);
    }
}

} // namespace

#endif
