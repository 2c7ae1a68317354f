// SPDX-License-Identifier: Apache-2.0
// Arguments of where() and of Select, as Python passes them.
#ifndef LIBSELECT_PYTHON_WHERE_HPP
#define LIBSELECT_PYTHON_WHERE_HPP

#include "python.hpp"

namespace libselect_python {

// condition, x, y, and what was given by name; borrowed.
struct given_arguments {
    PyObject *condition = nullptr, *x = nullptr, *y = nullptr, *out = nullptr;
    int max_threads = 0;
};

// Reads arguments of METH_FASTCALL | METH_KEYWORDS. `function` is its name in messages; max_threads
// is refused where `takes_max_threads` is false.
[[nodiscard]] given_arguments read_arguments(const char *function, PyObject *const *args,
        Py_ssize_t n_args, PyObject *names, bool takes_max_threads);

// libselect.where
PyObject *where(PyObject *module, PyObject *const *args, Py_ssize_t n_args, PyObject *names);

} // namespace libselect_python

#endif
