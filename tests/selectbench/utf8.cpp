// SPDX-License-Identifier: Apache-2.0
// The ranges of table 3-7 of the Unicode standard.
#include "utf8.hpp"

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

} // namespace selectbench
