// SPDX-License-Identifier: Apache-2.0
// Element types under their four names: libselect's, NumPy's numbers, DLPack's codes, and the name
// in messages, which NumPy and torch share.
#ifndef LIBSELECT_PYTHON_ELEMENT_TYPE_HPP
#define LIBSELECT_PYTHON_ELEMENT_TYPE_HPP

#include <dlpack/dlpack.h>
#include <libselect/libselect.h>

#include "numpy_api.hpp"

namespace libselect_python {

// What a Python number has to be to become an element.
enum class number_class { boolean, integer, real, complex };

struct element_type {
    libselect_data_type_t type;
    const char *name;
    int size_log2; // of its size in bytes
    number_class numbers;
    int numpy; // NPY_NOTYPE where NumPy has no such type
    DLDataType dlpack;
};

// The type's row; the type is not undef, u1 or u1_msb.
[[nodiscard]] const element_type &row_of(libselect_data_type_t type) noexcept;

// Each returns undef where there is no such type. NumPy's long and long long have one type here.
[[nodiscard]] libselect_data_type_t type_from_numpy(int type_number) noexcept;
[[nodiscard]] libselect_data_type_t type_from_dlpack(DLDataType type) noexcept;
[[nodiscard]] libselect_data_type_t type_from_name(const char *name) noexcept;

// A type by which elements of `bytes` bytes are moved that have no type of their own, such as
// dates; undef where the width is none of libselect's.
[[nodiscard]] libselect_data_type_t carrier_of(Py_ssize_t bytes) noexcept;

} // namespace libselect_python

#endif
