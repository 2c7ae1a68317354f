// SPDX-License-Identifier: Apache-2.0
// Numbers as conditions: every type, relation and telling pair of values, whatever MXCSR says.
#include <gtest/gtest.h>

#include <cstring>

#include "harness/condition_data.hpp"
#include "harness/number.hpp"
#include "harness/random_condition.hpp"
#include "harness/run_problem.hpp"
#include "unit/floating_environment.hpp"
#include "unit/truth.hpp"

namespace {

using libselect::arg;
using libselect::logical_tensor;
using support::placement;
using support::dims;
using support::problem;

class condition_numbers : public testing::TestWithParam<libselect_data_type_t> {
protected:
    const libselect_data_type_t type_ = GetParam();
    const bool is_complex_ = support::is_complex(type_);
    const std::size_t width_ = libselect_data_type_size(type_);
    support::random_source random_ {20261103};

    [[nodiscard]] std::vector<libselect_relation_t> relations() const {
        if (is_complex_) return {libselect_relation_eq, libselect_relation_ne};
        return {libselect_relation_eq, libselect_relation_ne, libselect_relation_lt,
                libselect_relation_le, libselect_relation_gt, libselect_relation_ge};
    }

    // Elements of all telling values; of a complex type, some pairs of them.
    [[nodiscard]] std::vector<std::byte> telling() const {
        const std::vector<std::uint64_t> bits = support::telling_bits(type_);
        const std::size_t part_bytes = is_complex_ ? width_ / 2 : width_;
        std::vector<std::byte> elements(bits.size() * width_);
        for (std::size_t i = 0; i < bits.size(); ++i) {
            std::memcpy(&elements[i * width_], &bits[i], part_bytes);
            if (is_complex_)
                std::memcpy(
                        &elements[i * width_ + part_bytes], &bits[i * 7 % bits.size()], part_bytes);
        }
        return elements;
    }
    [[nodiscard]] support::element at(const std::vector<std::byte> &elements, std::size_t i) const {
        return support::element_at(&elements[i * width_], type_);
    }
    [[nodiscard]] logical_tensor tensor(const libselect::dims &extents) const {
        return {static_cast<libselect::data_type>(type_), extents};
    }

    // Every telling value beside every other.
    void expect_pairs_compare_by_value() {
        const std::vector<std::byte> values = telling();
        const auto n = static_cast<std::int64_t>(values.size() / width_);
        for (const libselect_relation_t relation : relations()) {
            std::string wanted;
            for (std::size_t i = 0; i < values.size() / width_; ++i)
                for (std::size_t j = 0; j < values.size() / width_; ++j)
                    wanted += support::holds(at(values, i), relation, at(values, j)) ? 'T' : 'F';
            const libselect::condition decides = libselect::compare(
                    tensor({n, 1}), static_cast<libselect::relation>(relation), tensor({n}));
            ASSERT_EQ(unit::truth(decides, {{arg::lhs, values.data()}, {arg::rhs, values.data()}},
                              {n, n}),
                    wanted)
                    << relation;
        }
    }
    void expect_values_are_nonzero_by_value() {
        const std::vector<std::byte> values = telling();
        const auto n = static_cast<std::int64_t>(values.size() / width_);
        std::string wanted;
        for (std::size_t i = 0; i < values.size() / width_; ++i)
            wanted += support::is_nonzero(at(values, i)) ? 'T' : 'F';
        ASSERT_EQ(unit::truth(libselect::nonzero(tensor({n})), {{arg::cond, values.data()}}, {n}),
                wanted);
    }

    void expect_right(problem what) {
        for (const auto side : {placement::guard::front, placement::guard::back}) {
            place(what, side, side == placement::guard::front ? 0 : 3);
            ASSERT_EQ(support::run(what, random_), "");
        }
    }
};

TEST_P(condition_numbers, telling_values_decide_by_value) {
    expect_values_are_nonzero_by_value();
    expect_pairs_compare_by_value();
}

TEST_P(condition_numbers, the_floating_environment_has_no_influence) {
    for (const unit::floating_environment &environment : unit::odd_environments()) {
        const unit::in_environment while_here(environment);
        expect_values_are_nonzero_by_value();
        expect_pairs_compare_by_value();
    }
}

// Lengths around vectors of either tensor, dst wider or narrower than what is compared.
TEST_P(condition_numbers, every_length_is_right) {
    for (const libselect_data_type_t dst :
            {libselect_u8, libselect_f16, libselect_f32, libselect_f64, libselect_c128})
        for (const std::int64_t n : {1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 33, 63, 65, 130}) {
            problem what = support::dense_problem(dst, {n}, {n}, {n});
            what.rule = {.kind = libselect_condition_nonzero, .type = type_};
            expect_right(what);
            what.rule.kind = libselect_condition_compare;
            what.rule.relation = relations()[static_cast<std::size_t>(n) % relations().size()];
            what.rhs = what.cond;
            expect_right(what);
            what.rhs = {{}, {}, {}};
            expect_right(what);
            std::swap(what.rhs, what.cond);
            expect_right(what);
        }
}

// Numbers apart from each other have no loop of their own: their conditions are evaluated in blocks,
// and a row is longer than one.
TEST_P(condition_numbers, apart_under_outer_loops_are_right) {
    const dims extents {2, 3, 20011};
    for (const dims &strides : {dims {3 * 40022, 40022, 2}, dims {1, 2, 6}, dims {0, 1, 3}}) {
        problem what = support::dense_problem(libselect_f32, extents, extents, {});
        what.cond.strides = strides;
        what.rule = {.kind = libselect_condition_nonzero, .type = type_};
        ASSERT_EQ(support::run(what, random_), "");
    }
}

INSTANTIATE_TEST_SUITE_P(types, condition_numbers, testing::ValuesIn(support::numeric_types()),
        [](const auto &instance) { return libselect_data_type_name(instance.param); });

} // namespace
