// SPDX-License-Identifier: Apache-2.0
// The arguments of where() and of Select, read and checked as far as libselect does not.
#ifndef LIBSELECT_PYTHON_CALL_HPP
#define LIBSELECT_PYTHON_CALL_HPP

#include "condition_object.hpp"

namespace libselect_python {

// Once it is read, x and y have one type, and `out`, where there is one, has it too.
struct select_call {
    condition_terms terms;
    operand first {"condition"};  // the condition's tensor, lhs or begin
    operand second {"condition"}; // rhs or end
    operand x {"x"};
    operand y {"y"};
    operand out {"out"};
    int max_threads = 0;
};

// Reads the arguments; `out` may be nullptr or None. The objects have to live as long as the call.
void read_call(select_call &to, PyObject *condition, PyObject *x, PyObject *y, PyObject *out,
        tuples meaning);

} // namespace libselect_python

#endif
