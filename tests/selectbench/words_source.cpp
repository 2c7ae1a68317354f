// SPDX-License-Identifier: Apache-2.0
// Problems as words of the command line.
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "failure.hpp"
#include "problem.hpp"
#include "text.hpp"

namespace selectbench {
namespace {

constexpr std::array<const char *, 4> operand_names {"cond", "src0", "src1", "dst"};

// The shapes of one problem as they were written, and where: an option for each, or one word.
struct shape_words {
    std::string name;
    std::array<std::optional<std::string>, 4> shapes;

    [[nodiscard]] std::string place(std::size_t i) const {
        return name.empty() ? std::string("--") + operand_names[i] : '"' + name + '"';
    }
};

// "4x5:2x3x4x5:1": cond, src0, src1 and, if it is there, dst. "bits:4x5:2x3x4x5:1" is
// "bits(4x5):2x3x4x5:1".
shape_words parse_problem(const std::string &word) {
    std::vector<std::string> parts = split(word);
    for (const char *kind : {"bits", "nonzero", "lengths"})
        if (parts[0] == kind && parts.size() > 3) {
            parts[0] += "(" + parts[1] + ")";
            parts.erase(parts.begin() + 1);
        }
    if (parts.size() != 3 && parts.size() != 4)
        throw tool_error('"' + word
                         + "\" is no problem; a problem is cond:src0:src1 or "
                           "cond:src0:src1:dst, each a shape (4x5:2x3x4x5:scalar), cond or a "
                           "condition (causal:8x8:scalar)");
    shape_words words {word, {}};
    std::copy(parts.begin(), parts.end(), words.shapes.begin());
    return words;
}

// "::1x4": one per operand; "" and one that is missing are dense.
std::array<std::string, 4> parse_strides(const std::string &text) {
    const std::vector<std::string> parts = split(text);
    std::array<std::string, 4> strides;
    if (parts.size() > strides.size())
        throw tool_error("--strides: \"" + text + "\" has " + std::to_string(parts.size())
                         + " parts; at most cond:src0:src1:dst are there");
    std::copy(parts.begin(), parts.end(), strides.begin());
    return strides;
}

// What is said once for all problems.
struct shared_words {
    ls::data_type type;
    std::optional<ls::data_type> condition_type;
    ls::attributes attr;
    std::array<std::string, 4> strides;
};

ls::logical_tensor strided(const shape_words &words, const std::string &operand,
        const std::string &strides, const ls::logical_tensor &dense) {
    if (strides.empty()) return dense;
    const std::string of_word = words.name.empty() ? "" : " of " + words.name;
    return with_strides(dense, strides, "--strides", operand + of_word);
}

// "1x4,0x1": one for each input of the condition, at commas.
void set_strides(condition_request &condition, const shape_words &words, const std::string &text) {
    std::size_t at = 0;
    for (condition_input &input : condition.inputs) {
        const std::size_t comma = std::min(text.find(',', at), text.size());
        input.tensor =
                strided(words, part_name(input.part), text.substr(at, comma - at), input.tensor);
        at = std::min(comma + 1, text.size());
    }
    if (at < text.size() || (condition.inputs.empty() && !text.empty()))
        throw tool_error("--strides: \"" + text + "\" has more strides than " + words.name
                         + " has inputs of its condition");
}

// The dims of dst as far as the condition has no part in them.
ls::dims dims_of_sources(const request &what) {
    if (what.attr.mode == ls::auto_broadcast::none || what.attr.mode == ls::auto_broadcast::pdpd)
        return what.src0.dims();
    const ls::logical_tensor one(ls::data_type::boolean, {});
    return ls::select_op(one, what.src0, what.src1, what.attr).dst().dims();
}

request make_request(const shape_words &words, const shared_words &shared) try {
    for (std::size_t i = 0; i < 3; ++i)
        if (!words.shapes[i])
            throw tool_error(
                    words.place(i) + " is missing; a problem needs --cond, --src0 and --src1");
    const auto tensor = [&](std::size_t i) {
        return strided(words, operand_names[i], shared.strides[i],
                parse_tensor(shared.type, *words.shapes[i], words.place(i)));
    };
    request what {words.name, {}, tensor(1), tensor(2), {}, shared.attr};
    what.cond = parse_condition(
            *words.shapes[0], {words.place(0), shared.condition_type.value_or(shared.type),
                                      shared.condition_type.value_or(ls::data_type::s32),
                                      [&] { return dims_of_sources(what); }});
    set_strides(what.cond, words, shared.strides[0]);
    if (words.shapes[3]) what.dst = tensor(3);
    if (!what.dst && !shared.strides[3].empty())
        what.dst = strided(words, operand_names[3], shared.strides[3],
                ls::select_op(what.cond.make(), what.src0, what.src1, what.attr).dst());
    return what;
} catch (const ls::error &error) {
    if (words.name.empty()) throw;
    throw ls::error(error.code(), (words.name + ": " + error.what()).c_str());
}

} // namespace

// A file has types, strides and attributes of its own; who gives an option that changes none of its
// problems believes otherwise.
void visit_words(const word_options &options, const request_visitor &visit) {
    const bool by_options = std::any_of(options.shapes.begin(), options.shapes.end(),
            [](const auto &one) { return one.has_value(); });
    if (!by_options && options.words.empty()) {
        if (options.shared.empty()) return;
        throw tool_error(options.shared
                         + " is for problems on the command line, and there is none; a file has "
                           "its own");
    }
    shared_words shared {ls::data_type_from_string(options.type), {}, options.attr.parse(),
            parse_strides(options.strides)};
    if (options.condition_type)
        shared.condition_type = ls::data_type_from_string(*options.condition_type);
    if (by_options) visit([&] { return make_request({"", options.shapes}, shared); });
    for (const std::string &word : options.words)
        visit([&] { return make_request(parse_problem(word), shared); });
}

} // namespace selectbench
