// SPDX-License-Identifier: Apache-2.0
// The status of a call of the C++ interface, as a value instead of an exception.
#ifndef LIBSELECT_TESTS_UNIT_OUTCOME_HPP
#define LIBSELECT_TESTS_UNIT_OUTCOME_HPP

#include <libselect/libselect.hpp>

namespace unit {

// The status of a call; success if it throws nothing.
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
