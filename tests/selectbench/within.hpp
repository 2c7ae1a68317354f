// SPDX-License-Identifier: Apache-2.0
// Names the place to which a failure belongs.
#ifndef SELECTBENCH_WITHIN_HPP
#define SELECTBENCH_WITHIN_HPP

#include <string>

#include <libselect/libselect.hpp>

#include "tool_error.hpp"

namespace selectbench {

// Calls work(); a failure of the library or of the tool leaves with `place` before its text.
template <typename callable>
auto within(const std::string &place, const callable &work) -> decltype(work()) {
    try {
        return work();
    } catch (const libselect::error &error) {
        throw libselect::error(error.code(), (place + ": " + error.what()).c_str());
    } catch (const tool_error &error) {
        throw tool_error(place + ": " + error.what());
    }
}

} // namespace selectbench

#endif
