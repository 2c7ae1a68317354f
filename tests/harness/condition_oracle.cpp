// SPDX-License-Identifier: Apache-2.0
// The oracle of conditions: one index of dst after the other.
#include "harness/condition_oracle.hpp"

#include "harness/number.hpp"

namespace support {
namespace {

__extension__ using wide = __int128;

// An input of the condition, and where its element lies for the current index of dst.
struct walked {
    const view *tensor;
    dims steps;
    std::int64_t at;
};

std::int64_t width_of(libselect_data_type_t type) {
    if (type <= libselect_f8_e5m2 || is_bits(type)) return 1;
    if (type <= libselect_bf16) return 2;
    if (type <= libselect_f32) return 4;
    return type == libselect_c128 ? 16 : 8;
}

const std::byte *address(const walked &input, libselect_data_type_t type) {
    const std::int64_t unit = input.tensor->strides_in_bytes ? 1 : width_of(type);
    return input.tensor->data + input.tensor->offset * width_of(type) + input.at * unit;
}

bool bit_at(const walked &input, bool from_the_top) {
    const std::int64_t bit = input.tensor->offset + input.at;
    const auto place = static_cast<unsigned>(bit & 7);
    const auto byte = std::to_integer<unsigned>(input.tensor->data[bit >> 3]);
    return (byte >> (from_the_top ? 7 - place : place) & 1U) != 0;
}

std::int64_t bound_at(const walked &input, libselect_data_type_t type) {
    const number value = element_at(address(input, type), type)[0];
    // An integer of at most 64 bits: the significand has it, shifted to the top.
    if (value.is_zero()) return 0;
    const std::uint64_t magnitude = value.significand >> static_cast<unsigned>(-value.exponent);
    return static_cast<std::int64_t>(value.is_negative ? ~magnitude + 1 : magnitude);
}

class decision {
public:
    decision(const condition_view &condition, const dims &dst, const std::string &mode,
            std::int64_t axis)
        : rule_(condition.rule),
          dst_(dst),
          index_(dst.size(), 0) {
        const auto add = [&](const view &tensor, bool is_placed) {
            const std::size_t rank = tensor.dims.size();
            const std::size_t first =
                    is_placed ? first_axis(dst.size(), rank, mode, axis) : dst.size() - rank;
            inputs_.push_back(
                    {&tensor, steps_over(tensor.dims, tensor.strides, first, dst.size()), 0});
        };
        if (!rule_.is_interval()) add(condition.cond, true);
        if (rule_.is_compare()) add(condition.rhs, true);
        if (rule_.begin != libselect_undef) add(condition.begin, false);
        if (rule_.end != libselect_undef) add(condition.end, false);
    }

    void run(std::size_t axis, std::vector<std::byte> &into) {
        if (axis == dst_.size()) {
            into.push_back(std::byte {is_true()});
            return;
        }
        for (index_[axis] = 0; index_[axis] < dst_[axis]; ++index_[axis]) {
            run(axis + 1, into);
            for (walked &input : inputs_)
                input.at += input.steps[axis];
        }
        for (walked &input : inputs_)
            input.at -= input.steps[axis] * dst_[axis];
    }

private:
    [[nodiscard]] bool is_true() const {
        const auto lhs = [&] { return element_at(address(inputs_[0], rule_.type), rule_.type); };
        switch (rule_.kind) {
        case libselect_condition_boolean:
            return *address(inputs_[0], rule_.type) != std::byte {0};
        case libselect_condition_bits:
            return bit_at(inputs_[0], rule_.type == libselect_u1_msb);
        case libselect_condition_nonzero:
            return is_nonzero(lhs());
        case libselect_condition_compare:
            return holds(
                    lhs(), rule_.relation, element_at(address(inputs_[1], rule_.type), rule_.type));
        default:
            return is_inside();
        }
    }

    // row + lower <= col, col <= row + upper, begin <= col, col < end.
    [[nodiscard]] bool is_inside() const {
        const wide col = index(rule_.axis);
        const wide row = rule_.looks_at_rows() ? index(rule_.row_axis) : 0;
        if (rule_.lower && row + *rule_.lower > col) return false;
        if (rule_.upper && col > row + *rule_.upper) return false;
        const bool has_begin = rule_.begin != libselect_undef;
        if (has_begin && bound_at(inputs_.front(), rule_.begin) > col) return false;
        return rule_.end == libselect_undef || col < bound_at(inputs_.back(), rule_.end);
    }

    [[nodiscard]] std::int64_t index(int axis) const {
        const auto rank = static_cast<int>(dst_.size());
        return index_[static_cast<std::size_t>(axis < 0 ? rank + axis : axis)];
    }

    const condition_rule &rule_;
    const dims &dst_;
    dims index_;
    std::vector<walked> inputs_;
};

} // namespace

std::vector<std::byte> decide(const condition_view &condition, const dims &dst,
        const std::string &mode, std::int64_t axis) {
    std::vector<std::byte> decided;
    for (const std::int64_t extent : dst)
        if (extent == 0) return decided; // before a loop over 2^62 rows of nothing
    decision(condition, dst, mode, axis).run(0, decided);
    return decided;
}

void select_oracle(const condition_view &condition, const view &src0, const view &src1,
        const mutable_view &dst, std::size_t elem_bytes, const std::string &mode,
        std::int64_t axis) {
    if (condition.rule.kind == libselect_condition_boolean)
        return select_oracle(condition.cond, src0, src1, dst, elem_bytes, mode, axis);
    const std::vector<std::byte> decided = decide(condition, dst.dims, mode, axis);
    if (decided.empty()) return;
    select_oracle({decided.data(), dst.dims, dense_strides(dst.dims)}, src0, src1, dst, elem_bytes,
            mode, axis);
}

} // namespace support
