// SPDX-License-Identifier: Apache-2.0
// The type Condition, for Python.
#include "condition_object.hpp"

#include <string_view>

#include "status.hpp"

namespace libselect_python {
namespace {

PyTypeObject *condition_type = nullptr;

[[nodiscard]] condition_object *self_of(PyObject *object) noexcept {
    return reinterpret_cast<condition_object *>(object);
}

int traverse(PyObject *object, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self_of(object)->inputs[0]);
    Py_VISIT(self_of(object)->inputs[1]);
    return 0;
}

int clear(PyObject *object) {
    Py_CLEAR(self_of(object)->inputs[0]);
    Py_CLEAR(self_of(object)->inputs[1]);
    return 0;
}

void deallocate(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);
    PyObject_GC_UnTrack(object);
    (void)clear(object);
    Py_CLEAR(self_of(object)->text);
    delete self_of(object)->shape;
    type->tp_free(object);
    Py_DECREF(type);
}

PyObject *repr(PyObject *object) {
    return Py_NewRef(self_of(object)->text);
}

// Takes None for no bound.
void set_bound(bool &has, std::int64_t &bound, PyObject *given) {
    has = given != Py_None;
    if (!has) return;
    bound = PyLong_AsLongLong(given);
    if (PyErr_Occurred() != nullptr) throw python_error();
}

[[nodiscard]] std::vector<std::int64_t> *new_shape(PyObject *given) {
    const owned tuple = checked(PySequence_Tuple(given));
    std::vector<std::int64_t> dims;
    for (Py_ssize_t axis = 0; axis < PyTuple_GET_SIZE(tuple.get()); ++axis) {
        dims.push_back(PyLong_AsLongLong(PyTuple_GET_ITEM(tuple.get(), axis)));
        if (PyErr_Occurred() != nullptr) throw python_error();
        if (dims.back() < 0)
            fail(PyExc_ValueError, "condition: dim %zd of the shape is negative", axis);
    }
    if (dims.size() > LIBSELECT_MAX_RANK)
        fail(PyExc_ValueError, "condition: has more than %d axes", LIBSELECT_MAX_RANK);
    return new std::vector<std::int64_t>(std::move(dims));
}

// In an interval None is no bound; elsewhere it is refused as any wrong operand, when it is read.
void set_inputs(condition_object &to, PyObject *first, PyObject *second) {
    const auto is_absent = [&](PyObject *input) {
        return input == Py_None && to.terms.kind == libselect_condition_interval;
    };
    to.inputs[0] = is_absent(first) ? nullptr : Py_NewRef(first);
    to.inputs[1] = is_absent(second) ? nullptr : Py_NewRef(second);
}

// The kinds that the functions of _conditions.py name.
void set_kind(condition_object &to, const char *kind, const char *word, PyObject *shape) {
    const std::string_view name = kind;
    if (name == "interval") {
        to.terms.kind = libselect_condition_interval;
    } else if (name == "compare") {
        to.terms.kind = libselect_condition_compare;
        check_status(libselect_relation_from_string(word, &to.terms.relation));
    } else {
        to.terms.kind = libselect_condition_bits;
        to.bit_type = std::string_view(word) == "big" ? libselect_u1_msb : libselect_u1;
        to.shape = new_shape(shape);
    }
}

// Condition(kind, text, first, second, word, shape, offset, lower, upper, axis, row_axis), as
// _conditions.py calls it.
PyObject *create(PyTypeObject *type, PyObject *args, PyObject *) {
    return guarded([&] {
        const char *kind = nullptr, *word = nullptr;
        PyObject *text = nullptr, *first = nullptr, *second = nullptr, *shape = nullptr,
                 *lower = nullptr, *upper = nullptr;
        long long offset = 0;
        int axis = -1, row_axis = -2;
        if (PyArg_ParseTuple(args, "sUOOsOLOOii:Condition", &kind, &text, &first, &second, &word,
                    &shape, &offset, &lower, &upper, &axis, &row_axis)
                == 0)
            throw python_error();
        owned object = checked(type->tp_alloc(type, 0)); // zeroed
        condition_object &to = *self_of(object.get());
        to.terms = condition_terms();
        to.text = Py_NewRef(text);
        set_kind(to, kind, word, shape);
        set_inputs(to, first, second);
        to.bit_offset = offset;
        to.terms.axis = axis;
        to.terms.row_axis = row_axis;
        set_bound(to.terms.has_lower, to.terms.lower, lower);
        set_bound(to.terms.has_upper, to.terms.upper, upper);
        return object;
    });
}

} // namespace

void add_condition_type(PyObject *module) {
    static PyType_Slot slots[] = {
            {Py_tp_doc,
                    const_cast<char *>("What decides, without a mask. causal(), window(), "
                                       "lengths(), interval(), compare() and bits() return it.")},
            {Py_tp_new, reinterpret_cast<void *>(create)},
            {Py_tp_dealloc, reinterpret_cast<void *>(deallocate)},
            {Py_tp_traverse, reinterpret_cast<void *>(traverse)},
            {Py_tp_clear, reinterpret_cast<void *>(clear)},
            {Py_tp_repr, reinterpret_cast<void *>(repr)},
            {0, nullptr},
    };
    static PyType_Spec spec {"libselect.Condition", sizeof(condition_object), 0,
            Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, slots};
    condition_type = reinterpret_cast<PyTypeObject *>(checked(PyType_FromSpec(&spec)).release());
    check(PyModule_AddType(module, condition_type));
}

const condition_object *as_condition(PyObject *object) noexcept {
    return Py_IS_TYPE(object, condition_type) ? self_of(object) : nullptr;
}

} // namespace libselect_python
