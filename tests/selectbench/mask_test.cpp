// SPDX-License-Identifier: Apache-2.0
// Masks: their words, and which elements of a condition they make true.
#include "mask.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "fill.hpp"
#include "tool_error.hpp"

namespace selectbench {
namespace {

constexpr auto boolean = ls::data_type::boolean;

// The elements in row-major order: 1 for any true byte.
std::vector<int> elements(const tensor_memory &cond) {
    std::vector<int> values;
    walk(cond.tensor().dims(), cond.tensor().strides(), [&](const ls::dims &, std::int64_t offset) {
        values.push_back(cond.origin()[offset] != std::byte {0} ? 1 : 0);
        return true;
    });
    return values;
}

std::vector<int> elements(
        const std::string &word, const ls::logical_tensor &tensor, std::uint64_t seed = 0) {
    const tensor_memory cond(tensor);
    fill_cond(cond, parse_mask(word), seed);
    return elements(cond);
}

std::size_t count(const std::string &word, const ls::dims &dims, std::uint64_t seed = 0) {
    const tensor_memory cond({boolean, dims});
    fill_cond(cond, parse_mask(word), seed);
    return count_true(cond);
}

std::string refusal(const std::string &word) {
    try {
        (void)parse_mask(word);
    } catch (const tool_error &error) {
        return error.what();
    }
    return "";
}

TEST(mask_words, are_read_and_written) {
    for (const char *word : {"random:0.5", "random:0", "random:1", "random:0.125", "random:1e-09",
                 "runs:64:0.05", "runs:1:1", "runs:9223372036854775807:0.5", "prefix", "prefix:0",
                 "suffix", "suffix:17", "causal", "discs", "all", "none"})
        EXPECT_EQ(to_string(parse_mask(word)), word);
    EXPECT_EQ(to_string(parse_mask("random")), "random:0.5");
    EXPECT_EQ(to_string(parse_mask("runs")), "runs:64:0.05");
    EXPECT_EQ(to_string(parse_mask("runs:7")), "runs:7:0.05");
}

TEST(mask_words, that_are_none_are_named) {
    for (const char *word : {"", ":", "randomly", "Random", "random:", "random:2", "random:-0.1",
                 "random:nan", "random:inf", "random:0.5:1", "random:0x1", "random:+1",
                 "random:1e999", "random: 1", "random:0.5x", "runs:0", "runs:-1", "runs:1.5",
                 "runs::0.5", "runs:4:1.1", "runs:4:0.5:1", "prefix:-1", "prefix:", "suffix:x",
                 "suffix:9223372036854775808", "causal:1", "discs:", "all:1", "none:0"}) {
        const std::string text = refusal(word);
        EXPECT_NE(text.find("--mask: \"" + std::string(word) + '"'), std::string::npos) << text;
        EXPECT_NE(text.find("runs[:LENGTH[:P]]"), std::string::npos) << text;
    }
}

// 100000 draws; 5 standard deviations are at most 791.
TEST(mask_random, has_its_chance) {
    for (const double chance : {0.0, 0.01, 0.1, 0.5, 0.9, 1.0})
        for (const std::uint64_t seed : {0U, 1U, 23U})
            EXPECT_NEAR(
                    static_cast<double>(count("random:" + std::to_string(chance), {100000}, seed)),
                    100000 * chance, chance == 0 || chance == 1 ? 0 : 791);
}

TEST(mask_random, has_every_kind_of_true) {
    const tensor_memory cond({boolean, {1000}});
    for (const char *word : {"random", "all"}) {
        fill_cond(cond, parse_mask(word), 0);
        for (const int value : {1, 2, 0x80, 0xff})
            EXPECT_NE(std::ranges::count(cond.bytes(), static_cast<std::byte>(value)), 0) << word;
    }
}

TEST(mask_random, depends_on_the_seed_alone) {
    for (const char *word : {"random", "runs:3", "prefix", "suffix"}) {
        const ls::logical_tensor tensor(boolean, {20, 30});
        EXPECT_EQ(elements(word, tensor, 5), elements(word, tensor, 5)) << word;
        EXPECT_NE(elements(word, tensor, 5), elements(word, tensor, 6)) << word;
    }
}

TEST(mask_all_and_none, are_every_element) {
    EXPECT_EQ(count("all", {7, 11}), 77U);
    EXPECT_EQ(count("none", {7, 11}), 0U);
    EXPECT_EQ(count("all", {}), 1U);
    EXPECT_EQ(count("all", {3, 0}), 0U);
}

TEST(mask_rows, have_the_length_that_is_asked_for) {
    const ls::logical_tensor tensor(boolean, {2, 4});
    EXPECT_EQ(elements("prefix:1", tensor), (std::vector {1, 0, 0, 0, 1, 0, 0, 0}));
    EXPECT_EQ(elements("suffix:3", tensor), (std::vector {0, 1, 1, 1, 0, 1, 1, 1}));
    EXPECT_EQ(count("prefix:0", {2, 4}) + count("suffix:0", {2, 4}), 0U);
    EXPECT_EQ(count("prefix:9", {2, 4}), 8U);
    EXPECT_EQ(count("suffix:9223372036854775807", {2, 4}), 8U);
    EXPECT_EQ(count("suffix:1", {}), 1U);
}

// Whether the row falls (prefix) or rises (suffix) at most once, and how many lengths there are.
TEST(mask_rows, have_random_lengths) {
    for (const bool prefix : {true, false}) {
        const std::vector<int> values = elements(prefix ? "prefix" : "suffix", {boolean, {200, 3}});
        std::vector<int> lengths(4, 0);
        for (std::size_t row = 0; row < values.size(); row += 3) {
            const int length = values[row] + values[row + 1] + values[row + 2];
            ++lengths[static_cast<std::size_t>(length)];
            EXPECT_EQ(values[prefix ? row : row + 2], length > 0);
            EXPECT_EQ(values[row + 1], length > 1);
        }
        for (const int rows : lengths)
            EXPECT_GT(rows, 20);
    }
}

TEST(mask_runs, change_only_where_a_run_ends) {
    const std::vector<int> values = elements("runs:5:0.5", {boolean, {20, 33}});
    for (std::size_t i = 1; i < values.size(); ++i)
        EXPECT_TRUE(i % 5 == 0 || values[i] == values[i - 1]) << i;
    const double trues = static_cast<double>(count("runs:10:0.25", {1000, 1000}));
    EXPECT_NEAR(trues, 250000, 10 * 5 * 137.0); // 137: the standard deviation of runs
    EXPECT_EQ(count("runs:3:1", {4, 5}), 20U);
    EXPECT_EQ(count("runs:3:0", {4, 5}), 0U);
}

TEST(mask_causal, is_the_lower_triangle) {
    EXPECT_EQ(elements("causal", {boolean, {3, 3}}), (std::vector {1, 0, 0, 1, 1, 0, 1, 1, 1}));
    EXPECT_EQ(elements("causal", {boolean, {2, 3}}), (std::vector {1, 0, 0, 1, 1, 0}));
    EXPECT_EQ(count("causal", {5, 100, 100}), 5U * 5050U);
    EXPECT_EQ(elements("causal", {boolean, {3}}), (std::vector {1, 0, 0}));
    EXPECT_EQ(count("causal", {}), 1U);
}

TEST(mask_discs, lie_in_cells) {
    const std::vector<int> values = elements("discs", {boolean, {74, 53, 2}});
    EXPECT_EQ(values[18 * 106 + 26], 1);
    EXPECT_EQ(values[0], 0);
    std::size_t n_true = 0;
    for (const int value : values)
        n_true += static_cast<std::size_t>(value);
    EXPECT_NEAR(static_cast<double>(n_true), 4 * 3.1416 * 18 * 18, 60); // four discs
    EXPECT_EQ(count("discs", {}), 0U);
}

TEST(mask_strides, change_no_element) {
    for (const char *word : {"random:0.3", "runs:3", "prefix", "suffix:2", "causal", "discs"}) {
        const std::vector<int> dense = elements(word, {boolean, {6, 5}});
        for (const ls::dims &strides : {ls::dims {1, 6}, {16, 3}, {-5, -1}, {-1, 100}})
            EXPECT_EQ(elements(word, {boolean, {6, 5}, strides}), dense) << word;
    }
}

TEST(mask_strides, of_zero_repeat_a_mask_without_the_dim) {
    const std::vector<int> row = elements("prefix:2", {boolean, {5}});
    const std::vector<int> rows = elements("prefix:2", {boolean, {3, 5}, {0, 1}});
    for (std::size_t i = 0; i < rows.size(); ++i)
        EXPECT_EQ(rows[i], row[i % 5]);
    const tensor_memory cond({boolean, {1000000000, 5}, {0, 1}});
    fill_cond(cond, parse_mask("all"), 0);
    EXPECT_EQ(count_true(cond), 5U);
}

TEST(mask_strides, leave_true_bytes_between_elements) {
    const tensor_memory cond({boolean, {5}, {3}});
    fill_cond(cond, parse_mask("none"), 0);
    EXPECT_EQ(std::ranges::count(cond.bytes(), std::byte {0}), 5);
    EXPECT_EQ(cond.bytes().size(), 13U);
}

} // namespace
} // namespace selectbench
