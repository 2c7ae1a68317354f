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

// Where the element of the input lies for each element of dst.
addresses addresses_along(const support::view &input, std::size_t width, std::size_t first,
        const support::dims &dst_extents) {
    support::dims strides(dst_extents.size(), 0);
    for (std::size_t i = 0; i < input.dims.size(); ++i)
        if (input.dims[i] != 1)
            strides[first + i] = input.strides[i] * static_cast<std::int64_t>(width);
    return addresses_of(input.data, dst_extents, strides);
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

bool may_share(const support::view &input, std::size_t input_width, bool is_source,
        std::size_t first, const support::mutable_view &dst, std::size_t dst_width) {
    const addresses written = addresses_of(dst.data, dst.dims, times(dst.strides, dst_width));
    if (written.empty()) return true;
    if (is_source && addresses_along(input, input_width, first, dst.dims) == written) return true;
    const addresses read = addresses_of(input.data, input.dims, times(input.strides, input_width));
    return !shares_a_byte(read, input_width, written, dst_width);
}

} // namespace fuzz
