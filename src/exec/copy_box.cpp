// SPDX-License-Identifier: Apache-2.0
// The loops around the two innermost ones, which kernel/element_copies.hpp has.
#include "exec/copy_box.hpp"

#include <algorithm>
#include <cstring>

#include "exec/gather_block.hpp"
#include "kernel/element_copies.hpp"

namespace libselect {
namespace {

// Doubles the first n_bytes of scratch until there are `turns` copies of them.
void repeat(std::byte *scratch, std::int64_t n_bytes, std::int64_t turns) {
    for (std::int64_t done = 1; done < turns; done *= 2)
        std::memcpy(scratch + done * n_bytes, scratch,
                static_cast<std::size_t>(std::min(done, turns - done) * n_bytes));
}

template <bool gathers>
class copier {
public:
    copier(const box_copy &copy, std::int64_t rows, const transpose_kernel &kernel)
        : copy_(copy),
          rows_(rows),
          kernel_(kernel) {}

    void copy(std::byte *scratch, std::byte *memory, int level = 0) const {
        const copy_loop &each = copy_.loops[static_cast<std::size_t>(level)];
        const std::int64_t n = turns(level);
        if (copy_.transposes && level == copy_.rank - 2) return transpose(scratch, memory, each, n);
        if (each.repeats) {
            copy(scratch, memory, level + 1);
            return repeat(scratch, each.scratch, n);
        }
        const bool is_inner = level == copy_.rank - 1;
        const copy_loop &inner = copy_.loops[static_cast<std::size_t>(copy_.rank - 1)];
        if (is_inner || (level == copy_.rank - 2 && !inner.repeats)) {
            const copy_loop rows = is_inner ? copy_loop {} : each;
            const copy_side in_scratch {scratch, inner.scratch, rows.scratch};
            const copy_side in_memory {memory, inner.memory, rows.memory};
            const std::int64_t n_rows = is_inner ? 1 : n, n_elems = turns(copy_.rank - 1);
            return gathers ? copy_elements(copy_.width, in_scratch, in_memory, n_elems, n_rows)
                           : copy_elements(copy_.width, in_memory, in_scratch, n_elems, n_rows);
        }
        for (std::int64_t i = 0; i < n; ++i)
            copy(scratch + i * each.scratch, memory + i * each.memory, level + 1);
    }

private:
    [[nodiscard]] std::int64_t turns(int level) const {
        if (level == copy_.row_loop) return rows_ * copy_.row_factor;
        return copy_.loops[static_cast<std::size_t>(level)].extent;
    }

    // The last two loops: `columns` is dense in scratch, and the one inside it in memory, where it
    // may go backwards. A dst is then scattered from its other end.
    void transpose(
            std::byte *scratch, std::byte *memory, const copy_loop &columns, std::int64_t n) const {
        const copy_loop &inner = copy_.loops[static_cast<std::size_t>(copy_.rank - 1)];
        const std::int64_t n_inner = turns(copy_.rank - 1), width = copy_.width;
        if (gathers)
            return gather_block(scratch, gather_kind::transpose, width,
                    {memory, inner.memory, columns.memory, n_inner, n}, inner.scratch, kernel_);
        const bool is_backwards = inner.memory < 0;
        const std::int64_t apart = is_backwards ? -inner.scratch : inner.scratch;
        if (is_backwards) {
            memory += (n_inner - 1) * inner.memory;
            scratch += (n_inner - 1) * inner.scratch;
        }
        gather_block(memory, gather_kind::transpose, width, {scratch, width, apart, n, n_inner},
                columns.memory, kernel_);
    }

    const box_copy &copy_;
    const std::int64_t rows_;
    const transpose_kernel &kernel_;
};

} // namespace

void gather_box(std::byte *scratch, const std::byte *memory, const box_copy &copy,
        std::int64_t rows, const transpose_kernel &kernel) noexcept {
    copier<true>(copy, rows, kernel).copy(scratch, const_cast<std::byte *>(memory));
}

void scatter_box(std::byte *memory, const std::byte *scratch, const box_copy &copy,
        std::int64_t rows, const transpose_kernel &kernel) noexcept {
    copier<false>(copy, rows, kernel).copy(const_cast<std::byte *>(scratch), memory);
}

} // namespace libselect
