// SPDX-License-Identifier: Apache-2.0
// A primitive as text, for users who ask how a problem is computed.
#ifndef LIBSELECT_API_PRIMITIVE_TEXT_HPP
#define LIBSELECT_API_PRIMITIVE_TEXT_HPP

#include <string>

#include "exec/primitive.hpp"

namespace libselect {

// The plan and the kernel.
[[nodiscard]] std::string plan_text(const primitive &ready);

// The plan, the kernel, and the reason why each better implementation was refused.
[[nodiscard]] std::string to_string(const primitive &ready);

} // namespace libselect

#endif
