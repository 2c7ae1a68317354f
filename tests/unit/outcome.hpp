// SPDX-License-Identifier: Apache-2.0
// What a call of the C++ interface came to, as a value.
#ifndef LIBSELECT_TESTS_UNIT_OUTCOME_HPP
#define LIBSELECT_TESTS_UNIT_OUTCOME_HPP

#include <libselect/libselect.hpp>

namespace unit {

// The status of a call; success when it throws nothing.
template <typename Call>
libselect::status status_of(const Call &call) {
    try {
        call();
        return libselect::status::success;
    } catch (const libselect::error &refusal) {
        return refusal.code();
    }
}

} // namespace unit

#endif
