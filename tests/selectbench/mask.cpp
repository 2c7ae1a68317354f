// SPDX-License-Identifier: Apache-2.0
// The grammar of masks.
#include "mask.hpp"

#include <array>
#include <charconv>
#include <cstddef>
#include <string_view>
#include <vector>

#include "parse_number.hpp"
#include "split.hpp"
#include "tool_error.hpp"

namespace selectbench {
namespace {

struct mask_row {
    std::string_view name;
    mask usual;
    std::string_view numbers; // that may follow, in this order: L is a length, P a chance
    std::int64_t least_length = 0;
};

constexpr std::array<mask_row, 8> masks {{
        {"random", {mask_kind::random, 0.5}, "P"},
        {"runs", {mask_kind::runs, 0.05, 64}, "LP", 1},
        {"prefix", {mask_kind::prefix}, "L"},
        {"suffix", {mask_kind::suffix}, "L"},
        {"causal", {mask_kind::causal}, ""},
        {"discs", {mask_kind::discs}, ""},
        {"all", {mask_kind::all}, ""},
        {"none", {mask_kind::none}, ""},
}};

// The shortest text that is read as this number again.
template <typename number>
std::string number_text(number value) {
    std::array<char, 32> text {};
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

// Compared so that a NaN is no chance.
bool parse_chance(std::string_view word, double &chance) {
    return parse_number(word, chance) && chance >= 0 && chance <= 1;
}

bool parse_length(std::string_view word, const mask_row &row, std::int64_t &length) {
    return parse_number(word, length) && length >= row.least_length;
}

// The words after the name, as many as the row takes or fewer.
bool parse(const mask_row &row, const std::vector<std::string> &words, mask &parsed) {
    parsed = row.usual;
    if (words[0] != row.name || words.size() > row.numbers.size() + 1) return false;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const bool right = row.numbers[i - 1] == 'L' ? parse_length(words[i], row, parsed.length)
                                                     : parse_chance(words[i], parsed.chance);
        if (!right) return false;
    }
    return true;
}

} // namespace

mask parse_mask(const std::string &word) {
    const std::vector<std::string> words = split(word);
    mask parsed;
    for (const mask_row &row : masks)
        if (parse(row, words, parsed)) return parsed;
    throw tool_error("--mask: \"" + word
                     + "\" is no mask; a mask is random[:P], runs[:LENGTH[:P]], prefix[:LENGTH], "
                       "suffix[:LENGTH], causal, discs, all or none, with P from 0 to 1");
}

std::string to_string(const mask &pattern) {
    for (const mask_row &row : masks) {
        if (row.usual.kind != pattern.kind) continue;
        std::string text(row.name);
        for (const char number : row.numbers)
            if (number == 'P')
                text += ":" + number_text(pattern.chance);
            else if (pattern.length != mask::random_length)
                text += ":" + number_text(pattern.length);
        return text;
    }
    return "";
}

} // namespace selectbench
