// SPDX-License-Identifier: Apache-2.0
// One filler per kind of mask. Each writes 0 and 1; the last pass inverts, and varies the true
// bytes.
#include "harness/mask.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace support {
namespace {

using mask_bytes = std::span<std::byte>;

constexpr std::byte no {0};
constexpr std::byte yes {1};

struct kind_row {
    mask_kind kind;
    std::string_view name;
    std::string_view numbers; // that it takes: L is the length, P the chance, C the cell
};

constexpr std::array<kind_row, 14> kinds {{
        {mask_kind::random, "random", "P"},
        {mask_kind::runs, "runs", "LP"},
        {mask_kind::uneven_runs, "uneven_runs", "LP"},
        {mask_kind::stretches, "stretches", ""},
        {mask_kind::stripes, "stripes", "L"},
        {mask_kind::mixed_stripes, "mixed_stripes", "L"},
        {mask_kind::single, "single", ""},
        {mask_kind::prefix, "prefix", "L"},
        {mask_kind::suffix, "suffix", "L"},
        {mask_kind::causal, "causal", ""},
        {mask_kind::blobs, "blobs", "CP"},
        {mask_kind::discs, "discs", ""},
        {mask_kind::all, "all", ""},
        {mask_kind::none, "none", ""},
}};

const kind_row &row_of(mask_kind kind) {
    return *std::ranges::find(kinds, kind, &kind_row::kind);
}

std::size_t dim_from_end(const dims &extents, std::size_t place) {
    return place < extents.size() ? static_cast<std::size_t>(extents[extents.size() - 1 - place])
                                  : 1;
}

void fill_runs(mask_bytes cond, std::size_t length, double chance, random_source &random) {
    while (!cond.empty()) {
        const std::size_t run = std::min(length, cond.size());
        std::ranges::fill(cond.first(run), std::byte {random.happens(chance)});
        cond = cond.subspan(run);
    }
}

void fill_uneven_runs(mask_bytes cond, const mask &what, random_source &random) {
    const auto longest = static_cast<double>(2 * what.length - 1);
    const double longest_gap = longest * (1 - what.chance) / what.chance;
    bool is_true = random.one_in(2);
    for (std::byte value = no; !cond.empty(); is_true = !is_true) {
        value = is_true ? yes : no;
        const auto limit = static_cast<std::uint64_t>(is_true ? longest : longest_gap);
        const std::size_t run = std::min<std::size_t>(1 + random.below(limit), cond.size());
        std::ranges::fill(cond.first(run), value);
        cond = cond.subspan(run);
    }
}

void fill_stretches(mask_bytes cond, random_source &random) {
    while (!cond.empty()) {
        const mask_bytes stretch =
                cond.first(std::min<std::size_t>(cond.size(), 1 + random.below(200)));
        const std::uint64_t content = random.below(4);
        for (std::byte &byte : stretch)
            byte = content == 0 ? no : content == 1 ? yes : std::byte {random.one_in(2)};
        cond = cond.subspan(stretch.size());
    }
}

void fill_stripes(mask_bytes cond, const mask &what) {
    const auto length = static_cast<std::size_t>(what.length);
    const bool mixed = what.kind == mask_kind::mixed_stripes;
    for (std::size_t i = 0; i < cond.size(); ++i)
        cond[i] = std::byte {i / length % 2 == 0 && !(mixed && i % 2 == 1)};
}

// Rows with one true run each, at their beginning or at their end.
void fill_rows(mask_bytes cond, const dims &extents, const mask &what, random_source &random) {
    const std::size_t row = dim_from_end(extents, 0);
    std::ranges::fill(cond, no);
    for (; !cond.empty(); cond = cond.subspan(row)) {
        const std::size_t length = what.length == mask::random_length
                                           ? random.below(row + 1)
                                           : std::min(static_cast<std::size_t>(what.length), row);
        const std::size_t begin = what.kind == mask_kind::prefix ? 0 : row - length;
        std::ranges::fill(cond.subspan(begin, length), yes);
    }
}

void fill_causal(mask_bytes cond, const dims &extents) {
    const std::size_t columns = dim_from_end(extents, 0);
    const std::size_t rows = dim_from_end(extents, 1);
    for (std::size_t i = 0; i < cond.size(); ++i)
        cond[i] = std::byte {i % columns <= i / columns % rows};
}

void fill_blobs(mask_bytes cond, dims extents, const mask &what, random_source &random) {
    std::erase(extents, 1);
    const std::size_t columns = dim_from_end(extents, 0);
    const std::size_t rows = dim_from_end(extents, 1);
    const auto cell_rows = static_cast<std::size_t>(what.cell[0]);
    const auto cell_columns = static_cast<std::size_t>(what.cell[1]);
    const std::size_t cells_per_row = (columns + cell_columns - 1) / cell_columns;
    std::vector<std::byte> cells((rows + cell_rows - 1) / cell_rows * cells_per_row);
    fill_runs(cells, 1, what.chance, random);
    for (std::size_t i = 0; i < cond.size(); ++i) {
        const std::size_t row = i / columns % rows;
        cond[i] = cells[row / cell_rows * cells_per_row + i % columns / cell_columns];
    }
}

void fill_discs(mask_bytes cond, const dims &extents) {
    constexpr std::int64_t cell_rows = 37;
    constexpr std::int64_t cell_columns = 53;
    constexpr std::int64_t radius = 18;
    const std::int64_t rows = extents.empty() ? 1 : extents[0];
    const std::int64_t columns = static_cast<std::int64_t>(cond.size()) / rows;
    for (std::int64_t i = 0; i < rows * columns; ++i) {
        const std::int64_t y = i / columns % cell_rows - cell_rows / 2;
        const std::int64_t x = i % columns % cell_columns - cell_columns / 2;
        cond[static_cast<std::size_t>(i)] = std::byte {y * y + x * x <= radius * radius};
    }
}

void fill_kind(mask_bytes cond, const dims &extents, const mask &what, random_source &random) {
    switch (what.kind) {
    case mask_kind::random:
        return fill_runs(cond, 1, what.chance, random);
    case mask_kind::runs:
        return fill_runs(cond, static_cast<std::size_t>(what.length), what.chance, random);
    case mask_kind::uneven_runs:
        return fill_uneven_runs(cond, what, random);
    case mask_kind::stretches:
        return fill_stretches(cond, random);
    case mask_kind::stripes:
    case mask_kind::mixed_stripes:
        return fill_stripes(cond, what);
    case mask_kind::single:
        std::ranges::fill(cond, no);
        cond[random.below(cond.size())] = yes;
        return;
    case mask_kind::prefix:
    case mask_kind::suffix:
        return fill_rows(cond, extents, what, random);
    case mask_kind::causal:
        return fill_causal(cond, extents);
    case mask_kind::blobs:
        return fill_blobs(cond, extents, what, random);
    case mask_kind::discs:
        return fill_discs(cond, extents);
    case mask_kind::all:
        return fill_runs(cond, cond.size(), 1, random);
    case mask_kind::none:
        return fill_runs(cond, cond.size(), 0, random);
    }
}

} // namespace

