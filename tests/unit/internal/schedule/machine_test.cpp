// SPDX-License-Identifier: Apache-2.0
// What a machine says of itself, in /sys and CPUID: ordinary, broken and missing.
#include "schedule/machine_description.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "common/scratch_directory.hpp"
#include "schedule/fake_machines.hpp"

namespace internal {
namespace {

using libselect::cache_report;
using libselect::inclusion;
using libselect::machine_description;
using libselect::source_of_size;

machine_description of_sys(const std::vector<sys_cache> &caches) {
    return describe({"", {}, caches});
}

void expect_sizes(const machine_description &found, std::int64_t l2, std::int64_t last) {
    EXPECT_EQ(found.l2.bytes, l2);
    EXPECT_EQ(found.last.bytes, last);
}

TEST(schedule_machine, sys_has_sizes_in_kilobytes_and_megabytes) {
    const machine_description found = of_sys({{"1", "Data", "48K"}, {"1", "Instruction", "32K"},
            {"2", "Unified", "512K"}, {"3", "Unified", "105M"}});
    EXPECT_EQ(found.l1d, (cache_report {48 * KiB, source_of_size::sys}));
    EXPECT_EQ(found.l2, (cache_report {512 * KiB, source_of_size::sys}));
    EXPECT_EQ(found.last, (cache_report {105 * MiB, source_of_size::sys}));
}

TEST(schedule_machine, the_order_in_sys_does_not_matter) {
    expect_sizes(of_sys({{"3", "Unified", "8M"}, {"2", "Unified", "256K"}, {"1", "Data", "48K"}}),
            256 * KiB, 8 * MiB);
}

TEST(schedule_machine, without_a_third_level_the_second_is_the_last) {
    expect_sizes(of_sys({{"1", "Data", "32K"}, {"2", "Unified", "1024K"}}), 1 * MiB, 1 * MiB);
}

TEST(schedule_machine, a_fourth_level_is_the_last) {
    expect_sizes(
            of_sys({{"2", "Unified", "256K"}, {"3", "Unified", "6M"}, {"4", "Unified", "128M"}}),
            256 * KiB, 128 * MiB);
}

TEST(schedule_machine, caches_of_instructions_do_not_count) {
    const machine_description found = of_sys(
            {{"1", "Instruction", "32K"}, {"2", "Instruction", "4M"}, {"3", "Instruction", "5M"}});
    EXPECT_EQ(found, machine_description {});
}

TEST(schedule_machine, without_anything_nobody_says_anything) {
    EXPECT_EQ(describe(silent()), machine_description {});
    const scratch_directory empty;
    EXPECT_EQ(libselect::describe_machine({}, empty.path()), machine_description {});
}

TEST(schedule_machine, the_first_level_alone_is_no_last_level) {
    expect_sizes(of_sys({{"1", "Data", "32K"}}), 0, 0);
}

TEST(schedule_machine, sizes_that_make_no_sense_are_left_out) {
    for (const char *size : {"", "K", "0K", "512", "512G", "-512K", "512KB", "x", "99999999999999K",
                 "0x10K", "5 K"})
        expect_sizes(of_sys({{"2", "Unified", size}, {"3", "Unified", "7M"}}), 0, 7 * MiB);
}

TEST(schedule_machine, levels_that_are_none_are_left_out) {
    for (const char *level : {"", "x", "zwei", "-2", "0", "5", "22"})
        expect_sizes(of_sys({{level, "Unified", "3M"}, {"2", "Unified", "640K"},
                             {"3", "Unified", "7M"}}),
                640 * KiB, 7 * MiB);
}

TEST(schedule_machine, files_that_are_missing_are_left_out) {
    const scratch_directory sys;
    write_sys(sys.path(), {{"2", "Unified", "640K"}, {"3", "Unified", "7M"}});
    std::filesystem::remove(sys.path() + "/index0/size");
    std::filesystem::remove(sys.path() + "/index1/level");
    EXPECT_EQ(libselect::describe_machine({}, sys.path()), machine_description {});
}

TEST(schedule_machine, cpuid_has_vendor_and_family) {
    EXPECT_EQ(describe(machine_a()).vendor, "GenuineIntel");
    EXPECT_EQ(describe(machine_a()).family, 6);
    EXPECT_EQ(describe(machine_b()).vendor, "AuthenticAMD");
    EXPECT_EQ(describe(machine_b()).family, 25);
    EXPECT_EQ(describe(zen3()).family, 25);
}

TEST(schedule_machine, without_sys_the_sizes_come_from_cpuid) {
    for (fake_machine given : {machine_a(), machine_b(), zen3(), intel_client()}) {
        const machine_description with_sys = describe(given);
        given.sys.clear();
        const machine_description found = describe(given);
        EXPECT_EQ(found.l1d.source, source_of_size::cpuid) << given.name;
        EXPECT_EQ(found.l1d.bytes, with_sys.l1d.bytes) << given.name;
        EXPECT_EQ(found.l2.bytes, with_sys.l2.bytes) << given.name;
        EXPECT_EQ(found.last.bytes, with_sys.last.bytes) << given.name;
    }
}

TEST(schedule_machine, sys_wins_over_cpuid_level_by_level) {
    fake_machine given = machine_a();
    given.sys = {{"3", "Unified", "60M"}};
    const machine_description found = describe(given);
    EXPECT_EQ(found.last, (cache_report {60 * MiB, source_of_size::sys}));
    EXPECT_EQ(found.l2, (cache_report {2 * MiB, source_of_size::cpuid}));
}

TEST(schedule_machine, the_inclusive_bit_is_that_of_the_last_level) {
    EXPECT_EQ(describe(intel_client()).last_includes, inclusion::inclusive);
    EXPECT_EQ(describe(machine_a()).last_includes, inclusion::exclusive);
    EXPECT_EQ(describe(zen3()).last_includes, inclusion::exclusive); // its L2 has the bit
    EXPECT_EQ(describe(aarch64()).last_includes, inclusion::unknown);
}

TEST(schedule_machine, the_older_leaves_fill_in_what_is_missing) {
    const machine_description found = describe(zen5());
    EXPECT_EQ(found.l1d, (cache_report {48 * KiB, source_of_size::cpuid}));
    EXPECT_EQ(found.l2, (cache_report {1 * MiB, source_of_size::cpuid}));
    EXPECT_EQ(found.last, (cache_report {508 * MiB, source_of_size::cpuid_sum}));
    EXPECT_EQ(to_string(found), "vendor AuthenticAMD, family 26\nl1d 48K (CPUID)\nl2 1M (CPUID)\n"
                                "last level 508M (CPUID, all of the package)\n");
    fake_machine given = zen5();
    given.sys = {{"3", "Unified", "16M"}};
    EXPECT_EQ(describe(given).last, (cache_report {16 * MiB, source_of_size::sys}));
    EXPECT_EQ(describe(given).l2, found.l2);
}

TEST(schedule_machine, the_older_leaves_may_have_nothing) {
    fake_machine given = zen5();
    for (libselect::cpuid_answer &each : given.cpuid)
        if (each.leaf == 0x80000005 || each.leaf == 0x80000006) each.ecx = each.edx = 0;
    const machine_description found = describe(given);
    EXPECT_EQ(found.l1d, cache_report {});
    EXPECT_EQ(found.last, cache_report {});
}

TEST(schedule_machine, cpuid_leaves_that_make_no_sense_are_left_out) {
    fake_machine given {"", cpuid_of("GenuineIntel", 6), {}};
    const std::uint32_t all = ~0U;
    given.cpuid.push_back({4, 0, all, all, all, all});
    given.cpuid.push_back({4, 1, 7 << 5 | 3, 63, 1023, 0});             // level 7
    given.cpuid.push_back({4, 2, 3 << 5 | 3, all, all, 0});             // 2^64 bytes and more
    given.cpuid.push_back({4, 3, 3 << 5 | 2, 15U << 22 | 63, 1023, 0}); // instructions
    const machine_description found = describe(given);
    EXPECT_EQ(found.last, cache_report {});
    EXPECT_EQ(found.last_includes, inclusion::unknown);
}

TEST(schedule_machine, this_one_says_what_its_files_say) {
    const machine_description &found = libselect::this_machine_description();
    EXPECT_EQ(found, libselect::describe_machine(
                             libselect::read_cpuid(), "/sys/devices/system/cpu/cpu0/cache"));
    EXPECT_EQ(&found, &libselect::this_machine_description());
#if defined(__x86_64__)
    EXPECT_EQ(found.vendor.size(), 12U);
    EXPECT_GT(found.family, 0);
#else
    EXPECT_TRUE(libselect::read_cpuid().empty());
#endif
}

TEST(schedule_machine, a_description_prints_sizes_and_sources) {
    fake_machine given = zen3();
    given.sys.erase(given.sys.begin());
    EXPECT_EQ(to_string(describe(given)),
            "vendor AuthenticAMD, family 25\nl1d 32K (CPUID)\nl2 512K (/sys)\n"
            "last level 32M (/sys), not inclusive in CPUID\n");
    EXPECT_EQ(to_string(describe(silent())),
            "vendor unknown, family 0\nl1d nobody says\nl2 nobody says\nlast level nobody says\n");
}

TEST(schedule_machine, sizes_print_in_the_largest_unit_that_divides_them) {
    EXPECT_EQ(libselect::size_text(1000), "1000");
    EXPECT_EQ(libselect::size_text(48 * KiB), "48K");
    EXPECT_EQ(libselect::size_text(105 * MiB), "105M");
    EXPECT_EQ(libselect::size_text(std::int64_t {3} << 30), "3G");
    EXPECT_EQ(libselect::size_text(0), "0");
}

} // namespace
} // namespace internal
