// SPDX-License-Identifier: Apache-2.0
// Writes single numbers over the data of a condition.
#include "telling_numbers.hpp"

#include <cstring>
#include <vector>

#include "harness/condition_data.hpp"

namespace selectbench {

void add_telling_numbers(const support::problem &what, const support::operand_pointers &at) {
    const support::condition_rule &rule = what.rule;
    const support::mask usual;
    if (!rule.reads_numbers() || what.conditions.kind != support::mask_kind::random
            || what.conditions.chance != usual.chance)
        return;
    support::random_source random(what.seed + 5);
    const std::vector<std::uint64_t> telling = support::telling_bits(rule.type);
    const std::size_t width =
            libselect_data_type_size(rule.type) / (support::is_complex(rule.type) ? 2 : 1);
    const auto add_to = [&](const support::operand &tensor, std::byte *data) {
        const std::span<std::byte> bytes = support::bytes_of(tensor, rule.type, data);
        for (std::size_t i = 0; i + width <= bytes.size(); i += width)
            if (random.one_in(8))
                std::memcpy(&bytes[i], &telling[random.below(telling.size())], width);
    };
    add_to(what.cond, at.cond);
    if (rule.is_compare()) add_to(what.rhs, at.rhs);
}

} // namespace selectbench