std::string_view to_string(mask_kind kind) {
    return row_of(kind).name;
}

mask_kind mask_kind_of(std::string_view name) {
    const auto *const row = std::ranges::find(kinds, name, &kind_row::name);
    if (row == kinds.end())
        throw std::runtime_error("mask: \"" + std::string(name) + "\" is not a kind");
    return row->kind;
}

std::string to_string(const mask &what) {
    std::ostringstream text;
    text << to_string(what.kind);
    for (const char number : row_of(what.kind).numbers)
        if (number == 'P')
            text << " " << what.chance;
        else if (number == 'C')
            text << " " << what.cell[0] << "x" << what.cell[1];
        else if (what.length != mask::random_length)
            text << " " << what.length;
    text << (what.inverted ? " inverted" : "");
    return text.str();
}

void fill_mask(mask_bytes cond, const dims &extents, const mask &what, random_source &random) {
    if (cond.empty()) return;
    fill_kind(cond, extents, what, random);
    if (what.value == true_byte::is_one && !what.inverted) return;
    constexpr std::array<std::byte, 4> values {
            yes, std::byte {2}, std::byte {0x80}, std::byte {0xff}};
    for (std::byte &byte : cond) {
        const bool is_true = (byte != no) != what.inverted;
        const bool varies = is_true && what.value == true_byte::varies;
        byte = varies ? values[random.below(values.size())] : std::byte {is_true};
    }
}

void fill_cond(mask_bytes cond, random_source &random) {
    const auto n_elems = static_cast<std::int64_t>(cond.size());
    const mask what {.kind = mask_kind::stretches, .value = true_byte::varies};
    fill_mask(cond, {n_elems}, what, random);
}

} // namespace support
