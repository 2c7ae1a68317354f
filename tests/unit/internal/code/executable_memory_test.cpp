// SPDX-License-Identifier: Apache-2.0
// Executable memory: published code runs, pages are shared, none is ever writable and executable.
#include "code/executable_memory.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "harness/random.hpp"

namespace internal {
namespace {

using libselect::executable_memory;
using function = std::uint32_t (*)();

// mov eax, value; ret
std::array<std::byte, 6> code_that_returns(std::uint32_t value) {
    std::array<std::byte, 6> code {std::byte {0xb8}, {}, {}, {}, {}, std::byte {0xc3}};
    std::memcpy(&code[1], &value, sizeof value);
    return code;
}

function as_function(const void *code) {
    return reinterpret_cast<function>(reinterpret_cast<std::uintptr_t>(code));
}

function publish(executable_memory &memory, std::span<const std::byte> code) {
    return as_function(memory.publish(code));
}

function publish(executable_memory &memory, std::uint32_t value) {
    return publish(memory, code_that_returns(value));
}

std::uintptr_t address_of(function published) {
    return reinterpret_cast<std::uintptr_t>(published);
}

// The first mapping of this process that is writable and executable, "" when there is none.
std::string writable_and_executable_mapping() {
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        const std::string access = line.substr(line.find(' ') + 1, 4);
        if (access[1] == 'w' && access[2] == 'x') return line;
    }
    return "";
}

TEST(code_executable_memory, published_code_runs) {
    executable_memory memory;
    EXPECT_EQ(publish(memory, 42)(), 42U);
}

TEST(code_executable_memory, earlier_code_still_runs_after_later_publishes) {
    executable_memory memory;
    std::vector<function> published;
    for (std::uint32_t value = 0; value < 1000; ++value)
        published.push_back(publish(memory, value));
    for (std::uint32_t value = 0; value < 1000; ++value)
        EXPECT_EQ(published[value](), value);
}

TEST(code_executable_memory, code_begins_at_multiples_of_64) {
    executable_memory memory;
    for (std::size_t n_bytes : {6U, 63U, 64U, 65U, 4096U, 5000U, 1U}) {
        std::vector<std::byte> code(n_bytes, std::byte {0xc3});
        EXPECT_EQ(address_of(publish(memory, code)) % 64, 0U) << n_bytes;
    }
}

TEST(code_executable_memory, the_bytes_before_a_function_can_be_read) {
    executable_memory memory;
    for (std::uint32_t value = 0; value < 3; ++value) {
        const auto *entry = reinterpret_cast<const std::byte *>(address_of(publish(memory, value)));
        for (int i = 1; i <= 8; ++i)
            (void)*const_cast<const volatile std::byte *>(entry - i);
    }
}

TEST(code_executable_memory, small_kernels_share_pages) {
    executable_memory memory;
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    std::set<std::uintptr_t> pages;
    for (std::uint32_t value = 0; value < 100; ++value)
        pages.insert(address_of(publish(memory, value)) / page);
    EXPECT_LE(pages.size(), 3U);
}

// Sizes around pages and regions, so that code begins, ends and crosses everywhere.
TEST(code_executable_memory, code_of_any_size_is_published_whole) {
    executable_memory memory;
    std::vector<std::pair<function, std::size_t>> published;
    for (const std::size_t n_bytes : {6UL, 4000UL, 100UL, 4096UL, 4032UL, 64UL, 8192UL,
                 12288UL - 64, 70000UL, 200000UL, 262144UL, 1000000UL, 6UL}) {
        std::vector<std::byte> code(n_bytes, std::byte {0x90});
        const auto tail = code_that_returns(static_cast<std::uint32_t>(n_bytes));
        std::copy(tail.begin(), tail.end(), code.end() - static_cast<std::ptrdiff_t>(tail.size()));
        published.emplace_back(publish(memory, code), n_bytes);
        for (const auto &[run, expected] : published)
            ASSERT_EQ(run(), expected);
    }
}

TEST(code_executable_memory, address_space_is_held_in_few_regions) {
    executable_memory memory;
    EXPECT_EQ(memory.reserved_bytes(), 0U);
    (void)publish(memory, 1U);
    const std::size_t one_region = memory.reserved_bytes();
    for (std::uint32_t value = 0; value < 1000; ++value)
        (void)publish(memory, value);
    EXPECT_EQ(memory.reserved_bytes(), one_region);
}

TEST(code_executable_memory, everything_is_unmapped_at_the_end) {
    std::string address;
    {
        executable_memory memory;
        std::array<char, 32> text {};
        (void)std::snprintf(
                text.data(), text.size(), "%lx", address_of(publish(memory, 1U)) / 4096 * 4096);
        address = text.data();
    }
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);)
        EXPECT_NE(line.rfind(address + "-", 0), 0U) << line;
}

