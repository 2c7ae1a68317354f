// SPDX-License-Identifier: Apache-2.0
// Reading tensors and creating them. torch_operand.hpp says by which of torch's interfaces.
#include "torch_operand.hpp"

#include <array>
#include <cstring>

#include "dlpack_export.hpp"

namespace libselect_python {
namespace {

// What is needed of torch; found once, and kept.
struct torch_interface {
    PyObject *tensor_type = nullptr;
    PyObject *from_dlpack = nullptr;
    PyObject *no_arguments = nullptr;                     // an empty tuple
    std::array<PyObject *, libselect_c128 + 1> dtypes {}; // by libselect's type

    [[nodiscard]] PyTypeObject *exact_type() const noexcept {
        return reinterpret_cast<PyTypeObject *>(tensor_type);
    }
};

enum name { dtype, is_cpu, requires_grad, data_ptr, shape, stride, is_neg, is_conj, view, n_names };
std::array<PyObject *, n_names> names;

torch_interface found;

// What torch.Tensor itself calls for an attribute or a method without arguments; both null where it
// is written in Python. Calling them directly spares the look-up of the name, which takes as long.
struct direct_call {
    PyGetSetDef *getter = nullptr;
    PyMethodDef *method = nullptr;
};
std::array<direct_call, n_names> direct_calls;

void find_names() {
    constexpr std::array<const char *, n_names> texts {"dtype", "is_cpu", "requires_grad",
            "data_ptr", "shape", "stride", "is_neg", "is_conj", "view"};
    for (std::size_t i = 0; i < n_names; ++i)
        if (names[i] == nullptr) names[i] = checked(PyUnicode_InternFromString(texts[i])).release();
}

void find_direct_calls(PyObject *tensor_type) {
    for (std::size_t i = 0; i < n_names; ++i) {
        const owned descriptor(PyObject_GetAttr(tensor_type, names[i]));
        if (!descriptor) PyErr_Clear();
        // The descriptors belong to types that live as long as torch, which is for ever.
        if (descriptor && Py_IS_TYPE(descriptor.get(), &PyGetSetDescr_Type))
            direct_calls[i].getter =
                    reinterpret_cast<PyGetSetDescrObject *>(descriptor.get())->d_getset;
        else if (descriptor && Py_IS_TYPE(descriptor.get(), &PyMethodDescr_Type))
            direct_calls[i].method =
                    reinterpret_cast<PyMethodDescrObject *>(descriptor.get())->d_method;
    }
}

void find_dtypes(PyObject *torch) {
    for (int type = libselect_boolean; type <= libselect_c128; ++type) {
        const char *text = row_of(static_cast<libselect_data_type_t>(type)).name;
        PyObject *each = PyObject_GetAttrString(torch, text);
        if (each == nullptr) PyErr_Clear(); // a type that this version of torch has not
        found.dtypes[static_cast<std::size_t>(type)] = each;
    }
}

// False while the program has not imported torch.
[[nodiscard]] bool torch_is_loaded() {
    if (found.tensor_type != nullptr) return true;
    PyObject *torch = PyDict_GetItemString(PyImport_GetModuleDict(), "torch");
    if (torch == nullptr) return false;
    owned tensor_type(PyObject_GetAttrString(torch, "Tensor"));
    owned internal(PyObject_GetAttrString(torch, "_C"));
    owned import(internal ? PyObject_GetAttrString(internal.get(), "_from_dlpack") : nullptr);
    if (!tensor_type || !import) { // while torch is being imported
        PyErr_Clear();
        return false;
    }
    find_names();
    find_direct_calls(tensor_type.get());
    find_dtypes(torch);
    found.no_arguments = checked(PyTuple_New(0)).release();
    found.from_dlpack = import.release();
    found.tensor_type = tensor_type.release();
    return true;
}

[[nodiscard]] owned attribute(PyObject *tensor, name which) {
    const PyGetSetDef *getter = direct_calls[which].getter;
    if (getter != nullptr && Py_IS_TYPE(tensor, found.exact_type()))
        return checked(getter->get(tensor, getter->closure));
    return checked(PyObject_GetAttr(tensor, names[which]));
}

[[nodiscard]] PyCFunctionWithKeywords with_keywords(const PyMethodDef *method) noexcept {
    return reinterpret_cast<PyCFunctionWithKeywords>(reinterpret_cast<void (*)()>(method->ml_meth));
}

[[nodiscard]] owned call_method(PyObject *tensor, name which) {
    const PyMethodDef *method = direct_calls[which].method;
    if (method != nullptr && Py_IS_TYPE(tensor, found.exact_type())) {
        if (method->ml_flags == METH_NOARGS) return checked(method->ml_meth(tensor, nullptr));
        if (method->ml_flags == (METH_VARARGS | METH_KEYWORDS))
            return checked(with_keywords(method)(tensor, found.no_arguments, nullptr));
    }
    PyObject *const self[1] = {tensor};
    return checked(PyObject_VectorcallMethod(names[which], self, 1, nullptr));
}

[[nodiscard]] std::int64_t item(PyObject *tuple, int axis) {
    const long long value = PyLong_AsLongLong(PyTuple_GET_ITEM(tuple, axis));
    if (value == -1 && PyErr_Occurred() != nullptr) throw python_error();
    return value;
}

void read_axes(operand &to, PyObject *tensor) {
    const owned dims = attribute(tensor, shape), strides = call_method(tensor, stride);
    const Py_ssize_t rank = PyTuple_Check(dims.get()) ? PyTuple_GET_SIZE(dims.get()) : -1;
    if (rank < 0 || rank > LIBSELECT_MAX_RANK || PyTuple_GET_SIZE(strides.get()) != rank)
        fail(PyExc_ValueError, "%s: has more than %d axes", to.name, LIBSELECT_MAX_RANK);
    to.rank = static_cast<int>(rank);
    for (int axis = 0; axis < to.rank; ++axis)
        set_axis(to, axis, item(dims.get(), axis), item(strides.get(), axis));
}

// Elements that torch would negate or conjugate as it reads them are not what memory holds. Such
// views come from complex numbers; the parts of these are of the types float16, float32 and
// float64.
void refuse_lazy_views(const operand &to, PyObject *tensor) {
    const bool is_complex = to.type >= libselect_c64;
    const bool may_be_part =
            to.type == libselect_f16 || to.type == libselect_f32 || to.type == libselect_f64;
    if (!is_complex && !may_be_part) return;
    if (call_method(tensor, is_neg).get() == Py_True
            || (is_complex && call_method(tensor, is_conj).get() == Py_True))
        fail(PyExc_ValueError, "%s: is a lazy view; pass the tensor's resolve_neg().resolve_conj()",
                to.name);
}

void check_tensor(const operand &to, PyObject *tensor) {
    if (attribute(tensor, is_cpu).get() != Py_True)
        fail(PyExc_TypeError, "%s: the tensor is not in the memory of the CPU", to.name);
    const bool has_gradients = row_of(to.type).numbers >= number_class::real;
    if (has_gradients && attribute(tensor, requires_grad).get() == Py_True)
        fail(PyExc_ValueError,
                "%s: the tensor requires a gradient, and libselect computes none; pass its "
                "detach()",
                to.name);
}

void read_memory(operand &to, PyObject *tensor) try {
    read_axes(to, tensor);
    const owned address = call_method(tensor, data_ptr);
    to.data = PyLong_AsVoidPtr(address.get());
    if (PyErr_Occurred() != nullptr) throw python_error();
} catch (const python_error &error) {
    // torch's own words for sparse tensors and others differ by version.
    if (!error.is(PyExc_RuntimeError)) throw;
    fail(PyExc_TypeError, "%s: torch gives no address of the tensor's memory", to.name);
}

// torch before 2.1 imports no bool through DLPack: bytes are imported, and viewed as bool.
[[nodiscard]] owned as_bool(const owned &bytes) {
    PyObject *const args[2] = {bytes.get(), found.dtypes[libselect_boolean]};
    return checked(PyObject_VectorcallMethod(names[view], args, 2, nullptr));
}

} // namespace

libselect_data_type_t type_from_torch(PyObject *dtype) {
    if (!torch_is_loaded()) return libselect_undef;
    for (int type = libselect_boolean; type <= libselect_c128; ++type)
        if (found.dtypes[static_cast<std::size_t>(type)] == dtype)
            return static_cast<libselect_data_type_t>(type);
    return libselect_undef;
}

bool read_torch(operand &to, PyObject *object) {
    if (!torch_is_loaded()) return false;
    const int is_tensor = PyObject_IsInstance(object, found.tensor_type);
    check(is_tensor);
    if (is_tensor == 0) return false;
    const owned type = attribute(object, name::dtype);
    to.type = type_from_torch(type.get());
    if (!to.has_type())
        fail(PyExc_TypeError, "%s: elements of type %S cannot be selected", to.name, type.get());
    check_tensor(to, object);
    refuse_lazy_views(to, object);
    read_memory(to, object);
    to.source = source_kind::torch;
    to.object = object;
    return true;
}

owned new_tensor(const plan &ready, void *&data) {
    const bool is_bool = ready.type == libselect_boolean;
    const owned capsule =
            export_new(is_bool ? libselect_u8 : ready.type, ready.dims, ready.strides_bytes, data);
    owned tensor = checked(PyObject_CallOneArg(found.from_dlpack, capsule.get()));
    return is_bool ? as_bool(tensor) : std::move(tensor);
}

} // namespace libselect_python
