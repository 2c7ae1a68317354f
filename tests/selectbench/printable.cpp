// SPDX-License-Identifier: Apache-2.0
// Which text is UTF-8, by table 3-7 of the Unicode standard, and what a terminal would act on.
#include <cctype>
#include <cstddef>
#include <cstdio>

#include "text.hpp"

namespace selectbench {
namespace {

// How many bytes the character at the front takes; 0 when there is none.
std::size_t length_of_first(std::string_view text) noexcept {
    const auto byte = [text](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const auto is_tail = [byte](std::size_t i) { return (byte(i) & 0xc0U) == 0x80; };
    const unsigned lead = byte(0);
    if (lead < 0x80) return lead == 0 ? 0 : 1;
    if (lead < 0xc2 || lead > 0xf4 || !is_tail(1)) return 0;
    if (lead < 0xe0) return 2;
    if (lead == 0xe0 && byte(1) < 0xa0) return 0; // overlong
    if (lead == 0xed && byte(1) > 0x9f) return 0; // a surrogate
    if (!is_tail(2)) return 0;
    if (lead < 0xf0) return 3;
    if (lead == 0xf0 && byte(1) < 0x90) return 0; // overlong
    if (lead == 0xf4 && byte(1) > 0x8f) return 0; // beyond U+10FFFF
    return is_tail(3) ? 4 : 0;
}

// Bytes of the character at the front, when it is one that a terminal acts on or hides: a control
// of U+0080 to U+009F, a line separator, a mark or change of direction (U+200E, U+200F, U+2028 to
// U+202E, U+2066 to U+2069). 0 for any other.
std::size_t hidden_bytes(std::string_view text) {
    const auto at = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    if (at(0) == 0xc2 && at(1) >= 0x80 && at(1) < 0xa0) return 2;
    if (at(0) != 0xe2) return 0;
    const unsigned last = at(2);
    if (at(1) == 0x80 && (last == 0x8e || last == 0x8f || (last >= 0xa8 && last <= 0xae))) return 3;
    return at(1) == 0x81 && last >= 0xa6 && last <= 0xa9 ? 3 : 0;
}

} // namespace

std::size_t find_no_utf8(std::string_view text) noexcept {
    std::size_t place = 0;
    while (place < text.size()) {
        const std::size_t length = length_of_first(text.substr(place));
        if (length == 0) return place;
        place += length;
    }
    return place;
}

std::string printable(const std::string &text) {
    const std::string_view all(text);
    std::string line;
    std::size_t no_utf8 = find_no_utf8(all);
    std::size_t hidden_end = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto byte = static_cast<unsigned char>(all[i]);
        if (const std::size_t hidden = hidden_bytes(all.substr(i)); hidden > 0)
            hidden_end = i + hidden;
        if (i != no_utf8 && i >= hidden_end && std::iscntrl(byte) == 0) {
            line += all[i];
            continue;
        }
        if (i == no_utf8) no_utf8 = i + 1 + find_no_utf8(all.substr(i + 1));
        char escaped[8];
        std::snprintf(escaped, sizeof escaped, "\\x%02x", static_cast<unsigned>(byte));
        line += escaped;
    }
    return line;
}

} // namespace selectbench
