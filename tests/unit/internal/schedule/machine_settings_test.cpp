// SPDX-License-Identifier: Apache-2.0
// LIBSELECT_MACHINE: what each setting replaces, what is refused, and when it is read.
#include "schedule/machine_settings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "common/expect_failure.hpp"
#include "common/text_shape.hpp"
#include "schedule/fake_machines.hpp"
#include "schedule/schedule.hpp"

namespace internal {
namespace {

using libselect::machine;

machine with(const std::string &settings, const fake_machine &given = zen3()) {
    return libselect::model_of(describe(given), settings);
}

std::string refusal_of(const std::string &settings) {
    return failure_of([&] { (void)with(settings); });
}

TEST(schedule_machine_settings, without_any_the_model_is_that_of_the_machine) {
    for (const fake_machine &given : all_fake_machines())
        EXPECT_EQ(with("", given), libselect::model_of(describe(given))) << given.name;
}

TEST(schedule_machine_settings, the_line_that_a_model_prints_gives_that_model) {
    for (const fake_machine &given : all_fake_machines()) {
        machine expected = libselect::model_of(describe(given));
        std::string line = to_string(expected);
        std::replace(line.begin(), line.end(), ' ', ',');
        machine found = with(line, silent());
        expected.reason = found.reason;
        EXPECT_EQ(found, expected) << line;
    }
}

TEST(schedule_machine_settings, thresholds_follow_from_sizes_and_kind) {
    EXPECT_EQ(with("last=16M").stream_from, 10 * MiB);
    EXPECT_EQ(with("l2=1M").keep_from, 1 * MiB);
    EXPECT_EQ(with("kind=mesh_slice").stream_two_from, 8 * MiB);
    EXPECT_EQ(with("kind=mesh_slice,last=105M").stream_from, 105 * MiB);
    EXPECT_EQ(with("kind=mesh_slice").vector_bytes, 64);
    EXPECT_EQ(with("last=16M", zen5()).vector_bytes, 64);
    EXPECT_EQ(with("kind=victim", zen5()).vector_bytes, 32); // a kind that is set has no family
}

TEST(schedule_machine_settings, a_threshold_that_is_set_stays) {
    machine expected = with("last=16M");
    expected.stream_from = 3 * KiB;
    expected.stream_two_from = 5;
    expected.stream_shared_from = std::int64_t {1} << 30;
    expected.keep_from = libselect::never;
    expected.vector_bytes = 64;
    expected.splits_blends = !expected.splits_blends;
    const std::string blends = expected.splits_blends ? "split" : "whole";
    expected.prefetches = !expected.prefetches;
    const std::string prefetch = expected.prefetches ? "page" : "none";
    expected.times_forms = false;
    EXPECT_EQ(with("stream=3K,last=16M,stream_two=5,stream_shared=1G,keep=never,vectors=64,blends="
                      + blends + ",prefetch=" + prefetch + ",forms=estimated"),
            expected);
}

TEST(schedule_machine_settings, a_text_that_is_no_list_of_settings_is_refused) {
    for (const char *text :
            {"last", "8M", "last=8M,", ",last=8M", "last=8M,,l2=1M", "last=8M l2=1M"})
        EXPECT_EQ(refusal_of(text).rfind("invalid_arguments: LIBSELECT_MACHINE: \"", 0), 0U)
                << text;
    EXPECT_EQ(refusal_of("last"),
            "invalid_arguments: LIBSELECT_MACHINE: \"last\" is not a setting name=value");
}

TEST(schedule_machine_settings, an_unknown_name_is_refused_with_the_list_of_names) {
    EXPECT_EQ(refusal_of("lst=8M"),
            "invalid_arguments: LIBSELECT_MACHINE: \"lst\" is not a setting; the settings are "
            "kind, "
            "l1d, l2, last, stream, stream_two, stream_shared, keep, vectors, blends, prefetch, "
            "forms");
    EXPECT_EQ(refusal_of("last=8M,last=9M"),
            "invalid_arguments: LIBSELECT_MACHINE: \"last\" is set twice");
}

TEST(schedule_machine_settings, values_that_are_none_are_refused) {
    for (const char *size :
            {"", "0", "-8M", "8m", "8 M", "8MB", "0x8", "99999999999G", "1e6", "M"}) {
        const std::string sentence =
                std::string("=") + size
                + "\" is not a size; sizes are 1 to 2^59 bytes, such as 1000, 32K, 8M or 1G";
        EXPECT_EQ(refusal_of(std::string("last=") + size),
                "invalid_arguments: LIBSELECT_MACHINE: \"last" + sentence);
        EXPECT_EQ(refusal_of(std::string("keep=") + size),
                "invalid_arguments: LIBSELECT_MACHINE: \"keep" + sentence + ", or never");
    }
    EXPECT_NE(refusal_of("last=never"), "");
    EXPECT_EQ(refusal_of("vectors=16"), "invalid_arguments: LIBSELECT_MACHINE: \"vectors=16\" is "
                                        "not a width; the widths are 32, 64");
    EXPECT_EQ(refusal_of("blends=half"), "invalid_arguments: LIBSELECT_MACHINE: \"blends=half\" is "
                                         "not a form of blends; the forms are split, whole");
    EXPECT_EQ(refusal_of("prefetch=4K"),
            "invalid_arguments: LIBSELECT_MACHINE: \"prefetch=4K\" is not a way to prefetch; the "
            "ways are page, none");
    EXPECT_EQ(refusal_of("forms=best"), "invalid_arguments: LIBSELECT_MACHINE: \"forms=best\" is "
                                        "not a way to choose forms; the ways are timed, estimated");
    EXPECT_EQ(refusal_of("kind=mesh"),
            "invalid_arguments: LIBSELECT_MACHINE: \"kind=mesh\" is not a kind; the kinds are "
            "unknown, inclusive, victim, mesh_slice");
}

TEST(schedule_machine_settings, caches_out_of_order_are_refused) {
    EXPECT_EQ(refusal_of("last=256K"),
            "invalid_arguments: LIBSELECT_MACHINE: l1d is 32K, l2 is 512K, last is 256K; no cache "
            "may be smaller than the one below it");
    EXPECT_EQ(refusal_of("last=256K,l2=128K"), "");
}

// A child process prints what a schedule does under the variable, or why there is none.
[[noreturn]] void report_schedule(const char *settings) {
    setenv(libselect::machine_variable, settings, 1);
    for (int use = 0; use < 2; ++use) {
        const std::string refused = failure_of([] {
            const auto decided = make_schedule(plan_of("65536", "65536", "1"), 1);
            const auto &params = decided.rows.params();
            std::fputs(params.stores == libselect::store_kind::streaming ? "streams " : "stores ",
                    stderr);
        });
        std::fputs(refused.c_str(), stderr);
        setenv(libselect::machine_variable, "stream=never", 1);
    }
    std::exit(0);
}

class schedule_machine_variable : public testing::Test {
protected:
    void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(schedule_machine_variable, is_read_once_by_the_first_schedule) {
    const std::string expected = std::min(libselect::max_cpu_isa(), libselect::detected_cpu_isa())
                                                 >= libselect_cpu_isa_scalar
                                         ? "^streams streams $"
                                         : "^s[a-z]* s[a-z]* $";
    EXPECT_EXIT(report_schedule("stream=4K"), testing::ExitedWithCode(0), expected);
    EXPECT_EXIT(report_schedule("stream=never"), testing::ExitedWithCode(0), "^stores stores $");
}

TEST_F(schedule_machine_variable, that_is_wrong_refuses_the_schedule) {
    EXPECT_EXIT(report_schedule("stream=4k"), testing::ExitedWithCode(0),
            "^invalid_arguments: LIBSELECT_MACHINE: \"stream=4k\" is not a size");
}

} // namespace
} // namespace internal
