// SPDX-License-Identifier: Apache-2.0
// What a target does when a property does not hold.
#include "fuzz/finding.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace fuzz {

void report(const std::string &text) {
    std::fprintf(stderr, "finding: %s\n", text.c_str());
    std::abort();
}

void require_message(const char *message) {
    const std::string_view text(message);
    const auto printable = [](char c) { return c >= ' ' && c <= '~'; };
    require(!text.empty(), "a refusal has a message");
    require(std::all_of(text.begin(), text.end(), printable), "a message is one line");
}

} // namespace fuzz
