// SPDX-License-Identifier: Apache-2.0
// The problems of the suite `search`: drawn at random, written as one word.
#ifndef LIBSELECT_TESTS_BENCH_SEARCH_CASE_HPP
#define LIBSELECT_TESTS_BENCH_SEARCH_CASE_HPP

#include <array>
#include <string>

#include "harness/problem.hpp"

namespace bench {

using support::dims;

// Every operand has dst's extents; a stride of 0 broadcasts an input. Strides count elements.
struct search_case {
    std::size_t elem_bytes = 4;
    dims extents;
    std::array<dims, 4> strides; // cond, src0, src1, dst
    support::mask conditions;
    support::in_place alias = support::in_place::no;
};

// Any rank up to 8, any layout, any mask. dst has 256 bytes to 16 MiB.
search_case draw_case(support::random_source &random);

// "w4/2600x2x22x4/0,1,0,2/477,220,10,2/176,88,4,1/176,88,4,1/random,0.5,64/no": width, extents,
// strides of cond, src0, src1 and dst, the mask with chance and length, the source that is dst.
// parse_word is the inverse; it throws std::runtime_error for any other text.
std::string to_word(const search_case &one);
search_case parse_word(const std::string &word);

support::problem problem_of(const search_case &one);

} // namespace bench

#endif
