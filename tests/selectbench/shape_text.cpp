// SPDX-License-Identifier: Apache-2.0
// The grammar of shapes, read and written.
#include "shape_text.hpp"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tool_error.hpp"

namespace selectbench {
namespace {

constexpr const char *grammar = "a shape is dims joined by x (2x3x4x5, ? for an unknown dim), "
                                "scalar for rank 0, or * for an unknown rank";

// False when word is no dim. The library's code for an unknown dim is a negative number; as a
// number it is refused here, or it would pass for "?".
bool parse_dim(std::string_view word, std::int64_t &dim) {
    if (word == "?") {
        dim = ls::unknown_dim;
        return true;
    }
    const char *end = word.data() + word.size();
    const auto [stopped, code] = std::from_chars(word.data(), end, dim);
    return code == std::errc() && stopped == end && dim != ls::unknown_dim;
}

bool parse_dims(std::string_view text, ls::dims &dims) {
    for (;;) {
        const std::size_t cross = text.find('x');
        std::int64_t dim = 0;
        if (!parse_dim(text.substr(0, cross), dim)) return false;
        dims.push_back(dim);
        if (cross == std::string_view::npos) return true;
        text.remove_prefix(cross + 1);
    }
}

} // namespace

ls::logical_tensor parse_tensor(
        ls::data_type type, const std::string &text, const std::string &option) {
    if (text == "*") return ls::logical_tensor::unknown_rank(type);
    ls::dims dims;
    if (text != "scalar" && !parse_dims(text, dims))
        throw tool_error(option + ": \"" + text + "\" is no shape; " + grammar);
    return {type, dims};
}

std::string shape_text(const ls::logical_tensor &tensor) {
    if (!tensor.has_rank()) return "*";
    if (tensor.rank() == 0) return "scalar";
    std::string text;
    for (const std::int64_t dim : tensor.dims()) {
        if (!text.empty()) text += 'x';
        text += dim == ls::unknown_dim ? "?" : std::to_string(dim);
    }
    return text;
}

} // namespace selectbench
