// SPDX-License-Identifier: Apache-2.0
// The answers of each machine.
#include "schedule/fake_machines.hpp"

#include <cstring>
#include <filesystem>
#include <fstream>

#include "common/scratch_directory.hpp"

namespace internal {
namespace {

std::uint32_t word_of(const std::string &text, std::size_t at) {
    std::uint32_t word = 0;
    std::memcpy(&word, text.data() + at, sizeof word);
    return word;
}

std::vector<sys_cache> usual_sys(const char *l1d, const char *l2, const char *last) {
    return {{"1", "Data", l1d}, {"1", "Instruction", "32K"}, {"2", "Unified", l2},
            {"3", "Unified", last}};
}

} // namespace

void write_sys(const std::string &directory, const std::vector<sys_cache> &caches) {
    for (std::size_t i = 0; i < caches.size(); ++i) {
        const std::filesystem::path index = directory + "/index" + std::to_string(i);
        std::filesystem::create_directory(index);
        std::ofstream(index / "level") << caches[i].level << "\n";
        std::ofstream(index / "type") << caches[i].type << "\n";
        std::ofstream(index / "size") << caches[i].size << "\n";
    }
}

libselect::machine_description describe(const fake_machine &given) {
    const scratch_directory directory;
    write_sys(directory.path(), given.sys);
    return libselect::describe_machine(
            given.cpuid, given.sys.empty() ? directory.path() + "/absent" : directory.path());
}

std::vector<libselect::cpuid_answer> cpuid_of(const std::string &vendor, int family) {
    const auto high = static_cast<std::uint32_t>(family > 15 ? family - 15 : 0);
    const auto low = static_cast<std::uint32_t>(family > 15 ? 15 : family);
    return {{0, 0, 0x20, word_of(vendor, 0), word_of(vendor, 8), word_of(vendor, 4)},
            {1, 0, high << 20 | low << 8 | 0x10, 0, 0, 0}};
}

void add_caches(std::vector<libselect::cpuid_answer> &cpuid, std::uint32_t leaf,
        const std::vector<cpuid_cache> &caches) {
    for (std::uint32_t i = 0; i < caches.size(); ++i) {
        const cpuid_cache &each = caches[i];
        cpuid.push_back({leaf, i, each.level << 5 | each.type, (each.ways - 1) << 22 | 63,
                each.kib * 16 / each.ways - 1, each.is_inclusive ? 6U : 4U});
    }
    cpuid.push_back({leaf, static_cast<std::uint32_t>(caches.size()), 0, 0, 0, 0});
}

fake_machine machine_a() {
    fake_machine made {"A", cpuid_of("GenuineIntel", 6), usual_sys("48K", "2048K", "107520K")};
    made.cpuid[1].eax = 0x000a0678; // family 6; the model is the hypervisor's invention
    add_caches(
            made.cpuid, 4, {{1, 1, 48, 12}, {1, 2, 32, 8}, {2, 3, 2048, 16}, {3, 3, 107520, 15}});
    return made;
}

fake_machine machine_b() {
    fake_machine made {"B", cpuid_of("AuthenticAMD", 25), usual_sys("32K", "1024K", "32768K")};
    made.cpuid[1].eax = 0x00a10f11; // family 25, model 17
    add_caches(made.cpuid, 0x8000001d,
            {{1, 1, 32, 8}, {1, 2, 32, 8}, {2, 3, 1024, 8, true}, {3, 3, 32768, 16}});
    return made;
}

fake_machine machine_c() {
    return {"C",
            {{0, 0, 0x24, 0x756e6547, 0x6c65746e, 0x49656e69},
                    {1, 0, 0x000a0671, 0x01020800, 0xfffa3203, 0x1f8bfbff},
                    {4, 0, 0x04000121, 0x02c0003f, 0x0000003f, 0},
                    {4, 1, 0x04000122, 0x03c0003f, 0x0000003f, 0},
                    {4, 2, 0x04000143, 0x03c0003f, 0x000007ff, 0},
                    {4, 3, 0x04004163, 0x03c0003f, 0x00077fff, 0}, {4, 4, 0, 0, 0, 0}},
            usual_sys("48K", "2048K", "491520K")};
}

fake_machine zen3() {
    return {"Zen 3",
            {{0, 0, 0xd, 0x68747541, 0x444d4163, 0x69746e65},
                    {1, 0, 0x00a00f11, 0x00020800, 0xfffa3203, 0x178bfbff},
                    {0x80000000, 0, 0x80000021, 0x68747541, 0x444d4163, 0x69746e65},
                    {0x80000001, 0, 0x00a00f11, 0x40000000, 0x004003f3, 0x2fd3fbff},
                    {0x8000001d, 0, 0x00000121, 0x01c0003f, 0x0000003f, 0},
                    {0x8000001d, 1, 0x00000122, 0x01c0003f, 0x0000003f, 0},
                    {0x8000001d, 2, 0x00000143, 0x01c0003f, 0x000003ff, 2},
                    {0x8000001d, 3, 0x00004163, 0x03c0003f, 0x00007fff, 1},
                    {0x8000001d, 4, 0, 0, 0, 0}},
            usual_sys("32K", "512K", "32768K")};
}

fake_machine zen5() {
    return {"Zen 5",
            {{0, 0, 0xd, 0x68747541, 0x444d4163, 0x69746e65},
                    {1, 0, 0x00b00f21, 0x00020800, 0xfffa3203, 0x178bfbff},
                    {0x80000000, 0, 0x80000021, 0x68747541, 0x444d4163, 0x69746e65},
                    {0x80000001, 0, 0x00b00f21, 0x40000000, 0x440001f1, 0x25d3fbff},
                    {0x80000005, 0, 0xff60ff40, 0xff60ff40, 0x300c0140, 0x20080140},
                    {0x80000006, 0, 0x40802040, 0x60804040, 0x04006140, 0x0fe09140},
                    {0x8000001d, 0, 0, 0, 0, 0}},
            {}};
}

fake_machine intel_client() {
    fake_machine made {"client", cpuid_of("GenuineIntel", 6), usual_sys("32K", "256K", "8192K")};
    add_caches(
            made.cpuid, 4, {{1, 1, 32, 8}, {1, 2, 32, 8}, {2, 3, 256, 4}, {3, 3, 8192, 16, true}});
    return made;
}

fake_machine aarch64() {
    return {"AArch64", {}, usual_sys("64K", "1024K", "32768K")};
}

fake_machine silent() {
    return {"silent", {}, {}};
}

std::vector<fake_machine> all_fake_machines() {
    return {machine_a(), machine_b(), machine_c(), zen3(), zen5(), intel_client(), aarch64(),
            silent()};
}

} // namespace internal
