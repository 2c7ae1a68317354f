// SPDX-License-Identifier: Apache-2.0
// A test problem as data: what Select to compute, on which layouts, in which buffers.
#ifndef LIBSELECT_TESTS_HARNESS_PROBLEM_HPP
#define LIBSELECT_TESTS_HARNESS_PROBLEM_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <libselect/libselect.h>

#include "harness/condition_rule.hpp"
#include "harness/guarded_buffer.hpp"
#include "harness/mask.hpp"

namespace support {

struct operand {
    support::dims dims;
    support::dims strides; // in elements, one per dim
    placement where;
    bool strides_in_bytes = false; // instead
    // Readable bytes behind the data, in which it begins again.
    std::size_t slack_bytes = 0;
    // Elements (bits of u1 and u1_msb) from the data pointer to the element of index 0, ..., 0.
    std::int64_t offset = 0;
};

// Which inputs are dst itself: the same pointer. Their strides must be dst's.
enum class in_place : std::uint8_t { no, src0, src1, both };

struct problem {
    libselect_data_type_t type = libselect_f32;
    operand cond, src0, src1, dst;
    std::string mode = "numpy";
    std::int64_t axis = -1;
    in_place alias = in_place::no;
    bool infer_dst = false; // let the op infer dst, whose layout here must be dense
    int max_threads = 0;

    // What decides. It reads cond, or is an interval. A comparison has cond on its left side.
    condition_rule rule;
    operand rhs, begin, end;
    // Whether cond, or rhs, is dst itself, as a source may be.
    bool cond_is_dst = false, rhs_is_dst = false;

    mask conditions {.kind = mask_kind::stretches, .value = true_byte::varies};
    std::uint64_t seed = 0; // of all data that fill_operands makes (problem_data.hpp)

    [[nodiscard]] std::size_t elem_bytes() const { return libselect_data_type_size(type); }
};

// The problem with dense operands; dst is inferred. The shapes must be valid for the mode. The type
// is libselect_data_type_t or libselect::data_type: tests of hidden code have no libselect.hpp.
problem dense_problem(libselect_data_type_t type, const dims &cond, const dims &src0,
        const dims &src1, const std::string &mode = "numpy", std::int64_t axis = -1);

template <typename ScopedType>
requires(!std::is_convertible_v<ScopedType, int>) problem
        dense_problem(ScopedType type, const dims &cond, const dims &src0, const dims &src1,
                const std::string &mode = "numpy", std::int64_t axis = -1) {
    return dense_problem(static_cast<libselect_data_type_t>(type), cond, src0, src1, mode, axis);
}

// cond, src0, src1, dst.
std::array<operand *, 4> operands(problem &what);
std::array<const operand *, 4> operands(const problem &what);

// A tensor of the op.
struct part {
    libselect_arg_t arg; // lhs for the cond of a comparison
    const operand *tensor;
    libselect_data_type_t type;
    bool is_dst; // it is dst itself, or an input that lies there
};
// The inputs of the condition, src0, src1 and dst.
std::vector<part> parts(const problem &what);

// "compare f32 lt", "interval axis -1 row_axis -2 upper 0 end s32".
std::string to_string(const condition_rule &rule);

// Whether src0 (or src1) is dst itself.
bool src0_is_dst(const problem &what);
bool src1_is_dst(const problem &what);

// Every operand against this guard page, or for a gap of 1 to 63 bytes each as far from it as gives
// them all another misalignment.
void place(problem &what, placement::guard side, std::size_t gap_bytes = 0);

// A type of 1, 2, 4, 8 or 16 bytes.
libselect_data_type_t type_of_width(std::size_t elem_bytes);

// 0 when any extent is 0, whatever the others are.
std::int64_t n_elems(const dims &extents);

// The bytes an operand addresses, from low to high, relative to its data pointer. Both are 0 when
// it has no elements.
struct byte_range {
    std::int64_t low;
    std::int64_t high;
    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(high - low); }
};
byte_range addressed_bytes(const operand &tensor, std::size_t elem_bytes);
byte_range addressed_bytes(const operand &tensor, libselect_data_type_t type);

// "f32 numpy cond 3x1 strides 1,1 (back guard + 0) ..."
std::string to_string(const problem &what);
std::string to_string(const dims &values, const char *separator);

} // namespace support

#endif
