// SPDX-License-Identifier: Apache-2.0
// The stack that a walk needs.
#ifndef LIBSELECT_EXEC_STACK_ROOM_HPP
#define LIBSELECT_EXEC_STACK_ROOM_HPP

#include <cstddef>

namespace libselect {

// What the largest walk has on the stack, with the frames of the kernels that it calls.
inline constexpr std::size_t walk_stack_bytes = std::size_t {104} << 10U;

// Faults when the thread has less than walk_stack_bytes of stack left. A frame of that size reaches
// across the guard page below a stack, and what it writes would be somebody else's. The pages are
// touched once, from the top; later calls of the thread at about the same depth find them noted.
void require_stack() noexcept;

} // namespace libselect

#endif
