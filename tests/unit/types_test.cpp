// SPDX-License-Identifier: Apache-2.0
// Every data type in every mode, and the shapes of real models.
#include <gtest/gtest.h>

#include "harness/run_problem.hpp"
#include "harness/type_lists.hpp"
#include "unit/outcome.hpp"
#include "unit/type_name.hpp"

namespace {

using libselect::data_type;
using libselect::status;
using support::dims;
using support::problem;

class types : public testing::TestWithParam<data_type> {
protected:
    support::random_source random_ {20240110};
};

TEST_P(types, every_mode_is_right) {
    const dims same {2, 3, 70};
    for (const problem &what : {support::dense_problem(GetParam(), same, same, same, "none"),
                 support::dense_problem(GetParam(), {3, 1}, {2, 1, 70}, {3, 70}, "numpy"),
                 support::dense_problem(GetParam(), same, {70}, {}, "multidirectional"),
                 support::dense_problem(GetParam(), {2, 3}, same, {2, 1}, "pdpd", 0)})
        EXPECT_EQ(support::run(what, random_), "");
}

TEST_P(types, cond_of_another_type_than_boolean_is_refused) {
    if (GetParam() == data_type::boolean) return;
    const libselect::logical_tensor tensor(GetParam(), {4});
    EXPECT_EQ(unit::status_of([&] { libselect::select_op(tensor, tensor, tensor); }),
            status::invalid_data_type);
}

TEST_P(types, sources_of_two_types_are_refused) {
    const data_type other = GetParam() == data_type::f32 ? data_type::s32 : data_type::f32;
    const libselect::logical_tensor mask(data_type::boolean, {4});
    const libselect::logical_tensor src0(GetParam(), {4}), src1(other, {4});
    EXPECT_EQ(unit::status_of([&] { libselect::select_op(mask, src0, src1); }),
            status::invalid_data_type);
}

INSTANTIATE_TEST_SUITE_P(all, types, testing::ValuesIn(support::all_types()), unit::type_name);

struct model_case {
    const char *name;
    dims cond, src0, src1;
};

class models : public testing::TestWithParam<model_case> {};

TEST_P(models, shape_is_right) {
    support::random_source random(20240111);
    const auto &[name, cond, src0, src1] = GetParam();
    EXPECT_EQ(support::run(support::dense_problem(data_type::f32, cond, src0, src1), random), "");
}

INSTANTIATE_TEST_SUITE_P(all, models,
        testing::Values(model_case {"distilbert", {1, 1, 1, 128}, {}, {1, 12, 128, 128}},
                model_case {"gpt", {1, 1, 32, 33}, {1, 16, 32, 33}, {}},
                model_case {"gemma_decode", {1, 8, 2, 1, 256}, {1, 8, 2, 1, 256}, {1}},
                model_case {"rgb_composite", {60, 70, 1}, {60, 70, 3}, {3}}),
        [](const auto &instance) { return instance.param.name; });

// Nothing is written then.
INSTANTIATE_TEST_SUITE_P(zero_size, models,
        testing::Values(model_case {"all", {0}, {0}, {0}},
                model_case {"one_against_zero", {1}, {0}, {1}},
                model_case {"inner", {2, 1}, {2, 0}, {1, 0}},
                model_case {"outer", {3}, {0, 3}, {1}},
                model_case {"middle", {4, 1, 3}, {4, 0, 3}, {3}}),
        [](const auto &instance) { return instance.param.name; });

TEST(zero_size_rules, null_pointers_are_accepted) {
    const libselect::logical_tensor mask(data_type::boolean, {0, 3}), none(data_type::f32, {0, 3});
    const libselect::primitive primitive(libselect::select_op(mask, none, none));
    EXPECT_EQ(unit::status_of([&] {
        primitive.execute({mask, nullptr}, {none, nullptr}, {none, nullptr, 0}, {none, nullptr, 0});
    }),
            status::success);
}

} // namespace
