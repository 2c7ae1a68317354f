// SPDX-License-Identifier: Apache-2.0
// The extension module libselect._libselect: its functions and types.
#include <array>

#include "condition_object.hpp"
#include "docs.hpp"
#include "large_memory.hpp"
#include "plan_cache.hpp"
#include "select_object.hpp"
#include "status.hpp"
#include "where.hpp"

namespace libselect_python {
namespace {

PyObject *version(PyObject *, PyObject *) {
    return PyUnicode_FromString(libselect_version());
}

PyObject *verbose(PyObject *, PyObject *given) {
    return guarded([&] {
        const long level = PyLong_AsLong(given);
        if (level == -1 && PyErr_Occurred() != nullptr) throw python_error();
        check_status(libselect_set_verbose(
                level == static_cast<int>(level) ? static_cast<int>(level) : -1));
        return owned::share(Py_None);
    });
}

// The ISA of this name, or of none.
[[nodiscard]] libselect_cpu_isa_t isa_of(PyObject *name) {
    const char *text = PyUnicode_AsUTF8(name);
    if (text == nullptr) throw python_error();
    for (const libselect_cpu_isa_t isa : {libselect_cpu_isa_portable, libselect_cpu_isa_scalar,
                 libselect_cpu_isa_avx2, libselect_cpu_isa_avx512})
        if (PyUnicode_CompareWithASCIIString(name, libselect_cpu_isa_name(isa)) == 0) return isa;
    fail(PyExc_ValueError, "max_cpu_isa: '%U' is not one of avx512, avx2, scalar, portable", name);
}

PyObject *max_cpu_isa(PyObject *, PyObject *const *args, Py_ssize_t n_args) {
    return guarded([&] {
        if (n_args > 1)
            fail(PyExc_TypeError, "max_cpu_isa() takes at most 1 argument; %zd were given", n_args);
        if (n_args == 1 && args[0] != Py_None)
            check_status(libselect_set_max_cpu_isa(isa_of(args[0])));
        libselect_cpu_isa_t isa {};
        check_status(libselect_effective_cpu_isa(&isa));
        return checked(PyUnicode_FromString(libselect_cpu_isa_name(isa)));
    });
}

PyObject *cache_info(PyObject *, PyObject *) {
    const cache_counts counts = counts_of_cache();
    return Py_BuildValue("{snsnsnsn}", "hits", counts.hits, "misses", counts.misses, "size",
            counts.size, "capacity", counts.capacity);
}

PyObject *cache_clear(PyObject *, PyObject *) {
    clear_cache();
    free_kept_memory();
    Py_RETURN_NONE;
}

// METH_FASTCALL functions take other arguments than PyCFunction says; Python's cast goes by way of
// void(*)(void).
template <typename Function>
[[nodiscard]] PyCFunction any_function(Function *function) noexcept {
    return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
}

PyMethodDef functions[] = {
        {"where", any_function(where), METH_FASTCALL | METH_KEYWORDS, docs::where},
        {"version", version, METH_NOARGS, docs::version},
        {"verbose", verbose, METH_O, docs::verbose},
        {"max_cpu_isa", any_function(max_cpu_isa), METH_FASTCALL, docs::max_cpu_isa},
        {"cache_info", cache_info, METH_NOARGS, docs::cache_info},
        {"cache_clear", cache_clear, METH_NOARGS, docs::cache_clear},
        {nullptr, nullptr, 0, nullptr},
};

// Cached plans and NumPy's functions belong to the process, so the module is initialized once.
PyModuleDef definition {PyModuleDef_HEAD_INIT, "libselect._libselect",
        "The part of libselect that is written in C++.", -1, functions, nullptr, nullptr, nullptr,
        nullptr};

} // namespace
} // namespace libselect_python

PyMODINIT_FUNC PyInit__libselect() {
    using namespace libselect_python;
    return guarded([] {
        owned module = checked(PyModule_Create(&definition));
        add_condition_type(module.get());
        add_select_type(module.get());
        return module;
    });
}
