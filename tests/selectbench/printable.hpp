// SPDX-License-Identifier: Apache-2.0
// Text of any origin as part of a line.
#ifndef SELECTBENCH_PRINTABLE_HPP
#define SELECTBENCH_PRINTABLE_HPP

#include <string>

namespace selectbench {

// The text with control characters, and bytes that are no UTF-8, as \x0a. Text may quote a file,
// its name or a word of the command line; whatever is in it, it stays on one line and moves no
// cursor.
std::string printable(const std::string &text);

} // namespace selectbench

#endif
