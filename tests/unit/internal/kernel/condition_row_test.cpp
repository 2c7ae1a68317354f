// SPDX-License-Identifier: Apache-2.0
// Rows that are computed from bits or numbers: every type, relation, place and way to store, by the
// loops of every ISA.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "common/needed_isa.hpp"
#include "harness/condition_data.hpp"
#include "harness/guarded_buffer.hpp"
#include "harness/number.hpp"
#include "harness/random_condition.hpp"
#include "harness/sanitized.hpp"
#include "kernel/condition_row.hpp"
#include "kernel/kernel_case.hpp"
#include "unit/floating_environment.hpp"

namespace internal {
namespace {

using libselect::condition_kind;
using libselect::in_place;
using libselect::store_kind;

using bytes = std::vector<std::byte>;

// A row whose operands lie between guard pages.
struct row_problem {
    libselect::condition_walk walk;
    libselect::condition_row_params params;
    std::int64_t n = 1;
    std::array<bytes, 2> inputs; // one element where the input is constant along the row
    std::int64_t first_bit = 0;
    std::array<bool, 2> input_is_dst {};
    std::vector<bool> truth; // wanted
};

libselect_data_type_t type_of(const row_problem &what) {
    return what.walk.input_types[0];
}

support::element number_at(const row_problem &what, std::size_t input, std::int64_t i) {
    const auto width = static_cast<std::size_t>(what.walk.input_width);
    const bool is_constant = what.inputs[input].size() == width;
    const std::size_t at = is_constant ? 0 : static_cast<std::size_t>(i) * width;
    return support::element_at(&what.inputs[input][at], type_of(what));
}

bool truth_at(const row_problem &what, std::int64_t i) {
    switch (what.walk.kind) {
    case condition_kind::bits: {
        const std::int64_t at = what.first_bit + i;
        const auto place = static_cast<unsigned>(at % 8);
        const unsigned shift = type_of(what) == libselect_u1_msb ? 7 - place : place;
        const auto byte =
                std::to_integer<unsigned>(what.inputs[0][static_cast<std::size_t>(at / 8)]);
        return (byte >> shift & 1U) != 0;
    }
    case condition_kind::nonzero:
        return support::is_nonzero(number_at(what, 0, i));
    default:
        return support::holds(number_at(what, 0, i), what.walk.how, number_at(what, 1, i));
    }
}

constexpr std::array widths {1, 2, 4, 8, 16};

class kernel_condition_row : public testing::TestWithParam<const libselect::implementation *> {
protected:
    support::random_source random_ {20261122};
    std::array<support::guarded_buffer, 5> buffers_; // dst, inputs, sources

    // Inputs of n elements, or of one: of few values, which now and then hardly ever differ.
    bytes numbers(libselect_data_type_t type, std::int64_t n) {
        bytes data(static_cast<std::size_t>(n) * libselect_data_type_size(type));
        support::number_palette(type, random_).fill(data, random_);
        if (!random_.one_in(3)) return data;
        const std::size_t width = libselect_data_type_size(type);
        for (std::size_t at = 0; at + width <= data.size(); at += width)
            if (!random_.one_in(200)) std::memmove(&data[at], data.data(), width);
        return data;
    }
    [[nodiscard]] static row_problem of_numbers(condition_kind kind, libselect_data_type_t type) {
        row_problem what;
        what.walk.kind = kind;
        what.walk.input_types = {type, type};
        what.walk.input_width = static_cast<int>(libselect_data_type_size(type));
        what.params.elem_bytes = what.walk.input_width;
        return what;
    }
    row_problem of_bits(libselect_data_type_t order, int elem_bytes, std::int64_t n) {
        row_problem what;
        what.walk.kind = condition_kind::bits;
        what.walk.input_types = {order, order};
        what.params.elem_bytes = elem_bytes;
        what.n = n;
        what.first_bit = random_.between(0, 9);
        what.inputs[0].resize(static_cast<std::size_t>((what.first_bit + n + 7) / 8));
        support::fill_bit_bytes(what.inputs[0], random_);
        return what;
    }

    // Fills an operand of dst's width, which may be dst itself, and returns where it is.
    const std::byte *lay(support::guarded_buffer &buffer, const bytes &data) {
        const support::placement where {random_.one_in(2) ? support::placement::guard::front
                                                          : support::placement::guard::back,
                static_cast<std::size_t>(random_.below(3))};
        std::byte *at = buffer.allocate(data.size(), where);
        std::copy(data.begin(), data.end(), at);
        return buffer.read_only(at);
    }

