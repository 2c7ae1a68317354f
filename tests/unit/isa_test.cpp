// SPDX-License-Identifier: Apache-2.0
// The implementation of this run is the one that its environment asks for.
#include <gtest/gtest.h>

#include <cstdlib>

#include "harness/run_problem.hpp"
#include "unit/isa_of_this_run.hpp"

namespace {

TEST(isa, dense_f32_gets_the_implementation_of_this_run) {
    const support::problem dense =
            support::dense_problem(libselect::data_type::f32, {3, 100}, {3, 100}, {3, 100});
    const libselect::primitive primitive(support::make_op(dense));
    EXPECT_EQ(primitive.implementation(),
            unit::implementation_name(unit::isa_of_this_run().asked_for));
}

// For machines whose best ISA is known, such as those that qemu plays: neither less, nor what the
// CPU has and the operating system does not save.
TEST(isa, is_the_one_that_this_machine_is_known_to_have) {
    const char *known = std::getenv("LIBSELECT_KNOWN_ISA");
    if (known == nullptr) GTEST_SKIP() << "LIBSELECT_KNOWN_ISA is not set";
    EXPECT_STREQ(to_string(libselect::effective_cpu_isa()), known);
}

TEST(isa, primitive_print_names_the_implementation) {
    const support::problem dense =
            support::dense_problem(libselect::data_type::u8, {100}, {100}, {100});
    const libselect::primitive primitive(support::make_op(dense));
    EXPECT_NE(primitive.to_string().find(primitive.implementation()), std::string::npos);
}

TEST(isa, setting_the_cap_after_the_first_primitive_is_refused) {
    const libselect::primitive primitive(support::make_op(
            support::dense_problem(libselect::data_type::u8, {100}, {100}, {100})));
    EXPECT_EQ(libselect_set_max_cpu_isa(libselect_cpu_isa_portable), libselect_invalid_arguments);
}

} // namespace
