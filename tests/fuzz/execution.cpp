// SPDX-License-Identifier: Apache-2.0
// Placing, filling, and asking the oracle.
#include "fuzz/execution.hpp"

#include <algorithm>
#include <cstring>

#include "fuzz/sharing.hpp"
#include "harness/condition_data.hpp"
#include "harness/condition_oracle.hpp"
#include "harness/mask.hpp"
#include "harness/random.hpp"

namespace fuzz {
namespace {

const char *mode_name(libselect_auto_broadcast_t mode) {
    constexpr std::array<const char *, 4> names {"none", "numpy", "pdpd", "multidirectional"};
    return names[static_cast<std::size_t>(mode)];
}

std::size_t windows_of(const operand_case &one) {
    return one.far_axis < 0
                   ? 1
                   : static_cast<std::size_t>(one.extents[static_cast<std::size_t>(one.far_axis)]);
}

// Bytes from the first window to the one with the element of index 0.
std::ptrdiff_t first_window(const operand_case &one) {
    if (one.far_axis < 0 || one.strides[static_cast<std::size_t>(one.far_axis)] > 0) return 0;
    return (static_cast<std::ptrdiff_t>(windows_of(one)) - 1) * windows::distance;
}

// Where the lowest byte of an operand lies in its window.
std::ptrdiff_t offset_in_window(const operand_case &one) {
    const auto gap = static_cast<std::ptrdiff_t>(one.gap);
    if (!one.at_back) return gap;
    return static_cast<std::ptrdiff_t>(windows::n_bytes) - range_in_window(one).size() - gap;
}

// The axis of dst at which an input begins.
std::size_t first_axis(const execute_case &given, operand which) {
    const std::size_t rank = given.operands[dst].extents.size();
    const std::size_t own = given.operands[which].extents.size();
    const bool placed = which == cond || which == rhs || which == src1;
    return placed ? support::first_axis(rank, own, mode_name(given.mode), given.axis) : rank - own;
}

void fill_mask(std::span<std::byte> mask, unsigned kind, support::random_source &random) {
    if (kind < 8) {
        support::fill_cond(mask, random);
        return;
    }
    // All false or all true, but for a few when there is a rate.
    const std::uint64_t rate = kind < 12 ? 0 : 20;
    for (std::byte &one : mask) {
        const bool other = rate != 0 && random.one_in(rate);
        one = ((kind & 1U) != 0) != other ? std::byte {0x80} : std::byte {0};
    }
}

void fill_bits(std::span<std::byte> bytes, unsigned kind, support::random_source &random) {
    if (kind < 8) return support::fill_bit_bytes(bytes, random);
    for (std::byte &one : bytes) {
        one = (kind & 1U) != 0 ? std::byte {0xff} : std::byte {0};
        if (kind >= 12 && random.one_in(8)) one ^= static_cast<std::byte>(1U << random.below(8));
    }
}

std::int64_t columns(const execute_case &given) {
    const dims &extents = given.operands[dst].extents;
    const auto rank = static_cast<int>(extents.size());
    return extents[static_cast<std::size_t>((given.rule.axis + rank) % rank)];
}

// What an input holds. Both sides of a comparison have one palette.
void fill_input(const execute_case &given, operand which, std::span<std::byte> part,
        support::random_source &random) {
    if (which == src0 || which == src1)
        return support::fill_elements(part, given.operands[which].width, random);
    if (which == begin || which == end)
        return support::fill_bounds(part, type_of(given, which), columns(given), random);
    if (given.operands[which].in_bits) return fill_bits(part, given.mask_kind, random);
    if (!given.rule.reads_numbers()) return fill_mask(part, given.mask_kind, random);
    support::random_source palette_random(given.data_seed + 1000);
    support::number_palette(given.rule.type, palette_random).fill(part, random);
}

// Neighbouring bytes differ, so that a misplaced copy of what is around dst is seen too.
void fill_pattern(std::span<std::byte> bytes) {
    static const auto pattern = [] {
        std::array<std::byte, windows::n_bytes> made;
        for (std::size_t i = 0; i < made.size(); ++i)
            made[i] = static_cast<std::byte>((i * 37 + 0x5a) & 0xffU);
        return made;
    }();
    std::memcpy(bytes.data(), pattern.data(), bytes.size());
}

void copy(const windows &from, const windows &to, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i)
        std::memcpy(to.writable(i).data(), from.writable(i).data(), windows::n_bytes);
}

} // namespace