    void expect_right(const row_problem &what) {
        const auto width = static_cast<std::size_t>(what.params.elem_bytes);
        const auto n = static_cast<std::size_t>(what.n);
        bytes before(n * width);
        support::fill_elements(before, width, random_);
        for (std::size_t i = 0; i < 2; ++i)
            if (what.input_is_dst[i]) before = what.inputs[i];
        std::byte *const dst = buffers_[0].allocate(
                before.size(), {random_.one_in(2) ? support::placement::guard::front
                                                  : support::placement::guard::back,
                                       width * random_.below(3)});
        std::copy(before.begin(), before.end(), dst);

        libselect::condition_row_args args {};
        args.params = &what.params;
        args.dst = dst;
        args.inputs.condition = &what.walk;
        args.inputs.n = what.n;
        args.inputs.at[0] = what.first_bit;
        for (std::size_t i = 0; i < 2; ++i) {
            const bool is_row =
                    what.inputs[i].size() != static_cast<std::size_t>(what.walk.input_width)
                    || what.n == 1;
            if (what.walk.kind == condition_kind::bits)
                args.inputs.strides[i] = i == 0 ? 1 : 0;
            else
                args.inputs.strides[i] = is_row ? what.walk.input_width : 0;
            args.inputs.data[i] = what.input_is_dst[i] ? dst : lay(buffers_[1 + i], what.inputs[i]);
        }
        std::array<bytes, 2> sources;
        const std::array is_constant {what.params.src0_is_constant, what.params.src1_is_constant};
        for (std::size_t i = 0; i < 2; ++i) {
            const bool is_kept = what.params.kept == (i == 0 ? in_place::src0 : in_place::src1);
            sources[i].resize(is_constant[i] ? width : before.size());
            support::fill_elements(sources[i], width, random_);
            if (is_kept) sources[i] = before;
            const std::byte *at = is_kept ? dst : lay(buffers_[3 + i], sources[i]);
            (i == 0 ? args.src0 : args.src1) = at;
        }
        bytes wanted(before.size());
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t source = what.truth[i] ? 0 : 1;
            const std::size_t from = is_constant[source] ? 0 : i * width;
            std::copy_n(&sources[source][from], width, &wanted[i * width]);
        }
        const libselect::portable_kernels &loops = *GetParam()->loops;
        loops.condition_row(what.params, args.inputs)(args);
        if (what.params.stores == store_kind::streaming) loops.end_segments();
        const auto wrong = std::mismatch(wanted.begin(), wanted.end(), dst).first;
        ASSERT_EQ(wrong - wanted.begin(), wanted.end() - wanted.begin())
                << libselect_data_type_name(type_of(what)) << " kind "
                << static_cast<int>(what.walk.kind) << " relation " << what.walk.how << " n "
                << what.n << " width " << width << " kept " << static_cast<int>(what.params.kept)
                << " stores " << static_cast<int>(what.params.stores);
    }

    // Every place and way to store, with what else a call may ask for at random.
    void expect_right_everywhere(row_problem what) {
        what.truth.resize(static_cast<std::size_t>(what.n));
        for (std::int64_t i = 0; i < what.n; ++i)
            what.truth[static_cast<std::size_t>(i)] = truth_at(what, i);
        for (const store_kind stores : {store_kind::ordinary, store_kind::streaming})
            for (const in_place kept : {in_place::none, in_place::src0, in_place::src1}) {
                what.params.stores = stores;
                what.params.kept = kept;
                what.params.src0_is_constant = kept != in_place::src0 && random_.one_in(2);
                what.params.src1_is_constant = kept != in_place::src1 && random_.one_in(2);
                what.input_is_dst = {};
                const std::size_t input = random_.below(3);
                if (input < 2 && what.walk.kind != condition_kind::bits)
                    what.input_is_dst[input] =
                            what.walk.input_width == what.params.elem_bytes
                            && what.inputs[input].size()
                                       == static_cast<std::size_t>(what.n * what.params.elem_bytes);
                ASSERT_NO_FATAL_FAILURE(expect_right(what));
            }
    }

