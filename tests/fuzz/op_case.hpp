// SPDX-License-Identifier: Apache-2.0
// Reads arguments of libselect_select_op_create and libselect_primitive_create from the fuzzer's
// bytes, and says which statuses libselect.h allows for them.
#ifndef LIBSELECT_TESTS_FUZZ_OP_CASE_HPP
#define LIBSELECT_TESTS_FUZZ_OP_CASE_HPP

#include <array>
#include <optional>

#include "fuzz/finding.hpp"
#include "fuzz/tensor_case.hpp"

namespace fuzz {

struct op_case {
    tensor_case cond, src0, src1, dst;
    bool has_dst = false; // else NULL is passed
    libselect_auto_broadcast_t mode = libselect_auto_broadcast_numpy;
    std::int64_t axis = LIBSELECT_DEFAULT_AXIS;
    int max_threads = 0;
};

[[nodiscard]] op_case read_op(byte_reader &bytes);

// The statuses that a call may return. If `faults` is empty, the arguments are right and the call
// succeeds; else it returns one of `faults`. In both cases it may return one of `doubts`, which
// stand for rules that this file does not compute.
struct verdict {
    statuses faults;
    statuses doubts;
    [[nodiscard]] bool allows(libselect_status_t outcome) const {
        if (outcome == libselect_success) return faults.is_empty();
        return faults.has(outcome) || doubts.has(outcome);
    }
};

// The tensors must be valid. With unknown dims, only attributes and types are judged.
[[nodiscard]] verdict judge_op(const op_case &given);

// Whether every dim of the inputs is known; then the shape of dst is judged too.
[[nodiscard]] bool inputs_are_known(const op_case &given);

// The dims of dst; nothing if a dim of an input is unknown, the inputs do not fit, or the given dst
// differs.
[[nodiscard]] std::optional<dims> dst_dims(const op_case &given);

// The same op with numbers in place of unknown dims and ranks. `hint` is a possible shape of dst.
[[nodiscard]] op_case substitute(const op_case &given, const dims &hint, byte_reader &bytes);

// Whether two shapes agree in every dim that both know.
[[nodiscard]] bool agree(int rank, const dims &extents, const dims &known);

// An operand of an accepted op.
struct layout {
    int rank = 0;
    dims extents;
    std::optional<dims> strides; // nothing when they do not fit 63 bits or a dim is unknown
    bool is_dense = true;
    libselect_data_type_t type = libselect_f32;
};
[[nodiscard]] layout layout_of(const tensor_case &given);
[[nodiscard]] verdict judge_size(const layout &tensor);
[[nodiscard]] verdict judge_primitive(const std::array<layout, 4> &operands, int max_threads);

} // namespace fuzz

#endif
