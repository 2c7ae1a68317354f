// SPDX-License-Identifier: Apache-2.0
// What libselect_execute_args demands: each part once, the op's tensors, data, and room. A refusal
// leaves dst as it was.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <libselect/libselect.hpp>

namespace {

using libselect::data_type;
using libselect::logical_tensor;

// x < y ? src0 : src1 over 2 x 5, every memory of the exact size.
class condition_arguments : public testing::Test {
protected:
    condition_arguments() : arguments_(right()) {}

    [[nodiscard]] std::vector<libselect_exec_arg_t> right() {
        return {{libselect_arg_lhs, {lhs_.get(), x_.data(), sizeof x_}},
                {libselect_arg_rhs, {rhs_.get(), y_.data(), sizeof y_}},
                {libselect_arg_src0, {source_.get(), ones_.data(), sizeof ones_}},
                {libselect_arg_src1, {source_.get(), twos_.data(), sizeof twos_}},
                {libselect_arg_dst, {source_.get(), dst_.data(), sizeof dst_}}};
    }
    libselect_status_t execute() {
        return libselect_execute_args(primitive_.get(), arguments_.data(), arguments_.size());
    }
    void expect_refused(const std::string &begin, const std::string &piece = "") {
        EXPECT_EQ(execute(), libselect_invalid_arguments);
        const std::string text = libselect_last_error();
        EXPECT_EQ(text.find(begin), 0U) << text;
        EXPECT_NE(text.find(piece), std::string::npos) << text;
        EXPECT_EQ(std::ranges::count(dst_, -1), 10) << text;
        arguments_ = right();
    }
    void expect_right() {
        EXPECT_EQ(execute(), libselect_success) << libselect_last_error();
        EXPECT_EQ(dst_, (std::array<float, 10> {1, 1, 1, 2, 2, 2, 2, 2, 1, 1}));
    }

    static constexpr std::array names {"lhs", "rhs", "src0", "src1", "dst"};
    const logical_tensor lhs_ {data_type::s16, {2, 5}, {5, 1}};
    const logical_tensor rhs_ {data_type::s16, {2, 1}};
    const logical_tensor source_ {data_type::f32, {2, 5}};
    const libselect::select_op op_ {
            libselect::compare(lhs_, libselect::relation::lt, rhs_), source_, source_};
    const libselect::primitive primitive_ {op_};

    std::array<std::int16_t, 10> x_ {0, 1, 2, 3, 4, 4, 3, 2, 1, 0};
    std::array<std::int16_t, 2> y_ {3, 2};
    std::array<float, 10> ones_ {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    std::array<float, 10> twos_ {2, 2, 2, 2, 2, 2, 2, 2, 2, 2};
    std::array<float, 10> dst_ {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
    std::vector<libselect_exec_arg_t> arguments_;
};

TEST_F(condition_arguments, may_come_in_any_order) {
    const auto by_part = [](const libselect_exec_arg_t &a, const libselect_exec_arg_t &b) {
        return a.arg < b.arg;
    };
    std::ranges::sort(arguments_, by_part);
    do {
        dst_.fill(-1);
        expect_right();
    } while (std::ranges::next_permutation(arguments_, by_part).found);
}

TEST_F(condition_arguments, of_unknown_size_are_accepted) {
    for (libselect_exec_arg_t &each : arguments_)
        each.memory.size_bytes = LIBSELECT_UNKNOWN_SIZE;
    expect_right();
}

TEST_F(condition_arguments, of_equal_tensors_made_apart_are_accepted) {
    const logical_tensor lhs {data_type::s16, {2, 5}}, rhs {data_type::s16, {2, 1}, {1, 77}};
    arguments_[0].memory.tensor = lhs.get();
    arguments_[1].memory.tensor = rhs.get();
    expect_right();
}

TEST_F(condition_arguments, that_are_missing_are_refused) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        arguments_.erase(arguments_.begin() + static_cast<std::ptrdiff_t>(i));
        expect_refused(names[i], "needs it");
    }
    arguments_.clear();
    expect_refused("");
}

TEST_F(condition_arguments, that_are_given_twice_are_refused) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        arguments_.push_back(arguments_[i]);
        expect_refused(names[i], "two");
    }
}

TEST_F(condition_arguments, that_the_op_does_not_have_are_refused) {
    for (const auto &[arg, name] : {std::pair {libselect_arg_cond, "cond"},
                 std::pair {libselect_arg_begin, "begin"}, std::pair {libselect_arg_end, "end"}}) {
        arguments_.push_back({arg, arguments_[0].memory});
        expect_refused(name, "compare");
    }
    for (const int arg : {0, -1, 9, 1000}) {
        arguments_.push_back({static_cast<libselect_arg_t>(arg), arguments_[0].memory});
        expect_refused("arg", std::to_string(arg));
    }
}

