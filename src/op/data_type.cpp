// SPDX-License-Identifier: Apache-2.0
// The table of element types. A new type is one row here and one value in each public header.
#include "op/data_type.hpp"

#include <array>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace libselect {
namespace {

struct type_row {
    data_type type;
    const char *name;
    const char *openvino_name; // nullptr where it is the same or OpenVINO has no such type
    std::size_t size;
};

constexpr std::array<type_row, 19> types {{
        {libselect_boolean, "boolean", nullptr, 1},
        {libselect_u8, "u8", nullptr, 1},
        {libselect_s8, "s8", "i8", 1},
        {libselect_f8_e4m3, "f8_e4m3", "f8e4m3", 1},
        {libselect_f8_e5m2, "f8_e5m2", "f8e5m2", 1},
        {libselect_u16, "u16", nullptr, 2},
        {libselect_s16, "s16", "i16", 2},
        {libselect_f16, "f16", nullptr, 2},
        {libselect_bf16, "bf16", nullptr, 2},
        {libselect_u32, "u32", nullptr, 4},
        {libselect_s32, "s32", "i32", 4},
        {libselect_f32, "f32", nullptr, 4},
        {libselect_u64, "u64", nullptr, 8},
        {libselect_s64, "s64", "i64", 8},
        {libselect_f64, "f64", nullptr, 8},
        {libselect_c64, "c64", nullptr, 8},
        {libselect_c128, "c128", nullptr, 16},
        {libselect_u1, "u1", nullptr, 1},
        {libselect_u1_msb, "u1_msb", nullptr, 1},
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

data_type parse_data_type(const char *name) {
    const std::string_view wanted = name;
    std::string valid;
    for (const type_row &entry : types) {
        if (wanted == entry.name) return entry.type;
        if (entry.openvino_name != nullptr && wanted == entry.openvino_name) return entry.type;
        valid += valid.empty() ? "" : ", ";
        valid += entry.name;
    }
    fail(libselect_invalid_arguments,
            {"data_type: ", quoted(name), " is not a type; the types are ", valid});
}

} // namespace libselect
