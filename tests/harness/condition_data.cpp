// SPDX-License-Identifier: Apache-2.0
// Data for conditions.
#include "harness/condition_data.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "harness/condition_rule.hpp"
#include "harness/copy_element.hpp"
#include "harness/number.hpp"

namespace support {
namespace {

std::size_t part_bytes_of(libselect_data_type_t type) {
    if (type <= libselect_f8_e5m2) return 1;
    if (type <= libselect_bf16) return 2;
    return type <= libselect_f32 || type == libselect_c64 ? 4 : 8;
}

std::vector<std::uint64_t> telling_integers(std::size_t n_bytes) {
    const std::uint64_t top = std::uint64_t {1} << (8 * n_bytes - 1);
    std::vector<std::uint64_t> bits {
            0, 1, 2, ~std::uint64_t {0}, ~std::uint64_t {1}, top, top + 1, top - 1, top - 2};
    for (const unsigned place : {8U, 24U, 31U, 32U, 53U})
        if (place < 8 * n_bytes - 1)
            for (const std::uint64_t around :
                    {~std::uint64_t {0}, std::uint64_t {0}, std::uint64_t {1}})
                bits.push_back((std::uint64_t {1} << place) + around);
    return bits;
}

std::vector<std::uint64_t> telling_floats(const float_format &format) {
    const std::uint64_t smallest_normal = std::uint64_t {1} << format.mantissa_bits;
    const std::uint64_t ones = (std::uint64_t {1} << format.exponent_bits) - 1;
    const std::uint64_t infinity = ones << format.mantissa_bits;
    const auto one = static_cast<std::uint64_t>(format.bias()) << format.mantissa_bits;
    std::vector<std::uint64_t> bits {0, 1, smallest_normal - 1, smallest_normal, one, one + 1,
            infinity - 1, infinity, infinity + 1, infinity + smallest_normal / 2,
            infinity + smallest_normal - 1};
    const std::size_t n = bits.size();
    const std::uint64_t sign = std::uint64_t {1} << (format.exponent_bits + format.mantissa_bits);
    for (std::size_t i = 0; i < n; ++i)
        bits.push_back(bits[i] | sign);
    return bits;
}

} // namespace

std::vector<std::uint64_t> telling_bits(libselect_data_type_t type) {
    const float_format format = format_of(type);
    return format.exponent_bits == 0 ? telling_integers(part_bytes_of(type))
                                     : telling_floats(format);
}

number_palette::number_palette(libselect_data_type_t type, random_source &random)
    : part_bytes_(part_bytes_of(type)) {
    const std::vector<std::uint64_t> telling = telling_bits(type);
    for (std::uint64_t n = 1 + random.below(7); n > 0; --n)
        values_.push_back(telling[random.below(telling.size())]);
    if (random.one_in(2)) values_.push_back(random.next());
}

std::uint64_t number_palette::pick(random_source &random) const {
    const std::uint64_t value = values_[random.below(values_.size())];
    switch (random.below(16)) {
    case 0:
        return random.next();
    case 1:
        return value + 1;
    default:
        return value;
    }
}

void number_palette::fill(std::span<std::byte> data, random_source &random) const {
    const bool has_runs = random.one_in(2);
    std::uint64_t left = 0, value = 0;
    // From the end too, where there is no whole part: the value's bytes are as good as any.
    for (std::size_t i = 0; i < data.size(); i += part_bytes_) {
        if (left == 0) {
            value = pick(random);
            left = has_runs ? 1 + random.below(100) : 1;
        }
        --left;
        copy_element(data.data() + i, &value, std::min(part_bytes_, data.size() - i));
    }
}

void fill_bit_bytes(std::span<std::byte> bytes, random_source &random) {
    for (std::size_t i = 0; i < bytes.size();) {
        const std::uint64_t kind = random.below(4);
        const std::size_t end = std::min(bytes.size(), i + 1 + random.below(40));
        for (; i < end; ++i)
            bytes[i] = kind == 0   ? std::byte {0}
                       : kind == 1 ? std::byte {0xff}
                                   : static_cast<std::byte>(random.below(256));
    }
}

void set_bit(std::byte *data, std::int64_t address, libselect_data_type_t type, bool value) {
    const auto place = static_cast<unsigned>(address & 7);
    const std::byte bit {
            static_cast<unsigned char>(1U << (type == libselect_u1_msb ? 7 - place : place))};
    std::byte &byte = data[address >> 3];
    byte = value ? byte | bit : byte & ~bit;
}

void fill_bounds(std::span<std::byte> data, libselect_data_type_t type, std::int64_t n_cols,
        random_source &random) {
    using limits = std::numeric_limits<std::int64_t>;
    constexpr std::int64_t top32 = std::int64_t {1} << 31;
    // As s32: -1, 0, the least and the greatest.
    constexpr std::array far_outside {limits::max(), limits::min(), top32, top32 - 1};
    const std::size_t n_bytes = part_bytes_of(type);
    for (std::size_t i = 0; i + n_bytes <= data.size(); i += n_bytes) {
        std::int64_t value = random.between(-2, n_cols + 2);
        if (random.one_in(8)) value = far_outside[random.below(far_outside.size())];
        // To be seen as s64: the low half alone is a column.
        else if (random.one_in(8) && n_bytes == 8)
            value += random.one_in(2) ? 2 * top32 : -2 * top32;
        copy_element(data.data() + i, &value, n_bytes);
    }
}

} // namespace support
