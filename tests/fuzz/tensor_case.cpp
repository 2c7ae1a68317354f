// SPDX-License-Identifier: Apache-2.0
// Tensors from bytes, and what is true of them.
#include "fuzz/tensor_case.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "fuzz/type_width.hpp"

namespace fuzz {
namespace {

__extension__ using wide = unsigned __int128;

constexpr std::int64_t max64 = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t min64 = std::numeric_limits<std::int64_t>::min();
constexpr wide limit = wide {max64};

constexpr std::array<std::int64_t, 32> odd_numbers {min64, min64 + 1, -max64 / 2, -1, -2, -3, -7,
        max64, max64 - 1, max64 / 2, max64 / 2 + 1, max64 / 16, max64 / 16 + 1,
        std::int64_t {1} << 59, std::int64_t {1} << 60, std::int64_t {1} << 61,
        std::int64_t {1} << 62, (std::int64_t {1} << 32) - 1, std::int64_t {1} << 32,
        (std::int64_t {1} << 31) - 1, std::int64_t {1} << 31, (std::int64_t {1} << 31) + 1,
        3037000499, 3037000500, 65535, 65536, 4096, 1000, 64, 63, 33, 17};

wide magnitude(std::int64_t value) {
    return value < 0 ? wide {0} - static_cast<wide>(value) : static_cast<wide>(value);
}

// Tags: below 24 a small number, 1 more often than others; then odd ones; then any; then the
// model's.
std::int64_t read_dim(byte_reader &bytes, const dims &model, std::size_t from_the_end) {
    const unsigned tag = bytes.byte();
    if (tag < 24) return tag < 14 ? tag : 1;
    if (tag < 72) return odd_numbers[(tag - 24) % odd_numbers.size()];
    if (tag < 76) return bytes.word();
    if (tag < 88) return LIBSELECT_UNKNOWN_DIM;
    return from_the_end < model.size() ? model[model.size() - 1 - from_the_end] : 1 + tag % 5;
}

std::int64_t read_stride(byte_reader &bytes, std::int64_t dense) {
    const unsigned tag = bytes.byte();
    if (tag < 64) return std::int64_t {tag} - 24;
    if (tag < 112) return odd_numbers[(tag - 64) % odd_numbers.size()];
    if (tag < 116) return bytes.word();
    if (tag < 128) return dense;
    return tag < 160 ? -dense : dense;
}

// dense and beyond, in unsigned arithmetic: any number may be a stride.
void read_strides(byte_reader &bytes, tensor_case &into) {
    into.strides.resize(into.extents.size());
    std::uint64_t dense = 1;
    for (std::size_t i = into.extents.size(); i-- > 0;) {
        into.strides[i] = read_stride(bytes, static_cast<std::int64_t>(dense % (limit / 2)));
        dense *= static_cast<std::uint64_t>(std::max<std::int64_t>(into.extents[i], 1));
    }
}

int read_rank(byte_reader &bytes, const tensor_case &model) {
    const unsigned tag = bytes.byte();
    if (tag < 8) return static_cast<int>(tag);
    if (tag < 72) return static_cast<int>(tag - 7); // 1 to 64
    if (tag == 72) return 65;
    if (tag == 73) return -2;
    if (tag == 74) return std::numeric_limits<int>::max();
    if (tag == 75) return std::numeric_limits<int>::min();
    if (tag == 76) return static_cast<int>(static_cast<std::uint32_t>(bytes.word()));
    if (tag < 84) return LIBSELECT_UNKNOWN_RANK;
    return model.rank;
}

libselect_data_type_t read_type(byte_reader &bytes, const tensor_case &model) {
    const unsigned tag = bytes.byte();
    if (tag < 20) return static_cast<libselect_data_type_t>(tag); // 0 is none
    if (tag == 20)
        return static_cast<libselect_data_type_t>(static_cast<std::uint32_t>(bytes.word()));
    return model.type;
}

// The axes that move, those of the largest strides first.
std::vector<std::size_t> moving_axes(const dims &extents, const dims &strides) {
    std::vector<std::size_t> axes(extents.size());
    std::iota(axes.begin(), axes.end(), std::size_t {0});
    std::erase_if(axes, [&](std::size_t i) { return extents[i] == 1; });
    std::sort(axes.begin(), axes.end(), [&](std::size_t a, std::size_t b) {
        return magnitude(strides[a]) > magnitude(strides[b]);
    });
    return axes;
}

// Whether every stride steps over all that the smaller ones reach.
bool is_nested(const dims &extents, const dims &strides) {
    const std::vector<std::size_t> axes = moving_axes(extents, strides);
    wide reach = 0;
    for (std::size_t i = axes.size(); i-- > 0;) {
        const wide stride = magnitude(strides[axes[i]]);
        if (stride <= reach) return false;
        reach += stride * static_cast<wide>(extents[axes[i]] - 1);
    }
    return true;
}

std::vector<std::int64_t> all_offsets(const dims &extents, const dims &strides) {
    std::vector<std::int64_t> offsets {0};
    for (std::size_t i = 0; i < extents.size(); ++i) {
        const std::size_t n = offsets.size();
        for (std::int64_t k = 1; k < extents[i]; ++k)
            for (std::size_t j = 0; j < n; ++j)
                offsets.push_back(offsets[j] + k * strides[i]);
    }
    return offsets;
}

} // namespace

tensor_case read_tensor(byte_reader &bytes, const tensor_case &model) {
    tensor_case made;
    made.type = read_type(bytes, model);
    made.rank = read_rank(bytes, model);
    const unsigned kind = bytes.byte();
    made.has_dims = kind != 1;
    made.has_strides = kind >= 128;
    if (made.rank > 0 && made.rank <= LIBSELECT_MAX_RANK)
        made.extents.resize(static_cast<std::size_t>(made.rank));
    for (std::size_t i = made.extents.size(); i-- > 0;)
        made.extents[i] = read_dim(bytes, model.extents, made.extents.size() - 1 - i);
    if (made.has_strides) read_strides(bytes, made);
    return made;
}

bool is_valid(const tensor_case &given) {
    if (given.type < libselect_boolean || given.type > libselect_u1_msb) return false;
    if (given.rank < LIBSELECT_UNKNOWN_RANK || given.rank > LIBSELECT_MAX_RANK) return false;
    if (given.rank > 0 && !given.has_dims) return false;
    return std::all_of(given.extents.begin(), given.extents.end(),
            [](std::int64_t dim) { return dim >= 0 || dim == LIBSELECT_UNKNOWN_DIM; });
}

bool is_known(int rank, const dims &extents) {
    return rank != LIBSELECT_UNKNOWN_RANK
           && std::count(extents.begin(), extents.end(), LIBSELECT_UNKNOWN_DIM) == 0;
}

bool is_empty(const dims &extents) {
    return std::count(extents.begin(), extents.end(), 0) != 0;
}

std::optional<dims> dense_strides(const dims &extents) {
    dims strides(extents.size());
    wide stride = 1;
    for (std::size_t i = extents.size(); i-- > 0;) {
        strides[i] = static_cast<std::int64_t>(stride);
        stride *= static_cast<wide>(std::max<std::int64_t>(extents[i], 1));
        if (stride > limit) return std::nullopt;
    }
    return strides;
}

std::optional<std::int64_t> total_bytes(const dims &extents, std::int64_t width) {
    if (is_empty(extents)) return 0;
    wide bytes = static_cast<wide>(width);
    for (const std::int64_t extent : extents) {
        bytes *= static_cast<wide>(extent);
        if (bytes > limit) return std::nullopt;
    }
    return static_cast<std::int64_t>(bytes);
}

std::optional<std::int64_t> span_bytes(
        const dims &extents, const dims &strides, libselect_data_type_t type) {
    if (is_empty(extents)) return 0;
    const wide width = is_bits(type) ? 1 : width_of(type);
    wide below = 0, above = width; // the element of index 0, ..., 0
    for (std::size_t i = 0; i < extents.size(); ++i) {
        const wide reach = static_cast<wide>(extents[i] - 1) * magnitude(strides[i]);
        if (reach > limit) return std::nullopt;
        (strides[i] < 0 ? below : above) += reach * width;
        if (below + above > limit) return std::nullopt;
    }
    if (is_bits(type)) return static_cast<std::int64_t>((below + 7) / 8 + (above + 7) / 8);
    return static_cast<std::int64_t>(below + above);
}

std::optional<bool> meets_itself(const dims &extents, const dims &strides) {
    if (is_empty(extents)) return false;
    for (std::size_t i = 0; i < extents.size(); ++i)
        if (extents[i] > 1 && strides[i] == 0) return true;
    if (is_nested(extents, strides)) return false;
    const std::optional<std::int64_t> n_elems = total_bytes(extents, 1);
    if (!n_elems || *n_elems > 1024) return std::nullopt;
    std::vector<std::int64_t> offsets = all_offsets(extents, strides);
    std::sort(offsets.begin(), offsets.end());
    return std::adjacent_find(offsets.begin(), offsets.end()) != offsets.end();
}

} // namespace fuzz
