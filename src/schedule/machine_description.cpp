// SPDX-License-Identifier: Apache-2.0
// Reading /sys and CPUID. In /sys a cache is a directory index0, index1, ... with the files level,
// type and size ("1024K").
#include "schedule/machine_description.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <utility>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace libselect {
namespace {

constexpr int max_levels = 4;
constexpr int max_caches = 16; // of one CPU, in /sys and in a leaf
constexpr std::uint32_t cache_leaf = 4;
constexpr std::uint32_t amd_cache_leaf = 0x8000001d;
constexpr std::uint32_t old_l1_leaf = 0x80000005;
constexpr std::uint32_t old_l2_leaf = 0x80000006;

// Indexed by level; level 0 is unused.
using levels = std::array<cache_report, max_levels + 1>;

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

// The level as a number from 1 to max_levels; 0 for anything else.
std::size_t parse_level(const std::string &text) {
    if (text.size() != 1 || text[0] < '1' || text[0] > '0' + max_levels) return 0;
    return static_cast<std::size_t>(text[0] - '0');
}

void read_sys(const std::string &directory, levels &caches) {
    for (int i = 0; i < max_caches; ++i) {
        const std::string base = directory + "/index" + std::to_string(i) + "/";
        const std::size_t level = parse_level(word_of(base + "level"));
        const std::int64_t size = parse_size(word_of(base + "size"));
        if (level == 0 || size == 0 || word_of(base + "type") == "Instruction") continue;
        caches[level] = {size, source_of_size::sys};
    }
}

const cpuid_answer *find(const std::vector<cpuid_answer> &cpuid, std::uint32_t leaf) {
    const auto found = std::find_if(cpuid.begin(), cpuid.end(),
            [&](const cpuid_answer &each) { return each.leaf == leaf && each.subleaf == 0; });
    return found == cpuid.end() ? nullptr : &*found;
}

std::uint32_t bits(std::uint32_t word, int first, int n) noexcept {
    return word >> first & ((1U << n) - 1);
}

// The bytes of a cache; 0 for a size that no cache has. Both leaves have the same form (Intel SDM
// volume 2A, "CPUID"; AMD APM volume 3, E.4.15).
std::int64_t size_of(const cpuid_answer &cache) noexcept {
    constexpr std::uint32_t max_sets = 1U << 26;
    constexpr std::int64_t max_bytes = std::int64_t {1} << 34;
    const std::int64_t line = bits(cache.ebx, 0, 12) + 1;
    const std::int64_t partitions = bits(cache.ebx, 12, 10) + 1;
    const std::int64_t ways = bits(cache.ebx, 22, 10) + 1;
    if (cache.ecx >= max_sets) return 0;
    const std::int64_t size = line * partitions * ways * (std::int64_t {cache.ecx} + 1);
    return size < max_bytes ? size : 0;
}

// Fills in what /sys does not say, and returns whether the cache of the highest level is inclusive.
inclusion read_cache_leaves(const std::vector<cpuid_answer> &cpuid, levels &caches) {
    constexpr std::uint32_t instructions = 2;
    std::size_t highest = 0;
    inclusion last_includes = inclusion::unknown;
    for (const cpuid_answer &each : cpuid) {
        if (each.leaf != cache_leaf && each.leaf != amd_cache_leaf) continue;
        const std::uint32_t type = bits(each.eax, 0, 5);
        const std::size_t level = bits(each.eax, 5, 3);
        const std::int64_t size = size_of(each);
        if (type == 0 || type == instructions || level == 0 || level > max_levels || size == 0)
            continue;
        if (caches[level].bytes == 0) caches[level] = {size, source_of_size::cpuid};
        if (level < highest) continue;
        highest = level;
        last_includes = bits(each.edx, 1, 1) != 0 ? inclusion::inclusive : inclusion::exclusive;
    }
    return highest < 2 ? inclusion::unknown : last_includes;
}

// AMD APM volume 3, E.4.4 and E.4.5. Intel has L2 there too, and zeros for the others. The size of
// the third level is in units of 512 KiB.
void read_old_leaves(const std::vector<cpuid_answer> &cpuid, levels &caches) {
    const auto set = [&](std::size_t level, std::int64_t size, source_of_size source) {
        if (caches[level].bytes == 0 && size != 0) caches[level] = {size, source};
    };
    if (const cpuid_answer *l1 = find(cpuid, old_l1_leaf))
        set(1, std::int64_t {bits(l1->ecx, 24, 8)} << 10, source_of_size::cpuid);
    const cpuid_answer *l2 = find(cpuid, old_l2_leaf);
    if (l2 == nullptr) return;
    set(2, std::int64_t {bits(l2->ecx, 16, 16)} << 10, source_of_size::cpuid);
    set(3, std::int64_t {bits(l2->edx, 18, 14)} << 19, source_of_size::cpuid_sum);
}

std::string vendor_of(const cpuid_answer &leaf0) {
    std::string vendor;
    for (const std::uint32_t word : {leaf0.ebx, leaf0.edx, leaf0.ecx})
        for (int i = 0; i < 32; i += 8)
            vendor += static_cast<char>(bits(word, i, 8));
    return vendor;
}

// The extended family counts only where the family is 15.
int family_of(const cpuid_answer &leaf1) {
    const std::uint32_t family = bits(leaf1.eax, 8, 4);
    return static_cast<int>(family == 15 ? family + bits(leaf1.eax, 20, 8) : family);
}

std::string report_text(const char *name, const cache_report &cache) {
    constexpr std::array<const char *, 4> sources {
            "nobody says", " (/sys)", " (CPUID)", " (CPUID, all of the package)"};
    const std::string size = cache.bytes == 0 ? "" : size_text(cache.bytes);
    return std::string(name) + " " + size + sources[static_cast<std::size_t>(cache.source)];
}

} // namespace

