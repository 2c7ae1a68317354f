// SPDX-License-Identifier: Apache-2.0
// The table of element types. A new type is one row here and one value in each public header.
#include "op/data_type.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace libselect {
namespace {

// What numbers of a type can be: integers below 2^digits, of floats times a power of two up to
// 2^max_exponent. Of a complex type these are the parts.
struct number_range {
    enum class form : std::uint8_t { none, integer, floating, complex };
    form is = form::none;
    bool is_signed = true;
    int digits = 0;
    int max_exponent = 0;
};
constexpr number_range integer(bool is_signed, int digits) {
    return {number_range::form::integer, is_signed, digits, digits - 1};
}
constexpr number_range floating(int digits, int max_exponent) {
    return {number_range::form::floating, true, digits, max_exponent};
}
constexpr number_range complex(int digits, int max_exponent) {
    return {number_range::form::complex, true, digits, max_exponent};
}

// The names that others have for a type: OpenVINO, NumPy, and PyTorch where it has a third one.
struct type_row {
    data_type type;
    const char *name;
    std::size_t size;
    number_range values;
    std::array<const char *, 2> other_names {}; // nullptr where there are fewer
};

constexpr std::array<type_row, 19> types {{
        {libselect_boolean, "boolean", 1, {}, {"bool"}},
        {libselect_u8, "u8", 1, integer(false, 8), {"uint8"}},
        {libselect_s8, "s8", 1, integer(true, 7), {"i8", "int8"}},
        {libselect_f8_e4m3, "f8_e4m3", 1, floating(4, 8), {"f8e4m3", "float8_e4m3fn"}},
        {libselect_f8_e5m2, "f8_e5m2", 1, floating(3, 15), {"f8e5m2", "float8_e5m2"}},
        {libselect_u16, "u16", 2, integer(false, 16), {"uint16"}},
        {libselect_s16, "s16", 2, integer(true, 15), {"i16", "int16"}},
        {libselect_f16, "f16", 2, floating(11, 15), {"float16", "half"}},
        {libselect_bf16, "bf16", 2, floating(8, 127), {"bfloat16"}},
        {libselect_u32, "u32", 4, integer(false, 32), {"uint32"}},
        {libselect_s32, "s32", 4, integer(true, 31), {"i32", "int32"}},
        {libselect_f32, "f32", 4, floating(24, 127), {"float32"}},
        {libselect_u64, "u64", 8, integer(false, 64), {"uint64"}},
        {libselect_s64, "s64", 8, integer(true, 63), {"i64", "int64"}},
        {libselect_f64, "f64", 8, floating(53, 1023), {"float64", "double"}},
        {libselect_c64, "c64", 8, complex(24, 127), {"complex64"}},
        {libselect_c128, "c128", 16, complex(53, 1023), {"complex128"}},
        {libselect_u1, "u1", 1, {}, {}},
        {libselect_u1_msb, "u1_msb", 1, {}, {}},
}};

const type_row *find(data_type type) noexcept {
    for (const type_row &entry : types)
        if (entry.type == type) return &entry;
    return nullptr;
}

} // namespace

bool is_data_type(data_type type) noexcept {
    return find(type) != nullptr;
}

const char *data_type_name(data_type type) noexcept {
    const type_row *entry = find(type);
    return entry != nullptr ? entry->name : "undef";
}

std::size_t data_type_size(data_type type) noexcept {
    const type_row *entry = find(type);
    return entry != nullptr ? entry->size : 0;
}

element_unit unit_of(data_type type) noexcept {
    if (type == libselect_u1 || type == libselect_u1_msb) return {address_space::bits, 1};
    return {address_space::bytes, static_cast<int>(data_type_size(type))};
}

bool has_every_value(data_type type, data_type of) noexcept {
    const type_row *to = find(type), *from = find(of);
    if (to == nullptr || from == nullptr) return false;
    const number_range &all = to->values, &wanted = from->values;
    return wanted.is != number_range::form::none && wanted.is <= all.is
           && (all.is != number_range::form::integer || all.is_signed || !wanted.is_signed)
           && wanted.digits <= all.digits && wanted.max_exponent <= all.max_exponent;
}

data_type parse_data_type(const char *name) {
    const std::string_view wanted = name;
    std::string valid;
    for (const type_row &entry : types) {
        if (wanted == entry.name) return entry.type;
        valid += (valid.empty() ? "" : ", ") + std::string(entry.name);
        const char *before = " (";
        for (const char *other : entry.other_names) {
            if (other == nullptr) break;
            if (wanted == other) return entry.type;
            valid += std::string(before) + other;
            before = ", ";
        }
        if (entry.other_names[0] != nullptr) valid += ")";
    }
    fail(libselect_invalid_arguments,
            {"data_type: ", quoted(name), " is not a type; the types are ", valid});
}

} // namespace libselect
