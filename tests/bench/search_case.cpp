// SPDX-License-Identifier: Apache-2.0
// Drawing problems: extents first, then a layout for each operand.
#include "search_case.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <sstream>
#include <stdexcept>

namespace bench {
namespace {

using support::in_place;
using support::mask_kind;
using support::random_source;

constexpr std::array<const char *, 4> alias_names {"no", "src0", "src1", "both"};

dims draw_extents(std::size_t elem_bytes, random_source &random) {
    constexpr std::array<std::int64_t, 22> sizes {
            2, 2, 3, 3, 4, 4, 5, 7, 8, 12, 16, 17, 22, 32, 64, 100, 128, 233, 300, 512, 700, 1024};
    dims extents(1 + random.below(random.one_in(8) ? 8 : 5));
    const double most_bytes =
            std::exp2(8 + static_cast<double>(random.below(800) + random.below(800)) / 100);
    auto left = static_cast<std::int64_t>(most_bytes / static_cast<double>(elem_bytes));
    for (std::int64_t &extent : extents) {
        extent = std::clamp<std::int64_t>(sizes[random.below(sizes.size())], 1, left);
        left = std::max<std::int64_t>(left / extent, 1);
    }
    extents[random.below(extents.size())] *= left;
    return extents;
}

// Strides of a tensor whose axes lie in memory in a random order, maybe with gaps, maybe reversed.
dims draw_strides(const dims &extents, std::uint64_t variety, random_source &random) {
    std::vector<std::size_t> order(extents.size());
    std::iota(order.begin(), order.end(), 0);
    if (random.below(10) < variety)
        for (std::size_t i = order.size(); i > 1; --i)
            std::swap(order[i - 1], order[random.below(i)]);
    const bool has_gaps = random.below(20) < variety;
    const bool has_even_pitches = has_gaps && random.one_in(4);
    const bool is_reversed = random.below(30) < variety;
    std::int64_t stride = has_gaps && random.one_in(3) ? 2 : 1;
    dims strides(extents.size());
    for (std::size_t i = order.size(); i-- > 0;) {
        strides[order[i]] = is_reversed && random.one_in(2) ? -stride : stride;
        stride *= extents[order[i]];
        if (has_even_pitches) // rows that meet in the same cache sets
            stride = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(stride)));
        else if (has_gaps && random.one_in(2))
            stride += random.between(1, 9);
    }
    return strides;
}

// Strides of an input: those of a tensor from which some axes are missing.
dims draw_input(const dims &extents, random_source &random) {
    dims distinct = extents;
    std::vector<bool> is_missing(extents.size());
    constexpr std::array<std::uint64_t, 6> rates {1, 2, 3, 1000, 1000, 1000};
    const std::uint64_t rate = rates[random.below(rates.size())];
    for (std::size_t i = 0; i < extents.size(); ++i) {
        is_missing[i] = random.one_in(rate);
        if (is_missing[i]) distinct[i] = 1;
    }
    dims strides = draw_strides(distinct, random.one_in(2) ? 0 : 6, random);
    for (std::size_t i = 0; i < extents.size(); ++i)
        if (is_missing[i]) strides[i] = 0;
    return strides;
}

support::mask draw_mask(random_source &random) {
    constexpr std::array<mask_kind, 8> kinds {mask_kind::random, mask_kind::random,
            mask_kind::random, mask_kind::runs, mask_kind::runs, mask_kind::stretches,
            mask_kind::all, mask_kind::none};
    constexpr std::array<double, 8> chances {0.5, 0.5, 0.005, 0.05, 0.15, 0.3, 0.9, 0.99};
    support::mask drawn;
    drawn.kind = kinds[random.below(kinds.size())];
    drawn.chance = chances[random.below(chances.size())];
    drawn.length = std::int64_t {1} << random.between(1, 14);
    return drawn;
}

// Whether a tensor of these strides has an element of its own for every index.
bool has_all_axes(const dims &strides) {
    return std::count(strides.begin(), strides.end(), 0) == 0;
}

std::string next_part(std::istringstream &text) {
    std::string part;
    if (!std::getline(text, part, '/')) throw std::runtime_error("it has fewer than eight parts");
    return part;
}