TEST(code_executable_memory, room_that_is_given_back_is_used_again) {
    executable_memory memory;
    const void *const held = memory.publish(code_that_returns(1));
    const void *const freed = memory.publish(code_that_returns(2));
    const function last = publish(memory, 3U);
    memory.give_back(freed, code_that_returns(2).size());
    EXPECT_EQ(memory.publish(code_that_returns(4)), freed);
    EXPECT_EQ(as_function(freed)(), 4U);
    EXPECT_EQ(as_function(held)(), 1U);
    EXPECT_EQ(last(), 3U);
}

TEST(code_executable_memory, a_region_with_nothing_left_is_unmapped) {
    executable_memory memory;
    std::vector<std::byte> code(100000, std::byte {0x90});
    std::vector<const void *> published;
    for (int i = 0; i < 10; ++i)
        published.push_back(memory.publish(code));
    const std::size_t full = memory.reserved_bytes();
    EXPECT_GE(full, 10 * code.size());
    for (const void *one : published)
        memory.give_back(one, code.size());
    EXPECT_EQ(memory.reserved_bytes(), 0U);
}

// Kernels of every age and size come and go; each runs until it goes.
TEST(code_executable_memory, what_comes_and_goes_keeps_within_bounds) {
    struct kernel {
        const void *at;
        std::size_t n_bytes;
        std::uint32_t value;
    };
    executable_memory memory;
    support::random_source random(1);
    std::vector<kernel> live;
    for (std::uint32_t i = 0; i < 20000; ++i) {
        if (live.size() == 64) {
            std::swap(live[random.below(live.size())], live.back());
            ASSERT_EQ(as_function(live.back().at)(), live.back().value);
            memory.give_back(live.back().at, live.back().n_bytes);
            live.pop_back();
        }
        std::vector<std::byte> code(6 + random.below(6000), std::byte {0x90});
        const auto tail = code_that_returns(i);
        std::copy(tail.begin(), tail.end(), code.end() - static_cast<std::ptrdiff_t>(tail.size()));
        live.push_back({memory.publish(code), code.size(), i});
    }
    for (const kernel &one : live)
        EXPECT_EQ(as_function(one.at)(), one.value);
    // 64 kernels of 3 KiB on average; the rest is what fragments leave.
    EXPECT_LE(memory.reserved_bytes(), std::size_t {1} << 20U);
}

// Publishers fill shared pages while runners call what is published and a watcher reads the maps of
// the process over and over.
TEST(code_executable_memory, no_page_is_writable_and_executable_while_kernels_run) {
    const std::string before = writable_and_executable_mapping();
    if (!before.empty()) GTEST_SKIP() << "the process has such a mapping of its own: " << before;
    constexpr std::uint32_t per_publisher = 2000;
    constexpr std::uint32_t n_publishers = 2;
    executable_memory memory;
    std::vector<std::atomic<function>> published(std::size_t {per_publisher} * n_publishers);
    std::atomic<bool> done = false;
    std::atomic<std::uint64_t> wrong = 0;
    std::string found;

    std::vector<std::thread> publishers, others;
    for (std::uint32_t p = 0; p < n_publishers; ++p)
        publishers.emplace_back([&, p] {
            for (std::uint32_t i = p; i < published.size(); i += n_publishers) {
                published[i] = publish(memory, i);
                const auto passing = code_that_returns(i);
                memory.give_back(memory.publish(passing), passing.size());
            }
        });
    for (int r = 0; r < 2; ++r)
        others.emplace_back([&] {
            do
                for (std::uint32_t i = 0; i < published.size(); ++i)
                    if (const function run = published[i]; run != nullptr) wrong += run() != i;
            while (!done);
        });
    others.emplace_back([&] {
        do
            if (found.empty()) found = writable_and_executable_mapping();
        while (!done);
    });
    for (std::thread &one : publishers)
        one.join();
    done = true;
    for (std::thread &one : others)
        one.join();
    EXPECT_EQ(wrong, 0U);
    EXPECT_EQ(found, "");
}

} // namespace
} // namespace internal
