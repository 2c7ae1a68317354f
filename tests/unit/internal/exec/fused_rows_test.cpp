// SPDX-License-Identifier: Apache-2.0
// Runs of short rows, of any number, give the bits of a plain loop and touch no byte outside their
// operands, which have nothing readable around them.
#include "exec/fused_rows.hpp"

#include <gtest/gtest.h>

#include <set>

#include "common/needed_isa.hpp"
#include "harness/fault_note.hpp"
#include "harness/guarded_buffer.hpp"
#include "kernel/kernel_case.hpp"

namespace internal {
namespace {

using libselect::fused_kernels;
using libselect::fused_params;
using libselect::fused_role;
using libselect::fused_rows;
using guard = support::placement::guard;

struct fused_rows_case {
    const libselect::implementation *from;
    int vector_bytes;
};

void PrintTo(const fused_rows_case &one, std::ostream *out) {
    *out << one.from->name << " vectors of " << one.vector_bytes;
}

// The portable kernels differ only in how they were compiled, so the best one stands for all.
std::vector<fused_rows_case> all_fused_rows_cases() {
    std::vector<fused_rows_case> cases {{&libselect::implementation_list().back(), 32}};
    for (const libselect::implementation *from : vector_implementations())
        if (is_generated(*from))
            cases.push_back({from, from->isa == libselect_cpu_isa_avx512 ? 64 : 32});
    return cases;
}

fused_kernels kernels_for(const libselect::implementation &from, const fused_params &params,
        bool streams, libselect::held_code &held) {
    fused_kernels made;
    made.ordinary = from.create_fused(from.isa, params, held);
    made.streaming = made.ordinary;
    made.scratch = scratch_of(made.ordinary);
    if (!streams) return made;
    fused_params streaming = params;
    streaming.stores = libselect::store_kind::streaming;
    made.streaming = from.create_fused(from.isa, streaming, held);
    return made;
}

// Scratch that ends where nothing is readable: kernels that take more than their share fault.
class guarded_scratch {
public:
    explicit guarded_scratch(const fused_kernels &kernels)
        : data_(memory_.allocate(
                static_cast<std::size_t>(kernels.scratch.n_bytes), {.side = guard::back})) {}
    [[nodiscard]] std::byte *data() const { return data_; }

private:
    support::guarded_buffer memory_;
    std::byte *const data_;
};

// Around the numbers where something else happens, for groups of g rows.
std::set<std::int64_t> row_counts(std::int64_t g) {
    std::set<std::int64_t> counts;
    for (const std::int64_t n : {std::int64_t {1}, g, 2 * g, 3 * g, std::int64_t {64}, 64 + g,
                 64 + 2 * g, 64 + 3 * g, 16 * g, 17 * g, 64 + 16 * g, 64 + 18 * g})
        for (const std::int64_t more : {-1, 0, 1})
            if (n + more > 0) counts.insert(n + more);
    for (std::int64_t n = 1; n < 12; ++n)
        counts.insert(n);
    return counts;
}

class exec_fused_rows : public testing::TestWithParam<fused_rows_case> {
protected:
    [[nodiscard]] static const libselect::implementation &from() { return *GetParam().from; }
    [[nodiscard]] static int vector_bytes() { return GetParam().vector_bytes; }

    // Runs the rows of a problem, and judges dst.
    void run_rows(const fused_kernels &made, const support::problem &what) {
        const std::string text = to_string(made.params()) + ": " + to_string(what);
        const support::fault_note note([&] { return text; });
        buffers_.prepare(what, random_);
        const std::vector<std::byte> wanted = buffers_.expected(what);
        const guarded_scratch scratch(made);
        fused_rows(made, libselect::store_kind::streaming, scratch.data())
                .run(data_of(buffers_), what.dst.dims[0]);
        ASSERT_EQ(buffers_.difference(what, wanted), "") << text;
    }

    void run_counts(fused_params params, bool streams) {
        params.splits_blends = random_.one_in(2);
        libselect::held_code held;
        const fused_kernels made = kernels_for(from(), params, streams, held);
        for (const std::int64_t rows : row_counts(made.ordinary.group.rows)) {
            const auto may_be_dst = [&](libselect::operand which) {
                return params.roles[which] == fused_role::full && random_.one_in(4);
            };
            const bool is_src0 = may_be_dst(libselect::src0), is_src1 = may_be_dst(libselect::src1);
            support::problem what = fused_problem(params, rows, 0,
                    static_cast<support::in_place>((is_src0 ? 1 : 0) + (is_src1 ? 2 : 0)));
            for (support::operand *tensor : operands(what))
                tensor->where = {random_.one_in(2) ? guard::front : guard::back, 0};
            if (random_.one_in(2)) what.dst.where.gap_bytes = random_.below(64);
            run_rows(made, what);
            if (HasFatalFailure()) return;
        }
    }

