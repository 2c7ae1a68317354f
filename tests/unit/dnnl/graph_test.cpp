// SPDX-License-Identifier: Apache-2.0
// oneDNN Graph's logical tensors and tensors, with oneDNN 3.x.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "harness/mask.hpp"
#include "harness/oracle.hpp"
#include "harness/random.hpp"
#include "unit/dnnl/blocked_problem.hpp"
#include "unit/outcome.hpp"

namespace {

using dnnl::graph::logical_tensor;
using dnnl::graph::tensor;
using libselect::dnnl_graph_select;
using libselect::status;
using unit::dims;
using type = logical_tensor::data_type;
using layout_type = logical_tensor::layout_type;

struct operand {
    dims extents;
    dims strides;
};

logical_tensor described(std::size_t id, type of, const operand &at) {
    if (at.extents.empty()) return {id, of, dims {}, layout_type::strided};
    return {id, of, at.extents, at.strides};
}

void expect_right(const operand &cond, const operand &src0, const operand &src1, const operand &dst,
        type cond_type, type data_type, std::size_t elem_bytes) {
    constexpr std::size_t n_elems = 1000;
    support::random_source random(1);
    std::vector<std::byte> masks(n_elems);
    std::vector<std::byte> a(n_elems * elem_bytes), b(a), d(a);
    support::fill_cond(masks, random);
    for (std::vector<std::byte> *data : {&a, &b, &d})
        support::fill_elements(*data, elem_bytes, random);
    std::vector<std::byte> wanted = d;
    support::select_oracle({masks.data(), cond.extents, cond.strides},
            {a.data(), src0.extents, src0.strides}, {b.data(), src1.extents, src1.strides},
            {wanted.data(), dst.extents, dst.strides}, elem_bytes, "numpy", -1);

    const logical_tensor lc = described(0, cond_type, cond), l0 = described(1, data_type, src0),
                         l1 = described(2, data_type, src1), ld = described(3, data_type, dst);
    const dnnl::engine &engine = unit::cpu_engine();
    dnnl_graph_select(lc, l0, l1, ld)
            .execute(dnnl::stream(engine),
                    {{lc, engine, masks.data()}, {l0, engine, a.data()}, {l1, engine, b.data()}},
                    {{ld, engine, d.data()}});
    EXPECT_TRUE(d == wanted);
}

TEST(graph, selects_with_broadcasting_and_strides) {
    const operand dst {{2, 3, 4}, {12, 4, 1}}, padded {{2, 3, 4}, {40, 9, 2}};
    const operand row {{4}, {1}}, column {{2, 1, 1}, {1, 1, 1}}, turned {{2, 3, 4}, {1, 2, 6}};
    for (const type cond_type : {type::boolean, type::u8, type::s8}) {
        expect_right(row, dst, padded, turned, cond_type, type::f32, 4);
        expect_right(column, turned, dst, padded, cond_type, type::bf16, 2);
        expect_right(turned, row, dst, dst, cond_type, type::boolean, 1);
    }
}

TEST(graph, takes_scalars) {
    const operand dst {{2, 3, 4}, {12, 4, 1}}, scalar {{}, {}};
    expect_right(dst, scalar, dst, dst, type::boolean, type::f32, 4);
    expect_right(scalar, dst, scalar, dst, type::boolean, type::f16, 2);
    expect_right(scalar, scalar, scalar, scalar, type::boolean, type::f32, 4);
}

class graph_refusal : public testing::Test {
protected:
    using layout = logical_tensor::layout_type;
    const logical_tensor mask {0, type::boolean, dims {2, 3}, layout::strided};
    const logical_tensor data {1, type::f32, dims {2, 3}, layout::strided};

    status made_with(const logical_tensor &src0) const {
        return unit::status_of([&] { dnnl_graph_select(mask, src0, data, data); });
    }
};

TEST_F(graph_refusal, of_layouts_and_dims_that_are_not_known) {
    EXPECT_EQ(made_with(data), status::success);
    EXPECT_EQ(made_with({1, type::f32, dims {2, 3}, layout::any}), status::invalid_arguments);
    EXPECT_EQ(made_with({1, type::f32, dims {2, 3}, std::size_t {7}}), status::unimplemented);
    EXPECT_EQ(made_with({1, type::f32, dims {2, DNNL_GRAPH_UNKNOWN_DIM}, dims {3, 1}}),
            status::invalid_graph_op);
    EXPECT_EQ(made_with({1, type::s4, dims {2, 3}, layout::strided}), status::unimplemented);
    EXPECT_EQ(made_with({1, type::s32, dims {2, 3}, layout::strided}), status::invalid_data_type);
}

TEST_F(graph_refusal, of_tensors_that_are_not_the_constructors) {
    const dnnl_graph_select select(mask, data, data, data);
    const dnnl::engine &engine = unit::cpu_engine();
    const dnnl::stream stream(engine);
    const tensor c(mask, engine), t(data, engine);
    const tensor other({1, type::f32, dims {2, 3}, dims {1, 2}}, engine);
    const auto call = [&](const std::vector<tensor> &in, const std::vector<tensor> &out) {
        return unit::status_of([&] { select.execute(stream, in, out); });
    };
    EXPECT_EQ(call({c, t, t}, {tensor(data, engine)}), status::success);
    EXPECT_EQ(call({c, t}, {t}), status::invalid_arguments);
    EXPECT_EQ(call({c, other, t}, {t}), status::invalid_arguments);
    EXPECT_EQ(call({c, tensor(), t}, {t}), status::invalid_arguments);
}

} // namespace
