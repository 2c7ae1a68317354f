// SPDX-License-Identifier: Apache-2.0
// Data for what a condition reads, with the values that decide wrongly most often.
#ifndef LIBSELECT_TESTS_HARNESS_CONDITION_DATA_HPP
#define LIBSELECT_TESTS_HARNESS_CONDITION_DATA_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <libselect/libselect.h>

#include "harness/random.hpp"

namespace support {

// Signed zeros, denormals, infinities, NaNs quiet and signalling, neighbours of 1, the extremes of
// integers and those that f32 and f64 cannot hold. The type is none of boolean and bits; for a
// complex one these are its parts.
std::vector<std::uint64_t> telling_bits(libselect_data_type_t type);

// A few telling values. Tensors that are filled from one palette have many equal pairs, and pairs
// that differ by one in the last place.
class number_palette {
public:
    number_palette(libselect_data_type_t type, random_source &random);

    // Random bits now and then; half of the time in runs of one value.
    void fill(std::span<std::byte> data, random_source &random) const;

private:
    [[nodiscard]] std::uint64_t pick(random_source &random) const;

    std::size_t part_bytes_;
    std::vector<std::uint64_t> values_;
};

// Bytes of bits: stretches of zeros, of ones, and of random bytes.
void fill_bit_bytes(std::span<std::byte> bytes, random_source &random);

// Sets bit number `address` of these bytes, which u1 counts from the least significant one and
// u1_msb from the most significant one.
void set_bit(std::byte *data, std::int64_t address, libselect_data_type_t type, bool value);

// Bounds of an interval over so many columns, s32 or s64: most of them within, some far outside.
void fill_bounds(std::span<std::byte> data, libselect_data_type_t type, std::int64_t n_cols,
        random_source &random);

} // namespace support

#endif