void execution::prepare(const execute_case &given) {
    n_windows_ = std::max<std::size_t>(windows_of(given.operands[dst]), 1);
    place(given, dst);
    for (const operand which : inputs_of(given))
        place(given, which);
    for (std::size_t i = 0; i < n_windows_; ++i)
        fill_pattern(before_.writable(i));
    for (const operand which : inputs_of(given))
        fill(given, which);
    restore_dst();
    copy(before_, wanted_, n_windows_);
    judge_sharing(given);
    if (must_be_refused_) return;
    const operand_case &result = given.operands[dst];
    std::byte *wanted = wanted_.writable(0).data() + (data_[dst] - memory_[dst].writable(0).data());
    support::select_oracle({given.rule, view_of(given, cond), view_of(given, rhs),
                                   view_of(given, begin), view_of(given, end)},
            view_of(given, src0), view_of(given, src1),
            {wanted, result.extents, result.strides, false, result.offset}, result.width,
            mode_name(given.mode), given.axis);
}

void execution::place(const execute_case &given, operand which) {
    const operand_case &one = given.operands[which];
    const byte_range range = range_in_window(one);
    if (!one.in_dst) {
        std::byte *first =
                which == dst ? memory_[dst].writable(0).data() : memory_[which].read_only();
        data_[which] = first + first_window(one) + offset_in_window(one) - range.low;
        return;
    }
    const operand_case &result = given.operands[dst];
    const std::ptrdiff_t offset = std::clamp<std::ptrdiff_t>(offset_in_window(result) + one.shift,
            0, static_cast<std::ptrdiff_t>(windows::n_bytes) - range.size());
    data_[which] = memory_[dst].writable(0).data() + first_window(one) + offset - range.low;
}

// The bytes that it addresses. What lies in the memory of dst is filled there, before the rest is
// kept.
void execution::fill(const execute_case &given, operand which) {
    const operand_case &one = given.operands[which];
    support::random_source random(given.data_seed * 4 + which);
    const windows &into = one.in_dst ? before_ : memory_[which];
    const std::byte *first =
            one.in_dst ? memory_[dst].writable(0).data() : memory_[which].read_only();
    const byte_range range = range_in_window(one);
    const std::ptrdiff_t offset = data_[which] - first - first_window(one) + range.low;
    for (std::size_t i = 0; i < windows_of(one); ++i) {
        const std::span<std::byte> part = into.writable(i).subspan(
                static_cast<std::size_t>(offset), static_cast<std::size_t>(range.size()));
        fill_input(given, which, part, random);
    }
}

support::view execution::view_of(const execute_case &given, operand which) const {
    const operand_case &one = given.operands[which];
    return {data_[which], one.extents, one.strides, false, one.offset};
}

void execution::judge_sharing(const execute_case &given) {
    must_be_refused_ = false;
    const operand_case &result = given.operands[dst];
    for (const operand which : inputs_of(given)) {
        const operand_case &one = given.operands[which];
        // A source, a side of a comparison and the tensor of nonzero may be dst itself.
        const bool may_be_dst = which == src0 || which == src1
                                || (given.rule.reads_numbers() && one.width == result.width);
        if (one.in_dst
                && !may_share({view_of(given, which), one.width, one.in_bits, may_be_dst,
                                      first_axis(given, which)},
                        {data_[dst], result.extents, result.strides, false, result.offset},
                        result.width))
            must_be_refused_ = true;
    }
}

void execution::restore_dst() const {
    copy(before_, memory_[dst], n_windows_);
}

bool execution::is_as_expected() const {
    for (std::size_t i = 0; i < n_windows_; ++i)
        if (std::memcmp(
                    memory_[dst].writable(i).data(), wanted_.writable(i).data(), windows::n_bytes)
                != 0)
            return false;
    return true;
}

} // namespace fuzz
