// SPDX-License-Identifier: Apache-2.0
// Machines as they describe themselves: CPUID as data, /sys as a directory of its own.
#ifndef INTERNAL_SCHEDULE_FAKE_MACHINES_HPP
#define INTERNAL_SCHEDULE_FAKE_MACHINES_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "schedule/machine.hpp"

namespace internal {

inline constexpr std::int64_t KiB = 1 << 10;
inline constexpr std::int64_t MiB = 1 << 20;

struct sys_cache {
    std::string level, type, size; // the text of the files
};

struct fake_machine {
    std::string name;
    std::vector<libselect::cpuid_answer> cpuid;
    std::vector<sys_cache> sys; // empty: no directory
};

// Writes index0, index1, ... below the directory.
void write_sys(const std::string &directory, const std::vector<sys_cache> &caches);

[[nodiscard]] libselect::machine_description describe(const fake_machine &given);

// Leaves 0 and 1 of a CPU. The vendor has 12 letters; the model is 1.
[[nodiscard]] std::vector<libselect::cpuid_answer> cpuid_of(const std::string &vendor, int family);

// A cache as a subleaf of leaf 4 or 0x8000001d has it, type 1 for data, 2 for instructions, 3 for
// both, 64-byte lines.
struct cpuid_cache {
    std::uint32_t level, type, kib, ways;
    bool is_inclusive = false;
};
void add_caches(std::vector<libselect::cpuid_answer> &cpuid, std::uint32_t leaf,
        const std::vector<cpuid_cache> &caches);

// Intel, Sapphire Rapids class, and AMD Zen 4: virtual machines on which libselect was measured.
[[nodiscard]] fake_machine machine_a();
[[nodiscard]] fake_machine machine_b();
// Intel, Granite Rapids class, a virtual machine, all answers as it gives them.
[[nodiscard]] fake_machine machine_c();
// AMD Zen 3, a virtual machine, all answers as it gives them.
[[nodiscard]] fake_machine zen3();
// AMD Zen 5, a virtual machine without /sys, whose cache leaf is empty: all answers as it gives
// them.
[[nodiscard]] fake_machine zen5();
// Intel Skylake as a client: an inclusive last level of 8 MiB.
[[nodiscard]] fake_machine intel_client();
// AArch64: /sys and no CPUID.
[[nodiscard]] fake_machine aarch64();
// Nobody says anything.
[[nodiscard]] fake_machine silent();

[[nodiscard]] std::vector<fake_machine> all_fake_machines();

} // namespace internal

#endif
