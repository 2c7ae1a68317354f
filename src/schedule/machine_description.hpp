// SPDX-License-Identifier: Apache-2.0
// What a machine says of itself: CPUID and /sys, as plain data.
#ifndef LIBSELECT_SCHEDULE_MACHINE_DESCRIPTION_HPP
#define LIBSELECT_SCHEDULE_MACHINE_DESCRIPTION_HPP

#include <cstdint>
#include <string>
#include <vector>

namespace libselect {

// One answer of the CPUID instruction.
struct cpuid_answer {
    std::uint32_t leaf, subleaf, eax, ebx, ecx, edx;
};

// The answers of this CPU that describe_machine looks at. Empty on CPUs without the instruction.
[[nodiscard]] std::vector<cpuid_answer> read_cpuid();

// cpuid_sum: CPUID, and all caches of the level in the package together.
enum class source_of_size : std::uint8_t { nobody, sys, cpuid, cpuid_sum };

struct cache_report {
    std::int64_t bytes = 0; // 0: nobody reports the cache
    source_of_size source = source_of_size::nobody;
    bool operator==(const cache_report &) const = default;
};

enum class inclusion : std::uint8_t { unknown, inclusive, exclusive };

// Everything here may be untrue: a hypervisor writes most of it. The model number of the CPU is
// left out, since hypervisors invent it (one calls a Sapphire Rapids server a desktop CPU).
struct machine_description {
    std::string vendor; // "GenuineIntel"; "" without CPUID
    int family = 0;
    cache_report l1d, l2;
    cache_report last;                            // the data cache of the highest level from 2 on
    inclusion last_includes = inclusion::unknown; // whether it holds what the levels below hold
    bool operator==(const machine_description &) const = default;
};

// `sys` is a directory in the form of Linux's /sys/devices/system/cpu/cpu0/cache. A size comes from
// there; where that is missing or makes no sense, from CPUID leaf 4, or on AMD from leaf
// 0x8000001D; and where that is empty too, as some hypervisors leave it, from the older leaves
// 0x80000005 and 0x80000006, which have the sum of a package's last-level caches. sysconf was not
// taken: it reports that sum too, and does not say so.
[[nodiscard]] machine_description describe_machine(
        const std::vector<cpuid_answer> &cpuid, const std::string &sys);

// Lines "vendor GenuineIntel, family 6", "l2 2M (/sys)", each with a line end.
[[nodiscard]] std::string to_string(const machine_description &found);

// "32K", "105M", "1G", "1000": the largest unit that divides it.
[[nodiscard]] std::string size_text(std::int64_t bytes);

} // namespace libselect

#endif
