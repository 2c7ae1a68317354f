// SPDX-License-Identifier: Apache-2.0
// Cache sizes from directories as Linux has them, from broken ones and from none.
#include "schedule/machine.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <unistd.h>

namespace internal {
namespace {

using libselect::cache_sizes;
using libselect::read_cache_sizes;

constexpr std::int64_t KiB = 1 << 10;
constexpr std::int64_t MiB = 1 << 20;

struct cache_files {
    std::string level, type, size;
};

// A directory of its own for each test, gone after it.
class schedule_machine : public testing::Test {
protected:
    void SetUp() override {
        std::string name = (std::filesystem::temp_directory_path() / "cache_sizes_XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        root_ = name;
    }
    void TearDown() override { std::filesystem::remove_all(root_); }

    // A directory index0, index1, ... for each cache.
    void add(const std::vector<cache_files> &caches) const {
        for (std::size_t i = 0; i < caches.size(); ++i) {
            const std::filesystem::path index = root_ / ("index" + std::to_string(i));
            std::filesystem::create_directory(index);
            std::ofstream(index / "level") << caches[i].level << "\n";
            std::ofstream(index / "type") << caches[i].type << "\n";
            std::ofstream(index / "size") << caches[i].size << "\n";
        }
    }
    void expect(std::int64_t l2, std::int64_t last) const {
        const cache_sizes found = read_cache_sizes(root_.string());
        EXPECT_EQ(found.l2, l2);
        EXPECT_EQ(found.last, last);
    }

    std::filesystem::path root_;
    const cache_sizes defaults_ {};
};

TEST_F(schedule_machine, of_an_ordinary_machine) {
    add({{"1", "Data", "32K"}, {"1", "Instruction", "32K"}, {"2", "Unified", "512K"},
            {"3", "Unified", "16384K"}});
    expect(512 * KiB, 16 * MiB);
}

TEST_F(schedule_machine, in_megabytes) {
    add({{"2", "Unified", "2M"}, {"3", "Unified", "105M"}});
    expect(2 * MiB, 105 * MiB);
}

TEST_F(schedule_machine, in_any_order) {
    add({{"3", "Unified", "8M"}, {"2", "Unified", "256K"}, {"1", "Data", "48K"}});
    expect(256 * KiB, 8 * MiB);
}

TEST_F(schedule_machine, without_a_third_level_the_second_is_the_last) {
    add({{"1", "Data", "32K"}, {"2", "Unified", "1024K"}});
    expect(1 * MiB, 1 * MiB);
}

TEST_F(schedule_machine, with_a_fourth_level) {
    add({{"2", "Unified", "256K"}, {"3", "Unified", "6M"}, {"4", "Unified", "128M"}});
    expect(256 * KiB, 128 * MiB);
}

TEST_F(schedule_machine, instructions_do_not_count) {
    add({{"2", "Instruction", "4M"}, {"3", "Instruction", "5M"}});
    expect(defaults_.l2, defaults_.last);
}

TEST_F(schedule_machine, without_a_directory_are_the_defaults) {
    const cache_sizes found = read_cache_sizes((root_ / "absent").string());
    EXPECT_EQ(found.l2, defaults_.l2);
    EXPECT_EQ(found.last, defaults_.last);
    expect(defaults_.l2, defaults_.last); // an empty one
}

TEST_F(schedule_machine, the_first_level_alone_says_nothing) {
    add({{"1", "Data", "32K"}});
    expect(defaults_.l2, defaults_.last);
}

TEST_F(schedule_machine, what_makes_no_sense_is_left_out) {
    for (const char *size : {"", "K", "0K", "512", "512G", "-512K", "512KB", "x", "99999999999999K",
                 "0x10K", "5 K"}) {
        add({{"2", "Unified", size}, {"3", "Unified", "7M"}});
        expect(defaults_.l2, 7 * MiB);
    }
}

TEST_F(schedule_machine, a_level_that_is_none_is_left_out) {
    for (const char *level : {"", "x", "zwei", "-2", "0"}) {
        add({{level, "Unified", "3M"}, {"2", "Unified", "640K"}, {"3", "Unified", "7M"}});
        expect(640 * KiB, 7 * MiB);
    }
}

TEST_F(schedule_machine, files_that_are_missing_are_left_out) {
    add({{"2", "Unified", "640K"}, {"3", "Unified", "7M"}});
    std::filesystem::remove(root_ / "index0" / "size");
    std::filesystem::remove(root_ / "index1" / "level");
    expect(defaults_.l2, defaults_.last);
}

TEST_F(schedule_machine, of_this_machine_make_sense) {
    const cache_sizes &found = libselect::machine_cache_sizes();
    EXPECT_GE(found.l2, 64 * KiB);
    EXPECT_GE(found.last, found.l2);
    EXPECT_EQ(&found, &libselect::machine_cache_sizes());
}

} // namespace
} // namespace internal
