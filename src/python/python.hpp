// SPDX-License-Identifier: Apache-2.0
// What every source of the Python module starts from: Python's C interface, owned references, and
// errors.
//
// Inside the module, a function that fails sets Python's error and throws python_error. The
// functions that Python calls catch it (`guarded`) and return NULL. So no code between has to look
// at results, and the usual path pays nothing. Every function needs the GIL, except where its
// comment says that it releases it.
#ifndef LIBSELECT_PYTHON_PYTHON_HPP
#define LIBSELECT_PYTHON_PYTHON_HPP

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace libselect_python {

// Python's error, taken from Python when it is thrown: what is released on the way may run Python
// code, which may have no error set.
class python_error {
public:
    python_error() noexcept { PyErr_Fetch(&type_, &value_, &trace_); }
    python_error(const python_error &other) noexcept
        : type_(Py_XNewRef(other.type_)),
          value_(Py_XNewRef(other.value_)),
          trace_(Py_XNewRef(other.trace_)) {}
    python_error &operator=(const python_error &) = delete;
    ~python_error() {
        Py_XDECREF(type_);
        Py_XDECREF(value_);
        Py_XDECREF(trace_);
    }

    [[nodiscard]] bool is(PyObject *type) const noexcept {
        return PyErr_GivenExceptionMatches(type_, type) != 0;
    }
    // Sets Python's error again.
    void restore() const noexcept {
        PyErr_Restore(Py_XNewRef(type_), Py_XNewRef(value_), Py_XNewRef(trace_));
    }

private:
    PyObject *type_ = nullptr, *value_ = nullptr, *trace_ = nullptr;
};

// Sets Python's error, as PyErr_Format does, and throws.
template <typename... Values>
[[noreturn, gnu::noinline]] void fail(PyObject *type, const char *format, Values... values) {
    PyErr_Format(type, format, values...);
    throw python_error();
}

// One owner of a Python object, or of none.
class owned {
public:
    owned() noexcept = default;
    // The caller had a reference to give away.
    explicit owned(PyObject *object) noexcept : object_(object) {}
    owned(owned &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    owned(const owned &) = delete;
    owned &operator=(owned other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~owned() { Py_XDECREF(object_); }

    [[nodiscard]] static owned share(PyObject *object) noexcept {
        return owned(Py_XNewRef(object));
    }
    [[nodiscard]] PyObject *get() const noexcept { return object_; }
    [[nodiscard]] PyObject *release() noexcept { return std::exchange(object_, nullptr); }
    explicit operator bool() const noexcept { return object_ != nullptr; }

private:
    PyObject *object_ = nullptr;
};

// Takes the new reference that a function of Python returned; throws where it returned none.
[[nodiscard]] inline owned checked(PyObject *result) {
    if (result == nullptr) throw python_error();
    return owned(result);
}

inline void check(int result) {
    if (result < 0) throw python_error();
}

// Runs the body of a function that Python calls.
template <typename Body>
[[nodiscard]] PyObject *guarded(const Body &body) noexcept {
    try {
        return body().release();
    } catch (const python_error &error) {
        error.restore();
        return nullptr;
    } catch (const std::bad_alloc &) {
        return PyErr_NoMemory();
    }
}

} // namespace libselect_python

#endif
