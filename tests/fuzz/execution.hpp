// SPDX-License-Identifier: Apache-2.0
// The memory of an execution: filled, guarded, and with the expected result.
#ifndef LIBSELECT_TESTS_FUZZ_EXECUTION_HPP
#define LIBSELECT_TESTS_FUZZ_EXECUTION_HPP

#include <array>

#include "fuzz/execute_case.hpp"
#include "fuzz/windows.hpp"
#include "harness/oracle.hpp"

namespace fuzz {

// The process has one object of this class.
class execution {
public:
    // Fills the inputs, and computes what dst's memory must hold in the end.
    void prepare(const execute_case &given);

    // Restores the memory of dst, and all around it.
    void restore_dst() const;
    [[nodiscard]] bool is_as_expected() const;

    // Whether dst shares memory with an input in a way that must be refused. Then the memory of dst
    // is expected to stay as it is.
    [[nodiscard]] bool must_be_refused() const { return must_be_refused_; }

    // The data pointer.
    [[nodiscard]] std::byte *data(operand which) const { return data_[which]; }

private:
    void place(const execute_case &given, operand which);
    void fill(const execute_case &given, operand which);
    [[nodiscard]] support::view view_of(const execute_case &given, operand which) const;
    void judge_sharing(const execute_case &given);

    std::array<windows, n_operands> memory_; // that of dst is used through its writable view
    windows before_, wanted_;                // of dst
    std::array<std::byte *, n_operands> data_ {};
    std::size_t n_windows_ = 1; // that dst uses
    bool must_be_refused_ = false;
};

} // namespace fuzz

#endif
