// SPDX-License-Identifier: Apache-2.0
// One small generator and one loop per kind of mask.
#include "fill.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace selectbench {
namespace {

constexpr std::byte no {0};
constexpr std::byte yes {1};

// SplitMix64: its bits pass the usual tests, and any seed is a good one.
class random_bits {
public:
    explicit random_bits(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        state_ += 0x9e3779b97f4a7c15U;
        std::uint64_t bits = state_;
        bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
        bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
        return bits ^ (bits >> 31U);
    }

    // 0 to limit - 1.
    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(next() % limit); }

    // Never for chance 0, always for 1: the number is 0 or more and below 1, in steps of 2^-53.
    bool happens(double chance) { return static_cast<double>(next() >> 11U) * 0x1p-53 < chance; }

private:
    std::uint64_t state_;
};

std::size_t dim_from_end(const ls::dims &dims, std::size_t place) {
    return place < dims.size() ? static_cast<std::size_t>(dims[dims.size() - 1 - place]) : 1;
}

void fill_elements(std::span<std::byte> bytes, double chance, random_bits &random) {
    constexpr std::array<unsigned char, 4> values {1, 2, 0x80, 0xff}; // all are true
    for (std::byte &byte : bytes)
        byte = random.happens(chance) ? std::byte {values[random.below(4)]} : no;
}

// Rows with one true run each, at their beginning or at their end.
void fill_rows(std::span<std::byte> bytes, const ls::dims &dims, const mask &pattern,
        random_bits &random) {
    const std::size_t row = dim_from_end(dims, 0);
    std::ranges::fill(bytes, no);
    for (; !bytes.empty(); bytes = bytes.subspan(row)) {
        const std::size_t length =
                pattern.length == mask::random_length
                        ? random.below(row + 1)
                        : std::min(static_cast<std::size_t>(pattern.length), row);
        const std::size_t begin = pattern.kind == mask_kind::prefix ? 0 : row - length;
        std::ranges::fill(bytes.subspan(begin, length), yes);
    }
}

void fill_causal(std::span<std::byte> bytes, const ls::dims &dims) {
    const std::size_t columns = dim_from_end(dims, 0);
    const std::size_t rows = dim_from_end(dims, 1);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = std::byte {i % columns <= i / columns % rows};
}

void fill_discs(std::span<std::byte> bytes, const ls::dims &dims) {
    constexpr std::int64_t cell_rows = 37;
    constexpr std::int64_t cell_columns = 53;
    constexpr std::int64_t radius = 18;
    const std::int64_t rows = dims.empty() ? 1 : dims[0];
    const std::int64_t columns = static_cast<std::int64_t>(bytes.size()) / rows;
    for (std::int64_t i = 0; i < rows * columns; ++i) {
        const std::int64_t y = i / columns % cell_rows - cell_rows / 2;
        const std::int64_t x = i % columns % cell_columns - cell_columns / 2;
        bytes[static_cast<std::size_t>(i)] = std::byte {y * y + x * x <= radius * radius};
    }
}

void fill_runs(
        std::span<std::byte> bytes, std::int64_t length, double chance, random_bits &random) {
    while (!bytes.empty()) {
        const std::size_t run = std::min(static_cast<std::size_t>(length), bytes.size());
        std::ranges::fill(bytes.first(run), std::byte {random.happens(chance)});
        bytes = bytes.subspan(run);
    }
}

// A dense mask of the shape dims.
void fill_dense(
        std::span<std::byte> bytes, const ls::dims &dims, const mask &pattern, random_bits random) {
    if (bytes.empty()) return;
    switch (pattern.kind) {
    case mask_kind::random:
        return fill_elements(bytes, pattern.chance, random);
    case mask_kind::runs:
        return fill_runs(bytes, pattern.length, pattern.chance, random);
    case mask_kind::prefix:
    case mask_kind::suffix:
        return fill_rows(bytes, dims, pattern, random);
    case mask_kind::causal:
        return fill_causal(bytes, dims);
    case mask_kind::discs:
        return fill_discs(bytes, dims);
    case mask_kind::all:
        return fill_elements(bytes, 1, random);
    case mask_kind::none:
        return fill_elements(bytes, 0, random);
    }
}

} // namespace

void fill_random(std::span<std::byte> bytes, std::uint64_t seed) {
    random_bits random(seed);
    for (std::size_t begin = 0; begin < bytes.size(); begin += sizeof(std::uint64_t)) {
        const std::uint64_t bits = random.next();
        std::memcpy(bytes.data() + begin, &bits, std::min(sizeof bits, bytes.size() - begin));
    }
}

void fill_cond(const tensor_memory &cond, const mask &pattern, std::uint64_t seed) {
    const ls::dims dims = distinct_dims(cond.tensor());
    const buffer dense(element_count(dims));
    fill_dense(dense.bytes(), dims, pattern, random_bits(seed));
    std::ranges::fill(cond.bytes(), yes);
    const std::byte *next = dense.data();
    walk(dims, cond.tensor().strides(), [&](const ls::dims &, std::int64_t offset) {
        cond.origin()[offset] = *next++;
        return true;
    });
}

std::size_t count_true(const tensor_memory &cond) {
    std::size_t count = 0;
    walk(distinct_dims(cond.tensor()), cond.tensor().strides(),
            [&](const ls::dims &, std::int64_t offset) {
                if (cond.origin()[offset] != std::byte {0}) ++count;
                return true;
            });
    return count;
}

} // namespace selectbench
