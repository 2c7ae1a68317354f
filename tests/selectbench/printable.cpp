// SPDX-License-Identifier: Apache-2.0
// Escapes what a terminal would act on.
#include "printable.hpp"

#include <cctype>
#include <cstddef>
#include <cstdio>
#include <string_view>

#include "utf8.hpp"

namespace selectbench {

std::string printable(const std::string &text) {
    const std::string_view all(text);
    std::string line;
    std::size_t no_utf8 = find_no_utf8(all);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto byte = static_cast<unsigned char>(all[i]);
        if (i != no_utf8 && std::iscntrl(byte) == 0) {
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
