// SPDX-License-Identifier: Apache-2.0
// Counting the outer loops and filling in kernel arguments.
#include "exec/walk.hpp"

#include <algorithm>
#include <array>

namespace libselect {
namespace {

// Where the walk stands: an index per loop outside the innermost, and the address they give.
class position {
public:
    position(const plan &made, const per_operand<std::byte *> &data, std::int64_t row) noexcept
        : made_(made),
          outer_(made.rank - 2),
          at_(data) {
        for (int i = outer_; i >= 0; --i) {
            const loop &one = made.loops[static_cast<std::size_t>(i)];
            index_[static_cast<std::size_t>(i)] = row % one.extent;
            row /= one.extent;
            move(one, index_[static_cast<std::size_t>(i)]);
        }
    }

    [[nodiscard]] const per_operand<std::byte *> &at() const noexcept { return at_; }

    // Rows from here to the end of the second innermost loop.
    [[nodiscard]] std::int64_t rows_left() const noexcept {
        if (outer_ < 0) return 1;
        const auto i = static_cast<std::size_t>(outer_);
        return made_.loops[i].extent - index_[i];
    }

    // Moves on by n rows; 1 <= n <= rows_left().
    void advance(std::int64_t n) noexcept {
        for (int i = outer_; i >= 0; --i, n = 1) {
            const loop &one = made_.loops[static_cast<std::size_t>(i)];
            std::int64_t &index = index_[static_cast<std::size_t>(i)];
            index += n;
            move(one, n);
            if (index < one.extent) return;
            move(one, -index);
            index = 0;
        }
    }

private:
    void move(const loop &along, std::int64_t n) noexcept {
        for (std::size_t k = 0; k < n_operands; ++k)
            at_[k] += n * along.strides_bytes[k];
    }

    const plan &made_;
    const int outer_; // the second innermost loop; -1 when there is none
    per_operand<std::byte *> at_;
    std::array<std::int64_t, max_rank> index_;
};

} // namespace

void walk(const plan &made, kernel_fn run, const per_operand<std::byte *> &data,
        const rectangle &part) noexcept {
    const loop &inner = made.inner();
    kernel_args args;
    args.cols = part.col_end - part.col_begin;
    args.col_strides_bytes = inner.strides_bytes;
    args.row_strides_bytes = {};
    if (made.rank > 1)
        args.row_strides_bytes = made.loops[static_cast<std::size_t>(made.rank - 2)].strides_bytes;
    position here(made, data, part.row_begin);
    for (std::int64_t rows_left = part.row_end - part.row_begin; rows_left > 0;) {
        args.rows = std::min(rows_left, here.rows_left());
        for (std::size_t k = 0; k < n_operands; ++k)
            args.data[k] = here.at()[k] + part.col_begin * inner.strides_bytes[k];
        run(&args);
        rows_left -= args.rows;
        if (rows_left > 0) here.advance(args.rows);
    }
}

} // namespace libselect
