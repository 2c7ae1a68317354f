// SPDX-License-Identifier: Apache-2.0
// The arguments of libselect_logical_tensor_create from bytes, and what the header says of them, in
// arithmetic that cannot overflow.
#ifndef LIBSELECT_TESTS_FUZZ_TENSOR_CASE_HPP
#define LIBSELECT_TESTS_FUZZ_TENSOR_CASE_HPP

#include <cstdint>
#include <optional>

#include <libselect/libselect.h>

#include "fuzz/byte_reader.hpp"
#include "harness/broadcast_spec.hpp"

namespace fuzz {

using support::dims;

struct tensor_case {
    libselect_data_type_t type = libselect_f32;
    int rank = 0;
    bool has_dims = true; // else NULL is passed
    bool has_strides = false;
    dims extents; // as many as the rank, at most LIBSELECT_MAX_RANK
    dims strides;
};

// Types, ranks and dims that mostly agree with those of `model`, so that most are accepted.
[[nodiscard]] tensor_case read_tensor(byte_reader &bytes, const tensor_case &model);

// Whether a logical tensor may be like this.
[[nodiscard]] bool is_valid(const tensor_case &given);

[[nodiscard]] bool is_known(int rank, const dims &extents);
[[nodiscard]] bool is_empty(const dims &extents);

// Row-major strides of known dims, a dim of 0 counting as 1; nothing when they do not fit 63 bits.
[[nodiscard]] std::optional<dims> dense_strides(const dims &extents);

// The product of the dims and the width; nothing when it does not fit 63 bits.
[[nodiscard]] std::optional<std::int64_t> total_bytes(const dims &extents, std::int64_t width);

// From the lowest to the highest addressed byte; nothing when that does not fit 63 bits, counted in
// bits for types of one bit.
[[nodiscard]] std::optional<std::int64_t> span_bytes(
        const dims &extents, const dims &strides, libselect_data_type_t type);

// Whether two elements share memory, where that is easy to tell. The span fits 63 bits.
[[nodiscard]] std::optional<bool> meets_itself(const dims &extents, const dims &strides);

} // namespace fuzz

#endif
