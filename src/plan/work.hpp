// SPDX-License-Identifier: Apache-2.0
// What the forms of a walk consist of: amounts of kinds of work, each of which takes a known time.
#ifndef LIBSELECT_PLAN_WORK_HPP
#define LIBSELECT_PLAN_WORK_HPP

#include <array>
#include <cstddef>
#include <cstdint>

namespace libselect {

// The kinds of work that a form consists of.
enum class work : std::uint8_t {
    calls,          // of a kernel, with what prepares it
    strided_calls,  // of one of strided rows
    band_rows,      // parts of strided rows that bands cut: prefetchers begin anew
    boxes,          // with all that is decided per box
    copies,         // of an operand of a box
    copy_calls,     // of the loops over rows of a copy
    run_rows,       // rows of a copy that are short dense runs
    long_rows,      // long ones, by memcpy
    copied_bytes,   // in dense runs
    repeated_bytes, // within scratch
    filled_rows,    // rows of a copy of equal elements
    filled_vectors, // of 16 bytes, one at least in a row
    reversed_rows,  // rows of which one side goes backwards
    reversed_bytes,
    halved_bytes,       // of every second element of a dense row
    moved_rows,         // rows of elements that are moved one by one
    moved_elements,     // one by one, in batches
    lone_elements,      // the rest of a row that fills no batch
    moved_wide,         // elements of 16 bytes, moved one by one
    scattered_elements, // as moved ones, to dst
    transpose_bytes,    // by a kernel
    narrow_bytes,       // by a kernel for 2, 3 or 4 planes
    partial_rows,       // rows that end within a vector
    kernel_rows,        // of whole vectors
    compiled_rows,      // partial rows by a kernel that was not generated for them, besides
    jumped_rows,        // rows that have one condition each, on which the kernel jumps
    kernel_vectors,     // of 32 bytes of dst
    slabs,              // of fused rows
    periods,            // that are written for a slab
    partial_groups,     // fused rows that go through scratch
    taking_rows,        // strided rows of one condition
    strided_rows,       // other strided rows
    strided_elements,   // of them
    straight_rows,      // that are generated, as straight code
    looped_rows,        // or as loops
    generated_elements, // of these
    generated_steps,    // of their strided operands
    blended_rows,       // strided rows of which one operand is strided: vectors of the others
    blended_elements,
    blended_stores, // where dst is the strided operand
    near_lines,     // that come from the second-level cache, one after the other
    near_jumps,     // that come from there in other orders
    near_writes,    // jumps of dst
    far_lines,      // that come from the last cache
    far_jumps,
    far_writes,
    far_leaps,    // jumps to more pages than prefetchers follow
    memory_lines, // that come from memory
    memory_jumps,
    page_jumps,     // to pages that the first-level TLB has no more
    far_page_jumps, // that no TLB has
    crowded_reads,  // of near lines that share few sets of the first-level cache
    crowded_writes,
    n_kinds
};

inline constexpr std::size_t n_work_kinds = static_cast<std::size_t>(work::n_kinds);

// Amounts are means, which are rarely whole numbers.
[[nodiscard]] inline double as_double(std::int64_t n) noexcept {
    return static_cast<double>(n);
}

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
    // The same on a machine where leaps take no longer than jumps.
    [[nodiscard]] double nanoseconds_with_short_leaps() const noexcept;

private:
    std::array<double, n_work_kinds> amounts_ {};
};

} // namespace libselect

#endif
