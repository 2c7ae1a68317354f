// SPDX-License-Identifier: Apache-2.0
// The one entry of this folder: from the key of a kernel to its instructions.
#ifndef LIBSELECT_JIT_GENERATE_HPP
#define LIBSELECT_JIT_GENERATE_HPP

#include <cstddef>
#include <vector>

#include "code/code_key.hpp"

namespace libselect {

// The position-independent code of the key, for baseline x86-64 and the System V calling
// convention. The key's ISA need not be the one of this CPU: nothing is run. Throws
// failure(runtime_error) when the generator refuses, and std::bad_alloc.
[[nodiscard]] std::vector<std::byte> generate(const code_key &key);

} // namespace libselect

#endif
