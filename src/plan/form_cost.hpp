// SPDX-License-Identifier: Apache-2.0
// Estimated times of the forms of a walk: counted work, times what each kind of work takes.
#ifndef LIBSELECT_PLAN_FORM_COST_HPP
#define LIBSELECT_PLAN_FORM_COST_HPP

#include <array>
#include <cstddef>
#include <cstdint>

#include "plan/box_form.hpp"
#include "plan/cache_sizes.hpp"
#include "plan/row_form.hpp"

namespace libselect {

// The kinds of work that a form consists of.
enum class work : std::uint8_t {
    calls,           // of a kernel, with what prepares it
    boxes,           // with all that is decided per box
    copies,          // of an operand of a box
    copy_calls,      // of the loops over rows of a copy
    run_rows,        // rows of a copy that are short dense runs
    long_rows,       // long ones, by memcpy
    copied_bytes,    // in dense runs
    repeated_bytes,  // within scratch
    filled_rows,     // rows of a copy of equal elements
    filled_vectors,  // of 16 bytes
    filled_elements, // in rows of less than a vector
    reversed_rows,   // rows of which one side goes backwards
    reversed_bytes,
    halved_bytes,       // of every second element of a dense row
    moved_rows,         // rows of elements that are moved one by one
    moved_elements,     // one by one, in batches
    lone_elements,      // the rest of a row that fills no batch
    moved_wide,         // elements of 16 bytes, moved one by one
    scattered_elements, // as moved ones, to dst
    transposed_bytes,   // by a kernel
    narrow_bytes,       // by a kernel for 2, 3 or 4 planes
    partial_rows,       // rows that end within a vector
    kernel_rows,        // of whole vectors
    jumped_rows,        // rows that have one condition each, on which the kernel jumps
    kernel_vectors,     // of 32 bytes of dst
    slabs,              // of fused rows
    periods,            // that are written for a slab
    partial_groups,     // fused rows that go through scratch
    taking_rows,        // strided rows of one condition
    strided_rows,       // other strided rows
    strided_elements,   // of them
    blended_rows,       // strided rows of which one operand is strided: vectors of the others
    blended_elements,
    blended_stores, // where dst is the strided operand
    near_lines,     // that come from the second-level cache, one after the other
    near_jumps,     // that come from there in other orders
    far_lines,      // that come from the last cache
    far_jumps,
    memory_lines, // that come from memory
    memory_jumps,
    page_jumps,     // to pages that the first-level TLB has no more
    far_page_jumps, // that no TLB has
    crowded_reads,  // of near lines that share few sets of the first-level cache
    crowded_writes,
    n_kinds
};

inline constexpr std::size_t n_work_kinds = static_cast<std::size_t>(work::n_kinds);

// How much of each kind.
class work_list {
public:
    double &operator[](work kind) noexcept { return amounts_[static_cast<std::size_t>(kind)]; }
    [[nodiscard]] const std::array<double, n_work_kinds> &amounts() const noexcept {
        return amounts_;
    }
    void add(const work_list &other, double times) noexcept {
        for (std::size_t i = 0; i < n_work_kinds; ++i)
            amounts_[i] += times * other.amounts_[i];
    }
    [[nodiscard]] double nanoseconds() const noexcept;

private:
    std::array<double, n_work_kinds> amounts_ {};
};

// A cache, or the pages that a TLB knows.
struct cache_level {
    std::int64_t bytes;
    std::int64_t line_bytes;
    std::int64_t way_bytes; // lines so far apart share a set; a power of two
    work lines, jumps;
};

// What an address may miss, the nearest first.
class cache_levels {
public:
    explicit cache_levels(const cache_sizes &caches) noexcept;
    [[nodiscard]] const cache_level *begin() const noexcept { return all_.data(); }
    [[nodiscard]] const cache_level *end() const noexcept { return all_.data() + all_.size(); }

private:
    std::array<cache_level, 5> all_;
};

// Rows, fused or not, with or without gathered blocks.
[[nodiscard]] work_list work_of_rows(const walk_order &walk, const row_form &form, int vector_bytes,
        const cache_levels &levels) noexcept;
// Boxes of the last n_loops loops of the walk.
[[nodiscard]] work_list work_of_boxes(
        const walk_order &walk, const box_form &form, const cache_levels &levels) noexcept;
// Rows of any strides, without scratch.
[[nodiscard]] work_list work_of_strided(
        const walk_order &walk, const cache_levels &levels) noexcept;

} // namespace libselect

#endif
