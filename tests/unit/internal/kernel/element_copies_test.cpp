// SPDX-License-Identifier: Apache-2.0
// Copies of rows, for every width, any steps and each ISA, move the bits of a plain loop and touch
// nothing else.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "common/needed_isa.hpp"
#include "harness/fault_note.hpp"
#include "harness/guarded_buffer.hpp"
#include "harness/random.hpp"
#include "kernel/kernel_case.hpp"
#include "kernel/portable_kernels.hpp"

namespace internal {
namespace {

using libselect::copy_side;
using guard = support::placement::guard;

// Steps count elements. Rows follow each other as densely as they can.
struct layout {
    std::int64_t step, n;

    [[nodiscard]] std::int64_t row() const { return step == 0 ? 1 : std::abs(step) * (n - 1) + 1; }
};

class kernel_element_copies : public test_of_width {
protected:
    // The first element of the first row, in a buffer that ends where the rows do.
    copy_side side(
            support::guarded_buffer &buffer, const layout &of, std::int64_t rows, guard where) {
        std::byte *begin =
                buffer.allocate(static_cast<std::size_t>(rows * of.row() * width()), {where, 0});
        support::fill_elements(buffer.whole(), 8, random_);
        const std::int64_t first = of.step < 0 ? of.row() - 1 : 0;
        return {begin + first * width(), of.step * width(), of.row() * width()};
    }

    void run_one(std::int64_t to_step, std::int64_t from_step, std::int64_t n, std::int64_t rows,
            guard where) {
        const std::string text = "to every " + std::to_string(to_step) + " from every "
                                 + std::to_string(from_step) + ", " + std::to_string(rows)
                                 + " rows of " + std::to_string(n);
        const support::fault_note note([&] { return text; });
        copy_side source = side(source_, {from_step, n}, rows, where);
        source.at = source_.read_only(source.at);
        const copy_side to = side(out_, {to_step, n}, rows, where);
        std::vector<std::byte> wanted(out_.whole().begin(), out_.whole().end());
        for (std::int64_t r = 0; r < rows; ++r)
            for (std::int64_t i = 0; i < n; ++i)
                std::memcpy(wanted.data() + (to.at - out_.whole().data()) + r * to.row_step
                                    + i * to.step,
                        source.at + r * source.row_step + i * source.step,
                        static_cast<std::size_t>(width()));
        from().loops->copy(static_cast<int>(width()), to, source, n, rows);
        ASSERT_TRUE(std::ranges::equal(out_.whole(), wanted)) << text;
    }

    support::guarded_buffer source_, out_;
    support::random_source random_ {1};
};

TEST_P(kernel_element_copies, give_the_bits_of_a_plain_loop_and_stay_in_bounds) {
    INTERNAL_NEEDS_ISA(from().isa)
    std::vector<std::int64_t> lengths {95, 96, 97, 127, 128, 129, 255, 256, 257, 321, 1000};
    for (std::int64_t n = 1; n <= 70; ++n)
        lengths.push_back(n);
    for (const std::int64_t to_step : {1, -1, 2, -2, 5})
        for (const std::int64_t from_step : {0, 1, -1, 2, -2, 3, -7})
            for (const std::int64_t n : lengths)
                for (const std::int64_t rows : {1, 3})
                    for (const guard where : {guard::front, guard::back}) {
                        run_one(to_step, from_step, n, rows, where);
                        if (HasFatalFailure()) return;
                    }
}

INSTANTIATE_TEST_SUITE_P(each, kernel_element_copies,
        testing::Combine(testing::ValuesIn(every_portable_implementation()),
                testing::Values(1, 2, 4, 8, 16)),
        name_of_width);

} // namespace
} // namespace internal
