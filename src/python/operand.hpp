// SPDX-License-Identifier: Apache-2.0
// An operand: what an argument of a call is to libselect, whatever Python object it came in.
#ifndef LIBSELECT_PYTHON_OPERAND_HPP
#define LIBSELECT_PYTHON_OPERAND_HPP

#include <algorithm>

#include "element_type.hpp"

namespace libselect_python {

enum class source_kind {
    absent, // no argument
    scalar, // a number of Python or NumPy; it has no type until the arrays give it theirs
    numpy,  // an array
    torch,  // a tensor
    dlpack, // an object with __dlpack__
    layout, // (dtype, shape) or (dtype, shape, strides), without data
};

// Invariants, once it is read:
// - `data` is the element of index 0, ..., 0, or, for bits, `offset` bits before it.
// - Strides count elements. On axes of one element or none they are 0, so that equal layouts have
//   equal strides.
// - `object` is a borrowed reference to the argument; the caller of the call keeps it. `kept` is
// what
//   the operand itself keeps alive, such as the copy of an array whose strides are no multiples of
//   its elements.
// - `other` is NumPy's type of elements that have no type of their own and are moved by a carrier;
//   borrowed, nullptr for all others.
struct operand {
    const char *name; // in messages
    source_kind source = source_kind::absent;
    libselect_data_type_t type = libselect_undef;
    int rank = 0;
    bool is_writable = true;
    void *data = nullptr;
    PyObject *object = nullptr;
    PyArray_Descr *other = nullptr;
    owned kept {};
    std::int64_t offset = 0; // in elements, from `data`; other than 0 only for bits
    std::int64_t dims[LIBSELECT_MAX_RANK];
    std::int64_t strides[LIBSELECT_MAX_RANK];
    alignas(16) unsigned char element[16]; // of a scalar

    explicit operand(const char *its_name) noexcept : name(its_name) {}

    [[nodiscard]] bool has_type() const noexcept { return type != libselect_undef; }
    // Strides of a tensor without elements mean nothing.
    [[nodiscard]] bool is_empty() const noexcept {
        return std::find(dims, dims + rank, 0) != dims + rank;
    }
    [[nodiscard]] bool has_data() const noexcept {
        return source != source_kind::absent && source != source_kind::layout;
    }
};

// Whether a tuple describes a layout, as in Select, or is a sequence of numbers.
enum class tuples { are_layouts, are_numbers };

// Reads any argument. A sequence becomes a NumPy array.
void read_operand(operand &to, PyObject *object, tuples meaning);

// Reads a plain condition: as read_operand, but a number becomes its truth, and so do elements of
// types that only NumPy knows.
void read_condition_tensor(operand &to, PyObject *object, tuples meaning);

// The readers that read_operand chooses from. Each returns false, and has changed nothing, where
// the object is not of its kind.
[[nodiscard]] bool read_numpy(operand &to, PyObject *object);
[[nodiscard]] bool read_torch(operand &to, PyObject *object);
[[nodiscard]] bool read_dlpack(operand &to, PyObject *object);
[[nodiscard]] bool read_layout(operand &to, PyObject *object);

// Whether the elements of an array have a type of libselect's, in the byte order of this machine.
[[nodiscard]] bool has_own_type(PyArrayObject *array) noexcept;

// Writes one axis; the stride counts bytes. False where the stride is no multiple of the element.
[[nodiscard]] inline bool set_axis_bytes(operand &to, int axis, std::int64_t dim,
        std::int64_t stride_bytes, int size_log2) noexcept {
    to.dims[axis] = dim;
    to.strides[axis] = dim > 1 ? stride_bytes >> size_log2 : 0;
    return dim <= 1 || (stride_bytes & ((std::int64_t(1) << size_log2) - 1)) == 0;
}

// Writes one axis; the stride counts elements.
inline void set_axis(operand &to, int axis, std::int64_t dim, std::int64_t stride) noexcept {
    to.dims[axis] = dim;
    to.strides[axis] = dim > 1 ? stride : 0;
}

// Writes the strides of a dense layout, last axis fastest, for dims that are there already.
void set_dense_strides(operand &to) noexcept;

// The name of an operand's type in messages: a name of the table, or NumPy's. Borrowed from `hold`.
[[nodiscard]] const char *type_name(const operand &of, owned &hold);

} // namespace libselect_python

#endif
