// SPDX-License-Identifier: Apache-2.0
// The parts of a word between colons.
#ifndef SELECTBENCH_SPLIT_HPP
#define SELECTBENCH_SPLIT_HPP

#include <string>
#include <string_view>
#include <vector>

namespace selectbench {

// One more part than there are colons; any of them may be empty.
inline std::vector<std::string> split(std::string_view text) {
    std::vector<std::string> parts(1);
    for (const char c : text)
        if (c == ':')
            parts.emplace_back();
        else
            parts.back() += c;
    return parts;
}

} // namespace selectbench

#endif
