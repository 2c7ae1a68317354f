// SPDX-License-Identifier: Apache-2.0
// NumPy's C interface, which is loaded when it is first needed: a program that has only torch
// tensors does without NumPy.
#ifndef LIBSELECT_PYTHON_NUMPY_API_HPP
#define LIBSELECT_PYTHON_NUMPY_API_HPP

#include "python.hpp"

#define NPY_NO_DEPRECATED_API NPY_1_20_API_VERSION
#define PY_ARRAY_UNIQUE_SYMBOL libselect_python_array_api
#ifndef LIBSELECT_PYTHON_DEFINES_ARRAY_API
#define NO_IMPORT_ARRAY
#endif
#include <numpy/arrayobject.h>
#include <numpy/arrayscalars.h>

namespace libselect_python {

// Imports NumPy; throws where that fails.
void load_numpy();

// True once NumPy's functions may be called. While no part of the program has imported NumPy, no
// object is an array, and this stays false.
[[nodiscard]] bool numpy_is_loaded();

[[nodiscard]] inline bool is_array(PyObject *object) {
    return numpy_is_loaded() && PyArray_Check(object);
}

[[nodiscard]] inline PyArrayObject *as_array(PyObject *object) noexcept {
    return reinterpret_cast<PyArrayObject *>(object);
}

} // namespace libselect_python

#endif
