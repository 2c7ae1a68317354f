// SPDX-License-Identifier: Apache-2.0
// Lists of addresses, in row-major order of an index.
#include "fuzz/sharing.hpp"

#include <algorithm>
#include <vector>

namespace fuzz {
namespace {

using addresses = std::vector<const std::byte *>;

addresses addresses_of(
        const std::byte *data, const support::dims &extents, const support::dims &strides_bytes) {
    addresses found {data};
    for (std::size_t i = 0; i < extents.size(); ++i) {
        addresses next;
        for (const std::byte *at : found)
            for (std::int64_t k = 0; k < extents[i]; ++k)
                next.push_back(at + k * strides_bytes[i]);
        found = std::move(next);
    }
    return found;
}

support::dims times(const support::dims &strides, std::size_t width) {
    support::dims scaled = strides;
    for (std::int64_t &stride : scaled)
        stride *= static_cast<std::int64_t>(width);
    return scaled;
}

template <typename Byte>
const std::byte *first_of(const support::operand_view<Byte> &tensor, std::size_t width) {
    return tensor.data + tensor.offset * static_cast<std::int64_t>(width);
}

// Where the element of the input lies for each element of dst.
addresses addresses_along(const shared_input &input, const support::dims &dst_extents) {
    const support::dims steps = support::steps_over(
            input.view.dims, input.view.strides, input.first, dst_extents.size());
    return addresses_of(first_of(input.view, input.width), dst_extents, times(steps, input.width));
}

// The bytes that hold a bit.
addresses bytes_of_bits(const support::view &tensor) {
    std::vector<std::int64_t> bits {tensor.offset};
    for (std::size_t i = 0; i < tensor.dims.size(); ++i) {
        std::vector<std::int64_t> next;
        for (const std::int64_t at : bits)
            for (std::int64_t k = 0; k < tensor.dims[i]; ++k)
                next.push_back(at + k * tensor.strides[i]);
        bits = std::move(next);
    }
    addresses found;
    for (const std::int64_t bit : bits)
        found.push_back(tensor.data + (bit >> 3));
    return found;
}

bool shares_a_byte(addresses a, std::size_t a_width, addresses b, std::size_t b_width) {
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i] < b[j] + b_width && b[j] < a[i] + a_width) return true;
        if (a[i] < b[j])
            ++i;
        else
            ++j;
    }
    return false;
}

} // namespace

bool may_share(const shared_input &input, const support::mutable_view &dst, std::size_t dst_width) {
    const addresses written =
            addresses_of(first_of(dst, dst_width), dst.dims, times(dst.strides, dst_width));
    if (written.empty()) return true;
    if (input.may_be_dst && addresses_along(input, dst.dims) == written) return true;
    const addresses read = input.in_bits
                                   ? bytes_of_bits(input.view)
                                   : addresses_of(first_of(input.view, input.width),
                                           input.view.dims, times(input.view.strides, input.width));
    return !shares_a_byte(read, input.width, written, dst_width);
}

} // namespace fuzz
