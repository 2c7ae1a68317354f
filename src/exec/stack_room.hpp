// SPDX-License-Identifier: Apache-2.0
// The stack that a walk needs.
#ifndef LIBSELECT_EXEC_STACK_ROOM_HPP
#define LIBSELECT_EXEC_STACK_ROOM_HPP

#include <cstddef>

namespace libselect {

// Faults when the thread has less than n_bytes of stack left. A frame of many pages reaches across
// the guard page below a stack, and what it writes would be somebody else's. The pages are touched
// once, from the top; later calls of the thread at about the same depth find them noted. So a stack
// that takes the place of another at the same address, on one thread, is not looked at again.
void require_stack(std::size_t n_bytes) noexcept;

} // namespace libselect

#endif
