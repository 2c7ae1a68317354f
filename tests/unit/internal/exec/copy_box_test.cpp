// SPDX-License-Identifier: Apache-2.0
// Boxes in scratch are what plain loops put there, and go back to where they came from. Nothing is
// read or written beyond them.
#include "exec/copy_box.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "common/random_walk.hpp"
#include "harness/guarded_buffer.hpp"
#include "schedule/implementation_list.hpp"

#if defined(LIBSELECT_JIT)
#include "common/needed_isa.hpp"
#include "schedule/jit_implementations.hpp"
#endif

namespace internal {
namespace {

using libselect::box_copy;
using libselect::box_form;
using libselect::operand;
using libselect::transpose_kernel;
using libselect::walk_order;
using guard = support::placement::guard;

// Moves elements one by one, by the loops of the copy.
void move_plainly(const box_copy &copy, int level, std::byte *scratch, std::byte *memory,
        std::int64_t rows, bool gathers) {
    if (level == copy.rank) {
        std::byte *to = gathers ? scratch : memory, *from = gathers ? memory : scratch;
        std::memcpy(to, from, static_cast<std::size_t>(copy.width));
        return;
    }
    const auto &each = copy.loops[static_cast<std::size_t>(level)];
    const std::int64_t n = level == copy.row_loop ? rows * copy.row_factor : each.extent;
    for (std::int64_t i = 0; i < n; ++i)
        move_plainly(copy, level + 1, scratch + i * each.scratch, memory + i * each.memory, rows,
                gathers);
}

// A copy with its two sides, each against a guard page.
class box_buffers {
public:
    void lay_out(const box_copy &copy, std::int64_t rows, std::int64_t scratch_bytes, guard side,
            support::random_source &random) {
        std::int64_t low = 0, high = copy.width;
        for (int i = 0; i < copy.rank; ++i) {
            const auto &each = copy.loops[static_cast<std::size_t>(i)];
            const std::int64_t n = i == copy.row_loop ? rows * copy.row_factor : each.extent;
            (each.memory < 0 ? low : high) += (n - 1) * each.memory;
        }
        memory = memory_.allocate(static_cast<std::size_t>(high - low), {side, 0}) - low;
        scratch = scratch_.allocate(static_cast<std::size_t>(scratch_bytes), {side, 0});
        support::fill_elements(memory_.whole(), 8, random);
        support::fill_elements(scratch_.whole(), 8, random);
    }

    // "" when the library's copy leaves on both sides what the plain one does.
    std::string judge(
            const box_copy &copy, std::int64_t rows, bool gathers, const transpose_kernel &kernel) {
        const std::vector<std::byte> before_scratch = bytes_of(scratch_);
        const std::vector<std::byte> before_memory = bytes_of(memory_);
        move_plainly(copy, 0, scratch, memory, rows, gathers);
        const std::vector<std::byte> wanted_scratch = bytes_of(scratch_);
        const std::vector<std::byte> wanted_memory = bytes_of(memory_);
        std::ranges::copy(before_scratch, scratch_.whole().begin());
        std::ranges::copy(before_memory, memory_.whole().begin());
        if (gathers)
            libselect::gather_box(scratch, memory, copy, rows, kernel);
        else
            libselect::scatter_box(memory, scratch, copy, rows, kernel);
        if (bytes_of(scratch_) != wanted_scratch) return "scratch differs";
        return bytes_of(memory_) == wanted_memory ? "" : "memory differs";
    }

private:
    static std::vector<std::byte> bytes_of(const support::guarded_buffer &buffer) {
        return {buffer.whole().begin(), buffer.whole().end()};
    }

    support::guarded_buffer memory_, scratch_;
    std::byte *memory = nullptr, *scratch = nullptr;
};

transpose_kernel portable_transpose(const box_copy &copy) {
    libselect::held_code held;
    return libselect::best_portable().create_transpose(
            libselect_cpu_isa_portable, {copy.width, copy.narrow_cols, copy.narrow_rows}, held);
}

struct counted_copies {
    int transposed = 0, narrow_cols = 0, narrow_rows = 0, backwards = 0;
    void add(const box_copy &copy) {
        if (!copy.transposes) return;
        const bool is_narrow = copy.narrow_cols != 0 || copy.narrow_rows != 0;
        ++(copy.narrow_cols != 0 ? narrow_cols : is_narrow ? narrow_rows : transposed);
        if (copy.loops[static_cast<std::size_t>(copy.rank - 1)].memory < 0) ++backwards;
    }
};

struct counted_boxes {
    counted_copies gathered, scattered;
};

template <typename Make_kernel>
counted_boxes judge_random_copies(int n_walks, const Make_kernel &make_kernel) {
    support::random_source random(7);
    box_buffers buffers;
    counted_boxes n {};
    for (int i = 0; i < n_walks && !testing::Test::HasFailure(); ++i) {
        const walk_order walk = random_walk(random);
        const int n_loops =
                static_cast<int>(random.below(static_cast<std::uint64_t>(walk.rank) + 1));
        const box_form form = libselect::make_box_form(walk, n_loops);
        for (const operand which : libselect::all_operands) {
            if (form.rows == 0 || !form.is_copied[which]) continue;
            const box_copy &copy = form.copies[which];
            const std::int64_t rows = random.one_in(2) ? form.rows : (form.rows + 1) / 2;
            const guard side = random.one_in(2) ? guard::front : guard::back;
            (which != libselect::dst ? n.gathered : n.scattered).add(copy);
            buffers.lay_out(copy, rows, rows * form.columns * walk.unit(which), side, random);
            EXPECT_EQ(buffers.judge(copy, rows, which != libselect::dst, make_kernel(copy)), "")
                    << "walk " << i << ", operand " << which;
        }
    }
    return n;
}

TEST(exec_copy_box, boxes_are_copied_right) {
    const counted_boxes n = judge_random_copies(1500, portable_transpose);
    for (const counted_copies &each : {n.gathered, n.scattered}) {
        EXPECT_GT(each.transposed, 3);
        EXPECT_GT(each.narrow_cols, 3);
        EXPECT_GT(each.narrow_rows, 3);
        EXPECT_GT(each.backwards, 3);
    }
}

#if defined(LIBSELECT_JIT)
TEST(exec_copy_box, boxes_are_transposed_right_by_generated_kernels) {
    INTERNAL_NEEDS_ISA(libselect_cpu_isa_avx2)
    libselect::held_code held;
    judge_random_copies(500, [&](const box_copy &copy) {
        if (!copy.transposes) return transpose_kernel {};
        return libselect::create_transpose(
                libselect_cpu_isa_avx2, {copy.width, copy.narrow_cols, copy.narrow_rows}, held);
    });
}
#endif

} // namespace
} // namespace internal
