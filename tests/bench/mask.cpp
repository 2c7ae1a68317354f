// SPDX-License-Identifier: Apache-2.0
// The kinds of masks.
#include "mask.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <vector>

namespace bench {
namespace {

bool chance(double p, support::random_source &random) {
    constexpr double two_to_53 = 9007199254740992.0;
    return static_cast<double>(random.next() >> 11U) < p * two_to_53;
}

struct plane {
    std::int64_t n_rows;
    std::int64_t n_cols;
};

// The last two axes, without those of 1 where `squeezed`.
plane last_plane(dims extents, bool squeezed) {
    if (squeezed) std::erase(extents, 1);
    extents.insert(extents.begin(), 2, 1);
    return {extents[extents.size() - 2], extents.back()};
}

void fill_runs(std::span<std::byte> cond, const mask_spec &mask, support::random_source &random) {
    const auto len = static_cast<std::size_t>(mask.kind == "runs" ? mask.len : 1);
    for (std::size_t i = 0; i < cond.size(); i += len)
        std::memset(&cond[i], chance(mask.p, random) ? 1 : 0, std::min(len, cond.size() - i));
}

// prefix: columns before a random one are true; suffix: those from it on.
void fill_rows(std::span<std::byte> cond, std::size_t n_cols, bool prefix,
        support::random_source &random) {
    for (std::size_t row = 0; row < cond.size(); row += n_cols) {
        const std::size_t edge = random.below(n_cols + 1);
        std::memset(&cond[row], prefix ? 1 : 0, edge);
        std::memset(cond.data() + row + edge, prefix ? 0 : 1, n_cols - edge);
    }
}

void fill_causal(std::span<std::byte> cond, const plane &size) {
    const auto n_cols = static_cast<std::size_t>(size.n_cols);
    const auto n_rows = static_cast<std::size_t>(size.n_rows);
    for (std::size_t i = 0; i < cond.size(); ++i)
        cond[i] = std::byte {i % n_cols <= i / n_cols % n_rows};
}

void fill_blobs(std::span<std::byte> cond, const plane &size, const mask_spec &mask,
        support::random_source &random) {
    const auto n_cols = static_cast<std::size_t>(size.n_cols);
    const auto n_rows = static_cast<std::size_t>(size.n_rows);
    const auto cell_rows = static_cast<std::size_t>(mask.cell.at(0));
    const auto cell_cols = static_cast<std::size_t>(mask.cell.at(1));
    const std::size_t cells_per_row = (n_cols + cell_cols - 1) / cell_cols;
    std::vector<std::byte> cells((n_rows + cell_rows - 1) / cell_rows * cells_per_row);
    for (std::byte &cell : cells)
        cell = std::byte {chance(mask.p, random)};
    for (std::size_t i = 0; i < cond.size(); ++i) {
        const std::size_t row = i / n_cols % n_rows;
        cond[i] = cells[row / cell_rows * cells_per_row + i % n_cols / cell_cols];
    }
}

} // namespace

void fill_mask(std::span<std::byte> cond, const dims &extents, const mask_spec &mask,
        support::random_source &random) {
    const auto n_cols = static_cast<std::size_t>(extents.empty() ? 1 : extents.back());
    if (mask.kind == "random" || mask.kind == "runs")
        fill_runs(cond, mask, random);
    else if (mask.kind == "prefix" || mask.kind == "suffix")
        fill_rows(cond, n_cols, mask.kind == "prefix", random);
    else if (mask.kind == "causal")
        fill_causal(cond, last_plane(extents, false));
    else if (mask.kind == "blobs")
        fill_blobs(cond, last_plane(extents, true), mask, random);
    else
        throw std::runtime_error("mask: \"" + mask.kind + "\" is not a kind");
}

} // namespace bench
