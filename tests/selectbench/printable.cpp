// SPDX-License-Identifier: Apache-2.0
// Escapes what a terminal would act on.
#include "printable.hpp"

#include <cctype>
#include <cstddef>
#include <cstdio>
#include <string_view>

#include "utf8.hpp"

namespace selectbench {
namespace {

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
