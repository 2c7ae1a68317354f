// SPDX-License-Identifier: Apache-2.0
// The grammar of shapes, read and written.
#include "text.hpp"

#include <cstddef>
#include <cstdint>

#include "failure.hpp"

namespace selectbench {
namespace {

constexpr const char *grammar = "a shape is dims joined by x (2x3x4x5, ? for an unknown dim), "
                                "scalar for rank 0, or * for an unknown rank";

// False when word is no dim. The library's code for an unknown dim is a negative number; as a
// number it is refused here, or it would pass for "?".
bool parse_shape_dim(std::string_view word, std::int64_t &dim) {
    if (word != "?") return parse_number(word, dim) && dim != ls::unknown_dim;
    dim = ls::unknown_dim;
    return true;
}

// Numbers joined by x.
template <typename parser>
bool parse_list(std::string_view text, const parser &parse_word, ls::dims &numbers) {
    for (;;) {
        const std::size_t cross = text.find('x');
        std::int64_t number = 0;
        if (!parse_word(text.substr(0, cross), number)) return false;
        numbers.push_back(number);
        if (cross == std::string_view::npos) return true;
        text.remove_prefix(cross + 1);
    }
}

std::string number_text(std::int64_t number) {
    return std::to_string(number);
}

std::string dim_text(std::int64_t dim) {
    return dim == ls::unknown_dim ? "?" : number_text(dim);
}

std::string join(const ls::dims &numbers, std::string (*text_of)(std::int64_t)) {
    std::string text;
    for (const std::int64_t number : numbers)
        text += (text.empty() ? "" : "x") + text_of(number);
    return text;
}

} // namespace

bool parse_numbers(std::string_view text, ls::dims &numbers) {
    return parse_list(text, parse_number<std::int64_t>, numbers);
}

std::vector<std::string> split(std::string_view text) {
    std::vector<std::string> parts(1);
    for (const char c : text)
        if (c == ':')
            parts.emplace_back();
        else
            parts.back() += c;
    return parts;
}

ls::logical_tensor parse_tensor(
        ls::data_type type, const std::string &text, const std::string &option) {
    if (text == "*") return ls::logical_tensor::unknown_rank(type);
    ls::dims dims;
    if (text != "scalar" && !parse_list(text, parse_shape_dim, dims))
        throw tool_error(option + ": \"" + text + "\" is no shape; " + grammar);
    return {type, dims};
}

std::string shape_text(const ls::logical_tensor &tensor) {
    if (!tensor.has_rank()) return "*";
    if (tensor.rank() == 0) return "scalar";
    return join(tensor.dims(), dim_text);
}

ls::logical_tensor with_strides(const ls::logical_tensor &tensor, const std::string &text,
        const std::string &option, const std::string &operand) {
    ls::dims strides;
    if (!parse_numbers(text, strides))
        throw tool_error(option + ": \"" + text + "\" of " + operand
                         + " is no strides; strides are whole numbers joined by x (60x20x5x1)");
    const ls::dims dims = tensor.dims();
    if (strides.size() != dims.size())
        throw tool_error(option + ": " + operand + " has " + std::to_string(dims.size()) + " dims ("
                         + shape_text(tensor) + ") and " + std::to_string(strides.size())
                         + " strides (" + text + "); one stride per dim is needed");
    return {tensor.type(), dims, strides};
}

std::string strides_text(const ls::logical_tensor &tensor) {
    const ls::dims strides = tensor.strides();
    if (strides == ls::logical_tensor(tensor.type(), tensor.dims()).strides()) return "";
    return join(strides, number_text);
}

} // namespace selectbench
