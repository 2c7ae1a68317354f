// SPDX-License-Identifier: Apache-2.0
// The grammar of --in-shapes.
#include "in_shapes.hpp"

#include <algorithm>
#include <string_view>

#include "failure.hpp"
#include "text.hpp"

namespace selectbench {
namespace {

constexpr const char *in_shapes_grammar =
        "; it is ID:SHAPE, ID:SHAPE*LAYOUT or ID:*LAYOUT, more of them "
        "joined by +; SHAPE is 2x3x4 or "
        "scalar, LAYOUT is a tag (acdb) or strides (12x1x4)";

[[noreturn]] void fail_word(std::string_view word, const std::string &why) {
    throw tool_error("--in-shapes: \"" + std::string(word) + "\" " + why);
}

// Whole numbers joined by x. No unknown dim: it is what is being replaced.
std::optional<ls::dims> parse_sizes(std::string_view text) {
    ls::dims numbers;
    for (;;) {
        const std::size_t cross = text.find('x');
        std::int64_t number = 0;
        if (!parse_number(text.substr(0, cross), number) || number < 0) return std::nullopt;
        numbers.push_back(number);
        if (cross == std::string_view::npos) return numbers;
        text.remove_prefix(cross + 1);
    }
}

std::optional<ls::dims> parse_shape(std::string_view text) {
    if (text == "scalar" || text == "-") return ls::dims {};
    return parse_sizes(text);
}

// A permutation of the letters a, b, ...
bool is_tag(std::string_view text) {
    std::string sorted(text);
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 0; i < sorted.size(); ++i)
        if (sorted[i] != static_cast<char>('a' + i)) return false;
    return !text.empty() && text.size() <= 26;
}

bool parse_layout(std::string_view text, shape_rewrite &rewrite) {
    if (is_tag(text)) {
        rewrite.tag = text;
        return true;
    }
    rewrite.strides = parse_sizes(text);
    return rewrite.strides.has_value();
}

shape_rewrite parse_value(std::string_view word, std::string_view value) {
    shape_rewrite rewrite;
    rewrite.text = word;
    const std::size_t star = value.find('*');
    if (star == std::string_view::npos && is_tag(value)) {
        rewrite.tag = value;
        return rewrite;
    }
    if (star != 0) {
        rewrite.dims = parse_shape(value.substr(0, star));
        if (!rewrite.dims) fail_word(word, std::string("has no shape") + in_shapes_grammar);
    }
    if (star != std::string_view::npos && !parse_layout(value.substr(star + 1), rewrite))
        fail_word(word, std::string("has no layout") + in_shapes_grammar);
    return rewrite;
}

} // namespace

ls::dims shape_rewrite::rewritten_dims(const ls::dims &own) const {
    return dims ? *dims : own;
}

std::optional<ls::dims> shape_rewrite::rewritten_strides(const ls::dims &extents) const {
    if (tag.empty() && !strides) return std::nullopt;
    const std::size_t rank = strides ? strides->size() : tag.size();
    if (rank != extents.size())
        fail_word(text, "lays out " + std::to_string(rank) + " dims; the tensor has "
                                + std::to_string(extents.size()));
    if (strides) return strides;
    ls::dims result(rank);
    std::int64_t stride = 1;
    for (std::size_t place = rank; place-- > 0;) {
        const auto axis = static_cast<std::size_t>(tag[place] - 'a');
        result[axis] = stride;
        if (__builtin_mul_overflow(stride, std::max<std::int64_t>(extents[axis], 1), &stride))
            fail_word(text, "lays out more elements than 63 bits count");
    }
    return result;
}

in_shapes::in_shapes(const std::vector<std::string> &words) {
    for (const std::string &list : words) {
        if (list.find(',') != std::string::npos)
            fail_word(list,
                    "holds a comma, which starts another test in benchdnn; here one set of shapes "
                    "runs at a time");
        for (std::size_t begin = 0; begin <= list.size();) {
            const std::size_t end = std::min(list.find('+', begin), list.size());
            const std::string_view word = std::string_view(list).substr(begin, end - begin);
            const std::size_t colon = word.find(':');
            std::uint64_t id = 0;
            if (colon == std::string_view::npos || !parse_number(word.substr(0, colon), id))
                fail_word(word, std::string("has no tensor id") + in_shapes_grammar);
            const auto [_, is_new] =
                    entries_.insert({id, {parse_value(word, word.substr(colon + 1))}});
            if (!is_new) fail_word(word, "names a tensor that has been named before");
            begin = end + 1;
        }
    }
}

const shape_rewrite *in_shapes::find(std::optional<std::uint64_t> id) {
    const auto found = id ? entries_.find(*id) : entries_.end();
    if (found == entries_.end()) return nullptr;
    found->second.used = true;
    return &found->second.rewrite;
}

void in_shapes::check_all_used() const {
    for (const auto &[_, named] : entries_)
        if (!named.used)
            fail_word(named.rewrite.text,
                    "names a tensor of no Select; shapes are not inferred through "
                    "other ops, so name the tensors that a Select reads");
}

} // namespace selectbench