TEST_F(condition_arguments, of_wrong_memories_are_refused) {
    const logical_tensor other_type {data_type::u16, {2, 5}};
    const logical_tensor other_dims {data_type::s16, {5, 2}};
    const logical_tensor other_strides {data_type::s16, {2, 5}, {6, 1}};
    const logical_tensor other_offset {data_type::s16, {2, 5}, {5, 1}, 1};
    for (const logical_tensor &other : {other_type, other_dims, other_strides, other_offset}) {
        arguments_[0].memory.tensor = other.get();
        expect_refused("lhs: ", "equal");
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        arguments_[i].memory.tensor = nullptr;
        expect_refused(names[i], "NULL");
        arguments_[i].memory.data = nullptr;
        expect_refused(names[i], "NULL");
        --arguments_[i].memory.size_bytes;
        expect_refused(names[i], "bytes");
    }
}

TEST_F(condition_arguments, that_are_null_are_refused) {
    EXPECT_EQ(libselect_execute_args(primitive_.get(), nullptr, 5), libselect_invalid_arguments);
    EXPECT_EQ(libselect_execute_args(nullptr, arguments_.data(), 5), libselect_invalid_arguments);
    EXPECT_EQ(libselect_execute_args(primitive_.get(), nullptr, 0), libselect_invalid_arguments);
}

TEST_F(condition_arguments, of_two_sides_do_not_fit_the_four_memories) {
    const auto at = [&](std::size_t i) { return &arguments_[i].memory; };
    EXPECT_EQ(libselect_execute(primitive_.get(), at(0), at(2), at(3), at(4)),
            libselect_invalid_arguments);
    EXPECT_NE(std::string(libselect_last_error()).find("libselect_execute_args"), std::string::npos)
            << libselect_last_error();
    EXPECT_EQ(std::ranges::count(dst_, -1), 10);
}

// One tensor decides: both ways to execute do the same.
TEST(condition_arguments_of_one_tensor, fit_both_calls) {
    const std::uint8_t bytes[] {0x15};
    std::uint8_t yes[] {'T', 'T', 'T', 'T', 'T'}, no[] {'F', 'F', 'F', 'F', 'F'};
    const logical_tensor letters {data_type::u8, {5}};
    const auto execute_both = [&](const libselect::condition &decides, const void *data) {
        const libselect::select_op op(decides, letters, letters);
        const libselect::primitive primitive(op);
        std::string first(5, '?'), second(5, '?');
        primitive.execute(
                {op.cond(), data}, {letters, yes}, {letters, no}, {letters, first.data()});
        using libselect::arg;
        using libselect::const_memory;
        primitive.execute({{arg::cond, const_memory(op.cond(), data)},
                {arg::src0, const_memory(letters, yes)}, {arg::src1, const_memory(letters, no)},
                {arg::dst, libselect::memory(letters, second.data())}});
        EXPECT_EQ(first, second);
        return first;
    };
    EXPECT_EQ(execute_both(logical_tensor {data_type::u1, {5}}, bytes), "TFTFT");
    const std::uint8_t flags[] {1, 0, 0x80, 0, 255};
    EXPECT_EQ(execute_both(logical_tensor {data_type::boolean, {5}}, flags), "TFTFT");
    const std::uint16_t numbers[] {0x8001, 0x8000, 1, 0, 0x7fc0};
    EXPECT_EQ(execute_both(libselect::nonzero(logical_tensor {data_type::bf16, {5}}), numbers),
            "TFTFT");
}

TEST(condition_arguments_of_an_empty_dst, may_be_null_or_small) {
    const logical_tensor none {data_type::f32, {0, 3}}, limit {data_type::f32, {1, 3}};
    const libselect::select_op op(libselect::compare(none, "lt", limit), none, none);
    const libselect::primitive primitive(op);
    using libselect::arg;
    using libselect::const_memory;
    const float limits[3] {};
    EXPECT_NO_THROW(primitive.execute({{arg::lhs, const_memory(none, nullptr)},
            {arg::rhs, const_memory(limit, limits, 1)}, {arg::src0, const_memory(none, nullptr)},
            {arg::src1, const_memory(none, nullptr)},
            {arg::dst, libselect::memory(none, nullptr)}}));
}

TEST(argument, of_dst_that_is_read_only_is_refused) {
    const logical_tensor scalar {data_type::f32, {}};
    const float value = 0;
    EXPECT_THROW(
            (libselect::argument {libselect::arg::dst, libselect::const_memory(scalar, &value)}),
            libselect::error);
}

} // namespace
