// SPDX-License-Identifier: Apache-2.0
// As execute_target.cpp, for conditions of every kind.
#include "fuzz/condition_case.hpp"
#include "fuzz/library.hpp"
#include "fuzz/run_execution.hpp"

// Before the first input, so that all copies are known when it is counted what they cover.
extern "C" int LLVMFuzzerInitialize(int *, char ***) {
    return fuzz::libraries().empty() ? 1 : 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t n_bytes) {
    fuzz::byte_reader reader(bytes, n_bytes);
    fuzz::run_execution(fuzz::read_condition_execution(reader), fuzz::interface::of_0_2);
    return 0;
}
