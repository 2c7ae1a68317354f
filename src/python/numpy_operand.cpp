// SPDX-License-Identifier: Apache-2.0
// NumPy arrays as operands.
#include "operand.hpp"

namespace libselect_python {
namespace {

// The type of the elements, or that of their carrier and NumPy's type in `other`.
libselect_data_type_t type_of(const operand &to, PyArrayObject *array, PyArray_Descr *&other) {
    PyArray_Descr *type = PyArray_DESCR(array);
    if (has_own_type(array)) [[likely]]
        return type_from_numpy(type->type_num);
    other = type;
    const libselect_data_type_t carrier =
            PyDataType_REFCHK(type) ? libselect_undef : carrier_of(PyArray_ITEMSIZE(array));
    if (carrier == libselect_undef)
        fail(PyExc_TypeError,
                "%s: elements of type %S cannot be selected; libselect moves elements of 1, 2, 4, "
                "8 "
                "or 16 bytes that refer to no objects",
                to.name, reinterpret_cast<PyObject *>(type));
    return carrier;
}

// False where a stride is no multiple of the element.
bool set_axes(operand &to, PyArrayObject *array) noexcept {
    const int size_log2 = row_of(to.type).size_log2;
    const npy_intp *dims = PyArray_DIMS(array), *strides = PyArray_STRIDES(array);
    bool fits = true;
    for (int axis = 0; axis < to.rank; ++axis)
        fits &= set_axis_bytes(to, axis, dims[axis], strides[axis], size_log2);
    return fits;
}

} // namespace

bool has_own_type(PyArrayObject *array) noexcept {
    const PyArray_Descr *type = PyArray_DESCR(array);
    return type_from_numpy(type->type_num) != libselect_undef && PyArray_ISNBO(type->byteorder);
}

bool read_numpy(operand &to, PyObject *object) {
    if (!is_array(object)) return false;
    PyArrayObject *array = as_array(object);
    to.type = type_of(to, array, to.other);
    to.source = source_kind::numpy;
    to.object = object;
    to.rank = PyArray_NDIM(array);
    to.is_writable = PyArray_ISWRITEABLE(array) != 0;
    to.data = PyArray_DATA(array);
    if (!set_axes(to, array)) [[unlikely]] {
        // A field of a packed struct, as a rule.
        to.kept = checked(PyArray_NewCopy(array, NPY_CORDER));
        to.data = PyArray_DATA(as_array(to.kept.get()));
        (void)set_axes(to, as_array(to.kept.get()));
    }
    return true;
}

} // namespace libselect_python
