// SPDX-License-Identifier: Apache-2.0
// The type Select: one plan, which its owner calls.
#ifndef LIBSELECT_PYTHON_SELECT_OBJECT_HPP
#define LIBSELECT_PYTHON_SELECT_OBJECT_HPP

#include "python.hpp"

namespace libselect_python {

// Creates the type and adds it to the module.
void add_select_type(PyObject *module);

} // namespace libselect_python

#endif
