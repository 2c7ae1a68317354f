// SPDX-License-Identifier: Apache-2.0
// Text that is what it says.
#ifndef SELECTBENCH_UTF8_HPP
#define SELECTBENCH_UTF8_HPP

#include <cstddef>
#include <string_view>

namespace selectbench {

// The place of the first byte that does not belong to a UTF-8 character, or is NUL; text.size()
// when there is none. Overlong forms and surrogates are no characters.
std::size_t find_no_utf8(std::string_view text) noexcept;

} // namespace selectbench

#endif
