// SPDX-License-Identifier: Apache-2.0
// The cases of the suite `conditions`: problems whose condition is no boolean tensor.
#ifndef LIBSELECT_TESTS_BENCH_CONDITION_CASE_HPP
#define LIBSELECT_TESTS_BENCH_CONDITION_CASE_HPP

#include <string>
#include <vector>

#include "bench_case.hpp"

namespace bench {

struct condition_case {
    std::string name;
    support::problem what;      // dense operands; in place on src0 or src1, not on both
    bool lhs_is_src0 = false;   // they are one buffer
    bool looks_for_nan = false; // lhs and rhs are dst, and differ only where it is NaN
    bool has_limit = true;      // false where no byte has to move

    // The smallest byte mask that says the same: no axis on which nothing depends.
    [[nodiscard]] dims mask_dims() const;
    [[nodiscard]] bool in_place() const { return what.alias != support::in_place::no; }
};

// The rows of the table in README. In quick runs the tensors have a few MiB.
std::vector<condition_case> condition_cases(bool quick);

// The same Select with that byte mask.
bench_case byte_mask_case(const condition_case &one);

// "f32 lt(64x128256,64x1) src0 scalar src1 64x128256 in place"
std::string shape_text(const condition_case &one);

} // namespace bench

#endif
