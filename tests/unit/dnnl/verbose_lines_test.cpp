// SPDX-License-Identifier: Apache-2.0
// One reader reads the lines of oneDNN and ours: same number and meaning of fields.
#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include <libselect/dnnl.hpp>

#include "unit/child_output.hpp"
#include "unit/verbose_reader.hpp"

namespace {

using md = dnnl::memory::desc;
using type = dnnl::memory::data_type;
using tag = dnnl::memory::format_tag;
using unit::primitive_line;

// max(a, b) by oneDNN, which has no Select before 3.8, for 2x3x4x5 channels last and 1x1x4x5.
void run_binary() {
    const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
    dnnl::stream stream(engine);
    const dnnl::memory full(md({2, 3, 4, 5}, type::f32, tag::acdb), engine);
    const dnnl::memory part(md({1, 1, 4, 5}, type::f32, tag::abcd), engine);
#if DNNL_VERSION_MAJOR >= 3
    const dnnl::binary::primitive_desc how(
            engine, dnnl::algorithm::binary_max, full.get_desc(), part.get_desc(), full.get_desc());
#else
    const dnnl::binary::primitive_desc how(
            {dnnl::algorithm::binary_max, full.get_desc(), part.get_desc(), full.get_desc()},
            engine);
#endif
    dnnl::binary(how).execute(
            stream, {{DNNL_ARG_SRC_0, full}, {DNNL_ARG_SRC_1, part}, {DNNL_ARG_DST, full}});
    stream.wait();
}

void run_select() {
    const libselect::logical_tensor mask(libselect::data_type::boolean, {1, 1, 4, 5});
    const libselect::logical_tensor full(
            libselect::data_type::f32, {2, 3, 4, 5}, libselect::dims {60, 1, 15, 3});
    const libselect::primitive primitive(libselect::select_op(mask, full, full, full));
    std::vector<unsigned char> cond(20);
    std::vector<float> src(120), dst(120);
    primitive.execute(
            {mask, cond.data()}, {full, src.data()}, {full, src.data()}, {full, dst.data()});
}

struct lines_read {
    std::vector<primitive_line> lines;
    std::size_t n_fields;
};

lines_read read_lines(const char *marker, void (*body)()) {
    setenv("ONEDNN_VERBOSE", "2", 1);
    setenv("DNNL_VERBOSE", "2", 1);
    setenv("LIBSELECT_VERBOSE", "1", 1);
    unit::verbose_reader reader(marker);
    lines_read result {};
    for (const std::string &line : unit::run_child(body).lines)
        if (const auto read = reader.read(line)) result.lines.push_back(*read);
    result.n_fields = reader.n_fields();
    return result;
}

TEST(dnnl_verbose_lines, are_read_as_ours_are) {
    const lines_read theirs = read_lines("onednn_verbose", run_binary);
    const lines_read ours = read_lines("libselect_verbose", run_select);
    EXPECT_EQ(theirs.n_fields, ours.n_fields);
    ASSERT_EQ(theirs.lines.size(), 2U);
    ASSERT_EQ(ours.lines.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
        const primitive_line &their = theirs.lines[i];
        const primitive_line &our = ours.lines[i];
        EXPECT_EQ(their.operation.substr(0, 13), our.operation.substr(0, 13));
        EXPECT_EQ(their.engine, our.engine);
        EXPECT_EQ(their.primitive, "binary");
        EXPECT_EQ(our.primitive, "select");
        EXPECT_FALSE(their.implementation.empty());
        EXPECT_EQ(their.prop_kind, our.prop_kind);
        EXPECT_EQ(their.memory.size(), 3U);
        const auto expect_equal = [](const unit::md_fields &a, const unit::md_fields &b) {
            EXPECT_EQ(a.type, b.type);
            EXPECT_EQ(a.properties, b.properties);
            EXPECT_EQ(a.format_kind, b.format_kind);
            EXPECT_EQ(a.tag, b.tag);
            EXPECT_EQ(a.strides, b.strides);
            EXPECT_EQ(a.flags, b.flags);
        };
        expect_equal(their.memory[0], our.memory[1]);
        EXPECT_EQ(their.memory[0].tag, "acdb");
        EXPECT_EQ(their.memory[1].tag, our.memory[0].tag);
        expect_equal(their.memory[2], our.memory[3]);
        EXPECT_EQ(their.attributes, our.attributes);
        EXPECT_EQ(their.auxiliary.count("alg"), 1U);
        EXPECT_EQ(their.problem.at(0), our.problem.at(1));
        EXPECT_EQ(their.problem.at(1), our.problem.at(0));
    }
}

} // namespace
