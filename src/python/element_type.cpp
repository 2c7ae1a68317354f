// SPDX-License-Identifier: Apache-2.0
// The table of element types, in the order of libselect_data_type_t.
#include "element_type.hpp"

#include <array>
#include <cstring>

namespace libselect_python {
namespace {

// Codes of later versions than Debian's header.
constexpr unsigned dlpack_bool = 6, dlpack_f8_e4m3fn = 10, dlpack_f8_e5m2 = 12;

constexpr DLDataType code(unsigned code, int bits) {
    return {static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(bits), 1};
}

using enum number_class;
constexpr std::array<element_type, 17> rows {{
        {libselect_boolean, "bool", 0, boolean, NPY_BOOL, code(dlpack_bool, 8)},
        {libselect_u8, "uint8", 0, integer, NPY_UINT8, code(kDLUInt, 8)},
        {libselect_s8, "int8", 0, integer, NPY_INT8, code(kDLInt, 8)},
        {libselect_f8_e4m3, "float8_e4m3fn", 0, real, NPY_NOTYPE, code(dlpack_f8_e4m3fn, 8)},
        {libselect_f8_e5m2, "float8_e5m2", 0, real, NPY_NOTYPE, code(dlpack_f8_e5m2, 8)},
        {libselect_u16, "uint16", 1, integer, NPY_UINT16, code(kDLUInt, 16)},
        {libselect_s16, "int16", 1, integer, NPY_INT16, code(kDLInt, 16)},
        {libselect_f16, "float16", 1, real, NPY_FLOAT16, code(kDLFloat, 16)},
        {libselect_bf16, "bfloat16", 1, real, NPY_NOTYPE, code(kDLBfloat, 16)},
        {libselect_u32, "uint32", 2, integer, NPY_UINT32, code(kDLUInt, 32)},
        {libselect_s32, "int32", 2, integer, NPY_INT32, code(kDLInt, 32)},
        {libselect_f32, "float32", 2, real, NPY_FLOAT32, code(kDLFloat, 32)},
        {libselect_u64, "uint64", 3, integer, NPY_UINT64, code(kDLUInt, 64)},
        {libselect_s64, "int64", 3, integer, NPY_INT64, code(kDLInt, 64)},
        {libselect_f64, "float64", 3, real, NPY_FLOAT64, code(kDLFloat, 64)},
        {libselect_c64, "complex64", 3, complex, NPY_COMPLEX64, code(kDLComplex, 64)},
        {libselect_c128, "complex128", 4, complex, NPY_COMPLEX128, code(kDLComplex, 128)},
}};
static_assert(rows.back().type == libselect_c128 && rows.size() == libselect_c128);

// By NumPy's number. Integers of C come under two numbers where two of them have one width.
constexpr auto numpy_types = [] {
    std::array<libselect_data_type_t, NPY_NTYPES> types {};
    for (const element_type &row : rows)
        if (row.numpy != NPY_NOTYPE) types[static_cast<std::size_t>(row.numpy)] = row.type;
    types[NPY_INT] = libselect_s32;
    types[NPY_UINT] = libselect_u32;
    types[NPY_LONG] = sizeof(long) == 8 ? libselect_s64 : libselect_s32;
    types[NPY_ULONG] = sizeof(long) == 8 ? libselect_u64 : libselect_u32;
    types[NPY_LONGLONG] = libselect_s64;
    types[NPY_ULONGLONG] = libselect_u64;
    return types;
}();

} // namespace

const element_type &row_of(libselect_data_type_t type) noexcept {
    return rows[static_cast<std::size_t>(type) - 1];
}

libselect_data_type_t type_from_numpy(int type_number) noexcept {
    const auto i = static_cast<std::size_t>(type_number);
    return i < numpy_types.size() ? numpy_types[i] : libselect_undef;
}

libselect_data_type_t type_from_dlpack(DLDataType type) noexcept {
    for (const element_type &row : rows)
        if (row.dlpack.code == type.code && row.dlpack.bits == type.bits && type.lanes == 1)
            return row.type;
    return libselect_undef;
}

libselect_data_type_t type_from_name(const char *name) noexcept {
    for (const element_type &row : rows)
        if (std::strcmp(row.name, name) == 0) return row.type;
    return libselect_undef;
}

libselect_data_type_t carrier_of(Py_ssize_t bytes) noexcept {
    switch (bytes) {
    case 1:
        return libselect_u8;
    case 2:
        return libselect_u16;
    case 4:
        return libselect_u32;
    case 8:
        return libselect_u64;
    case 16:
        return libselect_c128;
    default:
        return libselect_undef;
    }
}

} // namespace libselect_python