std::vector<cpuid_answer> read_cpuid() {
    std::vector<cpuid_answer> all;
#if defined(__x86_64__)
    const auto ask = [&](std::uint32_t leaf, std::uint32_t subleaf) {
        cpuid_answer answer {leaf, subleaf, 0, 0, 0, 0};
        __cpuid_count(leaf, subleaf, answer.eax, answer.ebx, answer.ecx, answer.edx);
        all.push_back(answer);
        return answer;
    };
    const std::uint32_t max_leaf = ask(0, 0).eax;
    ask(1, 0);
    const std::uint32_t max_extended = ask(0x80000000, 0).eax;
    constexpr std::uint32_t has_amd_leaf = 1U << 22; // of leaf 0x80000001, in ecx
    const bool is_amd = max_extended >= amd_cache_leaf && (ask(0x80000001, 0).ecx & has_amd_leaf);
    for (const std::uint32_t leaf : {old_l1_leaf, old_l2_leaf})
        if (max_extended >= leaf) ask(leaf, 0);
    if (!is_amd && max_leaf < cache_leaf) return all;
    const std::uint32_t leaf = is_amd ? amd_cache_leaf : cache_leaf;
    for (std::uint32_t i = 0; i < max_caches && bits(ask(leaf, i).eax, 0, 5) != 0;)
        ++i;
#endif
    return all;
}

machine_description describe_machine(
        const std::vector<cpuid_answer> &cpuid, const std::string &sys) {
    machine_description found;
    levels caches {};
    read_sys(sys, caches);
    found.last_includes = read_cache_leaves(cpuid, caches);
    read_old_leaves(cpuid, caches);
    if (const cpuid_answer *leaf0 = find(cpuid, 0)) found.vendor = vendor_of(*leaf0);
    if (const cpuid_answer *leaf1 = find(cpuid, 1)) found.family = family_of(*leaf1);
    found.l1d = caches[1];
    found.l2 = caches[2];
    for (std::size_t level = 2; level <= max_levels; ++level)
        if (caches[level].bytes != 0) found.last = caches[level];
    return found;
}

std::string to_string(const machine_description &found) {
    constexpr std::array<const char *, 3> includes {
            "", ", inclusive in CPUID", ", not inclusive in CPUID"};
    std::string text = "vendor " + (found.vendor.empty() ? "unknown" : found.vendor) + ", family "
                       + std::to_string(found.family) + "\n";
    text += report_text("l1d", found.l1d) + "\n" + report_text("l2", found.l2) + "\n";
    return text + report_text("last level", found.last)
           + includes[static_cast<std::size_t>(found.last_includes)] + "\n";
}

std::string size_text(std::int64_t bytes) {
    constexpr std::array<std::pair<int, const char *>, 3> units {{{30, "G"}, {20, "M"}, {10, "K"}}};
    for (const auto &[shift, unit] : units)
        if (bytes != 0 && bytes % (std::int64_t {1} << shift) == 0)
            return std::to_string(bytes >> shift) + unit;
    return std::to_string(bytes);
}

} // namespace libselect
