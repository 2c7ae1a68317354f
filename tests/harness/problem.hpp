// SPDX-License-Identifier: Apache-2.0
// A test problem as data: what Select to compute, on which layouts, in which buffers.
#ifndef LIBSELECT_TESTS_HARNESS_PROBLEM_HPP
#define LIBSELECT_TESTS_HARNESS_PROBLEM_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <libselect/libselect.hpp>

#include "harness/guarded_buffer.hpp"
#include "harness/mask.hpp"

namespace support {

using dims = std::vector<std::int64_t>;

struct operand {
    support::dims dims;
    support::dims strides; // in elements, one per dim
    placement where;
};

// Which inputs are dst itself: the same pointer. Their strides must be dst's.
enum class in_place { no, src0, src1, both };

struct problem {
    libselect::data_type type = libselect::data_type::f32;
    operand cond, src0, src1, dst;
    std::string mode = "numpy";
    std::int64_t axis = -1;
    in_place alias = in_place::no;
    bool infer_dst = false; // let the op infer dst, whose layout here must be dense
    int max_threads = 0;
    mask cond_mask;         // these two are for fill_operands (problem_data.hpp)
    std::uint64_t seed = 0; // of all data

    [[nodiscard]] std::size_t elem_bytes() const { return libselect::size_of(type); }
};

// The problem with dense operands; dst is inferred. The shapes must be valid for the mode.
problem dense_problem(libselect::data_type type, const dims &cond, const dims &src0,
        const dims &src1, const std::string &mode = "numpy", std::int64_t axis = -1);

// One data type of every width, 1, 2, 4, 8 and 16 bytes.
const std::vector<libselect::data_type> &type_of_every_width();

// All 17 data types.
const std::vector<libselect::data_type> &all_types();

// 0 when any extent is 0, whatever the others are.
std::int64_t n_elems(const dims &extents);

// The bytes an operand addresses, from low to high, relative to its element of index 0, ..., 0.
// Both are 0 when it has no elements.
struct byte_range {
    std::int64_t low;
    std::int64_t high;
    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(high - low); }
};
byte_range addressed_bytes(const operand &tensor, std::size_t elem_bytes);

// "f32 numpy cond 3x1 strides 1,1 (back guard + 0) ..."
std::string to_string(const problem &what);
std::string to_string(const dims &values, const char *separator);

} // namespace support

#endif
