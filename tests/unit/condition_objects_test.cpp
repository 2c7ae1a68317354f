// SPDX-License-Identifier: Apache-2.0
// Conditions as objects: owners, queries, names and printed forms.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <libselect/libselect.hpp>

namespace {

using libselect::condition;
using libselect::condition_kind;
using libselect::data_type;
using libselect::logical_tensor;
using libselect::select_op;

const logical_tensor &f32_rows() {
    static const logical_tensor tensor {data_type::f32, {4, 5}};
    return tensor;
}
const logical_tensor &s32_column() {
    static const logical_tensor tensor {data_type::s32, {4, 1}};
    return tensor;
}

std::vector<libselect_arg_t> inputs_of(const condition &decides) {
    std::vector<libselect_arg_t> found;
    for (int arg = -1; arg < 20; ++arg)
        if (libselect_condition_input(decides.get(), static_cast<libselect_arg_t>(arg)) != nullptr)
            found.push_back(static_cast<libselect_arg_t>(arg));
    return found;
}

TEST(condition_objects, know_their_kind_and_inputs) {
    libselect::interval both;
    both.begin = both.end = s32_column();
    const struct {
        condition decides;
        condition_kind kind;
        std::vector<libselect_arg_t> inputs;
    } table[] {{logical_tensor {data_type::boolean, {3}}, condition_kind::boolean,
                       {libselect_arg_cond}},
            {logical_tensor {data_type::u1, {3}}, condition_kind::bits, {libselect_arg_cond}},
            {logical_tensor {data_type::u1_msb, {3}}, condition_kind::bits, {libselect_arg_cond}},
            {libselect::nonzero(f32_rows()), condition_kind::nonzero, {libselect_arg_cond}},
            {libselect::compare(f32_rows(), "<", f32_rows()), condition_kind::compare,
                    {libselect_arg_lhs, libselect_arg_rhs}},
            {libselect::causal(), condition_kind::interval, {}},
            {libselect::lengths(s32_column()), condition_kind::interval, {libselect_arg_end}},
            {both, condition_kind::interval, {libselect_arg_begin, libselect_arg_end}}};
    for (const auto &row : table) {
        EXPECT_EQ(row.decides.kind(), row.kind);
        EXPECT_EQ(inputs_of(row.decides), row.inputs) << row.decides.to_string();
    }
}

TEST(condition_objects, of_null_answer_what_the_header_says) {
    EXPECT_EQ(libselect_condition_kind(nullptr), libselect_condition_undef);
    EXPECT_EQ(libselect_condition_input(nullptr, libselect_arg_cond), nullptr);
    EXPECT_EQ(libselect_condition_relation(nullptr), libselect_relation_eq);
    EXPECT_EQ(libselect_condition_print(nullptr, nullptr, 0), 0U);
    EXPECT_EQ(libselect_condition_retain(nullptr), nullptr);
    EXPECT_EQ(libselect_select_op_condition(nullptr), nullptr);
    EXPECT_EQ(libselect_logical_tensor_offset(nullptr), 0);
    libselect_condition_destroy(nullptr);
}

TEST(condition_objects, remember_the_relation) {
    for (int value = libselect_relation_eq; value <= libselect_relation_ge; ++value) {
        const auto relation = static_cast<libselect::relation>(value);
        const condition decides = libselect::compare(f32_rows(), relation, f32_rows());
        EXPECT_EQ(libselect_condition_relation(decides.get()), value);
    }
    EXPECT_EQ(libselect_condition_relation(condition(libselect::causal()).get()),
            libselect_relation_eq);
}

TEST(relation_names, and_signs_are_read_back) {
    const struct {
        const char *name, *sign;
    } table[] {{"eq", "=="}, {"ne", "!="}, {"lt", "<"}, {"le", "<="}, {"gt", ">"}, {"ge", ">="}};
    for (int value = 0; value < 6; ++value) {
        const auto relation = static_cast<libselect::relation>(value);
        EXPECT_STREQ(to_string(relation), table[value].name);
        EXPECT_EQ(libselect::relation_from_string(table[value].name), relation);
        EXPECT_EQ(libselect::relation_from_string(table[value].sign), relation);
    }
    for (const int value : {6, -1})
        EXPECT_STREQ(libselect_relation_name(static_cast<libselect_relation_t>(value)), "unknown");
}

TEST(condition_owners, keep_condition_and_tensors_alive) {
    libselect_condition_t *object = nullptr;
    {
        const logical_tensor lhs {data_type::s8, {7}};
        ASSERT_EQ(libselect_condition_create_compare(
                          &object, lhs.get(), libselect_relation_lt, lhs.get()),
                libselect_success);
    }
    EXPECT_EQ(libselect_condition_retain(object), object);
    libselect_condition_destroy(object);
    const logical_tensor source {data_type::f32, {7}};
    libselect_select_op_t *op = nullptr;
    ASSERT_EQ(libselect_select_op_create_with(&op, object, source.get(), source.get(), nullptr,
                      libselect_auto_broadcast_numpy, LIBSELECT_DEFAULT_AXIS),
            libselect_success);
    libselect_condition_destroy(object);
    const libselect_condition_t *kept = libselect_select_op_condition(op);
    EXPECT_EQ(libselect_condition_kind(kept), libselect_condition_compare);
    const libselect_logical_tensor_t *lhs = libselect_condition_input(kept, libselect_arg_lhs);
    EXPECT_EQ(libselect_logical_tensor_data_type(lhs), libselect_s8);
    EXPECT_EQ(libselect_select_op_cond(op), nullptr);
    libselect_condition_t *longer = libselect_condition_retain(kept);
    libselect_select_op_destroy(op);
    EXPECT_EQ(libselect_condition_kind(longer), libselect_condition_compare);
    libselect_condition_destroy(longer);
}

TEST(condition_owners, a_copy_shares_the_object) {
    const condition first = libselect::causal(3);
    const condition second = first;
    EXPECT_EQ(first.get(), second.get());
    const select_op op(first, f32_rows(), f32_rows());
    EXPECT_EQ(op.condition().get(), first.get());
}

TEST(condition_of_an_op, of_one_tensor_is_answered_as_tensor_too) {
    const logical_tensor mask {data_type::u1, {4, 5}, {8, 1}, 3};
    const select_op op(mask, f32_rows(), f32_rows());
    EXPECT_EQ(op.cond().type(), data_type::u1);
    EXPECT_EQ(op.cond().offset(), 3);
    EXPECT_EQ(op.condition().kind(), condition_kind::bits);
    const select_op nonzero(libselect::nonzero(f32_rows()), f32_rows(), f32_rows());
    EXPECT_EQ(nonzero.cond().type(), data_type::f32);
    const select_op plain(logical_tensor {data_type::boolean, {5}}, f32_rows(), f32_rows());
    EXPECT_EQ(plain.condition().kind(), condition_kind::boolean);
}

TEST(condition_shapes, decide_dst_as_those_of_a_tensor_do) {
    const logical_tensor row {data_type::f32, {5}}, scalar {data_type::f32, {}};
    const condition square =
            libselect::compare(s32_column(), "<", logical_tensor {data_type::s32, {5}});
    EXPECT_EQ(select_op(square, row, scalar, "multidirectional").dst().dims(),
            (libselect::dims {4, 5}));
    // An interval enlarges nothing.
    EXPECT_EQ(select_op(libselect::causal(), f32_rows(), scalar, "multidirectional").dst().dims(),
            (libselect::dims {4, 5}));
    const logical_tensor unknown {data_type::f32, {libselect::unknown_dim, 5}};
    EXPECT_EQ(select_op(libselect::causal(), unknown, scalar).dst().dims(),
            (libselect::dims {libselect::unknown_dim, 5}));
    EXPECT_EQ(select_op(libselect::lengths(s32_column()), unknown, scalar).dst().dims(),
            (libselect::dims {4, 5}));
    EXPECT_EQ(select_op(libselect::compare(f32_rows(), "<", row), unknown, scalar).dst().dims(),
            (libselect::dims {4, 5}));
    EXPECT_FALSE(
            select_op(libselect::causal(), logical_tensor::unknown_rank(data_type::f32), scalar)
                    .dst()
                    .has_rank());
}

TEST(bit_types, have_names_and_a_size) {
    EXPECT_EQ(libselect::data_type_from_string("u1"), data_type::u1);
    EXPECT_EQ(libselect::data_type_from_string("u1_msb"), data_type::u1_msb);
    EXPECT_STREQ(to_string(data_type::u1), "u1");
    EXPECT_STREQ(to_string(data_type::u1_msb), "u1_msb");
    EXPECT_EQ(size_of(data_type::u1), 1U);
}

TEST(tensor_offset, is_kept_and_told) {
    const logical_tensor tensor {data_type::f32, {4, 5}, {5, 1}, -7};
    EXPECT_EQ(tensor.offset(), -7);
    EXPECT_EQ(tensor.size_bytes(), 80U);
    EXPECT_EQ(f32_rows().offset(), 0);
}

TEST(window, bounds_that_do_not_fit_are_as_far_as_64_bits_go) {
    constexpr std::int64_t least = INT64_MIN, most = INT64_MAX;
    EXPECT_EQ(libselect::window(2, 0, -most).lower, least);
    EXPECT_EQ(libselect::window(least, 0).lower, most);
    EXPECT_EQ(libselect::window(0, 1, most).upper, most);
    EXPECT_EQ(libselect::window(0, least, -1).upper, least);
    EXPECT_EQ(libselect::window(3, 4, 10).lower, 7);
    EXPECT_EQ(libselect::window(3, 4, 10).upper, 14);
}

// The form may change; what it must say does not.
TEST(condition_print, names_the_rule_and_the_tensors) {
    const struct {
        condition decides;
        std::vector<const char *> pieces;
    } table[] {{libselect::compare(f32_rows(), "<", f32_rows()), {"compare", "lt", "f32", "4x5"}},
            {libselect::nonzero(s32_column()), {"nonzero", "s32", "4x1"}},
            {logical_tensor {data_type::u1_msb, {9}, {1}, 5}, {"u1_msb", "9", "5"}},
            {libselect::causal(12), {"causal", "12"}}, {libselect::window(3, 4), {"-3", "4"}},
            {libselect::lengths(s32_column()), {"lengths", "s32", "4x1"}}};
    for (const auto &row : table)
        for (const char *piece : row.pieces) {
            const std::string text = row.decides.to_string();
            EXPECT_NE(text.find(piece), std::string::npos) << text << " lacks " << piece;
        }
    const select_op op(libselect::causal(12), f32_rows(), f32_rows());
    EXPECT_NE(op.to_string().find("causal:12"), std::string::npos) << op.to_string();
}

TEST(condition_print, cuts_as_snprintf_does) {
    const condition decides = libselect::causal(1234567);
    const std::string whole = decides.to_string();
    char text[6] = "?????";
    EXPECT_EQ(libselect_condition_print(decides.get(), text, sizeof text), whole.size());
    EXPECT_EQ(text, whole.substr(0, 5));
}

} // namespace
