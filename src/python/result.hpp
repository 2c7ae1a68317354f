// SPDX-License-Identifier: Apache-2.0
// From a plan and a call to the object that Python gets.
#ifndef LIBSELECT_PYTHON_RESULT_HPP
#define LIBSELECT_PYTHON_RESULT_HPP

#include "plan.hpp"

namespace libselect_python {

// Runs the plan into `out` of the call, or into a new array. The new one is a torch tensor where
// the first of x, y and the condition's tensors that is an array or a tensor is a tensor; else it
// is a NumPy array.
[[nodiscard]] owned compute(const plan &ready, const select_call &with);

} // namespace libselect_python

#endif
