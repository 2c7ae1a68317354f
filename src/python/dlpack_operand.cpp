// SPDX-License-Identifier: Apache-2.0
// Objects with __dlpack__ as operands: the protocol of arrays for which the module knows no other.
#include "operand.hpp"

namespace libselect_python {
namespace {

void read_axes(operand &to, const DLTensor &tensor) {
    for (int axis = 0; axis < to.rank; ++axis)
        set_axis(
                to, axis, tensor.shape[axis], tensor.strides != nullptr ? tensor.strides[axis] : 0);
    if (tensor.strides == nullptr) set_dense_strides(to);
}

void read_tensor(operand &to, const DLTensor &tensor) {
    if (tensor.device.device_type != kDLCPU && tensor.device.device_type != kDLCUDAHost)
        fail(PyExc_TypeError, "%s: the tensor is not in the memory of the CPU", to.name);
    to.type = type_from_dlpack(tensor.dtype);
    if (!to.has_type())
        fail(PyExc_TypeError,
                "%s: elements of DLPack's type code %d with %d bits and %d lanes cannot be "
                "selected",
                to.name, int(tensor.dtype.code), int(tensor.dtype.bits), int(tensor.dtype.lanes));
    if (tensor.ndim < 0 || tensor.ndim > LIBSELECT_MAX_RANK)
        fail(PyExc_ValueError, "%s: has more than %d axes", to.name, LIBSELECT_MAX_RANK);
    to.rank = tensor.ndim;
    to.data = static_cast<char *>(tensor.data) + tensor.byte_offset;
    read_axes(to, tensor);
}

} // namespace

// The capsule stays unconsumed; it gives the tensor back when the operand drops it.
bool read_dlpack(operand &to, PyObject *object) {
    owned method(PyObject_GetAttrString(object, "__dlpack__"));
    if (!method) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError)) throw python_error();
        PyErr_Clear();
        return false;
    }
    to.kept = checked(PyObject_CallNoArgs(method.get()));
    const void *managed = PyCapsule_GetPointer(to.kept.get(), "dltensor");
    if (managed == nullptr) throw python_error();
    read_tensor(to, static_cast<const DLManagedTensor *>(managed)->dl_tensor);
    to.source = source_kind::dlpack;
    to.object = object;
    return true;
}

} // namespace libselect_python
