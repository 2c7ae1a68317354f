// SPDX-License-Identifier: Apache-2.0
// Which reader an argument goes to. The order is that of the checks' cost and of how often they
// hold.
#include "operand.hpp"

#include "scalar.hpp"

namespace libselect_python {
namespace {

[[nodiscard]] bool may_become_array(PyObject *object) {
    return PyList_Check(object) || PyTuple_Check(object) || PyObject_CheckBuffer(object)
           || PyObject_HasAttrString(object, "__array__")
           || PyObject_HasAttrString(object, "__array_interface__");
}

void read_as_array(operand &to, PyObject *object) {
    if (!may_become_array(object) || PyBytes_Check(object))
        fail(PyExc_TypeError, "%s: expected an array, a tensor or a number, got %s", to.name,
                Py_TYPE(object)->tp_name);
    load_numpy();
    to.kept = checked(PyArray_FROM_O(object));
    if (!read_numpy(to, to.kept.get()))
        fail(PyExc_TypeError, "%s: NumPy makes no array of %s", to.name, Py_TYPE(object)->tp_name);
}

} // namespace

void read_operand(operand &to, PyObject *object, tuples meaning) {
    if (read_numpy(to, object)) return;
    if (is_scalar(object)) {
        to.source = source_kind::scalar;
        to.object = object;
        return;
    }
    if (read_torch(to, object) || read_dlpack(to, object)) return;
    if (meaning == tuples::are_layouts && PyTuple_Check(object) && read_layout(to, object)) return;
    read_as_array(to, object);
}

void read_condition_tensor(operand &to, PyObject *object, tuples meaning) {
    if (is_array(object) && !has_own_type(as_array(object))) {
        PyArray_Descr *boolean = PyArray_DescrFromType(NPY_BOOL);
        owned truths =
                checked(PyArray_FromAny(object, boolean, 0, 0, NPY_ARRAY_FORCECAST, nullptr));
        (void)read_numpy(to, truths.get());
        to.kept = std::move(truths);
        return;
    }
    read_operand(to, object, meaning);
    if (to.source == source_kind::scalar) {
        const int truth = PyObject_IsTrue(object);
        check(truth);
        to.type = libselect_boolean;
        to.element[0] = static_cast<unsigned char>(truth);
        to.data = to.element;
    }
}

void set_dense_strides(operand &to) noexcept {
    std::int64_t stride = 1;
    for (int axis = to.rank - 1; axis >= 0; --axis) {
        set_axis(to, axis, to.dims[axis], stride);
        stride *= to.dims[axis];
    }
}

const char *type_name(const operand &of, owned &hold) {
    if (of.other == nullptr) return of.has_type() ? row_of(of.type).name : "number";
    hold = checked(PyObject_Str(reinterpret_cast<PyObject *>(of.other)));
    const char *name = PyUnicode_AsUTF8(hold.get());
    if (name == nullptr) throw python_error();
    return name;
}

} // namespace libselect_python
