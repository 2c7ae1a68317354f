// SPDX-License-Identifier: Apache-2.0
// What the adapter refuses: the status, and the operand and rule in the text.
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <string>

#include "unit/dnnl/blocked_problem.hpp"

namespace {

using dnnl::memory;
using libselect::dnnl_select;
using libselect::status;
using unit::arguments;
using unit::md_tag;
using unit::md_type;

const memory::dims shape {2, 19, 3, 5};

void expect_refused(
        const std::function<void()> &call, status code, const std::string &operand_and_rule) {
    try {
        call();
        ADD_FAILURE() << "was not refused: " << operand_and_rule;
    } catch (const libselect::error &refusal) {
        EXPECT_EQ(refusal.code(), code) << refusal.what();
        EXPECT_NE(std::string(refusal.what()).find(operand_and_rule), std::string::npos)
                << refusal.what();
    }
}

class refusal : public testing::Test {
protected:
    memory::desc data {shape, md_type::f32, md_tag::nChw16c};
    memory::desc mask {shape, md_type::u8, md_tag::nChw16c};
};

TEST_F(refusal, of_format_kind_any) {
    const memory::desc any(shape, md_type::f32, md_tag::any);
    const memory::desc any_mask(shape, md_type::u8, md_tag::any);
    expect_refused([&] { dnnl_select(any, data, mask, data); }, status::invalid_arguments,
            "src0: format_kind is any; src1 and dst may leave their layout open");
    expect_refused([&] { dnnl_select(any, any, mask); }, status::invalid_arguments,
            "src0: format_kind is any");
    expect_refused([&] { dnnl_select(data, data, any_mask, data); }, status::invalid_arguments,
            "cond: format_kind is any");
}

TEST_F(refusal, of_an_empty_descriptor) {
    expect_refused([&] { dnnl_select(data, data, memory::desc(), data); },
            status::invalid_arguments, "cond: the descriptor is empty");
}

TEST_F(refusal, of_dims_and_strides_of_run_time) {
    const memory::desc dim({2, DNNL_RUNTIME_DIM_VAL}, md_type::f32, md_tag::ab);
    const memory::desc stride(
            {2, 3}, md_type::f32, memory::dims {DNNL_RUNTIME_DIM_VAL, DNNL_RUNTIME_DIM_VAL});
    for (const memory::desc &md : {dim, stride})
        expect_refused([&] { dnnl_select(data, md, mask, data); }, status::unimplemented,
                "src1: a dim or stride is DNNL_RUNTIME_DIM_VAL");
}

TEST_F(refusal, of_types_and_shapes_is_that_of_select_op) {
    const memory::desc f32_mask(shape, md_type::f32, md_tag::nchw);
    const memory::desc s32(shape, md_type::s32, md_tag::nchw);
    const memory::desc other({2, 19, 3, 4}, md_type::f32, md_tag::nchw);
    expect_refused([&] { dnnl_select(data, data, f32_mask, data); }, status::invalid_data_type,
            "cond: type is f32; it must be s8 or u8, or boolean where oneDNN has it");
    expect_refused([&] { dnnl_select(data, s32, mask, data); }, status::invalid_data_type, "src1");
    expect_refused([&] { dnnl_select(data, data, mask, s32); }, status::invalid_data_type, "dst");
    expect_refused([&] { dnnl_select(data, other, mask); }, status::invalid_shape, "src1");
    const memory::desc open_other({2, 19, 3, 4}, md_type::f32, md_tag::any);
    expect_refused([&] { dnnl_select(data, open_other, mask); }, status::invalid_shape, "src1");
    expect_refused(
            [&] { dnnl_select(data, data, mask, open_other); }, status::invalid_shape, "dst");
    expect_refused([&] { dnnl_select(data, data, mask, other); }, status::invalid_shape, "dst");
}

#if DNNL_VERSION_MAJOR < 3

TEST_F(refusal, of_winograd_and_packed_weights) {
    for (const dnnl_format_kind_t kind : {dnnl_format_kind_wino, dnnl_format_kind_rnn_packed}) {
        memory::desc opaque = data;
        opaque.data.format_kind = kind;
        expect_refused([&] { dnnl_select(data, data, mask, opaque); }, status::unimplemented,
                "dst: format_kind is");
    }
}

TEST_F(refusal, of_compensation_and_of_padded_offsets) {
    memory::desc extra = data, shifted = data;
    extra.data.extra.flags = dnnl_memory_extra_flag_compensation_conv_s8s8;
    shifted.data.padded_offsets[1] = 1;
    expect_refused([&] { dnnl_select(extra, data, mask, data); }, status::unimplemented,
            "src0: the memory holds extra data");
    expect_refused([&] { dnnl_select(shifted, data, mask, data); }, status::unimplemented,
            "src0: padded_offsets");
}

#else

TEST_F(refusal, of_types_that_select_op_lacks) {
    const memory::desc half_bytes(shape, md_type::s4, md_tag::nchw);
    expect_refused([&] { dnnl_select(half_bytes, half_bytes, mask, half_bytes); },
            status::unimplemented, "src0: oneDNN data type");
}

// The weights that an int8 convolution asks for, where its sums of weights follow them.
TEST_F(refusal, of_compensation) {
    const auto any = [](const memory::dims &extents, md_type type) {
        return memory::desc(extents, type, md_tag::any);
    };
    const dnnl::convolution_forward::primitive_desc convolution(unit::cpu_engine(),
            dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
            any({1, 32, 8, 8}, md_type::s8), any({32, 32, 3, 3}, md_type::s8),
            any({1, 32, 6, 6}, md_type::s32), {1, 1}, {0, 0}, {0, 0});
    const memory::desc weights = convolution.weights_desc();
    if (weights.get_size() == std::size_t {32} * 32 * 3 * 3)
        GTEST_SKIP() << "oneDNN needs no compensation on this CPU";
    const memory::desc cond({32, 32, 3, 3}, md_type::u8, md_tag::nchw);
    expect_refused([&] { dnnl_select(weights, weights, cond); }, status::unimplemented,
            "src0: the memory holds extra data");
}

#endif

class refusal_of_arguments : public refusal {
protected:
    // A call with these arguments, which must leave dst alone.
    void expect(const arguments &args, const dnnl::stream &with, status code,
            const std::string &operand_and_rule) {
        const dnnl_select select(data, data, mask, data);
        std::memset(dst.get_data_handle(), 0x5a, data.get_size());
        expect_refused([&] { select.execute(with, args); }, code, operand_and_rule);
        const std::vector<unsigned char> before(data.get_size(), 0x5a);
        EXPECT_EQ(std::memcmp(dst.get_data_handle(), before.data(), before.size()), 0);
    }
    void expect(int arg, const memory &instead, status code, const std::string &operand_and_rule) {
        arguments args = right;
        args[arg] = instead;
        expect(args, stream, code, operand_and_rule);
    }

