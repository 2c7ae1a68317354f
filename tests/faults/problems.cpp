// SPDX-License-Identifier: Apache-2.0
#include "faults/problems.hpp"

namespace faults {
namespace {

using libselect::data_type;
using support::dense_problem;
using support::problem;

problem transposed() {
    problem made = row_problem(70, 90);
    made.src0.strides = {1, 70};
    return made;
}

problem strided_dst() {
    problem made = row_problem(5, 400);
    made.cond.strides = {801, 2};
    made.dst.strides = {900, 2};
    return made;
}

} // namespace

problem large_problem() {
    return dense_problem(data_type::f32, {500, 1}, {500, 700}, {700});
}

problem row_problem(std::int64_t rows, std::int64_t cols) {
    return dense_problem(data_type::f32, {rows, cols}, {rows, cols}, {cols});
}

problem broadcast_problem(std::int64_t cols) {
    return dense_problem(data_type::f32, {3, cols}, {cols}, {3, 1});
}

std::vector<named_problem> problem_of_every_kind() {
    return {{"rows", row_problem(6, 77)},
            {"short_rows", dense_problem(data_type::u8, {70, 1}, {70, 3}, {3})},
            {"copies", dense_problem(data_type::f32, {50, 1}, {50, 200}, {})},
            {"four_loops", dense_problem(data_type::f64, {3, 1, 5, 1}, {3, 7, 1, 60}, {5, 60})},
            {"transposed", transposed()}, {"strided_dst", strided_dst()},
            {"none", dense_problem(data_type::s8, {9, 9}, {9, 9}, {9, 9}, "none")},
            {"pdpd", dense_problem(data_type::f16, {3, 4}, {2, 3, 4, 5}, {3}, "pdpd", 1)},
            {"multidirectional",
                    dense_problem(data_type::u32, {4, 1, 40}, {5, 1}, {40}, "multidirectional")},
            {"zero_size", dense_problem(data_type::f32, {0, 5}, {0, 5}, {5})},
            {"scalars", dense_problem(data_type::c128, {}, {}, {})}, {"large", large_problem()}};
}

} // namespace faults
