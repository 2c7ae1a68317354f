// SPDX-License-Identifier: Apache-2.0
// Conditions that decide as a problem's mask says, whatever they read.
#include "harness/problem_conditions.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "harness/condition_data.hpp"
#include "harness/copy_element.hpp"
#include "harness/number.hpp"

namespace support {
namespace {

// Calls put(offset in elements, wanted) for each distinct element of the tensor, as what.conditions
// says.
template <typename visitor>
void walk_conditions(const problem &what, const operand &tensor, const visitor &put) {
    random_source random(what.seed);
    const dims distinct = distinct_dims(tensor);
    std::vector<std::byte> dense(static_cast<std::size_t>(n_elems(distinct)));
    fill_mask(dense, distinct, what.conditions, random);
    const std::byte *next = dense.data();
    walk_elements(distinct, tensor.strides, [&](const dims &, std::int64_t offset) {
        put(tensor.offset + offset, *next++);
        return true;
    });
}

void fill_boolean(const problem &what, std::byte *cond) {
    const dims distinct = distinct_dims(what.cond);
    const std::span<std::byte> bytes = bytes_of(what.cond, libselect_boolean, cond);
    if (what.cond.strides == dense_strides(distinct)) {
        random_source random(what.seed);
        return fill_mask(bytes, distinct, what.conditions, random);
    }
    std::ranges::fill(bytes, std::byte {1});
    walk_conditions(
            what, what.cond, [&](std::int64_t offset, std::byte value) { cond[offset] = value; });
}

void fill_bit_tensor(const problem &what, std::byte *cond) {
    std::ranges::fill(bytes_of(what.cond, what.rule.type, cond), std::byte {0xff});
    walk_conditions(what, what.cond, [&](std::int64_t offset, std::byte value) {
        set_bit(cond, offset, what.rule.type, value != std::byte {0});
    });
}

// The bytes of 0, 1 or 2, of a complex type both parts.
using number_bytes = std::array<std::byte, 16>;
number_bytes small_number(libselect_data_type_t type, int value) {
    const float_format format = format_of(type);
    const bool is_float = format.exponent_bits != 0; // only then is there a bias
    const std::int64_t biased = is_float && value != 0 ? format.bias() + value - 1 : 0;
    const std::int64_t bits = is_float ? biased << format.mantissa_bits : value;
    const std::size_t part_bytes = libselect_data_type_size(type) / (is_complex(type) ? 2 : 1);
    number_bytes bytes {};
    for (const std::size_t at : {std::size_t {0}, is_complex(type) ? part_bytes : std::size_t {0}})
        std::memcpy(&bytes[at], &bits, part_bytes);
    return bytes;
}

// What decides so: alone, or beside a 1 on the other side of a comparison.
number_bytes number_for(const condition_rule &rule, bool is_lhs, bool wanted) {
    const number_bytes beside = small_number(rule.type, 1);
    const element one = element_at(beside.data(), rule.type);
    for (const int value : {1, 0, 2}) {
        const number_bytes bytes = small_number(rule.type, value);
        const element x = element_at(bytes.data(), rule.type);
        const bool is_true = !rule.is_compare() ? is_nonzero(x)
                             : is_lhs           ? holds(x, rule.relation, one)
                                                : holds(one, rule.relation, x);
        if (is_true == wanted) return bytes;
    }
    return beside;
}

// Every element, and what lies between, is 1.
void fill_ones(const problem &what, const operand &tensor, std::byte *data) {
    const number_bytes one = small_number(what.rule.type, 1);
    const std::size_t width = libselect_data_type_size(what.rule.type);
    const std::span<std::byte> bytes = bytes_of(tensor, what.rule.type, data);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = one[i % width];
}

void fill_numbers(const problem &what, const operand_pointers &at) {
    const condition_rule &rule = what.rule;
    const bool is_lhs = !rule.is_compare() || distinct_elems(what.cond) >= distinct_elems(what.rhs);
    fill_ones(what, what.cond, at.cond);
    if (rule.is_compare()) fill_ones(what, what.rhs, at.rhs);
    std::byte *const data = is_lhs ? at.cond : at.rhs;
    const auto width = static_cast<std::int64_t>(libselect_data_type_size(rule.type));
    const std::array numbers {number_for(rule, is_lhs, false), number_for(rule, is_lhs, true)};
    walk_conditions(what, is_lhs ? what.cond : what.rhs, [&](std::int64_t offset, std::byte value) {
        const number_bytes &bytes = numbers[value != std::byte {0} ? 1 : 0];
        copy_element(data + offset * width, bytes.data(), static_cast<std::size_t>(width));
    });
}

// From none of the columns to all of them.
void fill_columns(const problem &what, const operand &tensor, libselect_data_type_t type,
        std::byte *data, std::uint64_t seed) {
    if (type == libselect_undef) return;
    random_source random(seed);
    const auto rank = static_cast<int>(what.dst.dims.size());
    const int axis = what.rule.axis < 0 ? rank + what.rule.axis : what.rule.axis;
    const std::int64_t n_cols = what.dst.dims[static_cast<std::size_t>(axis)];
    const std::size_t width = libselect_data_type_size(type);
    const std::span<std::byte> bytes = bytes_of(tensor, type, data);
    for (std::size_t i = 0; i < bytes.size(); i += width) {
        const std::int64_t value = random.between(0, n_cols);
        std::memcpy(&bytes[i], &value, width);
    }
}

} // namespace

void fill_condition(const problem &what, const operand_pointers &at) {
    switch (what.rule.kind) {
    case libselect_condition_boolean:
        return fill_boolean(what, at.cond);
    case libselect_condition_bits:
        return fill_bit_tensor(what, at.cond);
    case libselect_condition_interval:
        fill_columns(what, what.begin, what.rule.begin, at.begin, what.seed);
        return fill_columns(what, what.end, what.rule.end, at.end, what.seed + 4);
    default:
        return fill_numbers(what, at);
    }
}

} // namespace support