    void expect_numbers_right(libselect_data_type_t type, std::int64_t n, int elem_bytes) {
        row_problem what = of_numbers(condition_kind::nonzero, type);
        what.n = n;
        what.params.elem_bytes = elem_bytes;
        what.inputs[0] = numbers(type, n);
        ASSERT_NO_FATAL_FAILURE(expect_right_everywhere(what));
        if (type == libselect_c64) return;
        what.walk.kind = condition_kind::compare;
        for (int how = libselect_relation_eq; how <= libselect_relation_ge; ++how) {
            what.walk.how = static_cast<libselect_relation_t>(how);
            for (const int constant : {-1, 0, 1}) { // neither side, or this one
                what.inputs = {
                        numbers(type, constant == 0 ? 1 : n), numbers(type, constant == 1 ? 1 : n)};
                ASSERT_NO_FATAL_FAILURE(expect_right_everywhere(what));
            }
        }
    }
};

std::vector<libselect_data_type_t> types_of_direct_rows() {
    std::vector<libselect_data_type_t> types = support::numeric_types();
    std::erase(types, libselect_c128);
    return types;
}

TEST_P(kernel_condition_row, every_pair_of_telling_numbers_compares_by_value) {
    INTERNAL_NEEDS_ISA(GetParam()->isa)
    for (const unit::floating_environment &environment : unit::odd_environments()) {
        const unit::in_environment while_here(environment);
        for (const libselect_data_type_t type : types_of_direct_rows()) {
            if (type == libselect_c64) continue;
            const std::vector<std::uint64_t> values = support::telling_bits(type);
            row_problem what = of_numbers(condition_kind::compare, type);
            for (const std::uint64_t lhs : values)
                for (const std::uint64_t rhs : values)
                    for (const auto &[side, bits] : {std::pair {0U, lhs}, std::pair {1U, rhs}}) {
                        const auto *from = reinterpret_cast<const std::byte *>(&bits);
                        what.inputs[side].insert(
                                what.inputs[side].end(), from, from + what.walk.input_width);
                    }
            what.n = static_cast<std::int64_t>(values.size() * values.size());
            for (int how = libselect_relation_eq; how <= libselect_relation_ge; ++how) {
                what.walk.how = static_cast<libselect_relation_t>(how);
                ASSERT_NO_FATAL_FAILURE(expect_right_everywhere(what));
            }
        }
    }
}

TEST_P(kernel_condition_row, every_length_of_numbers_is_right) {
    INTERNAL_NEEDS_ISA(GetParam()->isa)
    for (const libselect_data_type_t type : types_of_direct_rows())
        for (const std::int64_t n : {1, 2, 3, 8, 15, 17, 33, 63, 64, 65, 130, 300})
            for (const int elem_bytes : {static_cast<int>(libselect_data_type_size(type)),
                         widths[random_.below(widths.size())]})
                ASSERT_NO_FATAL_FAILURE(expect_numbers_right(type, n, elem_bytes));
}

// Rows of several lists of lines, in place.
TEST_P(kernel_condition_row, long_rows_of_numbers_are_right) {
    INTERNAL_NEEDS_ISA(GetParam()->isa)
    constexpr std::int64_t list_bytes = 256 * 64;
    for (const libselect_data_type_t type : types_of_direct_rows()) {
        const auto width = static_cast<int>(libselect_data_type_size(type));
        for (const std::int64_t lists : {1, support::is_sanitized ? 2 : 3})
            for (const int elem_bytes : {width, widths[random_.below(widths.size())]})
                ASSERT_NO_FATAL_FAILURE(expect_numbers_right(
                        type, lists * list_bytes / width + random_.between(0, 200), elem_bytes));
    }
}

TEST_P(kernel_condition_row, every_length_of_bits_is_right) {
    INTERNAL_NEEDS_ISA(GetParam()->isa)
    for (const libselect_data_type_t order : {libselect_u1, libselect_u1_msb})
        for (const int elem_bytes : widths)
            for (std::int64_t n = 1; n < 12000; n += 1 + n / 3)
                for (int i = 0; i < 8; ++i)
                    ASSERT_NO_FATAL_FAILURE(expect_right_everywhere(of_bits(order, elem_bytes, n)));
}

INSTANTIATE_TEST_SUITE_P(each, kernel_condition_row,
        testing::ValuesIn(every_portable_implementation()),
        [](const auto &one) { return test_name(*one.param); });

} // namespace
} // namespace internal