std::size_t parse_width(const std::string &text) {
    for (const char *width : {"w1", "w2", "w4", "w8", "w16"})
        if (text == width) return std::stoul(text.substr(1));
    throw std::runtime_error(text + " is no width; widths are w1, w2, w4, w8 and w16");
}

dims parse_numbers(const std::string &text, char separator) {
    dims numbers;
    std::istringstream from(text);
    for (std::string number; std::getline(from, number, separator);)
        numbers.push_back(std::stoll(number));
    return numbers;
}

support::mask parse_mask(const std::string &text) {
    std::istringstream from(text);
    std::string kind, chance, length;
    std::getline(from, kind, ',');
    std::getline(from, chance, ',');
    std::getline(from, length, ',');
    const support::mask parsed {.kind = support::mask_kind_of(kind),
            .chance = std::stod(chance),
            .length = std::stoll(length)};
    if (!(parsed.chance >= 0 && parsed.chance <= 1))
        throw std::runtime_error(chance + " is no chance; chances are 0 to 1");
    if (parsed.length < 1)
        throw std::runtime_error(length + " is no length; lengths are 1 or more");
    return parsed;
}

in_place parse_alias(const std::string &text) {
    const auto *const at = std::find(alias_names.begin(), alias_names.end(), text);
    if (at == alias_names.end())
        throw std::runtime_error(
                text + " is nothing to be in place of; write no, src0, src1 or both");
    return static_cast<in_place>(at - alias_names.begin());
}

} // namespace

search_case draw_case(random_source &random) {
    constexpr std::array<std::size_t, 7> widths {1, 2, 4, 4, 4, 8, 16};
    search_case drawn;
    drawn.elem_bytes = widths[random.below(widths.size())];
    drawn.extents = draw_extents(drawn.elem_bytes, random);
    for (std::size_t i = 0; i < 3; ++i)
        drawn.strides[i] = draw_input(drawn.extents, random);
    drawn.strides[3] = draw_strides(drawn.extents, random.one_in(6) ? 6 : 0, random);
    drawn.conditions = draw_mask(random);
    if (random.one_in(4)) {
        drawn.alias = random.one_in(2) ? in_place::src0 : in_place::src1;
        dims &source = drawn.strides[drawn.alias == in_place::src0 ? 1 : 2];
        // An input whose layout has every axis keeps it, and dst takes it.
        if (has_all_axes(source))
            drawn.strides[3] = source;
        else
            source = drawn.strides[3];
    }
    return drawn;
}

std::string to_word(const search_case &one) {
    std::ostringstream word;
    word << "w" << one.elem_bytes << "/" << support::to_string(one.extents, "x");
    for (const dims &strides : one.strides)
        word << "/" << support::to_string(strides, ",");
    word << "/" << support::to_string(one.conditions.kind) << "," << one.conditions.chance << ","
         << one.conditions.length << "/" << alias_names[static_cast<std::size_t>(one.alias)];
    return word.str();
}

search_case parse_word(const std::string &word) try {
    search_case parsed;
    std::istringstream text(word);
    parsed.elem_bytes = parse_width(next_part(text));
    parsed.extents = parse_numbers(next_part(text), 'x');
    for (dims &strides : parsed.strides) {
        strides = parse_numbers(next_part(text), ',');
        if (strides.size() != parsed.extents.size())
            throw std::runtime_error("it has not one stride per extent");
    }
    parsed.conditions = parse_mask(next_part(text));
    parsed.alias = parse_alias(next_part(text));
    if (!text.eof()) throw std::runtime_error("it has more than eight parts");
    return parsed;
} catch (const std::logic_error &) { // of std::stoll and the like
    throw std::runtime_error("problem " + word + ": a number is missing or too large");
} catch (const std::runtime_error &error) {
    throw std::runtime_error("problem " + word + ": " + error.what());
}

support::problem problem_of(const search_case &one) {
    support::problem what;
    what.type = support::type_of_width(one.elem_bytes);
    const std::array<support::operand *, 4> operands = support::operands(what);
    for (std::size_t i = 0; i < operands.size(); ++i)
        *operands[i] = {one.extents, one.strides[i], {}};
    what.mode = "none";
    what.alias = one.alias;
    what.max_threads = 1;
    what.conditions = one.conditions;
    what.seed = 1;
    return what;
}

} // namespace bench
