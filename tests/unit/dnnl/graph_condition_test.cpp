// SPDX-License-Identifier: Apache-2.0
// dnnl_graph_select with conditions that a graph computes: positions and comparisons. Runs with
// oneDNN 3.x, and with the mock where 2.x is at hand.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <libselect/dnnl.hpp>

#include "unit/outcome.hpp"

namespace {

using dnnl::graph::logical_tensor;
using dnnl::graph::tensor;
using libselect::dnnl_graph_positions;
using libselect::dnnl_graph_select;
using libselect::relation;
using libselect::status;

using dims = std::vector<std::int64_t>;

constexpr std::int64_t planes = 2, rows = 5, cols = 7;
constexpr relation orders[] {relation::eq, relation::lt, relation::le, relation::gt, relation::ge};

template <typename number>
bool holds(number lhs, relation order, number rhs) {
    switch (order) {
    case relation::eq:
        return lhs == rhs;
    case relation::ne:
        return lhs != rhs;
    case relation::lt:
        return lhs < rhs;
    case relation::le:
        return lhs <= rhs;
    case relation::gt:
        return lhs > rhs;
    default:
        return lhs >= rhs;
    }
}

class graph_condition : public testing::Test {
protected:
#if DNNL_VERSION_MAJOR >= 3 && defined(LIBSELECT_TESTS_UNIT_DNNL_MOCK3_DNNL_HPP)
    dnnl_engine cpu_ {dnnl_cpu};
    dnnl_stream queue_ {&cpu_};
    const dnnl::engine engine {&cpu_};
    const dnnl::stream stream {&queue_};
#else
    const dnnl::engine engine {dnnl::engine::kind::cpu, 0};
    const dnnl::stream stream {engine};
#endif
    static logical_tensor dense(std::size_t id, const dims &extents,
            logical_tensor::data_type of = logical_tensor::data_type::f32) {
        return {id, of, extents, logical_tensor::layout_type::strided};
    }
    const logical_tensor scores = dense(1, {planes, rows, cols}), fill = dense(2, {1}),
                         dst = dense(3, {planes, rows, cols});

    graph_condition() {
        for (std::size_t i = 0; i < ones.size(); ++i)
            ones[i] = static_cast<float>(1 + i);
    }

    // dst is the score where wanted(plane, row, col) and -1 elsewhere.
    template <typename rule>
    void expect(const rule &wanted, const std::string &what) const {
        std::size_t i = 0;
        for (std::int64_t p = 0; p < planes; ++p)
            for (std::int64_t r = 0; r < rows; ++r)
                for (std::int64_t c = 0; c < cols; ++c, ++i)
                    ASSERT_EQ(result[i], wanted(p, r, c) ? ones[i] : -1.0F)
                            << what << " at " << p << "," << r << "," << c;
    }

    void run(const dnnl_graph_select &select, const std::vector<tensor> &decide) {
        std::fill(result.begin(), result.end(), 0.0F);
        std::vector<tensor> inputs = decide;
        inputs.emplace_back(scores, engine, ones.data());
        inputs.emplace_back(fill, engine, &minus_one);
        select.execute(stream, inputs, {tensor(dst, engine, result.data())});
    }

    std::vector<float> ones = std::vector<float>(planes * rows * cols), result = ones;
    float minus_one = -1.0F;
};

TEST_F(graph_condition, positions_decide) {
    for (const auto &axes : std::vector<std::array<int, 2>> {
                 {-2, -1}, {1, 2}, {-1, -2}, {2, 1}, {1, -1}, {0, 2}, {2, 0}, {-3, 1}})
        for (const relation order : orders)
            for (const std::int64_t offset : {0, 2, -3, 100, -100}) {
                run({dnnl_graph_positions {axes[0], order, axes[1], offset}, scores, fill, dst},
                        {});
                const auto index = [](int axis, const std::array<std::int64_t, 3> &at) {
                    return at[static_cast<std::size_t>(axis < 0 ? axis + 3 : axis)];
                };
                expect(
                        [&](std::int64_t p, std::int64_t r, std::int64_t c) {
                            return holds(index(axes[0], {p, r, c}) + offset, order,
                                    index(axes[1], {p, r, c}));
                        },
                        std::to_string(axes[0]) + libselect::to_string(order)
                                + std::to_string(axes[1]) + " " + std::to_string(offset));
            }
}

TEST_F(graph_condition, comparisons_decide) {
    std::vector<float> numbers(ones.size()), limits {1.0F, 0.0F, -2.0F, NAN, 3.0F};
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = static_cast<float>(i % 7) - 3.0F;
    const logical_tensor lhs = dense(5, {planes, rows, cols}), rhs = dense(6, {rows, 1});
    for (const relation order : orders) {
        run({lhs, order, rhs, scores, fill, dst},
                {{lhs, engine, numbers.data()}, {rhs, engine, limits.data()}});
        expect(
                [&](std::int64_t p, std::int64_t r, std::int64_t c) {
                    return holds(numbers[static_cast<std::size_t>((p * rows + r) * cols + c)],
                            order, limits[static_cast<std::size_t>(r)]);
                },
                libselect::to_string(order));
    }
}

TEST_F(graph_condition, tensors_decide) {
    std::vector<std::uint8_t> mask {0, 1, 0x80, 0, 2, 0, 0xff};
    const logical_tensor cond = dense(5, {cols}, logical_tensor::data_type::boolean);
    run({cond, scores, fill, dst}, {{cond, engine, mask.data()}});
    expect([&](auto, auto, std::int64_t c) { return mask[static_cast<std::size_t>(c)] != 0; }, "");
}

TEST_F(graph_condition, refuses_positions_that_are_no_interval) {
    const auto outcome = [&](const dnnl_graph_positions &positions) {
        return unit::status_of([&] { dnnl_graph_select(positions, scores, fill, dst); });
    };
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ(outcome({-2, relation::ge, -1}), status::success);
    EXPECT_EQ(outcome({-2, relation::ne, -1}), status::unimplemented);
    EXPECT_EQ(outcome({-2, relation::ge, 3}), status::invalid_arguments);
    EXPECT_EQ(outcome({-4, relation::ge, -1}), status::invalid_arguments);
    EXPECT_EQ(outcome({2, relation::ge, -1}), status::invalid_arguments);
    EXPECT_EQ(outcome({-2, relation::lt, -1, most}), status::invalid_arguments);
    EXPECT_EQ(outcome({-1, relation::lt, -2, -most - 1}), status::invalid_arguments);
}

TEST_F(graph_condition, refuses_what_differs_from_the_constructor) {
    const dnnl_graph_select select({-2, relation::ge, -1}, scores, fill, dst);
    const tensor a(scores, engine, ones.data()), b(fill, engine, &minus_one),
            out(dst, engine, result.data());
    const auto call = [&](const std::vector<tensor> &in, const std::vector<tensor> &to) {
        return unit::status_of([&] { select.execute(stream, in, to); });
    };
    EXPECT_EQ(call({a, b}, {out}), status::success);
    EXPECT_EQ(call({a, a, b}, {out}), status::invalid_arguments);
    EXPECT_EQ(call({a, b}, {}), status::invalid_arguments);
    EXPECT_EQ(call({b, a}, {out}), status::invalid_arguments);
    EXPECT_EQ(call({tensor(), b}, {out}), status::invalid_arguments);
    const logical_tensor numbers = dense(5, {cols}, logical_tensor::data_type::s32);
    EXPECT_EQ(unit::status_of(
                      [&] { dnnl_graph_select(scores, relation::lt, numbers, scores, fill, dst); }),
            status::invalid_data_type);
}

} // namespace
