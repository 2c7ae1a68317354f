// SPDX-License-Identifier: Apache-2.0
// The position of a walk: an index per loop outside the innermost, and the addresses they give.
#ifndef LIBSELECT_EXEC_POSITION_HPP
#define LIBSELECT_EXEC_POSITION_HPP

#include <array>
#include <cstddef>
#include <cstdint>

#include "plan/walk_order.hpp"

namespace libselect {

// Counts the rows of a walk. The caller keeps the walk alive.
class position {
public:
    position(
            const walk_order &walk, const per_operand<std::byte *> &data, std::int64_t row) noexcept
        : walk_(walk),
          outer_(walk.rank - 2),
          at_(data) {
        for (int i = outer_; i >= 0; --i) {
            const loop &each = walk.loops[static_cast<std::size_t>(i)];
            index_[static_cast<std::size_t>(i)] = row % each.extent;
            row /= each.extent;
            move(each, index_[static_cast<std::size_t>(i)]);
        }
    }

    [[nodiscard]] const per_operand<std::byte *> &at() const noexcept { return at_; }

    // Rows from here to the end of the second innermost loop.
    [[nodiscard]] std::int64_t rows_left() const noexcept { return left(outer_); }

    // Whole planes from here, at the beginning of one, to the end of the third innermost loop.
    [[nodiscard]] std::int64_t planes_left() const noexcept { return left(outer_ - 1); }
    [[nodiscard]] bool is_at_plane() const noexcept {
        return outer_ < 0 || index_[static_cast<std::size_t>(outer_)] == 0;
    }

    // Moves on by n planes, from the beginning of one; 0 <= n <= planes_left().
    void advance_planes(std::int64_t n) noexcept { advance(outer_ - 1, n); }
    // Moves on by n rows; 1 <= n <= rows_left().
    void advance(std::int64_t n) noexcept { advance(outer_, n); }

private:
    [[nodiscard]] std::int64_t left(int at) const noexcept {
        if (at < 0) return 1;
        const auto i = static_cast<std::size_t>(at);
        return walk_.loops[i].extent - index_[i];
    }
    void advance(int at, std::int64_t n) noexcept {
        for (int i = at; i >= 0; --i, n = 1) {
            const loop &each = walk_.loops[static_cast<std::size_t>(i)];
            std::int64_t &index = index_[static_cast<std::size_t>(i)];
            index += n;
            move(each, n);
            if (index < each.extent) return;
            move(each, -index);
            index = 0;
        }
    }
    // As integers: a condition of ranges or bits has no byte, and its address here is null.
    void move(const loop &along, std::int64_t n) noexcept {
        for (std::size_t k = 0; k < n_operands; ++k)
            at_[k] = reinterpret_cast<std::byte *>(
                    reinterpret_cast<std::uintptr_t>(at_[k])
                    + static_cast<std::uintptr_t>(n * along.strides[k]));
    }

    const walk_order &walk_;
    const int outer_; // the second innermost loop; -1 when there is none
    per_operand<std::byte *> at_;
    std::array<std::int64_t, max_rank> index_;
};

} // namespace libselect

#endif
