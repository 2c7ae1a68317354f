// SPDX-License-Identifier: Apache-2.0
// Executions from bytes, on small buffers between guard pages: every implementation gives the bits
// that the oracle gives, and so those of every other, writes nothing else, and refuses the same
// overlaps.
#include "fuzz/library.hpp"
#include "fuzz/run_execution.hpp"

// Before the first input, so that all copies are known when it is counted what they cover.
extern "C" int LLVMFuzzerInitialize(int *, char ***) {
    return fuzz::libraries().empty() ? 1 : 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t n_bytes) {
    fuzz::byte_reader reader(bytes, n_bytes);
    fuzz::run_execution(fuzz::read_execution(reader), fuzz::interface::of_0_1);
    return 0;
}
