// SPDX-License-Identifier: Apache-2.0
// Numbers of the command line.
#ifndef SELECTBENCH_PARSE_NUMBER_HPP
#define SELECTBENCH_PARSE_NUMBER_HPP

#include <charconv>
#include <string_view>
#include <system_error>

namespace selectbench {

// The whole word, with no blank, no + and no other base. False when it is no number of this type.
template <typename number>
bool parse_number(std::string_view word, number &value) {
    const char *end = word.data() + word.size();
    const auto [stopped, code] = std::from_chars(word.data(), end, value);
    return code == std::errc() && stopped == end;
}

} // namespace selectbench

#endif
