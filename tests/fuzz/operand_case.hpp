// SPDX-License-Identifier: Apache-2.0
// A tensor of an execution from bytes: its shape, its layout, and its place in a window.
#ifndef LIBSELECT_TESTS_FUZZ_OPERAND_CASE_HPP
#define LIBSELECT_TESTS_FUZZ_OPERAND_CASE_HPP

#include <cstdint>

#include "fuzz/byte_reader.hpp"
#include "fuzz/windows.hpp"
#include "harness/broadcast_spec.hpp"

namespace fuzz {

using support::dims;

// The largest gap is 63 bytes.
inline constexpr std::int64_t room = windows::n_bytes - 64;

struct operand_case {
    dims extents;
    dims strides;           // in elements
    std::size_t width = 1;  // bytes of an element
    int far_axis = -1;      // the axis along which one window follows another; -1 when there is one
    bool at_back = false;   // laid against the guard page behind, else against the one before
    std::size_t gap = 0;    // bytes between the data and that page
    bool in_dst = false;    // lies in the memory of dst
    std::int64_t shift = 0; // then: bytes by which its lowest byte lies behind that of dst
    bool in_bits = false;   // an element is a bit, and so are strides and the offset
    std::int64_t offset = 0; // elements from the data pointer to the element of index 0
};

// Few elements, so that a dense tensor of this width fits a window.
[[nodiscard]] dims read_dims(byte_reader &bytes, std::int64_t width);
// Some dims become 1, and leading 1s go.
[[nodiscard]] dims read_broadcast(byte_reader &bytes, dims extents);
// The dims of an input of pdpd: part of src0's from the axis on, some of them 1.
[[nodiscard]] dims read_pdpd(byte_reader &bytes, const dims &src, std::int64_t axis);

// Elements apart: permuted, padded, turned round; those of an input also repeated or anyhow.
void read_strides(byte_reader &bytes, operand_case &into, bool is_dst);
void read_placement(byte_reader &bytes, operand_case &into);
[[nodiscard]] dims dense_strides(const dims &extents);

// Bytes that an operand addresses in one window, and in all, from its data pointer.
struct byte_range {
    std::int64_t low, high;
    [[nodiscard]] std::int64_t size() const { return high - low; }
};
[[nodiscard]] byte_range range_in_window(const operand_case &one);
[[nodiscard]] byte_range range_of(const operand_case &one);

} // namespace fuzz

#endif
