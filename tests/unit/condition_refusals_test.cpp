// SPDX-License-Identifier: Apache-2.0
// Every refusal of a condition, and of an op with one, says what is wrong and the rule.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include <libselect/libselect.hpp>

namespace {

using libselect::compare;
using libselect::condition;
using libselect::data_type;
using libselect::dims;
using libselect::interval;
using libselect::logical_tensor;
using libselect::nonzero;
using libselect::select_op;
using libselect::status;

struct refusal {
    status code;
    std::vector<const char *> pieces; // the first begins the text
    std::function<void()> call;
};

void expect_refusals(const std::vector<refusal> &all) {
    for (const refusal &one : all) {
        SCOPED_TRACE(one.pieces.front());
        try {
            one.call();
            ADD_FAILURE() << "nothing is refused";
        } catch (const libselect::error &refused) {
            const std::string text = refused.what();
            EXPECT_EQ(refused.code(), one.code) << text;
            EXPECT_EQ(text.find(one.pieces.front()), 0U) << text;
            for (const char *piece : one.pieces)
                EXPECT_NE(text.find(piece), std::string::npos) << text << "\n  lacks " << piece;
            EXPECT_EQ(text.find('\n'), std::string::npos) << text;
        }
    }
}

logical_tensor f32(const dims &extents) {
    return {data_type::f32, extents};
}
logical_tensor s32(const dims &extents) {
    return {data_type::s32, extents};
}

// A Select of f32 sources of these dims.
std::function<void()> select(
        const condition &decides, const dims &sources, const libselect::attributes &attr = {}) {
    return [=] { (void)select_op(decides, f32(sources), f32(sources), attr); };
}

interval over(int axis, int row_axis) {
    interval positions = libselect::causal();
    positions.axis = axis;
    positions.row_axis = row_axis;
    return positions;
}

TEST(condition_refusals, of_types) {
    constexpr auto code = status::invalid_data_type;
    const logical_tensor c64(data_type::c64, {3});
    std::vector<refusal> all {{code, {"cond: type is f32", "boolean, u1 or u1_msb", "nonzero"},
                                      [] { (void)condition(f32({3})); }},
            {code, {"cond: type is u8", "nonzero"},
                    [] { (void)condition(logical_tensor(data_type::u8, {3})); }},
            {code, {"cond: type is s32", "nonzero"},
                    [] { (void)select_op(s32({3}), f32({3}), f32({3})); }},
            {code, {"rhs: type is s32", "lhs type is f32", "one type"},
                    [] { (void)compare(f32({3}), "lt", s32({3})); }}};
    for (const auto type : {data_type::boolean, data_type::u1, data_type::u1_msb}) {
        const logical_tensor tensor(type, {3});
        all.push_back({code, {"cond: type is ", to_string(type), "by itself"},
                [=] { (void)nonzero(tensor); }});
        all.push_back({code, {"lhs: type is ", to_string(type), "numbers"},
                [=] { (void)compare(tensor, "eq", tensor); }});
    }
    for (const char *order : {"lt", "le", "gt", "ge"})
        all.push_back({code, {"lhs: type is c64", order, "eq or ne"},
                [=] { (void)compare(c64, order, c64); }});
    for (const auto type :
            {data_type::f32, data_type::u32, data_type::u64, data_type::boolean, data_type::s16}) {
        interval positions;
        positions.begin = logical_tensor(type, {1});
        all.push_back({code, {"begin: type is ", to_string(type), "s32 or s64"},
                [=] { (void)condition(positions); }});
        std::swap(positions.begin, positions.end);
        all.push_back({code, {"end: type is ", to_string(type), "s32 or s64"},
                [=] { (void)condition(positions); }});
    }
    expect_refusals(all);
    for (const char *relation : {"eq", "!="})
        EXPECT_NO_THROW((void)compare(c64, relation, c64));
}

TEST(condition_refusals, of_bits_as_sources) {
    for (const auto type : {data_type::u1, data_type::u1_msb}) {
        const logical_tensor bits(type, {3});
        const logical_tensor cond(data_type::boolean, {3});
        expect_refusals({{status::unimplemented, {"src0: type is ", to_string(type)},
                [=] { (void)select_op(cond, bits, bits); }}});
    }
}

TEST(condition_refusals, of_relations) {
    libselect_condition_t *made = nullptr;
    const logical_tensor tensor = f32({3});
    for (const int value : {-1, 6, 77})
        EXPECT_EQ(libselect_condition_create_compare(&made, tensor.get(),
                          static_cast<libselect_relation_t>(value), tensor.get()),
                libselect_invalid_arguments);
    EXPECT_EQ(std::string(libselect_last_error()).find("relation: 77"), 0U)
            << libselect_last_error();
    EXPECT_EQ(made, nullptr);
    for (const char *name : {"", "less", "LT", "=", "<>", " lt"})
        expect_refusals({{status::invalid_arguments, {"relation: ", name, "eq", "<="},
                [=] { (void)libselect::relation_from_string(name); }}});
}

TEST(condition_refusals, of_axes) {
    constexpr auto wrong = status::invalid_arguments;
    constexpr auto small = status::invalid_shape;
    interval column = libselect::interval();
    std::vector<refusal> all {{wrong, {"axis: is 2", "dst rank is 2"}, select(over(2, 0), {3, 4})},
            {wrong, {"axis: is -3", "dst rank is 2"}, select(over(-3, 0), {3, 4})},
            {wrong, {"row_axis: is 2", "dst rank is 2"}, select(over(0, 2), {3, 4})},
            {wrong, {"row_axis: is -3", "dst rank is 2"}, select(over(0, -3), {3, 4})},
            {wrong, {"row_axis: is -1", "axis is -1"}, select(over(-1, -1), {3, 4})},
            {wrong, {"row_axis: is 1", "axis is -1"}, select(over(-1, 1), {3, 4})},
            {wrong, {"row_axis: is -2", "axis is 0"}, select(over(0, -2), {3, 4})},
            {small, {"dst: rank is 1", "2"}, select(over(-1, -2), {3})},
            {small, {"dst: rank is 0", "2"}, select(over(-1, -2), {})},
            {small, {"dst: rank is 0", "1"}, select(column, {})}};
    column.axis = 1;
    all.push_back({wrong, {"axis: is 1", "dst rank is 1"}, select(column, {3})});
    expect_refusals(all);
    // Without lower and upper, nobody looks at the rows.
    column.axis = 0;
    for (const int row_axis : {0, -1, 77}) {
        column.row_axis = row_axis;
        EXPECT_NO_THROW(select(column, {3})());
    }
}

TEST(condition_refusals, of_begin_and_end_that_do_not_fit) {
    constexpr auto code = status::invalid_shape;
    const auto lengths = [](const dims &extents, int axis = -1) {
        interval positions = libselect::lengths(s32(extents));
        positions.axis = axis;
        return positions;
    };
    interval begin;
    begin.begin = s32({4, 1});
    expect_refusals({{code, {"end: dim 1 is 5", "1"}, select(lengths({3, 5}), {3, 5})},
            {code, {"end: dim 0 is 5", "1"}, select(lengths({5}), {3, 5})},
            {code, {"end: dim 0 is 3", "1"}, select(lengths({3, 5}, 0), {3, 5})},
            {code, {"end: dim 0 is 2", "3"}, select(lengths({2, 1}), {3, 5})},
            {code, {"begin: dim 0 is 4", "3"}, select(begin, {3, 5})},
            {code, {"end: ", "3", "2"}, select(lengths({1, 1, 1}), {3, 5})},
            {code, {"end: dim 0 is 3", "1"}, select(lengths({3, 1}), {1, 5})},
            {code, {"end: dim 0 is 2", "3"}, select(lengths({2, 1}), {3, 5}, "none")},
            {code, {"end: dim 0 is 2", "3"}, select(lengths({2, 1}), {3, 5}, {"pdpd", 0})},
            {code, {"end: dim 0 is 3", "1"}, select(lengths({3, 1}), {1, 5}, "multidirectional")}});
}

TEST(condition_refusals, of_sides_that_do_not_fit) {
    constexpr auto code = status::invalid_shape;
    const auto sides = [](const dims &lhs, const dims &rhs) {
        return compare(f32(lhs), "lt", f32(rhs));
    };
    expect_refusals({{code, {"rhs: dim 0 is 2", "lhs dim 0 is 3"}, select(sides({3}, {2}), {6})},
            {code, {"rhs: dim 0 is 4", "dst dim 0 is 3"}, select(sides({1}, {4}), {3})},
            {code, {"lhs: dim 0 is 3", "dst dim 0 is 1"}, select(sides({3}, {1}), {1})},
            {code, {"rhs: ", "2", "1"}, select(sides({3}, {1, 3}), {3})},
            {code, {"rhs: dim 1 is 4", "lhs dim 1 is 1"},
                    select(sides({3, 1}, {3, 4}), {3, 4}, "none")},
            {code, {"src0: dim 1 is 4", "1"}, select(sides({3, 1}, {3, 1}), {3, 4}, "none")},
            {code, {"rhs: "}, select(sides({3, 4}, {4}), {3, 4}, "none")},
            {code, {"rhs: "}, select(sides({3}, {4}), {3, 4}, {"pdpd", 0})},
            {code, {"lhs: "}, select(sides({4}, {3}), {3, 4}, {"pdpd", 0})},
            {code, {"lhs: axis 1 + rank 2", "2"},
                    [=] {
                        (void)select_op(sides({3, 4}, {}), f32({3, 4}), f32({}), {"pdpd", 1});
                    }},
            {code, {"rhs: axis 1 + rank 2", "2"},
                    [=] {
                        (void)select_op(sides({}, {3, 4}), f32({3, 4}), f32({}), {"pdpd", 1});
                    }},
            {code, {"rhs: dim 0 is 2"}, select(sides({3}, {2}), {1}, "multidirectional")}});
    EXPECT_NO_THROW(select(sides({3, 1}, {4}), {3, 4})());
    EXPECT_NO_THROW(select(sides({3}, {3, 4}), {3, 4}, {"pdpd", 0})());
    EXPECT_NO_THROW(select(sides({3, 1}, {4}), {}, "multidirectional")());
}

// With unknown ranks, only what no shape makes valid.
TEST(condition_refusals, of_what_no_shape_of_the_unknown_makes_valid) {
    constexpr auto code = status::invalid_shape;
    const logical_tensor any = logical_tensor::unknown_rank(data_type::f32);
    const auto sides = [](const dims &lhs, const dims &rhs) {
        return compare(f32(lhs), "lt", f32(rhs));
    };
    const auto unplaced = [=](const condition &decides, const dims &src1,
                                  const libselect::attributes &attr = {}) {
        return [=] { (void)select_op(decides, any, f32(src1), attr); };
    };
    const auto given = [=](const condition &decides, const dims &src1, const dims &dst,
                               const libselect::attributes &attr = {}) {
        return [=] { (void)select_op(decides, any, f32(src1), f32(dst), attr); };
    };
    interval bounds;
    bounds.begin = s32({3, 1});
    bounds.end = s32({4, 1});
    expect_refusals({
            {code, {"rhs: dim 3 is 6", "lhs dim 2 is 5", "broadcast into src0"},
                    unplaced(sides({3, 4, 5}, {2, 3, 4, 6}), {}, "pdpd")},
            {code, {"rhs: dim 0 is 2", "lhs dim 0 is 3"},
                    unplaced(sides({3, 4, 5}, {2, 3, 4, 5}), {}, {"pdpd", 0})},
            {code, {"lhs: dim 0 is 3", "src1 dim 0 is 4"}, unplaced(sides({3}, {}), {4}, "pdpd")},
            {code, {"end: dim 0 is 4", "begin dim 0 is 3"}, unplaced(bounds, {})},
            {code, {"begin: dim 0 is 3", "src1 dim 0 is 2"}, unplaced(bounds, {2, 5})},
            {code, {"end: dim 1 is 5", "must be 1"}, unplaced(libselect::lengths(s32({3, 5})), {})},
            {code, {"lhs: dim 0 is 4", "dst dim 0 is 3"}, given(sides({4}, {4}), {}, {3})},
            {code, {"lhs: rank is 2", "dst rank is 1"}, given(sides({1, 3}, {}), {}, {3})},
            {code, {"src1: dim 0 is 4", "dst dim 0 is 3"}, given(sides({}, {}), {4}, {3})},
            {code, {"rhs: rank is 2", "dst rank is 1"}, given(sides({3}, {1, 3}), {}, {3}, "pdpd")},
            {code, {"cond: dim 0 is 2", "dst dim 0 is 3"},
                    given(condition(logical_tensor(data_type::boolean, {2})), {}, {3},
                            "multidirectional")},
    });
    bounds.end = s32({3, 1});
    for (const auto &valid : {unplaced(sides({3, 4, 1}, {2, 3, 1, 6}), {}, "pdpd"),
                 unplaced(bounds, {3, 5}), unplaced(bounds, {1, 5})})
        EXPECT_NO_THROW(valid());
    for (const auto &valid : {given(sides({3, 1}, {4}), {}, {3, 4}), given(bounds, {5}, {3, 5}),
                 given(sides({3}, {3, 4}), {}, {3, 4}, {"pdpd", 0})})
        EXPECT_NO_THROW(valid());
}

TEST(condition_refusals, of_types_that_differ_without_need) {
    const auto sources = [](data_type src0, data_type src1) {
        return [=] {
            (void)select_op(logical_tensor(data_type::boolean, {3}), logical_tensor(src0, {3}),
                    logical_tensor(src1, {3}));
        };
    };
    constexpr auto code = status::invalid_data_type;
    expect_refusals({
            {code,
                    {"src1: type is s8, src0 type is f32", "one type; convert src1 to f32 first",
                            "nothing is rounded, since f32 has every value of s8"},
                    sources(data_type::f32, data_type::s8)},
            {code, {"src1: type is f32, src0 type is bf16", "convert src0 to f32 first"},
                    sources(data_type::bf16, data_type::f32)},
            {code, {"src1: type is u8, src0 type is s32", "convert src1 to s32 first"},
                    sources(data_type::s32, data_type::u8)},
    });
    try {
        sources(data_type::f32, data_type::s32)();
        ADD_FAILURE();
    } catch (const libselect::error &refused) {
        EXPECT_STREQ(refused.what(), "src1: type is s32, src0 type is f32; src0, src1 and dst must "
                                     "have one type");
    }
}

TEST(condition_refusals, of_cond_where_the_condition_has_none) {
    const auto refused = [](const condition &decides, bool has_cond) {
        const select_op op(decides, f32({3}), f32({3}));
        const libselect::primitive prim(op, 1);
        float data[3] = {};
        const libselect_memory_t memory {op.dst().get(), data, sizeof data};
        EXPECT_EQ(libselect_execute(
                          prim.get(), has_cond ? &memory : nullptr, &memory, &memory, &memory),
                libselect_invalid_arguments);
        return std::string(libselect_last_error());
    };
    const interval column {-1, -2, {}, {}, {}, s32({1})};
    EXPECT_EQ(refused(column, false),
            "cond: is NULL, and the op's condition, interval, has no such tensor; call "
            "libselect_execute_args with end, src0, src1 and dst");
    EXPECT_EQ(refused(interval(), true),
            "cond: is given, and the op's condition, interval, has no such tensor; call "
            "libselect_execute_args with src0, src1 and dst");
    EXPECT_EQ(refused(compare(f32({3}), "lt", f32({3})), false),
            "cond: is NULL, and the op's condition, compare, has no such tensor; call "
            "libselect_execute_args with lhs, rhs, src0, src1 and dst");
    EXPECT_EQ(refused(nonzero(f32({3})), false).find("cond: "), 0U);
}

TEST(condition_refusals, of_overlap_tell_where_the_data_lie) {
    const logical_tensor row = f32({3}), mask(data_type::boolean, {3});
    const libselect::primitive by_mask(select_op(mask, row, row)),
            by_sides(select_op(compare(row, "<", row), row, row));
    std::vector<float> data(16);
    float *const dst = data.data() + 4;
    using libselect::arg;
    const auto compared = [&](const float *lhs) {
        by_sides.execute({{arg::lhs, libselect::const_memory(row, lhs)},
                {arg::rhs, libselect::const_memory(row, data.data())},
                {arg::src0, libselect::const_memory(row, data.data())},
                {arg::src1, libselect::const_memory(row, data.data())},
                {arg::dst, libselect::memory(row, dst)}});
    };
    constexpr auto code = status::invalid_arguments;
    expect_refusals({
            {code,
                    {"src0: f32:3, whose data pointer is 4 bytes behind dst's, overlaps dst f32:3; "
                     "dst may be the operand itself"},
                    [&] {
                        by_mask.execute({mask, data.data()}, {row, dst + 1}, {row, data.data()},
                                {row, dst});
                    }},
            {code,
                    {"cond: boolean:3, whose data pointer is dst's, overlaps dst f32:3; dst may "
                     "not "
                     "overlap cond"},
                    [&] {
                        by_mask.execute(
                                {mask, dst}, {row, data.data()}, {row, data.data()}, {row, dst});
                    }},
            {code,
                    {"lhs: f32:3, whose data pointer is 8 bytes before dst's, overlaps dst f32:3; "
                     "dst may be the input itself"},
                    [&] { compared(dst - 2); }},
    });
}

TEST(condition_refusals, of_null) {
    libselect_condition_t *made = nullptr;
    libselect_select_op_t *op = nullptr;
    const logical_tensor tensor = f32({3}), mask(data_type::boolean, {3});
    const std::vector<std::function<libselect_status_t()>> calls {
            [&] { return libselect_condition_create(nullptr, mask.get()); },
            [&] { return libselect_condition_create(&made, nullptr); },
            [&] { return libselect_condition_create_nonzero(nullptr, tensor.get()); },
            [&] { return libselect_condition_create_nonzero(&made, nullptr); },
            [&] {
                return libselect_condition_create_compare(
                        nullptr, tensor.get(), libselect_relation_eq, tensor.get());
            },
            [&] {
                return libselect_condition_create_compare(
                        &made, nullptr, libselect_relation_eq, tensor.get());
            },
            [&] {
                return libselect_condition_create_compare(
                        &made, tensor.get(), libselect_relation_eq, nullptr);
            },
            [&] {
                return libselect_condition_create_interval(
                        nullptr, -1, -2, nullptr, nullptr, nullptr, nullptr);
            },
            [&] {
                return libselect_logical_tensor_create_at(
                        nullptr, libselect_f32, 0, nullptr, nullptr, 0);
            },
            [&] { return libselect_relation_from_string(nullptr, nullptr); },
            [&] { return libselect_relation_from_string("lt", nullptr); },
            [&] {
                return libselect_select_op_create_with(&op, nullptr, tensor.get(), tensor.get(),
                        nullptr, libselect_auto_broadcast_numpy, -1);
            },
            [&] {
                return libselect_select_op_create_with(nullptr, condition(mask).get(), tensor.get(),
                        tensor.get(), nullptr, libselect_auto_broadcast_numpy, -1);
            },
            [&] {
                return libselect_select_op_create_with(&op, condition(mask).get(), nullptr,
                        tensor.get(), nullptr, libselect_auto_broadcast_numpy, -1);
            }};
    for (std::size_t i = 0; i < calls.size(); ++i) {
        EXPECT_EQ(calls[i](), libselect_invalid_arguments) << i;
        EXPECT_NE(std::string(libselect_last_error()).find("NULL"), std::string::npos)
                << i << ": " << libselect_last_error();
    }
    EXPECT_EQ(made, nullptr);
    EXPECT_EQ(op, nullptr);
}

} // namespace
