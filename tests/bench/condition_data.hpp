// SPDX-License-Identifier: Apache-2.0
// The buffers of a case of the suite `conditions`, filled, and the result that is expected.
#ifndef LIBSELECT_TESTS_BENCH_CONDITION_DATA_HPP
#define LIBSELECT_TESTS_BENCH_CONDITION_DATA_HPP

#include "case_data.hpp"
#include "condition_case.hpp"
#include "harness/problem_data.hpp"

namespace bench {

class condition_data {
public:
    // Equal cases have equal data. What `same` has computed is copied.
    condition_data(const condition_case &one, memory_kind memory, const condition_data *same);

    // The data pointer of a part of the problem.
    [[nodiscard]] std::byte *at(libselect_arg_t arg) const;
    // Of the dims one.mask_dims(): 1 where the condition is true.
    [[nodiscard]] std::byte *mask() const { return mask_.data(); }
    // Like dst, and in place another buffer, in which yardsticks write what they please.
    [[nodiscard]] std::byte *scratch() const { return in_place_ ? spare_.data() : dst_.data(); }
    [[nodiscard]] std::size_t dst_bytes() const { return dst_.size(); }
    // What any implementation must move.
    [[nodiscard]] std::size_t compulsory_bytes() const { return compulsory_bytes_; }

    // Puts dst in the state before an execution.
    void reset_dst() const;
    [[nodiscard]] bool dst_is_expected() const;

private:
    void allocate(const condition_case &one, memory_kind memory);
    void fill(const condition_case &one);
    void compute(const condition_case &one);

    bool in_place_;
    support::operand_pointers at_ {};
    page_buffer cond_, rhs_, begin_, end_, src0_, src1_, dst_;
    page_buffer mask_, expected_, original_, spare_; // the last two in place
    std::size_t compulsory_bytes_ = 0;
};

} // namespace bench

#endif
