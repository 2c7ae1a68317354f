// SPDX-License-Identifier: Apache-2.0
// Words of the command line: numbers, parts between colons, shapes and strides. Shapes are
// "2x3x4x5", "2x?x5", "scalar" for rank 0, "*" for an unknown rank; strides "60x20x5x1", "-5x0".
#ifndef SELECTBENCH_TEXT_HPP
#define SELECTBENCH_TEXT_HPP

#include <charconv>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <libselect/libselect.hpp>

namespace selectbench {

namespace ls = libselect;

// The whole word, with no blank, no + and no other base. False when it is no number of this type.
template <typename number>
bool parse_number(std::string_view word, number &value) {
    const char *end = word.data() + word.size();
    const auto [stopped, code] = std::from_chars(word.data(), end, value);
    return code == std::errc() && stopped == end;
}

// Whole numbers joined by x, appended to `numbers`. False when one of them is none.
bool parse_numbers(std::string_view text, ls::dims &numbers);

// The parts between colons, one more than there are colons; any of them may be empty.
std::vector<std::string> split(std::string_view text);

// The dense tensor that `text` describes. A negative dim parses: the library refuses it, with its
// own message. Throws tool_error with the grammar when text is no shape; `option` names where it
// stood.
ls::logical_tensor parse_tensor(
        ls::data_type type, const std::string &text, const std::string &option);

// The inverse of parse_tensor.
std::string shape_text(const ls::logical_tensor &tensor);

// The tensor with these strides, one per dim. Throws tool_error, which names `option` and, in
// front of the text, the operand.
ls::logical_tensor with_strides(const ls::logical_tensor &tensor, const std::string &text,
        const std::string &option, const std::string &operand);

// "" for dense strides and for those that cannot be told.
std::string strides_text(const ls::logical_tensor &tensor);

// The text with control characters, and bytes that are no UTF-8, as \x0a. Text may quote a file,
// its name or a word of the command line; whatever is in it, it stays on one line and moves no
// cursor.
std::string printable(const std::string &text);

// The place of the first byte that does not belong to a UTF-8 character, or is NUL; text.size()
// when there is none. Overlong forms and surrogates are no characters.
std::size_t find_no_utf8(std::string_view text) noexcept;

} // namespace selectbench

#endif
