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

// "4x5:2x3x4x5:1": cond, src0, src1 and, if it is there, dst.
shape_words parse_problem(const std::string &word) {
    const std::vector<std::string> parts = split(word);
    if (parts.size() != 3 && parts.size() != 4)
        throw tool_error('"' + word
                         + "\" is no problem; a problem is cond:src0:src1 or "
                           "cond:src0:src1:dst, each a shape (4x5:2x3x4x5:scalar)");
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
    ls::attributes attr;
    std::array<std::string, 4> strides;
};

ls::logical_tensor strided(const shape_words &words, std::size_t i, const std::string &strides,
        const ls::logical_tensor &dense) {
    if (strides.empty()) return dense;
    const std::string of_word = words.name.empty() ? "" : " of " + words.name;
    return with_strides(dense, strides, "--strides", operand_names[i] + of_word);
}

request make_request(const shape_words &words, const shared_words &shared) try {
    const auto tensor = [&](std::size_t i, ls::data_type type) {
        if (!words.shapes[i])
            throw tool_error(
                    words.place(i) + " is missing; a problem needs --cond, --src0 and --src1");
        return strided(
                words, i, shared.strides[i], parse_tensor(type, *words.shapes[i], words.place(i)));
    };
    request what {words.name, tensor(0, ls::data_type::boolean), tensor(1, shared.type),
            tensor(2, shared.type), {}, shared.attr};
    if (words.shapes[3]) what.dst = tensor(3, shared.type);
    if (!what.dst && !shared.strides[3].empty())
        what.dst = strided(words, 3, shared.strides[3],
                ls::select_op(what.cond, what.src0, what.src1, what.attr).dst());
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
    const shared_words shared {ls::data_type_from_string(options.type), options.attr.parse(),
            parse_strides(options.strides)};
    if (by_options) visit([&] { return make_request({"", options.shapes}, shared); });
    for (const std::string &word : options.words)
        visit([&] { return make_request(parse_problem(word), shared); });
}

} // namespace selectbench
