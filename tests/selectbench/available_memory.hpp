// SPDX-License-Identifier: Apache-2.0
// How much memory the tool may take before the system would rather kill the process.
#ifndef SELECTBENCH_AVAILABLE_MEMORY_HPP
#define SELECTBENCH_AVAILABLE_MEMORY_HPP

#include <cstddef>
#include <initializer_list>
#include <string>

namespace selectbench {

// Throws tool_error, the complaint with both numbers, when the sum of these sizes is not there.
// Linux promises memory that it does not have, and the first write to it would then kill the
// process without a word; so this comes before the first allocation.
void require_memory(std::initializer_list<std::size_t> sizes_bytes,
        const std::string &complaint = "the tensors do not fit into memory");

} // namespace selectbench

#endif
