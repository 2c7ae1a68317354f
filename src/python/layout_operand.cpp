// SPDX-License-Identifier: Apache-2.0
// (dtype, shape) and (dtype, shape, strides) as operands: what Select needs to plan without arrays.
#include "operand.hpp"

#include <cstring>

#include "torch_operand.hpp"

namespace libselect_python {
namespace {

// A torch.dtype, a name such as "bfloat16", or whatever numpy.dtype takes.
libselect_data_type_t type_of(const operand &to, PyObject *dtype) {
    libselect_data_type_t type = type_from_torch(dtype);
    const char *text = PyUnicode_Check(dtype) ? PyUnicode_AsUTF8(dtype) : nullptr;
    if (PyErr_Occurred() != nullptr) throw python_error();
    if (type == libselect_undef && text != nullptr) type = type_from_name(text);
    if (type != libselect_undef) return type;
    load_numpy();
    PyArray_Descr *converted = nullptr;
    if (PyArray_DescrConverter(dtype, &converted) == NPY_FAIL) throw python_error();
    const owned hold(reinterpret_cast<PyObject *>(converted));
    if (PyArray_ISNBO(converted->byteorder)) type = type_from_numpy(converted->type_num);
    if (type == libselect_undef)
        fail(PyExc_TypeError, "%s: elements of type %S cannot be planned for", to.name, hold.get());
    return type;
}

std::int64_t integer(PyObject *sequence, int axis) {
    const owned item = checked(PySequence_GetItem(sequence, axis));
    const long long value = PyLong_AsLongLong(item.get());
    if (value == -1 && PyErr_Occurred() != nullptr) throw python_error();
    return value;
}

void read_strides(operand &to, PyObject *strides) {
    if (PySequence_Check(strides) == 0 || PySequence_Size(strides) != to.rank)
        fail(PyExc_ValueError, "%s: expected %d strides, in bytes", to.name, to.rank);
    bool fits = true;
    for (int axis = 0; axis < to.rank; ++axis)
        fits &= set_axis_bytes(
                to, axis, to.dims[axis], integer(strides, axis), row_of(to.type).size_log2);
    if (!fits)
        fail(PyExc_ValueError, "%s: strides must be multiples of the element's %zd bytes", to.name,
                Py_ssize_t(1) << row_of(to.type).size_log2);
}

void read_shape(operand &to, PyObject *shape) {
    const Py_ssize_t rank = PySequence_Size(shape);
    check(rank < 0 ? -1 : 0);
    if (rank > LIBSELECT_MAX_RANK)
        fail(PyExc_ValueError, "%s: has more than %d axes", to.name, LIBSELECT_MAX_RANK);
    to.rank = static_cast<int>(rank);
    for (int axis = 0; axis < to.rank; ++axis) {
        to.dims[axis] = integer(shape, axis);
        if (to.dims[axis] < 0) fail(PyExc_ValueError, "%s: dim %d is negative", to.name, axis);
    }
}

} // namespace

bool read_layout(operand &to, PyObject *tuple) {
    const Py_ssize_t n = PyTuple_GET_SIZE(tuple);
    if ((n != 2 && n != 3) || PySequence_Check(PyTuple_GET_ITEM(tuple, 1)) == 0) return false;
    to.type = type_of(to, PyTuple_GET_ITEM(tuple, 0));
    read_shape(to, PyTuple_GET_ITEM(tuple, 1));
    if (n == 3 && PyTuple_GET_ITEM(tuple, 2) != Py_None)
        read_strides(to, PyTuple_GET_ITEM(tuple, 2));
    else
        set_dense_strides(to);
    to.source = source_kind::layout;
    to.object = tuple;
    return true;
}

} // namespace libselect_python
