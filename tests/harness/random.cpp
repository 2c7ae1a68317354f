// SPDX-License-Identifier: Apache-2.0
// Random data with the values that go wrong most often, and the seeds that reproduce a failure.
#include "harness/random.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

#include "harness/copy_element.hpp"

namespace support {
namespace {

// f8_e4m3 and f8_e5m2 share the byte: NaN 0x7f and 0xff, infinity 0x7c, signalling NaN 0x7d.
constexpr std::array<std::uint64_t, 9> bits8 {0x00, 0x80, 0x7f, 0xff, 0x7c, 0xfc, 0x7d, 0x01, 0x81};
// f16 and bf16 share the two bytes.
constexpr std::array<std::uint64_t, 14> bits16 {0x0000, 0x8000, 0x7f81, 0xffbf, 0x7fc1, 0x7c01,
        0xfdff, 0x7e55, 0x7c00, 0xff80, 0x0001, 0x807f, 0x03ff, 0xffff};
constexpr std::array<std::uint64_t, 13> bits32 {0x00000000, 0x80000000, 0x7f800001, 0xffbfffff,
        0x7fc01234, 0xffc00000, 0x7f800000, 0xff800000, 0x00000001, 0x807fffff, 0x7fffffff,
        0x01000001, 0xffffffff};
constexpr std::array<std::uint64_t, 13> bits64 {0x0000000000000000, 0x8000000000000000,
        0x7ff0000000000001, 0xfff7ffffffffffff, 0x7ff8000012345678, 0xfff8000000000000,
        0x7ff0000000000000, 0xfff0000000000000, 0x0000000000000001, 0x800fffffffffffff,
        0x7fffffffffffffff, 0x0020000000000001, 0xffffffffffffffff};

std::uint64_t env_number(const char *name, std::uint64_t otherwise) {
    const char *text = std::getenv(name);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 0);
}

} // namespace

std::span<const std::uint64_t> special_bits(std::size_t elem_bytes) {
    switch (elem_bytes) {
    case 1:
        return bits8;
    case 2:
        return bits16;
    case 4:
        return bits32;
    default:
        return bits64;
    }
}

void fill_bits(std::span<std::byte> data, random_source &random) {
    std::size_t i = 0;
    for (; i + sizeof(std::uint64_t) <= data.size(); i += sizeof(std::uint64_t)) {
        const std::uint64_t word = random.next();
        std::memcpy(data.data() + i, &word, sizeof word);
    }
    if (i == data.size()) return;
    const std::uint64_t word = random.next();
    std::memcpy(data.data() + i, &word, data.size() - i);
}

void fill_elements(std::span<std::byte> data, std::size_t elem_bytes, random_source &random) {
    fill_bits(data, random);
    // A complex element is special in one of its halves.
    const std::size_t part_bytes = std::min<std::size_t>(elem_bytes, 8);
    const std::span<const std::uint64_t> bits = special_bits(part_bytes);
    for (std::size_t i = random.below(8); (i + 1) * part_bytes <= data.size();
            i += 1 + random.below(16)) {
        const std::uint64_t word = bits[random.below(bits.size())];
        copy_element(data.data() + i * part_bytes, &word, part_bytes);
    }
}

seed_range test_seeds(std::uint64_t count) {
    const bool one = std::getenv("LIBSELECT_TEST_SEED") != nullptr;
    return {env_number("LIBSELECT_TEST_SEED", 1),
            env_number("LIBSELECT_TEST_PROBLEMS", one ? 1 : count)};
}

std::string reproduce_command(
        const std::string &executable, const std::string &test, std::uint64_t seed) {
    const char *isa = std::getenv("LIBSELECT_MAX_CPU_ISA");
    return (isa == nullptr ? "" : "LIBSELECT_MAX_CPU_ISA=" + std::string(isa) + " ")
           + "LIBSELECT_TEST_SEED=" + std::to_string(seed) + " bin/" + executable
           + " --gtest_filter=" + test;
}

} // namespace support
