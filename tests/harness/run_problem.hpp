// SPDX-License-Identifier: Apache-2.0
// Runs a problem through the public interface and judges it by the oracle, bit for bit.
#ifndef LIBSELECT_TESTS_HARNESS_RUN_PROBLEM_HPP
#define LIBSELECT_TESTS_HARNESS_RUN_PROBLEM_HPP

#include <cstddef>
#include <string>
#include <vector>

#include "harness/problem.hpp"
#include "harness/random.hpp"
#include "harness/type_lists.hpp"

namespace support {

libselect::logical_tensor make_tensor(libselect::data_type type, const operand &tensor);
inline libselect::logical_tensor make_tensor(libselect_data_type_t type, const operand &tensor) {
    return make_tensor(static_cast<libselect::data_type>(type), tensor);
}
libselect::condition make_condition(const problem &what);
libselect::select_op make_op(const problem &what);

// One argument for each part of the problem. The memories point to these tensors.
class arguments {
public:
    // The problem and the data live on.
    template <typename Data>
    arguments(const problem &what, const libselect::select_op &op, const Data &data) {
        for (const part &each : parts(what))
            add(each, op, data(each.arg));
    }
    [[nodiscard]] std::vector<libselect_exec_arg_t> &list() { return list_; }

private:
    void add(const part &which, const libselect::select_op &op, std::byte *data);
    std::vector<libselect_exec_arg_t> list_;
};

// Executes with these arguments; throws what the library refuses.
void execute(
        const libselect::primitive &primitive, const std::vector<libselect_exec_arg_t> &arguments);

// The same; with a boolean condition, whose arguments are in the order of parts(), as programs do
// that were written for 0.1.
void execute(const problem &what, const libselect::primitive &primitive,
        const std::vector<libselect_exec_arg_t> &arguments);

// "" when the library computes the problem right and touches nothing else; otherwise what went
// wrong, with the problem. Inputs are read-only, every buffer has guard pages, and memories carry
// exact sizes. Executes as often as the primitive has ways, and once more, on new buffers each
// time. May be called from many threads at once.
std::string run(const problem &what, random_source &random);

} // namespace support

#endif
