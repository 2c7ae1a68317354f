// SPDX-License-Identifier: Apache-2.0
#include "unit/dnnl/blocked_problem.hpp"

#include <gtest/gtest.h>

#include "harness/mask.hpp"
#include "harness/oracle.hpp"
#include "harness/random.hpp"

namespace unit {

// oneDNN 2.x writes zeros to the padding when it gets the handle, so the bytes come after.
operand_memory::operand_memory(const layout &of, md_type type, bool is_cond, std::uint64_t seed)
    : slots_(slots_of(of)),
      elem_bytes_(dnnl::memory::data_type_size(type)),
      bytes_(of.whole(type).get_size()),
      memory_(of.make(type), cpu_engine(), bytes_.data()) {
    support::random_source random(seed);
    if (is_cond)
        support::fill_cond(bytes_, random);
    else
        support::fill_elements(bytes_, elem_bytes_, random);
}

std::vector<std::byte> operand_memory::with(const std::vector<std::byte> &plain) const {
    std::vector<std::byte> bytes = bytes_;
    from_plain(slots_, plain, bytes, elem_bytes_);
    return bytes;
}

libselect::dnnl_select make_select(const blocked_problem &problem) {
    return {problem.src0.make(problem.type), problem.src1.make(problem.type),
            problem.cond.make(problem.cond_type), problem.dst.make(problem.type), problem.attr};
}

namespace {

support::view view_of(const std::vector<std::byte> &plain, const dims &extents) {
    return {plain.data(), extents, support::dense_strides(extents)};
}

std::vector<std::byte> plain_result(const blocked_problem &problem, const operand_memory &cond,
        const operand_memory &src0, const operand_memory &src1, std::size_t n_bytes) {
    const std::vector<std::byte> plain_cond = cond.plain(), plain_src0 = src0.plain(),
                                 plain_src1 = src1.plain();
    std::vector<std::byte> plain(n_bytes);
    support::select_oracle(view_of(plain_cond, problem.cond.extents),
            view_of(plain_src0, problem.src0.extents), view_of(plain_src1, problem.src1.extents),
            {plain.data(), problem.dst.extents, support::dense_strides(problem.dst.extents)},
            dnnl::memory::data_type_size(problem.type), libselect::to_string(problem.attr.mode),
            problem.attr.axis);
    return plain;
}

} // namespace

void expect_right(const blocked_problem &problem, std::uint64_t seed) {
    const operand_memory cond(problem.cond, problem.cond_type, true, seed);
    const operand_memory src0(problem.src0, problem.type, false, seed + 1);
    const operand_memory src1(problem.src1, problem.type, false, seed + 2);
    const operand_memory apart(problem.dst, problem.type, false, seed + 3);
    using place = blocked_problem::place;
    const operand_memory &dst = problem.dst_place == place::in_src0   ? src0
                                : problem.dst_place == place::in_src1 ? src1
                                                                      : apart;
    const std::vector<std::byte> wanted =
            dst.with(plain_result(problem, cond, src0, src1, apart.plain().size()));
    const auto copy_of = [](const operand_memory &of) {
        return std::vector<std::byte>(of.bytes());
    };
    const auto cond_before = copy_of(cond), src0_before = copy_of(src0),
               src1_before = copy_of(src1);

    const dnnl::stream stream(cpu_engine());
    const arguments args {{DNNL_ARG_SRC_0, src0.memory()}, {DNNL_ARG_SRC_1, src1.memory()},
            {DNNL_ARG_SRC_2, cond.memory()}, {DNNL_ARG_DST, dst.memory()}};
    make_select(problem).execute(stream, args);

    EXPECT_TRUE(dst.bytes() == wanted);
    EXPECT_TRUE(cond.bytes() == cond_before);
    if (&dst != &src0) {
        EXPECT_TRUE(src0.bytes() == src0_before);
    }
    if (&dst != &src1) {
        EXPECT_TRUE(src1.bytes() == src1_before);
    }
}

} // namespace unit
