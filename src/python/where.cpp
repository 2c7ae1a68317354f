// SPDX-License-Identifier: Apache-2.0
// where(): read the arguments, find the plan, compute. A good place to start reading.
#include "where.hpp"

#include "plan_cache.hpp"
#include "result.hpp"

namespace libselect_python {
namespace {

[[nodiscard]] int read_max_threads(PyObject *given) {
    int overflow = 0;
    const long value = PyLong_AsLongAndOverflow(given, &overflow);
    if (value == -1 && PyErr_Occurred() != nullptr) throw python_error();
    if (overflow != 0 || value < 0 || value > 0x7fffffff)
        fail(PyExc_ValueError,
                "max_threads: is %R; expected 0, for as many as there are, or 1 to 2147483647",
                given);
    return static_cast<int>(value);
}

void read_named(given_arguments &to, const char *function, PyObject *name, PyObject *value,
        bool takes_max_threads) {
    if (PyUnicode_CompareWithASCIIString(name, "out") == 0)
        to.out = value;
    else if (takes_max_threads && PyUnicode_CompareWithASCIIString(name, "max_threads") == 0)
        to.max_threads = read_max_threads(value);
    else
        fail(PyExc_TypeError, "%s() got an unexpected keyword argument '%U'", function, name);
}

} // namespace

given_arguments read_arguments(const char *function, PyObject *const *args, Py_ssize_t n_args,
        PyObject *names, bool takes_max_threads) {
    if (n_args != 3)
        fail(PyExc_TypeError,
                "%s() takes 3 positional arguments, condition, x and y; %zd were given", function,
                n_args);
    given_arguments to {args[0], args[1], args[2]};
    const Py_ssize_t n_names = names != nullptr ? PyTuple_GET_SIZE(names) : 0;
    for (Py_ssize_t i = 0; i < n_names; ++i)
        read_named(to, function, PyTuple_GET_ITEM(names, i), args[3 + i], takes_max_threads);
    return to;
}

PyObject *where(PyObject *, PyObject *const *args, Py_ssize_t n_args, PyObject *names) {
    return guarded([&] {
        const given_arguments given = read_arguments("where", args, n_args, names, true);
        select_call with;
        with.max_threads = given.max_threads;
        read_call(with, given.condition, given.x, given.y, given.out, tuples::are_numbers);
        const plan_ref ready = cached_plan(with);
        return compute(*ready, with);
    });
}

} // namespace libselect_python