    support::operand_buffers buffers_;
    support::random_source random_ {1};
};

TEST_P(exec_fused_rows, any_number_of_rows_gives_the_bits_of_a_plain_loop) {
    INTERNAL_NEEDS_ISA(from().isa)
    for (const int elem_bytes : {1, 2, 4, 8, 16})
        for (const auto &roles : all_fused_roles())
            for (const int cols : {2, 3, 2 + static_cast<int>(random_.below(62))}) {
                run_counts({vector_bytes(), elem_bytes, cols, roles}, random_.one_in(2));
                if (HasFatalFailure()) return;
            }
}

TEST_P(exec_fused_rows, long_rows_too) {
    INTERNAL_NEEDS_ISA(from().isa)
    const auto mixes = all_fused_roles();
    for (const int elem_bytes : {1, 2, 4, 8, 16})
        for (int cols = 64; cols * elem_bytes <= 1024;
                cols += 1 + static_cast<int>(random_.below(6))) {
            const auto group = libselect::group_of(elem_bytes, cols, vector_bytes());
            if (group.vectors > libselect::max_group_vectors) continue;
            run_counts({vector_bytes(), elem_bytes, cols, mixes[random_.below(mixes.size())]},
                    random_.one_in(2));
            if (HasFatalFailure()) return;
        }
}

// The period is remembered by its address.
TEST_P(exec_fused_rows, one_runner_serves_other_rows_and_other_periods) {
    INTERNAL_NEEDS_ISA(from().isa)
    const fused_params params {vector_bytes(), 2, 7,
            {fused_role::repeating, fused_role::periodic, fused_role::full, fused_role::full}};
    libselect::held_code held;
    const fused_kernels made = kernels_for(from(), params, true, held);
    const guarded_scratch scratch(made);
    fused_rows runner(made, libselect::store_kind::streaming, scratch.data());
    support::operand_buffers of_two_periods[2];
    const support::problem what = fused_problem(params, 1000);
    for (support::operand_buffers &buffers : of_two_periods) {
        buffers.prepare(what, random_);
        const std::vector<std::byte> wanted = buffers.expected(what);
        for (std::int64_t begin = 0; begin < 1000; begin += 125) {
            auto at = data_of(buffers);
            at[libselect::cond] += begin;
            at[libselect::src1] += begin * 14;
            at[libselect::dst] += begin * 14;
            runner.run(at, 125);
        }
        EXPECT_EQ(buffers.difference(what, wanted), "");
    }
}

// Stands for a streaming kernel and writes down its calls; a kernel_fn has no place for state.
libselect::kernel_fn real_kernel;
std::int64_t groups_streamed;
std::uintptr_t streamed_to;

void watch(const libselect::kernel_args *args) {
    groups_streamed += args->loops->rows;
    streamed_to = reinterpret_cast<std::uintptr_t>(args->data[libselect::dst]);
    real_kernel(args);
}

TEST_P(exec_fused_rows, only_aligned_groups_are_streamed_and_most_are) {
    INTERNAL_NEEDS_ISA(from().isa)
    const fused_params params {vector_bytes(), 1, 3,
            {fused_role::repeating, fused_role::full, fused_role::periodic, fused_role::full}};
    libselect::held_code held;
    fused_kernels made = kernels_for(from(), params, true, held);
    real_kernel = made.streaming.run;
    made.streaming.run = watch;
    constexpr std::int64_t rows = 4000;
    const std::int64_t group_rows = made.ordinary.group.rows;
    support::problem what = fused_problem(params, rows);
    for (std::size_t gap = 0; gap < 64; ++gap) {
        groups_streamed = 0;
        what.dst.where = {guard::front, gap};
        run_rows(made, what);
        EXPECT_EQ(streamed_to % 64, 0U) << gap;
        // But for the rows before the first line, and those that a kernel might read behind.
        EXPECT_GE(groups_streamed * group_rows, rows - 64 - 64 - group_rows) << gap;
    }
}

TEST_P(exec_fused_rows, nothing_is_streamed_where_no_row_begins_with_a_line) {
    INTERNAL_NEEDS_ISA(from().isa)
    const fused_params params {vector_bytes(), 1, 6,
            {fused_role::full, fused_role::full, fused_role::constant, fused_role::full}};
    libselect::held_code held;
    fused_kernels made = kernels_for(from(), params, true, held);
    made.streaming.run = [](const libselect::kernel_args *) { ADD_FAILURE() << "streamed"; };
    support::problem what = fused_problem(params, 3000);
    what.dst.where = {guard::front, 1};
    run_rows(made, what);
}

INSTANTIATE_TEST_SUITE_P(each, exec_fused_rows, testing::ValuesIn(all_fused_rows_cases()),
        [](const auto &one) { return test_name(*one.param.from); });

} // namespace
} // namespace internal
