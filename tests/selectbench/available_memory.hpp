// SPDX-License-Identifier: Apache-2.0
// How much memory tensors may take before the system would rather kill the process.
#ifndef SELECTBENCH_AVAILABLE_MEMORY_HPP
#define SELECTBENCH_AVAILABLE_MEMORY_HPP

#include <cstddef>
#include <initializer_list>

namespace selectbench {

// Throws tool_error, which says both numbers, when the sum of these sizes is not there. Linux
// promises memory that it does not have, and the first write to it would then kill the process
// without a word; so this comes before the first allocation.
void require_memory(std::initializer_list<std::size_t> sizes_bytes);

} // namespace selectbench

#endif
