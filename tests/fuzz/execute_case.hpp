// SPDX-License-Identifier: Apache-2.0
// A whole execution from bytes: shapes that are valid, layouts that fit the windows, aliasing.
#ifndef LIBSELECT_TESTS_FUZZ_EXECUTE_CASE_HPP
#define LIBSELECT_TESTS_FUZZ_EXECUTE_CASE_HPP

#include <array>
#include <cstdint>

#include <libselect/libselect.h>

#include "fuzz/byte_reader.hpp"
#include "harness/broadcast_spec.hpp"

namespace fuzz {

using support::dims;

enum operand : std::size_t { cond, src0, src1, dst, n_operands };

struct operand_case {
    dims extents;
    dims strides;           // in elements
    std::size_t width = 1;  // bytes of an element
    int far_axis = -1;      // the axis along which one window follows another; -1 when there is one
    bool at_back = false;   // laid against the guard page behind, else against the one before
    std::size_t gap = 0;    // bytes between the data and that page
    bool in_dst = false;    // lies in the memory of dst
    std::int64_t shift = 0; // then: bytes by which its lowest byte lies behind that of dst
};

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
};

[[nodiscard]] execute_case read_execution(byte_reader &bytes);

// Bytes that an operand addresses in one window, and in all, from its element of index 0.
struct byte_range {
    std::int64_t low, high;
    [[nodiscard]] std::int64_t size() const { return high - low; }
};
[[nodiscard]] byte_range range_in_window(const operand_case &one);
[[nodiscard]] byte_range range_of(const operand_case &one);

} // namespace fuzz

#endif
