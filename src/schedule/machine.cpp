// SPDX-License-Identifier: Apache-2.0
// Reading /sys: index0, index1, ... each with the files level, type and size ("1024K").
#include "schedule/machine.hpp"

#include <fstream>

namespace libselect {
namespace {

std::string word_of(const std::string &path) {
    std::ifstream file(path);
    std::string word;
    file >> word;
    return word;
}

// "32K", "1024K", "32M"; 0 for anything else.
std::int64_t parse_size(const std::string &text) {
    std::int64_t value = 0;
    std::size_t at = 0;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9' && at < 9; ++at)
        value = value * 10 + (text[at] - '0');
    const std::string unit = text.substr(at);
    if (unit == "K") return value << 10;
    return unit == "M" ? value << 20 : 0;
}

} // namespace

cache_sizes read_cache_sizes(const std::string &directory) {
    cache_sizes sizes;
    std::string highest = "0";
    for (int i = 0; i < 16; ++i) {
        const std::string base = directory + "/index" + std::to_string(i) + "/";
        const std::string level = word_of(base + "level");
        const std::int64_t size = parse_size(word_of(base + "size"));
        if (size == 0 || word_of(base + "type") == "Instruction") continue;
        if (level != "2" && level != "3" && level != "4") continue;
        if (level == "2") sizes.l2 = size;
        if (level < highest) continue;
        highest = level;
        sizes.last = size;
    }
    return sizes;
}

const cache_sizes &machine_cache_sizes() {
    static const cache_sizes sizes = read_cache_sizes("/sys/devices/system/cpu/cpu0/cache");
    return sizes;
}

} // namespace libselect
