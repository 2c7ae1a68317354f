// SPDX-License-Identifier: Apache-2.0
// Tensors of executions from bytes.
#include "fuzz/operand_case.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace fuzz {
namespace {

constexpr std::int64_t few_elems = 400;

std::int64_t n_elems(const dims &extents) {
    return std::accumulate(extents.begin(), extents.end(), std::int64_t {1}, std::multiplies<> {});
}

std::int64_t read_extent(byte_reader &bytes) {
    const unsigned tag = bytes.byte();
    if (tag == 255) return 0;
    if (tag < 192) return 1 + tag % 24;
    return 24 + (tag - 192) * 8;
}

// As many as if the zeros were ones, which broadcasting makes them.
std::int64_t most_elems(const dims &extents) {
    std::int64_t most = 1;
    for (const std::int64_t extent : extents)
        most *= std::max<std::int64_t>(extent, 1);
    return most;
}

dims read_order(byte_reader &bytes, std::size_t rank, bool permuted) {
    dims order(rank);
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = rank; permuted && i > 1; --i)
        std::swap(order[i - 1], order[bytes.below(static_cast<unsigned>(i))]);
    return order;
}

} // namespace

// Halves the largest dims until a dense tensor fits a window; most inputs stay small, for speed.
dims read_dims(byte_reader &bytes, std::int64_t width) {
    const unsigned kind = bytes.byte();
    dims made(kind % 7);
    for (std::int64_t &extent : made)
        extent = read_extent(bytes);
    const std::int64_t most = kind < 192 ? std::min(few_elems, room / width) : room / width;
    while (most_elems(made) > most) {
        std::int64_t &largest = *std::max_element(made.begin(), made.end());
        largest = (largest + 1) / 2;
    }
    if (kind % 64 == 63) made.insert(made.begin(), LIBSELECT_MAX_RANK - made.size(), 1);
    return made;
}

dims read_broadcast(byte_reader &bytes, dims extents) {
    const unsigned mask = bytes.byte();
    for (std::size_t i = 0; i < extents.size(); ++i)
        if (((mask >> ((extents.size() - 1 - i) % 8)) & 1U) != 0) extents[i] = 1;
    for (unsigned drops = bytes.below(4); drops > 0 && !extents.empty() && extents[0] == 1; --drops)
        extents.erase(extents.begin());
    return extents;
}

dims read_pdpd(byte_reader &bytes, const dims &src, std::int64_t axis) {
    const std::size_t rank = src.size();
    const std::size_t first = axis >= 0 ? static_cast<std::size_t>(axis)
                                        : bytes.below(static_cast<unsigned>(rank) + 1);
    const std::size_t n =
            axis >= 0 ? bytes.below(static_cast<unsigned>(rank - first) + 1) : rank - first;
    dims made(src.begin() + static_cast<std::ptrdiff_t>(first),
            src.begin() + static_cast<std::ptrdiff_t>(first + n));
    const unsigned mask = bytes.byte();
    for (std::size_t i = 0; i < made.size(); ++i)
        if (((mask >> (i % 8)) & 1U) != 0) made[i] = 1;
    return made;
}

dims dense_strides(const dims &extents) {
    dims strides(extents.size(), 1);
    for (std::size_t i = extents.size(); i-- > 1;)
        strides[i - 1] = strides[i] * std::max<std::int64_t>(extents[i], 1);
    return strides;
}

void read_strides(byte_reader &bytes, operand_case &into, bool is_dst) {
    into.strides = dense_strides(into.extents);
    const unsigned kind = bytes.byte();
    if (kind < 96) return;
    const bool permuted = (kind & 1U) != 0, padded = (kind & 2U) != 0, turned = (kind & 4U) != 0;
    const dims order = read_order(bytes, into.extents.size(), permuted);
    std::int64_t stride = padded ? 1 + bytes.below(4) : 1;
    for (std::size_t i = order.size(); i-- > 0;) {
        const auto axis = static_cast<std::size_t>(order[i]);
        const unsigned tag = padded || turned ? bytes.byte() : 0;
        into.strides[axis] = turned && (tag & 1U) != 0 ? -stride : stride;
        stride *= std::max<std::int64_t>(into.extents[axis], 1);
        if (padded) stride += tag / 2 % 8;
        if (into.extents[axis] == 1) into.strides[axis] = std::int64_t {tag} - 100;
    }
    for (std::size_t i = 0; !is_dst && kind >= 224 && i < into.strides.size(); ++i) {
        const unsigned tag = bytes.byte();
        if (tag < 96) into.strides[i] = std::int64_t {tag % 9} - 4;
    }
}

void read_placement(byte_reader &bytes, operand_case &into) {
    const unsigned tag = bytes.byte();
    into.at_back = tag >= 128;
    into.gap = (tag & 64U) != 0 ? tag % 64 : 0;
    if (range_in_window(into).size() > room) into.strides = dense_strides(into.extents);
}

byte_range range_in_window(const operand_case &one) {
    const std::int64_t width = one.in_bits ? 1 : static_cast<std::int64_t>(one.width);
    if (n_elems(one.extents) == 0) return {0, 0};
    const std::int64_t first = one.offset * width;
    byte_range range {first, first + width};
    for (std::size_t i = 0; i < one.extents.size(); ++i) {
        if (static_cast<int>(i) == one.far_axis) continue;
        const std::int64_t reach = (one.extents[i] - 1) * one.strides[i] * width;
        (reach < 0 ? range.low : range.high) += reach;
    }
    if (one.in_bits) return {range.low >> 3, (range.high + 7) >> 3};
    return range;
}

byte_range range_of(const operand_case &one) {
    operand_case whole = one;
    whole.far_axis = -1;
    return range_in_window(whole);
}

} // namespace fuzz
