// SPDX-License-Identifier: Apache-2.0
// Shapes, tensors, ops and plans from words, so that tables of cases stay readable.
#ifndef INTERNAL_COMMON_TEXT_SHAPE_HPP
#define INTERNAL_COMMON_TEXT_SHAPE_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "plan/plan.hpp"

namespace internal {

// "2x?x5", "scalar" for rank 0, "*" for an unknown rank.
[[nodiscard]] libselect::shape parse_shape(const std::string &text);

// A tensor in words: "2x3" is dense, "2x3:-4x1" has these strides, one per axis.
[[nodiscard]] libselect::tensor_ref tensor_of(
        libselect::data_type type, const std::string &dims_and_strides);

// What an op has besides its inputs. A dst of "" is inferred.
struct op_options {
    std::string dst = "";
    libselect::data_type type = libselect_f32;
    libselect::attributes attr = {};
};

[[nodiscard]] libselect::select_op op_of(const std::string &cond, const std::string &src0,
        const std::string &src1, const op_options &options = {});

[[nodiscard]] libselect::plan plan_of(const std::string &cond, const std::string &src0,
        const std::string &src1, const op_options &options = {});

// Every way to give `length` positions one of the values, the last position fastest.
[[nodiscard]] std::vector<std::vector<std::int64_t>> tuples_of(
        const std::vector<std::int64_t> &values, int length);

} // namespace internal

#endif
