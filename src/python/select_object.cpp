// SPDX-License-Identifier: Apache-2.0
// The type Select, for Python. A call reads its arguments as where() does and compares their key
// with that of the plan, so that no other layout can come to the plan.
#include "select_object.hpp"

#include <structmember.h>

#include <algorithm>
#include <memory>
#include <string>

#include "docs.hpp"
#include "layout_key.hpp"
#include "result.hpp"
#include "where.hpp"

namespace libselect_python {
namespace {

struct planned {
    plan_ref ready;
    std::vector<std::int64_t> words; // of the key, without those of `out`
    int max_threads = 0;
};

struct select_object {
    PyObject_HEAD vectorcallfunc vectorcall;
    planned *has;
};

[[nodiscard]] planned &self_of(PyObject *object) noexcept {
    return *reinterpret_cast<select_object *>(object)->has;
}

// Whether `out` has the layout of the plan's result.
[[nodiscard]] bool fits(const plan &ready, const operand &out) {
    const int size_log2 = row_of(ready.type).size_log2;
    std::int64_t dense = 1;
    bool same = static_cast<std::size_t>(out.rank) == ready.dims.size();
    for (int axis = out.rank - 1; same && axis >= 0; --axis) {
        const auto i = static_cast<std::size_t>(axis);
        const std::int64_t stride =
                ready.strides_bytes.empty() ? dense : ready.strides_bytes[i] >> size_log2;
        same = out.dims[axis] == ready.dims[i]
               && (out.dims[axis] <= 1 || out.is_empty() || out.strides[axis] == stride);
        dense *= std::max<std::int64_t>(out.dims[axis], 1);
    }
    return same;
}

void check_layouts(const planned &self, const select_call &with) {
    const layout_key key(with);
    if (key.out_word() != self.words.size()
            || !std::equal(self.words.begin(), self.words.end(), key.words()))
        fail(PyExc_ValueError, "%s",
                "condition, x and y: types, shapes and strides are not those that this Select was "
                "planned for; plan another one, or call where");
    if (with.out.source == source_kind::absent) {
        if (self.ready->may_be_new) return;
        fail(PyExc_ValueError, "%s", "out: is missing; this Select was planned with one");
    }
    if (!fits(*self.ready, with.out))
        fail(PyExc_ValueError, "%s",
                "out: is not laid out as the result that this Select was planned for");
}

void check_data(const select_call &with) {
    for (const operand *each : {&with.first, &with.second, &with.x, &with.y, &with.out})
        if (each->source == source_kind::layout)
            fail(PyExc_TypeError, "%s: expected an array, got a layout", each->name);
}

PyObject *invoke(PyObject *object, PyObject *const *args, std::size_t n_flagged, PyObject *names) {
    return guarded([&] {
        const planned &self = self_of(object);
        const given_arguments given =
                read_arguments("Select", args, PyVectorcall_NARGS(n_flagged), names, false);
        select_call with;
        with.max_threads = self.max_threads;
        read_call(with, given.condition, given.x, given.y, given.out, tuples::are_layouts);
        check_data(with);
        check_layouts(self, with);
        const plan_ref ready = self.ready;
        return compute(*ready, with);
    });
}

// A scalar has no type of its own in a plan without arrays; planning needs no value of it either.
PyObject *create(PyTypeObject *type, PyObject *args, PyObject *names) {
    return guarded([&] {
        static const char *const keywords[] = {"", "", "", "out", "max_threads", nullptr};
        PyObject *condition = nullptr, *x = nullptr, *y = nullptr, *out = nullptr;
        int max_threads = 0;
        if (PyArg_ParseTupleAndKeywords(args, names, "OOO|$Oi:Select",
                    const_cast<char **>(keywords), &condition, &x, &y, &out, &max_threads)
                == 0)
            throw python_error();
        select_call with;
        with.max_threads = max_threads;
        read_call(with, condition, x, y, out, tuples::are_layouts);
        const layout_key key(with);
        auto has = std::make_unique<planned>(
                planned {new_plan(with), {key.words(), key.words() + key.out_word()}, max_threads});
        owned object = checked(type->tp_alloc(type, 0));
        auto *self = reinterpret_cast<select_object *>(object.get());
        self->vectorcall = invoke;
        self->has = has.release();
        return object;
    });
}

void deallocate(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);
    delete reinterpret_cast<select_object *>(object)->has;
    type->tp_free(object);
    Py_DECREF(type);
}

template <typename Print>
[[nodiscard]] owned printed(const Print &print) {
    std::string text(print(nullptr, 0) + 1, '\0');
    (void)print(text.data(), text.size());
    return checked(PyUnicode_FromString(text.c_str()));
}

PyObject *repr(PyObject *object) {
    return guarded([&] {
        const owned op = printed([&](char *text, std::size_t n) {
            return libselect_select_op_print(self_of(object).ready->op.get(), text, n);
        });
        return checked(PyUnicode_FromFormat("<libselect.Select: %U>", op.get()));
    });
}

PyObject *get_plan(PyObject *object, void *) {
    return guarded([&] {
        return printed([&](char *text, std::size_t n) {
            return libselect_primitive_print(self_of(object).ready->primitive.get(), text, n);
        });
    });
}

PyObject *get_implementation(PyObject *object, void *) {
    return PyUnicode_FromString(
            libselect_primitive_implementation(self_of(object).ready->primitive.get()));
}

PyObject *get_shape(PyObject *object, void *) {
    return guarded([&] {
        const std::vector<npy_intp> &dims = self_of(object).ready->dims;
        owned shape = checked(PyTuple_New(static_cast<Py_ssize_t>(dims.size())));
        for (std::size_t axis = 0; axis < dims.size(); ++axis)
            PyTuple_SET_ITEM(shape.get(), static_cast<Py_ssize_t>(axis),
                    checked(PyLong_FromSsize_t(dims[axis])).release());
        return shape;
    });
}

PyGetSetDef properties[] = {
        {"implementation", get_implementation, nullptr, docs::select_implementation, nullptr},
        {"plan", get_plan, nullptr, docs::select_plan, nullptr},
        {"shape", get_shape, nullptr, docs::select_shape, nullptr},
        {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyMemberDef members[] = {
        {"__vectorcalloffset__", T_PYSSIZET, offsetof(select_object, vectorcall), READONLY,
                nullptr},
        {nullptr, 0, 0, 0, nullptr},
};

} // namespace

void add_select_type(PyObject *module) {
    static PyType_Slot slots[] = {
            {Py_tp_doc, const_cast<char *>(docs::select)},
            {Py_tp_new, reinterpret_cast<void *>(create)},
            {Py_tp_dealloc, reinterpret_cast<void *>(deallocate)},
            {Py_tp_repr, reinterpret_cast<void *>(repr)},
            {Py_tp_call, reinterpret_cast<void *>(PyVectorcall_Call)},
            {Py_tp_getset, properties},
            {Py_tp_members, members},
            {0, nullptr},
    };
    static PyType_Spec spec {"libselect.Select", sizeof(select_object), 0,
            Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL, slots};
    const owned type = checked(PyType_FromSpec(&spec));
    check(PyModule_AddType(module, reinterpret_cast<PyTypeObject *>(type.get())));
}

} // namespace libselect_python
