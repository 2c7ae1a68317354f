// SPDX-License-Identifier: Apache-2.0
// Rows whose conditions are numbers as wide as the elements: compared and selected in registers.
// Internal linkage, see portable_blocks.hpp.
//
// A row is computed in lines of 64 bytes, at the same offsets in all operands. An operand that is
// constant has a line of its own, which is not moved. The ends of a row are copied to lines, too.
#ifndef LIBSELECT_KERNEL_PORTABLE_SELECT_NUMBERS_HPP
#define LIBSELECT_KERNEL_PORTABLE_SELECT_NUMBERS_HPP

#include "kernel/condition_row.hpp"
#include "kernel/portable_number_conditions.hpp"
#include "kernel/portable_segments.hpp"

namespace libselect {
namespace {

// dst and the sources, in the order of the relation. Of a constant source a line has the value in
// all elements, and its mask is 0; that of others has all bits.
struct number_operands {
    std::byte *dst;
    const std::byte *sources[2];
    std::int64_t masks[2];
};

template <typename Conditions>
class number_row {
public:
    [[gnu::always_inline]] number_row(
            const number_format &format, const number_sides &sides, const number_operands &at)
        : conditions_(format, sides),
          at_(at) {}

    // The line at this offset. Returns the bits in which a condition differs from `kept`.
    [[gnu::always_inline]] vector_bits compute(
            std::byte *to, std::int64_t offset, vector_bits kept) const {
        using lanes = vector<key_of<typename Conditions::bits>>;
        vector_bits results[line_bytes / number_vector_bytes], differing {};
        const std::byte *first = at_.sources[0] + (offset & at_.masks[0]);
        const std::byte *second = at_.sources[1] + (offset & at_.masks[1]);
        for (std::int64_t i = 0; i < line_bytes; i += number_vector_bytes) {
            const vector_bits taken = conditions_.at(offset + i);
            differing |= taken ^ kept;
            results[i / number_vector_bytes] = reinterpret_cast<vector_bits>(
                    reinterpret_cast<lanes>(taken) != 0 ? load_whole<lanes>(first + i)
                                                        : load_whole<lanes>(second + i));
        }
        for (std::int64_t i = 0; i < line_bytes; i += number_vector_bytes)
            store(to + i, results[i / number_vector_bytes]);
        return differing;
    }
    [[gnu::always_inline]] [[nodiscard]] bool changes(std::int64_t offset, vector_bits kept) const {
        vector_bits differing {};
        for (std::int64_t i = 0; i < line_bytes; i += number_vector_bytes)
            differing |= conditions_.at(offset + i) ^ kept;
        return has_any_bit(differing);
    }
    // Asks for the numbers of a line later on.
    [[gnu::always_inline]] void ask_for(std::int64_t offset) const {
        conditions_.ask_for(offset + conditions_ahead);
    }
    [[gnu::always_inline]] [[nodiscard]] std::byte *dst() const { return at_.dst; }

private:
    Conditions conditions_;
    number_operands at_;
};

// A line for each source that is constant.
struct constant_lines {
    alignas(line_bytes) std::byte bytes[2][line_bytes];
};

template <typename T>
[[gnu::always_inline]] inline number_operands operands_of(
        const condition_row_args &args, const basic_relation &basic, constant_lines &lines) {
    number_operands at {args.dst, {args.src0, args.src1}, {-1, -1}};
    const bool is_constant[2] {args.params->src0_is_constant, args.params->src1_is_constant};
    for (int i = 0; i < 2; ++i) {
        if (!is_constant[i]) continue;
        const vector<T> value = in_all_lanes(load<T>(at.sources[i]));
        for (std::int64_t k = 0; k < line_bytes; k += number_vector_bytes)
            store(lines.bytes[i] + k, value);
        at.sources[i] = lines.bytes[i];
        at.masks[i] = 0;
    }
    if (basic.inverts) {
        std::swap(at.sources[0], at.sources[1]);
        std::swap(at.masks[0], at.masks[1]);
    }
    return at;
}

// A part of a row that is less than a line.
template <typename Conditions>
[[gnu::noinline]] void select_piece(const number_rule &rule, number_sides sides, number_operands at,
        std::int64_t offset, std::int64_t n_bytes) noexcept {
    alignas(line_bytes) std::byte copies[4][line_bytes] {}, result[line_bytes];
    std::byte *const to = at.dst + offset;
    const auto copy = [&](const std::byte *&from, int i, bool is_constant) {
        if (is_constant) return;
        std::memcpy(copies[i], from + offset, static_cast<std::size_t>(n_bytes));
        from = copies[i];
    };
    copy(sides.lhs, 0, Conditions::constant == constant_side::lhs);
    copy(sides.rhs, 1, Conditions::constant == constant_side::rhs);
    copy(at.sources[0], 2, at.masks[0] == 0);
    copy(at.sources[1], 3, at.masks[1] == 0);
    number_row<Conditions>(rule.format, sides, at).compute(result, 0, vector_bits {});
    store_piece(to, result, n_bytes);
}

// In place, lines that change are listed first, since a branch per line would be mispredicted.
// Where most of them change, the next ones are computed at once. Neither number is tuned.
constexpr std::int64_t listed_lines = 256;
constexpr std::int64_t most_lines = listed_lines * 3 / 4;
constexpr std::int64_t listed_ahead = 16; // lines of dst that are asked for before they are written

// Lines from `first` to before `last` bytes. kept: all bits where dst has what is taken if the
// relation holds.
template <typename Row>
[[gnu::always_inline]] inline void compute_changes(
        const Row &row, std::int64_t first, std::int64_t last, vector_bits kept) {
    std::uint16_t lines[listed_lines + listed_ahead];
    bool most_change = false;
    while (first < last) {
        const std::int64_t left = (last - first) / line_bytes;
        const std::int64_t n_lines = left < listed_lines ? left : listed_lines;
        std::int64_t n = 0;
        if (most_change) {
            for (std::int64_t i = 0; i < n_lines; ++i) {
                const std::int64_t offset = first + i * line_bytes;
                row.ask_for(offset);
                n += has_any_bit(row.compute(row.dst() + offset, offset, kept)) ? 1 : 0;
            }
        } else {
            for (std::int64_t i = 0; i < n_lines; ++i) {
                lines[n] = static_cast<std::uint16_t>(i);
                row.ask_for(first + i * line_bytes);
                n += row.changes(first + i * line_bytes, kept) ? 1 : 0;
            }
            for (std::int64_t i = 0; i < listed_ahead; ++i)
                lines[n + i] = n == 0 ? 0 : lines[n - 1];
            for (std::int64_t i = 0; i < n; ++i) {
                __builtin_prefetch(row.dst() + first + lines[i + listed_ahead] * line_bytes, 1);
                const std::int64_t offset = first + lines[i] * line_bytes;
                row.compute(row.dst() + offset, offset, kept);
            }
        }
        most_change = n > most_lines;
        first += n_lines * line_bytes;
    }
}

template <typename Conditions>
void select_numbers(const condition_row_args &args) noexcept {
    using bits = typename Conditions::bits;
    const condition_row_params &params = *args.params;
    const number_rule rule = rule_of(args.inputs, Conditions::keys::has_le);
    constant_lines lines;
    const number_sides sides = sides_of(args.inputs, rule.basic);
    const number_operands at = operands_of<bits>(args, rule.basic, lines);
    const number_row<Conditions> row(rule.format, sides, at);
    const bool streams = params.stores == store_kind::streaming;
    const bool is_kept = params.kept != in_place::none;
    const std::int64_t n = args.inputs.n, n_bytes = n * width<bits>;
    std::int64_t done = 0;
    if (streams || is_kept) done = elems_to_line<bits>(at.dst, n) * width<bits>;
    if (done != 0) select_piece<Conditions>(rule, sides, at, 0, done);
    const std::int64_t end = done + (n_bytes - done) / line_bytes * line_bytes;
    if (is_kept) {
        const bool keeps_first = (params.kept == in_place::src0) != rule.basic.inverts;
        compute_changes(
                row, done, end, in_all_lanes(static_cast<std::uint8_t>(keeps_first ? 0xff : 0)));
    } else if (streams) {
        for (; done < end; done += line_bytes) {
            alignas(line_bytes) std::byte line[line_bytes];
            row.compute(line, done, vector_bits {});
            stream(at.dst + done, line, line_bytes);
        }
    } else {
        for (; done < end; done += line_bytes)
            row.compute(at.dst + done, done, vector_bits {});
    }
    if (end < n_bytes) select_piece<Conditions>(rule, sides, at, end, n_bytes - end);
}

} // namespace
} // namespace libselect

#endif
