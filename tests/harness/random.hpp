// SPDX-License-Identifier: Apache-2.0
// Random data with the values that go wrong most often, and the seeds that reproduce a failure.
#ifndef LIBSELECT_TESTS_HARNESS_RANDOM_HPP
#define LIBSELECT_TESTS_HARNESS_RANDOM_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace support {

// splitmix64: equal seeds give equal numbers with every compiler and standard library, which the
// distributions of <random> do not promise.
class random_source {
public:
    explicit random_source(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111eb;
        return z ^ (z >> 31U);
    }
    // Uniform in [0, limit), limit >= 1.
    std::uint64_t below(std::uint64_t limit) { return next() % limit; }
    // Uniform in [low, high].
    std::int64_t between(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low + 1)));
    }
    bool one_in(std::uint64_t n) { return below(n) == 0; }
    // Never for chance 0, always for 1: the number is 0 or more and below 1, in steps of 2^-53.
    bool happens(double chance) { return static_cast<double>(next() >> 11U) * 0x1p-53 < chance; }

private:
    std::uint64_t state_;
};

// Bit patterns of one element that a floating-point move changes: -0.0, infinities, denormals,
// quiet and signalling NaNs with payloads, integers that f32 cannot hold. elem_bytes is 1, 2, 4
// or 8.
std::span<const std::uint64_t> special_bits(std::size_t elem_bytes);

// Random bits.
void fill_bits(std::span<std::byte> data, random_source &random);

// Random elements, every eighth or so special. elem_bytes is 1, 2, 4, 8 or 16.
void fill_elements(std::span<std::byte> data, std::size_t elem_bytes, random_source &random);

// Seeds for `count` random problems, one each. LIBSELECT_TEST_SEED=n runs the problem of seed n
// alone, LIBSELECT_TEST_PROBLEMS=m runs m problems from the first seed on.
struct seed_range {
    std::uint64_t first;
    std::uint64_t count;
};
seed_range test_seeds(std::uint64_t count);

// The command, run in the build directory, that repeats the problem of this seed.
std::string reproduce_command(
        const std::string &executable, const std::string &test, std::uint64_t seed);

} // namespace support

#endif
