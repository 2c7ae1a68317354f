// SPDX-License-Identifier: Apache-2.0
// One Select for a schedule: layouts as numbers, in guarded buffers of exact size, and the bits
// that the oracle gives.
#ifndef INTERNAL_EXEC_SCHEDULE_PROBLEM_HPP
#define INTERNAL_EXEC_SCHEDULE_PROBLEM_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/guarded_buffer.hpp"
#include "harness/random.hpp"
#include "schedule/schedule.hpp"

namespace internal {

// How cond is filled. 1 % means that one byte in a hundred differs from the others.
enum class mask_kind { mixed, stretches, all_true, all_false, one_percent, runs };

// Strides are in elements, one per axis of dst, and 0 where an operand is broadcast.
struct schedule_problem {
    std::size_t width = 4;
    std::vector<std::int64_t> extents;
    libselect::per_operand<std::vector<std::int64_t>> strides {};
    libselect::per_operand<support::placement> where {};
    mask_kind mask = mask_kind::mixed;
    bool dst_is_src0 = false;
    bool dst_is_src1 = false;
    // As the library does it for an operand that lies in dst; without, it is only one more input.
    bool keeps = true;
    libselect::cache_sizes caches;
    int max_threads = 1;
};

[[nodiscard]] std::string to_string(const schedule_problem &what);

// Broadcast, permuted, padded and turned round layouts of about `elems` elements at most.
[[nodiscard]] schedule_problem random_schedule_problem(
        std::int64_t elems, support::random_source &random);

// Every operand dense.
[[nodiscard]] schedule_problem dense_schedule_problem(
        std::size_t width, const std::vector<std::int64_t> &extents);

[[nodiscard]] libselect::plan plan_of(const schedule_problem &what);

// Buffers between guard pages, kept from one problem to the next.
class schedule_buffers {
public:
    // Fills whole buffers, dst and what lies around it too, and makes the inputs read-only.
    void prepare(const schedule_problem &what, support::random_source &random);

    // Runs the schedule the way a primitive does.
    void run(const schedule_problem &what, const libselect::plan &made,
            const libselect::schedule &how) const;

    // "" when dst's buffer is what the oracle says, around dst what was there before; else the
    // first difference.
    [[nodiscard]] std::string difference() const;

private:
    void ask_the_oracle(const schedule_problem &what);

    libselect::per_operand<support::guarded_buffer> buffers_;
    libselect::per_operand<std::byte *> data_ {}; // the elements of index 0, ..., 0
    std::vector<std::byte> wanted_;               // the whole of dst's buffer
};

} // namespace internal

#endif