    const dnnl::engine &engine = unit::cpu_engine();
    dnnl::stream stream {engine};
    memory dst {data, engine};
    arguments right {{DNNL_ARG_SRC_0, memory(data, engine)}, {DNNL_ARG_SRC_1, memory(data, engine)},
            {DNNL_ARG_SRC_2, memory(mask, engine)}, {DNNL_ARG_DST, dst}};
};

TEST_F(refusal_of_arguments, that_are_missing_or_empty) {
    for (const auto &[arg, name] :
            std::vector<std::pair<int, std::string>> {{DNNL_ARG_SRC_0, "src0"},
                    {DNNL_ARG_SRC_1, "src1"}, {DNNL_ARG_SRC_2, "cond"}, {DNNL_ARG_DST, "dst"}}) {
        arguments args = right;
        args.erase(arg);
        expect(args, stream, status::invalid_arguments, name + ": is missing");
        expect(arg, memory(), status::invalid_arguments, name + ": has no engine");
    }
    expect(right, dnnl::stream(), status::invalid_arguments, "stream: has no engine");
}

TEST_F(refusal_of_arguments, whose_descriptor_is_another) {
    const memory nchw({shape, md_type::f32, md_tag::nchw}, engine);
    expect(DNNL_ARG_SRC_1, nchw, status::invalid_arguments, "src1: the memory's descriptor");
    const memory s8({shape, md_type::s8, md_tag::nChw16c}, engine);
    expect(DNNL_ARG_SRC_2, s8, status::invalid_arguments, "cond: the memory's descriptor");
}

TEST_F(refusal_of_arguments, without_data) {
    expect(DNNL_ARG_SRC_0, memory(data, engine, DNNL_MEMORY_NONE), status::invalid_arguments,
            "src0: data is NULL");
}

TEST_F(refusal_of_arguments, on_an_engine_that_is_not_a_cpu) {
    if (dnnl::engine::get_count(dnnl::engine::kind::gpu) == 0)
        GTEST_SKIP() << "this oneDNN has no GPU engine here";
    const dnnl::engine gpu(dnnl::engine::kind::gpu, 0);
    expect(right, dnnl::stream(gpu), status::unimplemented, "stream: its engine is not a CPU's");
    expect(DNNL_ARG_SRC_0, memory(data, gpu), status::unimplemented,
            "src0: its engine is not a CPU's");
}

} // namespace
