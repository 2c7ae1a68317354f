// SPDX-License-Identifier: Apache-2.0
// Where a condition of numbers is true, vector by vector. Internal linkage, see
// portable_blocks.hpp.
#ifndef LIBSELECT_KERNEL_PORTABLE_NUMBER_CONDITIONS_HPP
#define LIBSELECT_KERNEL_PORTABLE_NUMBER_CONDITIONS_HPP

#include <utility>

#include "kernel/portable_relations.hpp"

namespace libselect {
namespace {

// Which side of the comparison is one number for all of the row.
enum class constant_side { none, lhs, rhs };

// A condition of numbers as a loop computes it.
struct number_rule {
    basic_relation basic;
    constant_side constant; // after the sides changed places
    number_format format;
};

number_rule rule_of(const evaluate_args &inputs, bool has_le) noexcept {
    const condition_walk &walk = *inputs.condition;
    number_rule rule {{}, constant_side::none, format_of(walk.input_types[0])};
    if (walk.kind == condition_kind::nonzero) { // == 0, inverted; floats by their bits
        rule.basic = {libselect_relation_eq, false, true};
        rule.constant = constant_side::rhs;
        rule.format = {significant_bits(walk.input_types[0], walk.input_width), 0, 0, false};
        return rule;
    }
    rule.basic = basic_relation_of(walk.how, has_le);
    const bool lhs_is_constant = inputs.strides[0] == 0, rhs_is_constant = inputs.strides[1] == 0;
    if (rule.basic.how == libselect_relation_eq) rule.basic.swaps_sides = lhs_is_constant;
    if (lhs_is_constant)
        rule.constant = rule.basic.swaps_sides ? constant_side::rhs : constant_side::lhs;
    if (rhs_is_constant)
        rule.constant = rule.basic.swaps_sides ? constant_side::lhs : constant_side::rhs;
    rule.format.nan_is_less = rule.basic.inverts;
    return rule;
}

// The first numbers of a row, in the order of the relation.
struct number_sides {
    const std::byte *lhs;
    const std::byte *rhs;
};

[[gnu::always_inline]] inline number_sides sides_of(
        const evaluate_args &inputs, const basic_relation &basic) {
    static constexpr std::uint64_t zero = 0;
    number_sides sides {inputs.data[0] + inputs.at[0], reinterpret_cast<const std::byte *>(&zero)};
    if (inputs.condition->kind == condition_kind::compare)
        sides.rhs = inputs.data[1] + inputs.at[1];
    if (basic.swaps_sides) std::swap(sides.lhs, sides.rhs);
    return sides;
}

// Compares the numbers of a row. Offsets are bytes from the first number of each side.
template <typename Keys_, relation how, constant_side constant_>
class number_conditions {
public:
    using keys = Keys_;
    using bits = typename keys::bits;
    static constexpr constant_side constant = constant_;

    [[gnu::always_inline]] number_conditions(const number_format &format, const number_sides &sides)
        : keys_(format),
          sides_(sides) {
        if constexpr (constant == constant_side::lhs) same_ = key_of_all(sides.lhs, 0);
        if constexpr (constant == constant_side::rhs) same_ = key_of_all(sides.rhs, 1);
    }

    // All bits of the lanes whose relation holds, of the vector at this offset; no bit of others.
    [[gnu::always_inline]] [[nodiscard]] vector_bits at(std::int64_t offset) const {
        auto lhs = same_, rhs = same_;
        if constexpr (constant != constant_side::lhs)
            lhs = keys_.of(load<vector_bits>(sides_.lhs + offset), 0);
        if constexpr (constant != constant_side::rhs)
            rhs = keys_.of(load<vector_bits>(sides_.rhs + offset), 1);
        return holds<how>(lhs, rhs);
    }

    // Asks for the numbers at this offset, which may lie behind the row.
    [[gnu::always_inline]] void ask_for(std::int64_t offset) const {
        if constexpr (constant != constant_side::lhs) __builtin_prefetch(sides_.lhs + offset);
        if constexpr (constant == constant_side::none) __builtin_prefetch(sides_.rhs + offset);
    }

private:
    [[gnu::always_inline]] auto key_of_all(const std::byte *number, int side) const {
        return keys_.of(reinterpret_cast<vector_bits>(in_all_lanes(load<bits>(number))), side);
    }

    keys keys_;
    number_sides sides_;
    decltype(keys_.of(vector_bits {}, 0)) same_ {};
};

// Calls a function template with the type that compares the numbers of a row.
template <typename Keys, typename Call>
auto with_keys(const evaluate_args &inputs, const Call &call) noexcept {
    using enum constant_side;
    constexpr relation eq = libselect_relation_eq, lt = libselect_relation_lt,
                       le = libselect_relation_le;
    const number_rule rule = rule_of(inputs, Keys::has_le);
    const bool none_is_constant = rule.constant == none;
    if (rule.basic.how == eq)
        return none_is_constant ? call.template operator()<number_conditions<Keys, eq, none>>()
                                : call.template operator()<number_conditions<Keys, eq, rhs>>();
    if constexpr (Keys::has_le)
        if (rule.basic.how == le) {
            if (none_is_constant)
                return call.template operator()<number_conditions<Keys, le, none>>();
            return rule.constant == lhs
                           ? call.template operator()<number_conditions<Keys, le, lhs>>()
                           : call.template operator()<number_conditions<Keys, le, rhs>>();
        }
    if (none_is_constant) return call.template operator()<number_conditions<Keys, lt, none>>();
    return rule.constant == lhs ? call.template operator()<number_conditions<Keys, lt, lhs>>()
                                : call.template operator()<number_conditions<Keys, lt, rhs>>();
}

template <typename Bits, typename Call>
auto with_bits(bool is_float, const evaluate_args &inputs, const Call &call) noexcept {
    return is_float ? with_keys<float_keys<Bits>>(inputs, call)
                    : with_keys<integer_keys<Bits>>(inputs, call);
}

template <typename Call>
auto with_number_conditions(const evaluate_args &inputs, const Call &call) noexcept {
    const condition_walk &walk = *inputs.condition;
    const bool is_float =
            walk.kind == condition_kind::compare && format_of(walk.input_types[0]).largest != 0;
    const bool has_values = is_float && compares_floats_by_value();
    switch (walk.input_width) {
    case 1:
        return with_bits<std::uint8_t>(is_float, inputs, call);
    case 2:
        return with_bits<std::uint16_t>(is_float, inputs, call);
    case 4:
        if (has_values) return with_keys<float_values<float>>(inputs, call);
        return with_bits<std::uint32_t>(is_float, inputs, call);
    default:
        if (has_values) return with_keys<float_values<double>>(inputs, call);
        return with_bits<std::uint64_t>(is_float, inputs, call);
    }
}

} // namespace
} // namespace libselect

#endif
