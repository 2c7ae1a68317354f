// SPDX-License-Identifier: Apache-2.0
// What a call threw, as one string, so that a test checks status and sentence at once.
#ifndef INTERNAL_COMMON_EXPECT_FAILURE_HPP
#define INTERNAL_COMMON_EXPECT_FAILURE_HPP

#include <string>

#include "base/error.hpp"

namespace internal {

// "invalid_shape: cond: dim 0 is ..." when the call threw a failure, "" when it returned. Any other
// exception goes on to GoogleTest.
template <typename Call>
std::string failure_of(const Call &call) {
    try {
        call();
    } catch (const libselect::failure &refused) {
        return std::string(libselect::status_name(refused.code())) + ": " + refused.what();
    }
    return "";
}

} // namespace internal

#endif
