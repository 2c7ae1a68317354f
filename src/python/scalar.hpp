// SPDX-License-Identifier: Apache-2.0
// Numbers of Python and NumPy, which take the type of the arrays.
#ifndef LIBSELECT_PYTHON_SCALAR_HPP
#define LIBSELECT_PYTHON_SCALAR_HPP

#include "operand.hpp"

namespace libselect_python {

// bool, int, float, complex, and NumPy's scalars.
[[nodiscard]] bool is_scalar(PyObject *object);

// Gives a scalar operand this type: writes its element and lets `data` point to it. An integer goes
// where it fits, and into floats rounded; a float goes into floats and complex types. Whatever
// loses its fraction or its imaginary part is a TypeError, whatever is out of range an
// OverflowError.
void give_type(operand &scalar, libselect_data_type_t type);

// As give_type, for a type that only NumPy knows: NumPy converts, where it calls that safe or of
// the same kind.
void give_numpy_type(operand &scalar, PyArray_Descr *other, libselect_data_type_t carrier);

} // namespace libselect_python

#endif
