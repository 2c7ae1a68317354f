// SPDX-License-Identifier: Apache-2.0
// The adapter as a program uses it, judged by oneDNN's reorder: blocked to plain, the loop, and
// back.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

#include "unit/dnnl/blocked_problem.hpp"

namespace {

using dnnl::memory;
using unit::cpu_engine;
using unit::md_tag;
using unit::md_type;

memory reordered(memory from, md_tag tag) {
    const memory::desc md = from.get_desc();
    std::vector<std::int64_t> extents;
#if DNNL_VERSION_MAJOR >= 3
    extents = md.get_dims();
#else
    extents = md.dims();
#endif
    memory to({extents, md_type::f32, tag}, cpu_engine());
    dnnl::stream stream(cpu_engine());
    dnnl::reorder(from, to).execute(stream, from, to);
    stream.wait();
    return to;
}

memory numbered(const memory::dims &extents, float first) {
    memory made({extents, md_type::f32, md_tag::nchw}, cpu_engine());
    auto *data = static_cast<float *>(made.get_data_handle());
    for (std::size_t i = 0; i < made.get_desc().get_size() / sizeof(float); ++i)
        data[i] = first + static_cast<float>(i);
    return made;
}

TEST(execute, computes_what_reorder_and_a_loop_compute) {
    constexpr std::int64_t n = 2, c = 19, h = 3, w = 5;
    const memory src0 = numbered({n, c, h, w}, 1), src1 = numbered({n, c, h, w}, 10000);
    const memory cond({{n, 1, 1, w}, md_type::s8, md_tag::nchw}, cpu_engine());
    const std::vector<std::uint8_t> mask {0, 1, 2, 128, 255, 0, 255, 0, 1, 0};
    std::copy(mask.begin(), mask.end(), static_cast<std::uint8_t *>(cond.get_data_handle()));

    memory wanted = numbered({n, c, h, w}, 0);
    for (std::int64_t i = 0; i < n * c * h * w; ++i) {
        const bool taken = mask[static_cast<std::size_t>(i / (c * h * w) * w + i % w)] != 0;
        static_cast<float *>(wanted.get_data_handle())[i] =
                static_cast<float *>((taken ? src0 : src1).get_data_handle())[i];
    }

    for (const md_tag tag : {md_tag::nChw16c, md_tag::nChw8c, md_tag::nhwc}) {
        const memory a = reordered(src0, tag), b = reordered(src1, tag);
        const libselect::dnnl_select select(a.get_desc(), b.get_desc(), cond.get_desc());
        const memory dst(select.dst_desc(), cpu_engine());
        const std::size_t bytes = dst.get_desc().get_size();
        std::fill_n(static_cast<std::uint8_t *>(dst.get_data_handle()), bytes, std::uint8_t {0xa5});
        select.execute(
                dnnl::stream(cpu_engine()), {{DNNL_ARG_SRC_0, a}, {DNNL_ARG_SRC_1, b},
                                                    {DNNL_ARG_SRC_2, cond}, {DNNL_ARG_DST, dst}});
        const memory blocked = reordered(wanted, tag);
        EXPECT_EQ(std::memcmp(dst.get_data_handle(), blocked.get_data_handle(), bytes), 0);
    }
}

TEST(execute, runs_on_many_threads_at_once) {
    const auto all = unit::tagged({2, 19, 3, 5}, md_tag::nChw16c);
    const memory src0 = reordered(numbered({2, 19, 3, 5}, 1), md_tag::nChw16c);
    const memory src1 = reordered(numbered({2, 19, 3, 5}, 9000), md_tag::nChw16c);
    const unit::operand_memory cond(all, md_type::u8, true, 1);
    const libselect::dnnl_select select(src0.get_desc(), src1.get_desc(), cond.memory().get_desc());
    const std::size_t bytes = select.dst_desc().get_size();
    constexpr std::size_t n_threads = 4;
    std::vector<memory> results;
    results.reserve(n_threads);
    for (std::size_t i = 0; i < n_threads; ++i)
        results.emplace_back(select.dst_desc(), cpu_engine());
    std::vector<std::thread> threads;
    threads.reserve(n_threads);
    for (const memory &dst : results)
        threads.emplace_back([&] {
            for (int i = 0; i < 20; ++i)
                select.execute(dnnl::stream(cpu_engine()),
                        {{DNNL_ARG_SRC_0, src0}, {DNNL_ARG_SRC_1, src1},
                                {DNNL_ARG_SRC_2, cond.memory()}, {DNNL_ARG_DST, dst}});
        });
    for (std::thread &thread : threads)
        thread.join();
    for (const memory &dst : results)
        EXPECT_EQ(std::memcmp(dst.get_data_handle(), results[0].get_data_handle(), bytes), 0);
}

} // namespace
