// SPDX-License-Identifier: Apache-2.0
// The failure that is the tool's own, not the library's: one line on stderr and exit status 1.
#ifndef SELECTBENCH_TOOL_ERROR_HPP
#define SELECTBENCH_TOOL_ERROR_HPP

#include <stdexcept>

namespace selectbench {

// A wrong word on the command line, or a file that cannot be read or written.
class tool_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

} // namespace selectbench

#endif
