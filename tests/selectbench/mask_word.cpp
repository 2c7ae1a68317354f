// SPDX-License-Identifier: Apache-2.0
// The grammar of --mask. The words in full: random[:P], runs[:LENGTH[:P]], prefix[:LENGTH],
// suffix[:LENGTH], causal, discs, all, none; what they mean is in tests/harness/mask.hpp.
#include <array>
#include <charconv>
#include <string_view>
#include <vector>

#include "failure.hpp"
#include "problem.hpp"
#include "text.hpp"

namespace selectbench {
namespace {

using support::mask;
using support::mask_kind;

struct mask_row {
    mask usual;
    std::string_view numbers; // that may follow, in this order: L is a length, P a chance
    std::int64_t least_length = 0;
};

constexpr auto varies = support::true_byte::varies;
constexpr std::array<mask_row, 8> masks {{
        {{.kind = mask_kind::random, .value = varies}, "P"},
        {{.kind = mask_kind::runs, .chance = 0.05, .length = 64}, "LP", 1},
        {{.kind = mask_kind::prefix}, "L"},
        {{.kind = mask_kind::suffix}, "L"},
        {{.kind = mask_kind::causal}, ""},
        {{.kind = mask_kind::discs}, ""},
        {{.kind = mask_kind::all, .value = varies}, ""},
        {{.kind = mask_kind::none}, ""},
}};

// The shortest text that is read as this number again.
template <typename number>
std::string shortest_text(number value) {
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
bool parse_words(const mask_row &row, const std::vector<std::string> &words, mask &parsed) {
    parsed = row.usual;
    if (words[0] != to_string(row.usual.kind) || words.size() > row.numbers.size() + 1)
        return false;
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
        if (parse_words(row, words, parsed)) return parsed;
    throw tool_error("--mask: \"" + word
                     + "\" is no mask; a mask is random[:P], runs[:LENGTH[:P]], prefix[:LENGTH], "
                       "suffix[:LENGTH], causal, discs, all or none, with P from 0 to 1");
}

std::string mask_text(const mask &pattern) {
    std::string text(to_string(pattern.kind));
    for (const mask_row &row : masks)
        for (const char number : row.usual.kind == pattern.kind ? row.numbers : "")
            if (number == 'P')
                text += ":" + shortest_text(pattern.chance);
            else if (pattern.length != mask::random_length)
                text += ":" + shortest_text(pattern.length);
    return text;
}

} // namespace selectbench
