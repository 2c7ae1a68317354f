// SPDX-License-Identifier: Apache-2.0
// A whole execution from bytes: shapes that are valid, layouts that fit the windows, aliasing.
#ifndef LIBSELECT_TESTS_FUZZ_EXECUTE_CASE_HPP
#define LIBSELECT_TESTS_FUZZ_EXECUTE_CASE_HPP

#include <array>
#include <cstdint>
#include <vector>

#include <libselect/libselect.h>

#include "fuzz/operand_case.hpp"
#include "harness/condition_rule.hpp"

namespace fuzz {

// cond is the left side of a comparison too.
enum operand : std::size_t { cond, src0, src1, dst, rhs, begin, end, n_operands };

struct execute_case {
    libselect_data_type_t type = libselect_f32;
    libselect_auto_broadcast_t mode = libselect_auto_broadcast_numpy;
    std::int64_t axis = LIBSELECT_DEFAULT_AXIS;
    std::array<operand_case, n_operands> operands;
    bool infers_dst = false;
    bool tells_sizes = true;
    int max_threads = 0;
    std::uint64_t data_seed = 0;
    unsigned mask_kind = 0;
    support::condition_rule rule; // boolean, unless conditions are fuzzed
};

[[nodiscard]] execute_case read_execution(
        byte_reader &bytes, const support::condition_rule &rule = {});

// The inputs that the rule reads, and the sources.
[[nodiscard]] std::vector<operand> inputs_of(const execute_case &given);
[[nodiscard]] libselect_data_type_t type_of(const execute_case &given, operand which);

void lay_in_place(operand_case &source, const operand_case &result);

} // namespace fuzz

#endif
