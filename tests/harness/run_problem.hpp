// SPDX-License-Identifier: Apache-2.0
// Runs a problem through the public interface and judges it by the oracle, bit for bit.
#ifndef LIBSELECT_TESTS_HARNESS_RUN_PROBLEM_HPP
#define LIBSELECT_TESTS_HARNESS_RUN_PROBLEM_HPP

#include <string>

#include "harness/problem.hpp"
#include "harness/random.hpp"
#include "harness/type_lists.hpp"

namespace support {

libselect::logical_tensor make_tensor(libselect::data_type type, const operand &tensor);
inline libselect::logical_tensor make_tensor(libselect_data_type_t type, const operand &tensor) {
    return make_tensor(static_cast<libselect::data_type>(type), tensor);
}
libselect::select_op make_op(const problem &what);

// "" when the library computes the problem right and touches nothing else; otherwise what went
// wrong, with the problem. Inputs are read-only, every buffer has guard pages, and memories carry
// exact sizes. May be called from many threads at once.
std::string run(const problem &what, random_source &random);

} // namespace support

#endif
