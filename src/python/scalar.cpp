// SPDX-License-Identifier: Apache-2.0
// Conversion of a number to the bits of an element.
#include "scalar.hpp"

#include <cmath>
#include <cstring>
#include <limits>

namespace libselect_python {
namespace {

[[nodiscard]] bool is_numpy_scalar(PyObject *object) {
    return numpy_is_loaded() && PyArray_IsScalar(object, Generic);
}

// What a number is at most; NumPy's dates and texts are no numbers.
[[nodiscard]] bool is_of(PyObject *object, number_class numbers) {
    const bool numpy = is_numpy_scalar(object);
    switch (numbers) {
    case number_class::boolean:
        return PyBool_Check(object) || (numpy && PyArray_IsScalar(object, Bool));
    case number_class::integer:
        return PyLong_Check(object) // bool is an int
               || (numpy && PyArray_IsScalar(object, Integer)
                       && !PyArray_IsScalar(object, Timedelta));
    case number_class::real:
        return PyFloat_Check(object) || (numpy && PyArray_IsScalar(object, Floating));
    case number_class::complex:
        return PyComplex_Check(object) || (numpy && PyArray_IsScalar(object, ComplexFloating));
    }
    return false;
}

// Whether a number of the object's class may become an element of `wanted` numbers.
[[nodiscard]] bool may_become(PyObject *object, number_class wanted) {
    for (int each = static_cast<int>(wanted); each >= 0; --each)
        if (is_of(object, static_cast<number_class>(each))) return true;
    return false;
}

template <typename Element>
void put(operand &scalar, Element element) noexcept {
    static_assert(sizeof element <= sizeof scalar.element);
    std::memcpy(scalar.element, &element, sizeof element);
}

[[noreturn]] void does_not_fit(const operand &scalar) {
    fail(PyExc_OverflowError, "%s: %R does not fit %s", scalar.name, scalar.object,
            row_of(scalar.type).name);
}

// Bits of an integer type of up to 64 bits; those of a negative number in two's complement.
std::uint64_t integer_bits(const operand &scalar, int bits, bool is_signed) {
    if (!PyLong_Check(scalar.object)) {
        const int truth =
                is_of(scalar.object, number_class::boolean) ? PyObject_IsTrue(scalar.object) : -1;
        if (truth >= 0) return static_cast<std::uint64_t>(truth);
    }
    const owned integer = checked(PyNumber_Index(scalar.object));
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(integer.get(), &overflow);
    if (is_signed) {
        const long long limit = std::numeric_limits<long long>::max() >> (64 - bits);
        if (overflow != 0 || value > limit || value < -limit - 1) does_not_fit(scalar);
        return static_cast<std::uint64_t>(value);
    }
    if (overflow < 0 || (overflow == 0 && value < 0)) does_not_fit(scalar);
    const unsigned long long magnitude = PyLong_AsUnsignedLongLong(integer.get());
    if (PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        does_not_fit(scalar);
    }
    if (magnitude > std::numeric_limits<std::uint64_t>::max() >> (64 - bits)) does_not_fit(scalar);
    return magnitude;
}

void put_integer(operand &scalar, bool is_signed) {
    const int bytes = 1 << row_of(scalar.type).size_log2;
    const std::uint64_t bits = integer_bits(scalar, 8 * bytes, is_signed);
    std::memcpy(scalar.element, &bits, static_cast<std::size_t>(bytes)); // little-endian
}

[[nodiscard]] double real_value(const operand &scalar) {
    if (PyFloat_CheckExact(scalar.object)) return PyFloat_AS_DOUBLE(scalar.object);
    const double value = PyFloat_AsDouble(scalar.object);
    if (value == -1.0 && PyErr_Occurred() != nullptr) {
        if (PyErr_ExceptionMatches(PyExc_OverflowError)) does_not_fit(scalar);
        throw python_error();
    }
    return value;
}

[[nodiscard]] float to_float(const operand &scalar, double value) {
    const auto narrow = static_cast<float>(value);
    if (std::isinf(narrow) && std::isfinite(value)) does_not_fit(scalar);
    return narrow;
}

// By way of float, as torch does; to nearest, ties to even.
[[nodiscard]] std::uint16_t bfloat16_bits(const operand &scalar, double value) {
    const float narrow = to_float(scalar, value);
    std::uint32_t bits = 0;
    std::memcpy(&bits, &narrow, sizeof bits);
    if (std::isnan(narrow)) return static_cast<std::uint16_t>((bits >> 16) | 0x40U);
    const auto rounded = static_cast<std::uint16_t>((bits + 0x7fffU + ((bits >> 16) & 1U)) >> 16);
    if ((rounded & 0x7fffU) == 0x7f80U && std::isfinite(value)) does_not_fit(scalar);
    return rounded;
}

void put_float16(operand &scalar, double value) {
    if (PyFloat_Pack2(value, reinterpret_cast<char *>(scalar.element), 1) == 0) return;
    PyErr_Clear();
    does_not_fit(scalar);
}

void put_real(operand &scalar) {
    const double value = real_value(scalar);
    switch (scalar.type) {
    case libselect_f64:
        return put(scalar, value);
    case libselect_f32:
        return put(scalar, to_float(scalar, value));
    case libselect_bf16:
        return put(scalar, bfloat16_bits(scalar, value));
    case libselect_f16:
        return put_float16(scalar, value);
    default:
        fail(PyExc_TypeError, "%s: numbers are not converted to %s; pass a tensor of one element",
                scalar.name, row_of(scalar.type).name);
    }
}

void put_complex(operand &scalar) {
    const Py_complex value = PyComplex_AsCComplex(scalar.object);
    if (PyErr_Occurred() != nullptr) {
        if (PyErr_ExceptionMatches(PyExc_OverflowError)) does_not_fit(scalar);
        throw python_error();
    }
    const double parts[2] = {value.real, value.imag};
    const float narrow[2] = {scalar.type == libselect_c64 ? to_float(scalar, value.real) : 0,
            scalar.type == libselect_c64 ? to_float(scalar, value.imag) : 0};
    if (scalar.type == libselect_c64)
        std::memcpy(scalar.element, narrow, sizeof narrow);
    else
        std::memcpy(scalar.element, parts, sizeof parts);
}

} // namespace

bool is_scalar(PyObject *object) {
    return PyFloat_Check(object) || PyLong_Check(object) || PyComplex_Check(object)
           || is_numpy_scalar(object);
}

void give_type(operand &scalar, libselect_data_type_t type) {
    const element_type &row = row_of(type);
    if (!(row.numbers == number_class::real && PyFloat_CheckExact(scalar.object))
            && !may_become(scalar.object, row.numbers))
        fail(PyExc_TypeError, "%s: %R is of type %s, and the arrays are %s; convert it",
                scalar.name, scalar.object, Py_TYPE(scalar.object)->tp_name, row.name);
    scalar.type = type;
    scalar.data = scalar.element;
    switch (row.numbers) {
    case number_class::boolean:
        return put(scalar, PyObject_IsTrue(scalar.object) > 0);
    case number_class::integer:
        return put_integer(scalar, row.dlpack.code == kDLInt);
    case number_class::real:
        return put_real(scalar);
    case number_class::complex:
        return put_complex(scalar);
    }
}

void give_numpy_type(operand &scalar, PyArray_Descr *other, libselect_data_type_t carrier) {
    load_numpy();
    const owned own = checked(PyArray_FROM_O(scalar.object));
    PyArray_Descr *from = PyArray_DESCR(as_array(own.get()));
    if (!PyArray_CanCastTypeTo(from, other, NPY_SAME_KIND_CASTING))
        fail(PyExc_TypeError, "%s: %R is of type %s, and the arrays are %S; convert it",
                scalar.name, scalar.object, Py_TYPE(scalar.object)->tp_name,
                reinterpret_cast<PyObject *>(other));
    Py_INCREF(other); // PyArray_FromAny takes a reference
    scalar.kept = checked(PyArray_FromAny(own.get(), other, 0, 0, NPY_ARRAY_FORCECAST, nullptr));
    scalar.type = carrier;
    scalar.other = PyArray_DESCR(as_array(scalar.kept.get()));
    scalar.data = PyArray_DATA(as_array(scalar.kept.get()));
}

} // namespace libselect_python
