// SPDX-License-Identifier: Apache-2.0
// Runs the tests on the ISA of LIBSELECT_MAX_CPU_ISA, or says that this CPU lacks it.
#include <gtest/gtest.h>

#include <algorithm>

#include "unit/isa_of_this_run.hpp"

namespace {

// ctest shows a process that ends with this code as skipped.
constexpr int skip_return_code = 77;
bool skipped = false;

// Tests on a lesser ISA than the one asked for would pass and prove nothing, so none runs.
class isa_environment : public testing::Environment {
public:
    void SetUp() override {
        const unit::isa_choice isa = unit::isa_of_this_run();
        if (isa.effective >= isa.asked_for) return;
        const std::string reason = std::string("this CPU gives ") + to_string(isa.effective)
                                   + ", LIBSELECT_MAX_CPU_ISA asks for " + to_string(isa.asked_for);
        if (isa.effective < std::min(isa.asked_for, isa.required))
            FAIL() << reason << ", LIBSELECT_REQUIRE_ISA is " << to_string(isa.required);
        skipped = true;
        GTEST_SKIP() << "every test skipped: " << reason;
    }
};

} // namespace

int main(int argc, char **argv) {
    testing::InitGoogleTest(&argc, argv);
    testing::AddGlobalTestEnvironment(new isa_environment);
    const int result = RUN_ALL_TESTS();
    return result == 0 && skipped ? skip_return_code : result;
}
